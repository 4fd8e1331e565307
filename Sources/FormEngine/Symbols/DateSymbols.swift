package import FormModel

/// How a language writes dates and times.
package struct DateSymbols: Sendable, Hashable {
    /// The order of the padded fields, and the literals between them.
    package var pattern: DatePattern
    /// The digit 0, which the other digits follow in Unicode.
    package var zero: Unicode.Scalar
    /// The names of the periods before and after noon.
    package var dayPeriods: [String]
    /// The names of the months; used only if the pattern has months in words.
    var months = MonthWords(.english)

    /// - Parameter dayPeriods: two different names.
    package init(pattern: DatePattern, zero: Unicode.Scalar = "0", dayPeriods: [String] = ["AM", "PM"]) {
        self.pattern = pattern
        self.zero = zero
        self.dayPeriods = dayPeriods
    }

    /// The day period that typed letters mean, 0 or 1: its name, or a prefix that the other name does not have, in this
    /// language or in English.
    ///
    /// - Parameter current: the present period. A letter inside its name is taken for a part of that name.
    func dayPeriod(_ letters: String, replacing current: Int? = nil) -> Int? {
        let typed = WordKey(letters.unicodeScalars)
        guard let first = typed.first, first.isOfWord else { return nil }
        let names = dayPeriods.map { WordKey($0.unicodeScalars) }
        let isLetter = typed == WordKey([first])
        if isLetter, let current, names.indices.contains(current), names[current].contains(typed) { return nil }
        let matches = names.indices.filter { names[$0].hasPrefix(typed) }
        if matches.count == 1 { return matches[0] }
        if isLetter {
            // If both names begin with the same letters, the first different letter is enough.
            let distinct = names.indices.filter { place in
                names.indices.contains(1 - place) && names[place].distinction(from: names[1 - place]) == first
            }
            if distinct.count == 1 { return distinct[0] }
            if names.contains(where: { $0.contains(typed) }) { return nil }
        }
        return ["am", "pm"].firstIndex { WordKey($0.unicodeScalars).hasPrefix(typed) }
    }

    /// The day period whose complete name is a prefix of a text, and the name's length in code points of the text.
    func dayPeriod(beginning text: Substring.UnicodeScalarView) -> (period: Int, count: Int)? {
        let found = (dayPeriods + ["am", "pm"]).enumerated().compactMap { place, name in
            WordKey(name.unicodeScalars).count(beginning: text).map { (period: place % 2, count: $0) }
        }
        return found.max { $0.count < $1.count }
    }

    /// The literal before a field of the pattern, as a key for comparisons.
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
