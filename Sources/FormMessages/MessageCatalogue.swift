/// formd's messages to users in one language.
package struct MessageCatalogue: Sendable {
    /// A BCP 47 tag.
    package let language: String
    /// How the language abbreviates the fields of a date.
    package let dateFields: DateFieldNames
    /// The texts by the names of messages and of texts in definitions, in ICU's MessageFormat with the parameters of
    /// the message.
    package let texts: [String: String]

    package init(_ language: String, dateFields: DateFieldNames, _ texts: [String: String]) {
        self.language = language
        self.dateFields = dateFields
        self.texts = texts
    }

    /// English has no catalogue, because each message contains its English text.
    package static let english = MessageCatalogue("en", dateFields: .letters(day: "d", month: "M", year: "y"), [:])

    /// Whether the catalogue is in the language of a BCP 47 tag.
    package func supports(_ locale: String) -> Bool {
        Self.subtags(of: locale).first == Self.subtags(of: language).first
    }

    /// The subtags in lower case. They may also be separated by `_`.
    static func subtags(of locale: String) -> [Substring] {
        locale.lowercased().split { $0 == "-" || $0 == "_" }.map { $0 }
    }
}

/// How a language writes the format of a date, to show users what to enter.
package enum DateFieldNames: Sendable, Hashable {
    /// A letter for each digit: `TT.MM.JJJJ`.
    case letters(day: Character, month: Character, year: Character)
    /// A word for each number: `年/月/日`.
    case words(day: String, month: String, year: String)
}
