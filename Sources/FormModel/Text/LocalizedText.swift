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
