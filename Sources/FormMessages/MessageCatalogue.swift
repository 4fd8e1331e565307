/// formd's messages to users in one language.
package struct MessageCatalogue: Sendable {
    /// A BCP 47 tag.
    package let language: String
    /// How the language abbreviates the fields of a date.
    package let dateFields: DateFieldNames
    /// The texts by the names of messages and of texts in definitions, in ICU's MessageFormat with the parameters of
    /// the message.
    package let texts: [String: String]

    /// English has no catalogue, because each message contains its English text.
    package static let english = MessageCatalogue(language: "en", file: "dates.letters = d M y")

    /// Reads a file of `Sources/MessageFiles/Catalogues`: lines with a name, ` = ` and a text. Lines that are empty or
    /// begin with `#` are left out.
    init(language: String, file: String) {
        var texts: [String: String] = [:]
        for line in file.split(separator: "\n") where line.first != "#" {
            let name = line.prefix { $0 != " " }
            texts[String(name)] = String(line.dropFirst(name.count + " = ".count))
        }
        self.language = language
        dateFields = DateFieldNames(from: &texts)
        self.texts = texts
    }

    init(language: String, dateFields: DateFieldNames, texts: [String: String]) {
        self.language = language
        self.dateFields = dateFields
        self.texts = texts
    }

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

    /// Removes `dates.letters` or `dates.words` from the texts: the day, the month and the year.
    fileprivate init(from texts: inout [String: String]) {
        let (letters, words) = (texts.removeValue(forKey: "dates.letters"), texts.removeValue(forKey: "dates.words"))
        let names = (letters ?? words ?? "").split(separator: " ").map(String.init)
        let (day, month, year) = names.count == 3 ? (names[0], names[1], names[2]) : ("d", "M", "y")
        if letters != nil, let first = day.first, let second = month.first, let third = year.first {
            self = .letters(day: first, month: second, year: third)
        } else {
            self = .words(day: day, month: month, year: year)
        }
    }
}
