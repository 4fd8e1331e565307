package import FormMessages
package import FormModel

/// formd's messages in the languages of its users.
package struct MessageTexts: Sendable {
    private let symbols: any LocaleSymbols
    private let catalogue: @Sendable (_ locale: String) -> MessageCatalogue

    /// - Parameters:
    ///   - symbols: provides plural categories and digits.
    ///   - catalogue: returns the catalogue of the language nearest to a BCP 47 tag.
    package init(symbols: any LocaleSymbols, catalogue: @escaping @Sendable (_ locale: String) -> MessageCatalogue) {
        self.symbols = symbols
        self.catalogue = catalogue
    }

    /// The number of words in a text. It does not depend on the session's language, so that a text is valid in all
    /// languages or in none.
    func wordCount(of text: String) -> Int { symbols.words(in: text, locale: "en").count }

    /// - Parameters:
    ///   - locale: a BCP 47 tag.
    ///   - own: replaces the message; it may contain the same parameters.
    package func text(_ message: DefaultMessage, in locale: String, own: LocalizedText? = nil) -> String {
        if message.parameters.isEmpty, let own { return own.text(in: locale) }
        let catalogue = catalogue(locale)
        let text = own?.text(in: locale) ?? catalogue.texts[message.name] ?? message.english
        guard !message.parameters.isEmpty else { return text }
        // A message that exists only in English gets English plurals and digits.
        let isSaid = own != nil || catalogue.speaks(locale)
        let format = MessageFormat(
            text,
            message.parameters,
            locale: isSaid ? locale : catalogue.language,
            dateFields: catalogue.dateFields,
            symbols: symbols
        )
        return format.filled
    }
}
