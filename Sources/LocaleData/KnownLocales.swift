import CICU

/// The locales in ICU's data. Clients' language tags are looked up here first: ICU allocates memory for each new name,
/// and uses the process's language for an unknown one.
enum KnownLocales {
    /// Whether a tag means the English of the United States, which the engine knows without ICU.
    static func isPlainEnglish(_ tag: String) -> Bool {
        switch tag.utf8.count {
        case 2: tag.lowercased() == "en"
        case 5: ["en-us", "en_us"].contains(tag.lowercased())
        default: false
        }
    }

    /// ICU's name of the locale for the language, script and region of a BCP 47 tag, as far as they are known; `root`
    /// if none is.
    static func name(nearestTo tag: String, _ icu: ICU) -> String {
        guard let locales = unsafe icu_locales_open() else { return "root" }
        defer { unsafe icu_locales_close(locales) }
        let subtags = spelled(tag).prefix(4)
        let candidates = subtags.indices.map { subtags[...$0].joined(separator: "_") }
        var nearest = ""
        while let next = unsafe icu_locales_next(locales) {
            let name = unsafe String(cString: next)
            if name.utf8.count > nearest.utf8.count, candidates.contains(name) { nearest = name }
        }
        return nearest.isEmpty ? "root" : nearest
    }

    /// The language, script and region of a BCP 47 tag in ICU's spelling, as far as the tag has them.
    static func spelled(_ tag: String) -> [String] {
        tag.split { $0 == "-" || $0 == "_" }.prefix { $0.utf8.count > 1 }.enumerated().map(spelled)
    }

    /// A subtag in ICU's spelling: `zh`, `Hant`, `TW`.
    private static func spelled(_ place: Int, _ subtag: Substring) -> String {
        if place == 0 { return subtag.lowercased() }
        guard subtag.utf8.count == 4 else { return subtag.uppercased() }
        return subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
    }
}
