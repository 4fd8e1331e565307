package import FormMessages
package import FormModel

/// Says formd's messages in the languages of its users.
package struct MessageTexts: Sendable {
    private let symbols: any LocaleSymbols
    private let catalogue: @Sendable (_ locale: String) -> MessageCatalogue

    /// - Parameters:
    ///   - symbols: how languages count, and which digits they write.
    ///   - catalogue: the catalogue of the language nearest to a BCP 47 tag.
    package init(symbols: any LocaleSymbols, catalogue: @escaping @Sendable (_ locale: String) -> MessageCatalogue) {
        self.symbols = symbols
        self.catalogue = catalogue
    }

    /// The number of words in a text. Which words there are does not depend on the session's language, so that a text passes
    /// in all or in none.
    func wordCount(of text: String) -> Int { symbols.words(in: text, locale: "en").count }

    /// - Parameters:
    ///   - locale: a BCP 47 tag.
    ///   - own: a text in place of the message, which may name the parameters.
    package func text(_ message: DefaultMessage, in locale: String, own: LocalizedText? = nil) -> String {
        if message.parameters.isEmpty, let own { return own.text(in: locale) }
        let catalogue = catalogue(locale)
        let text = own?.text(in: locale) ?? catalogue.texts[message.name] ?? message.english
        guard !message.parameters.isEmpty else { return text }
        // A message in English has English plurals and digits, whatever language was asked for.
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
