import FormModel

/// The months' names in a language, and in English for those who type it there.
struct MonthWords: Sendable, Hashable {
    /// Beside a day, long and short, then alone, long and short; each of twelve different names.
    private let lists: [Names]

    /// The twelve names, and how they are compared.
    private struct Names: Sendable, Hashable {
        let names: [String]
        let keys: [WordKey]

        init(_ names: [String]) {
            self.names = names
            keys = names.map { WordKey($0.unicodeScalars) }
        }
    }

    private static let english = DayNames.english.months.map(Names.init)

    init(_ names: DayNames) {
        lists = names.months.map(Names.init)
    }

    /// How a field writes a month, from 1 to 12; empty if it is none.
    func name(of month: Int, in field: DatePattern.Field) -> String {
        let names = names(in: field)
        return names.indices.contains(month - 1) ? names[month - 1] : ""
    }

    /// The month with whose name, as a field writes it, a text begins; if two names fit, the longer one. A text that may
    /// yet become a longer name (`thg 1`, `thg 10`) is none: `nil`.
    func month(at text: Substring.UnicodeScalarView, in field: DatePattern.Field) -> Int? {
        let names = names(in: field).map(\.unicodeScalars)
        let places = names.indices.filter { text.starts(with: names[$0]) }
        guard let place = places.max(by: { names[$0].count < names[$1].count }) else { return nil }
        let isOpen = names.contains { $0.count > text.count && $0.starts(with: text) }
        return isOpen ? nil : place + 1
    }

    /// The month whose name the letters are, in this language or else in English; a space behind them does not matter.
    func month(named letters: [Unicode.Scalar]) -> Int? {
        let key = WordKey(letters.last?.properties.isWhitespace == true ? letters.dropLast() : letters[...])
        return (lists + Self.english).lazy.compactMap { $0.keys.firstIndex(of: key) }.first.map { $0 + 1 }
    }

    /// The months whose names begin with the given letters, in this language or else in English.
    func months(beginningWith letters: some Sequence<Unicode.Scalar>) -> Set<Int> {
        let key = WordKey(letters)
        for lists in [lists, Self.english] {
            let places = lists.flatMap { list in list.keys.indices.filter { list.keys[$0].hasPrefix(key) } }
            if !places.isEmpty { return Set(places.map { $0 + 1 }) }
        }
        return []
    }

    /// The whole name with which a text begins, in any form, and how many code points of the text it takes; the longest if
    /// several fit. A name of digits alone is a number, not a name.
    func month(beginning text: Substring.UnicodeScalarView) -> (month: Int, count: Int)? {
        var longest: (month: Int, count: Int)?
        for list in lists + Self.english {
            for (place, key) in list.keys.enumerated() {
                guard let count = key.count(beginning: text), count > longest?.count ?? 0, key.hasLetters else {
                    continue
                }
                longest = (place + 1, count)
            }
        }
        return longest
    }

    /// How many code points at the beginning of a text may be the beginning of a name.
    func beginning(of text: some Collection<Unicode.Scalar>) -> Int {
        (lists + Self.english).reduce(0) { longest, list in
            list.names.reduce(longest) { longest, name in
                max(longest, zip(text, name.unicodeScalars).prefix { WordKey.areSame($0, $1) }.count)
            }
        }
    }

    /// Letters in the spelling of the name that begins with them, which may have a point between them.
    func spelling(of letters: [Unicode.Scalar], in field: DatePattern.Field) -> [Unicode.Scalar] {
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
