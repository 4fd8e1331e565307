import FoundationEssentials
import FoundationInternationalization

/// The languages that ICU has data for. Language tags of clients are looked up here first, because ICU and Foundation
/// allocate memory for each new identifier and never free it.
enum KnownLocale {
    private static let identifiers: Set<String> = Set(Locale.availableIdentifiers.map(key))

    /// The English of the United States, which the engine knows by itself. Answers without ICU.
    static func isPlainEnglish(_ tag: String) -> Bool {
        guard tag.utf8.count == 2 || tag.utf8.count == 5 else { return false }
        return ["en", "en-us"].contains(key(tag))
    }

    /// A BCP 47 tag's language, script and region, as far as they are known; `und` if nothing is.
    static func identifier(nearestTo tag: String) -> String {
        var subtags = tag.replacing("_", with: "-").split(separator: "-").prefix { $0.utf8.count > 1 }
        while !subtags.isEmpty {
            let candidate = subtags.joined(separator: "-")
            if identifiers.contains(key(candidate)) { return canonical(subtags) }
            subtags.removeLast()
        }
        return "und"
    }

    private static func key(_ identifier: String) -> String {
        identifier.replacing("_", with: "-").lowercased()
    }

    /// One spelling for each language, so that cached answers are found again.
    private static func canonical(_ subtags: ArraySlice<Substring>) -> String {
        let parts = subtags.enumerated().map { index, subtag in
            if index == 0 { return subtag.lowercased() }
            guard subtag.utf8.count == 4 else { return subtag.uppercased() }
            return subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
        }
        return parts.joined(separator: "-")
    }
}
