/// formd's messages in one language.
package struct MessageCatalogue: Sendable {
    /// A BCP 47 tag.
    package let language: String
    /// How the language abbreviates the fields of a date.
    package let dateFields: DateFieldNames
    /// By the names of messages. ICU's MessageFormat, with the parameters of the message.
    package let texts: [String: String]

    package init(_ language: String, dateFields: DateFieldNames, _ texts: [String: String]) {
        self.language = language
        self.dateFields = dateFields
        self.texts = texts
    }

    /// English has no catalogue: each message holds its English text itself.
    package static let english = MessageCatalogue("en", dateFields: .letters(day: "d", month: "M", year: "y"), [:])
}

/// How a language writes the format of a date, so that people know what to enter.
package enum DateFieldNames: Sendable, Hashable {
    /// A letter for each digit: `TT.MM.JJJJ`.
    case letters(day: Character, month: Character, year: Character)
    /// A word for each number: `年/月/日`.
    case words(day: String, month: String, year: String)

    /// A pattern of days, months and years, as a person reads it.
    package func text(of pattern: DatePattern) -> String {
        pattern.elements.map { element in
            switch element {
            case .literal(let literal): literal
            case .field(let field): text(of: field)
            }
        }.joined()
    }

    private func text(of field: DatePattern.Field) -> String {
        switch (self, field.part) {
        case (.letters(let letter, _, _), .day), (.letters(_, let letter, _), .month),
            (.letters(_, _, let letter), .year):
            String(repeating: letter, count: field.rawValue.count)
        case (.words(let word, _, _), .day), (.words(_, let word, _), .month), (.words(_, _, let word), .year): word
        case (_, .weekday), (_, .hour), (_, .minute), (_, .second), (_, .dayPeriod): field.rawValue
        }
    }
}
