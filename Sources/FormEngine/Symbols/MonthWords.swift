import FormModel

/// The months' names in a language, and in English for those who type it there.
struct MonthWords: Sendable, Hashable {
    /// Beside a day, long and short, then alone, long and short; each of twelve different names.
    private let lists: [[String]]

    private static let english = DayNames.of("en").allMonths

    /// - Parameter lists: as `LocaleSymbols.monthNames` has them. A language that numbers its months gets English.
    init(_ lists: [[String]]) {
        self.lists = (0..<4).map { place in
            let candidates = [lists, Self.english].flatMap { lists in
                [place, place % 2].filter(lists.indices.contains).map { lists[$0] }
            }
            return candidates.first { $0.count == 12 && Set($0).count == 12 } ?? []
        }
    }

    /// How a field writes a month, from 1 to 12; empty if it is none.
    func name(of month: Int, in field: DatePattern.Field) -> String {
        let names = names(in: field)
        return names.indices.contains(month - 1) ? names[month - 1] : ""
    }

    /// The month with whose name, as a field writes it, a text begins; if two names fit, the longer one.
    func month(at text: Substring.UnicodeScalarView, in field: DatePattern.Field) -> Int? {
        let names = names(in: field)
        let places = names.indices.filter { text.starts(with: names[$0].unicodeScalars) }
        return places.max { names[$0].unicodeScalars.count < names[$1].unicodeScalars.count }.map { $0 + 1 }
    }

    /// The months whose names begin with the given letters, in this language or else in English.
    func months(beginningWith letters: String) -> Set<Int> {
        let key = letters.lowercased()
        for lists in [lists, Self.english] {
            let places = lists.flatMap { names in names.indices.filter { names[$0].lowercased().hasPrefix(key) } }
            if !places.isEmpty { return Set(places.map { $0 + 1 }) }
        }
        return []
    }

    /// The letters in the spelling of the name that begins with them.
    func spelling(of letters: String, in field: DatePattern.Field) -> String {
        let name = names(in: field).first { $0.lowercased().hasPrefix(letters.lowercased()) }
        guard let beginning = name?.prefix(letters.count), beginning.lowercased() == letters.lowercased() else {
            return letters
        }
        return String(beginning)
    }

    private func names(in field: DatePattern.Field) -> [String] {
        field.monthNames.map { lists[$0] } ?? []
    }
}
