package import FormModel

/// How a language writes dates and times in numbers.
package struct DateSymbols: Sendable, Hashable {
    /// The order of the fields, each padded, and what stands between them.
    package var pattern: DatePattern
    /// The digit 0; the others follow it.
    package var zero: Unicode.Scalar
    /// Before and after noon.
    package var dayPeriods: [String]
    /// Filled in only if the pattern writes months in words.
    var months = MonthWords([])

    /// - Parameter dayPeriods: two, different from each other.
    package init(pattern: DatePattern, zero: Unicode.Scalar = "0", dayPeriods: [String] = ["AM", "PM"]) {
        self.pattern = pattern
        self.zero = zero
        self.dayPeriods = dayPeriods
    }

    /// The day period that typed letters stand for, 0 or 1: its name or the beginning of it that the other does not
    /// have, or the English one.
    func dayPeriod(_ letters: String) -> Int? {
        let typed = Self.folded(letters)
        guard !typed.isEmpty else { return nil }
        let matches = dayPeriods.indices.filter { Self.folded(dayPeriods[$0]).hasPrefix(typed) }
        if matches.count == 1 { return matches[0] }
        if let last = letters.last, letters.count == 1 {
            // If both begin with the same letters, the first letter that differs is enough.
            let distinct = dayPeriods.indices.filter { distinction($0) == Character(last.lowercased()) }
            if distinct.count == 1 { return distinct[0] }
        }
        return ["am", "pm"].firstIndex { $0.hasPrefix(typed) }
    }

    /// The first character of a day period that the other one does not have at its place.
    private func distinction(_ index: Int) -> Character? {
        guard dayPeriods.indices.contains(1 - index) else { return nil }
        let (own, other) = (Array(dayPeriods[index].lowercased()), Array(dayPeriods[1 - index].lowercased()))
        return own.indices.first { $0 >= other.count || own[$0] != other[$0] }.map { own[$0] }
    }

    private static func folded(_ text: String) -> String {
        String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter(\.properties.isAlphabetic)))
    }
}
