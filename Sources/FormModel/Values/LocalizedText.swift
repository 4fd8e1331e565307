/// A text that a person reads, in one or more languages.
package struct LocalizedText: Sendable, Hashable {
    /// BCP 47 tag and text, in the definition's order. One entry with an empty tag: the same in every language.
    package var translations: [Translation]

    package struct Translation: Sendable, Hashable {
        package var locale: String
        package var text: String

        package init(locale: String, text: String) {
            self.locale = locale
            self.text = text
        }
    }

    package init(_ text: String) {
        translations = [Translation(locale: "", text: text)]
    }

    package init(translations: [Translation]) {
        self.translations = translations
    }
}

extension LocalizedText {
    /// The text for a BCP 47 tag: the tag itself, then its shorter forms (`ru-RU`, `ru`), then English, then the first.
    package func text(in locale: String) -> String {
        guard translations.count > 1 else { return translations.first?.text ?? "" }
        var tag = Substring(locale.replacing("_", with: "-").lowercased())
        while true {
            if let match = translations.first(where: { $0.locale.lowercased() == tag }) { return match.text }
            guard let dash = tag.lastIndex(of: "-") else { break }
            tag = tag[..<dash]
        }
        return (translations.first { $0.locale == "en" } ?? translations[0]).text
    }
}
