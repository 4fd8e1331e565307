extension MessageCatalogue {
    /// The texts of a house that replace those of catalogues, or are in a language of which formd has none.
    package struct Replacements: Sendable {
        /// The catalogues with the replaced texts, by tags in lower case.
        private let catalogues: [String: MessageCatalogue]
        private let base: @Sendable (_ locale: String) -> MessageCatalogue

        /// - Parameters:
        ///   - texts: by BCP 47 tag and by the name of the message.
        ///   - base: returns the catalogue of the language nearest to a tag.
        package init(
            _ texts: [String: [String: String]],
            of base: @escaping @Sendable (_ locale: String) -> MessageCatalogue
        ) {
            self.base = base
            catalogues = Dictionary(
                texts.map { tag, texts in
                    let catalogue = base(tag)
                    let replaced =
                        catalogue.supports(tag)
                        ? MessageCatalogue(replacing: texts, in: catalogue)
                        : MessageCatalogue(language: tag, dateFields: english.dateFields, texts: texts)
                    return (subtags(of: tag).joined(separator: "-"), replaced)
                }
            ) { $1 }
        }

        /// The catalogue of the language nearest to a BCP 47 tag.
        package func nearest(to locale: String) -> MessageCatalogue {
            let base = base(locale)
            guard !catalogues.isEmpty else { return base }
            let subtags = subtags(of: locale)
            let exact = stride(from: subtags.count, to: 1, by: -1).map { subtags.prefix($0).joined(separator: "-") }
            // Which Chinese it is does not follow from the first subtag.
            let own = base.supports(locale) ? [base.language.lowercased()] : []
            let tags = exact + own + subtags.prefix(1).map(String.init)
            return tags.lazy.compactMap { catalogues[$0] }.first ?? base
        }
    }

    private init(replacing texts: [String: String], in catalogue: MessageCatalogue) {
        self.init(
            language: catalogue.language,
            dateFields: catalogue.dateFields,
            texts: catalogue.texts.merging(texts) { $1 }
        )
    }
}
