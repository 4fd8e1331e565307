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
    package var months = MonthWords(.english)

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
    package func dayPeriod(_ letters: String, replacing current: Int? = nil) -> Int? {
        let typed = WordKey(letters.unicodeScalars)
        guard let first = typed.first, first.isOfWord else { return nil }
        let names = dayPeriods.map { WordKey($0.unicodeScalars) }
        let isLetter = typed == WordKey([first])
        if isLetter, let current, names.indices.contains(current), names[current].contains(typed) { return nil }
        let matches = names.indices.filter { names[$0].hasPrefix(typed) }
        if matches.count == 1 { return matches[0] }
        if isLetter {
            // If both names begin with the same letters, the first different letter is enough.
            let distinct = names.indices.filter { index in
                names.indices.contains(1 - index) && names[index].distinction(from: names[1 - index]) == first
            }
            if distinct.count == 1 { return distinct[0] }
            if names.contains(where: { $0.contains(typed) }) { return nil }
        }
        return ["am", "pm"].firstIndex { WordKey($0.unicodeScalars).hasPrefix(typed) }
    }

    /// The day period whose complete name is a prefix of a text, and the name's length in code points of the text.
    package func dayPeriod(beginning text: Substring.UnicodeScalarView) -> (period: Int, count: Int)? {
        let found = (dayPeriods + ["am", "pm"]).enumerated().compactMap { index, name in
            WordKey(name.unicodeScalars).count(beginning: text).map { (period: index % 2, count: $0) }
        }
        return found.max { $0.count < $1.count }
    }

    /// The literal before a field of the pattern, as a key for comparisons.
    package func literal(before field: Int) -> WordKey {
        var index = -1
        var literal = ""
        for element in pattern.elements {
            switch element {
            case .literal(let text): literal = text
            case .field:
                index += 1
                if index == field { return WordKey(literal.unicodeScalars) }
                literal = ""
            }
        }
        return WordKey([])
    }
}

/// The names of the months in a language, and in English for users who type them so.
package struct MonthWords: Sendable, Hashable {
    /// The long and short names beside a day, and the long and short names alone; each list has twelve different names.
    private let lists: [Names]

    /// Twelve names, and their keys for comparisons.
    private struct Names: Sendable, Hashable {
        let names: [String]
        let keys: [WordKey]

        init(_ names: [String]) {
            self.names = names
            keys = names.map { WordKey($0.unicodeScalars) }
        }
    }

    private static let english = DayNames.english.months.map(Names.init)

    package init(_ names: DayNames) {
        lists = names.months.map(Names.init)
    }

    /// The name of a month from 1 to 12 in the form that a field writes; empty for another number.
    package func name(of month: Int, in field: DatePattern.Field) -> String {
        let names = names(in: field)
        return names.indices.contains(month - 1) ? names[month - 1] : ""
    }

    /// The month whose name, in the form that a field writes, is a prefix of a text; the longest name if there are
    /// several. `nil` if the text may still become a longer name (`thg 1`, `thg 10`).
    package func month(at text: Substring.UnicodeScalarView, in field: DatePattern.Field) -> Int? {
        let names = names(in: field).map(\.unicodeScalars)
        let places = names.indices.filter { text.starts(with: names[$0]) }
        guard let index = places.max(by: { names[$0].count < names[$1].count }) else { return nil }
        let isOpen = names.contains { $0.count > text.count && $0.starts(with: text) }
        return isOpen ? nil : index + 1
    }

    /// The month with this name, in the language or in English. A space at the end is ignored.
    package func month(named letters: [Unicode.Scalar]) -> Int? {
        let key = WordKey(letters.last?.properties.isWhitespace == true ? letters.dropLast() : letters[...])
        return (lists + Self.english).lazy.compactMap { $0.keys.firstIndex(of: key) }.first.map { $0 + 1 }
    }

    /// The months whose names begin with these letters, in the language or otherwise in English.
    package func months(beginningWith letters: some Sequence<Unicode.Scalar>) -> Set<Int> {
        let key = WordKey(letters)
        for lists in [lists, Self.english] {
            let places = lists.flatMap { list in list.keys.indices.filter { list.keys[$0].hasPrefix(key) } }
            if !places.isEmpty { return Set(places.map { $0 + 1 }) }
        }
        return []
    }

    /// The month whose name in any form is a prefix of a text, and the name's length in code points of the text; the
    /// longest name if there are several. A name that consists of digits is not considered.
    package func month(beginning text: Substring.UnicodeScalarView) -> (month: Int, count: Int)? {
        var longest: (month: Int, count: Int)?
        for list in lists + Self.english {
            for (index, key) in list.keys.enumerated() {
                guard let count = key.count(beginning: text), count > longest?.count ?? 0, key.hasLetters else {
                    continue
                }
                longest = (index + 1, count)
            }
        }
        return longest
    }

    /// The number of code points at the start of a text that may be the start of a name.
    package func beginning(of text: some Collection<Unicode.Scalar>) -> Int {
        (lists + Self.english).reduce(0) { longest, list in
            list.names.reduce(longest) { longest, name in
                max(longest, zip(text, name.unicodeScalars).prefix { WordKey.areSame($0, $1) }.count)
            }
        }
    }

    /// The spelling in which a name writes these letters at its start. It may contain a full stop.
    package func spelling(of letters: [Unicode.Scalar], in field: DatePattern.Field) -> [Unicode.Scalar] {
        let key = WordKey(letters)
        for name in names(in: field).map({ Array($0.unicodeScalars) }) where name.count >= letters.count {
            let count = (letters.count...name.count).first { WordKey(name.prefix($0)) == key }
            if let count { return Array(name.prefix(count)) }
        }
        return letters
    }

    private func names(in field: DatePattern.Field) -> [String] {
        field.monthNames.map { lists[$0].names } ?? []
    }
}
