import CICU

/// The locales that ICU has data for. Language tags of clients are looked up here first, because ICU keeps something in
/// memory for each new name, and takes the language of the process for one that it does not know.
struct KnownLocales {
    /// ICU's names by language tags in lower case.
    private var names: [String: String] = [:]

    init(_ icu: ICU) {
        guard let locales = unsafe icu_locales_open() else { return }
        defer { unsafe icu_locales_close(locales) }
        while let name = unsafe icu_locales_next(locales) {
            let name = unsafe String(cString: name)
            names[name.replacing("_", with: "-").lowercased()] = name
        }
    }

    /// The English of the United States, which the engine knows by itself. Answers without ICU.
    static func isPlainEnglish(_ tag: String) -> Bool {
        guard tag.utf8.count == 2 || tag.utf8.count == 5 else { return false }
        return ["en", "en-us"].contains(tag.replacing("_", with: "-").lowercased())
    }

    /// ICU's name of the locale that has a BCP 47 tag's language, script and region, as far as they are known; `root` if
    /// nothing is.
    func name(nearestTo tag: String) -> String {
        var subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }.prefix { $0.utf8.count > 1 }
        while !subtags.isEmpty {
            if let name = names[subtags.joined(separator: "-")] { return name }
            subtags.removeLast()
        }
        return "root"
    }
}
