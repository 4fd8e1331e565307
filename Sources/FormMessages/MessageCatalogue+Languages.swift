extension MessageCatalogue {
    /// The catalogues by language. Each is created when it is first used.
    package static let languages: [String: @Sendable () -> MessageCatalogue] = [
        "ar": { arabic }, "de": { german }, "es": { spanish }, "fr": { french }, "he": { hebrew }, "it": { italian },
        "ja": { japanese }, "pl": { polish }, "pt": { portuguese }, "ru": { russian }, "tr": { turkish },
        "zh-Hans": { simplifiedChinese }, "zh-Hant": { traditionalChinese },
    ]

    /// The catalogue for a BCP 47 tag: that of its language, for any region; English for every other language. Chinese
    /// is traditional in Taiwan, Hong Kong and Macao, and if the tag names that script.
    package static func nearest(to locale: String) -> MessageCatalogue {
        let subtags = subtags(of: locale)
        if let language = subtags.first, let catalogue = languages[String(language)] { return catalogue() }
        guard subtags.first == "zh" else { return english }
        let isTraditional =
            subtags.contains("hant")
            || !subtags.contains("hans") && !subtags.allSatisfy { !["tw", "hk", "mo"].contains($0) }
        return isTraditional ? traditionalChinese : simplifiedChinese
    }
}
