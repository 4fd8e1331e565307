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
    var months = MonthWords(.english)

    /// - Parameter dayPeriods: two, different from each other.
    package init(pattern: DatePattern, zero: Unicode.Scalar = "0", dayPeriods: [String] = ["AM", "PM"]) {
        self.pattern = pattern
        self.zero = zero
        self.dayPeriods = dayPeriods
    }

    /// The day period that typed letters stand for, 0 or 1: its name or the beginning of it that the other does not
    /// have, or the English one.
    ///
    /// - Parameter current: the one that is there. A letter that is in its name is taken for the rest of the name.
    func dayPeriod(_ letters: String, replacing current: Int? = nil) -> Int? {
        let typed = WordKey(letters.unicodeScalars)
        guard let first = typed.first, first.isOfWord else { return nil }
        let names = dayPeriods.map { WordKey($0.unicodeScalars) }
        let isLetter = typed == WordKey([first])
        if isLetter, let current, names.indices.contains(current), names[current].contains(typed) { return nil }
        let matches = names.indices.filter { names[$0].hasPrefix(typed) }
        if matches.count == 1 { return matches[0] }
        if isLetter {
            // If both begin with the same letters, the first letter that differs is enough.
            let distinct = names.indices.filter { place in
                names.indices.contains(1 - place) && names[place].distinction(from: names[1 - place]) == first
            }
            if distinct.count == 1 { return distinct[0] }
            if names.contains(where: { $0.contains(typed) }) { return nil }
        }
        return ["am", "pm"].firstIndex { WordKey($0.unicodeScalars).hasPrefix(typed) }
    }

    /// The day period with whose whole name a text begins, and how many code points of the text it takes.
    func dayPeriod(beginning text: Substring.UnicodeScalarView) -> (period: Int, count: Int)? {
        let found = (dayPeriods + ["am", "pm"]).enumerated().compactMap { place, name in
            WordKey(name.unicodeScalars).count(beginning: text).map { (period: place % 2, count: $0) }
        }
        return found.max { $0.count < $1.count }
    }

    /// What stands before a field of the pattern, as it is compared.
    func literal(before field: Int) -> WordKey {
        var place = -1
        var literal = ""
        for element in pattern.elements {
            switch element {
            case .literal(let text): literal = text
            case .field:
                place += 1
                if place == field { return WordKey(literal.unicodeScalars) }
                literal = ""
            }
        }
        return WordKey([])
    }
}
