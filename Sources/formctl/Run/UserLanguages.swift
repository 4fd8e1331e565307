import Glibc

/// The languages of the user, as gettext reads them from `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
struct UserLanguages: Sendable {
    /// BCP 47 tags, the preferred one first. Empty in the locale C.
    let tags: [String]

    /// - Parameter variable: returns the value of a variable of the environment, empty if it is not set.
    init(_ variable: (String) -> String = { name in getenv(name).map { String(cString: $0) } ?? "" }) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map(variable).first { !$0.isEmpty } ?? ""
        guard let own = Self.tag(of: locale) else {
            // In the locale C gettext ignores LANGUAGE, too.
            tags = []
            return
        }
        tags = variable("LANGUAGE").split(separator: ":").compactMap { Self.tag(of: String($0)) } + [own]
    }

    /// The tag of `de_CH.UTF-8`, or `sr_RS@latin`; `nil` for C and POSIX.
    private static func tag(of locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        var parts = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        guard let language = parts.first, language != "C", language != "POSIX", (2...3).contains(language.utf8.count),
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && !$0.isEmpty })
        else { return nil }
        if locale.hasSuffix("@latin") { parts.insert("Latn", at: 1) }
        if locale.hasSuffix("@cyrillic") { parts.insert("Cyrl", at: 1) }
        return parts.joined(separator: "-")
    }

    /// The first language that a form has; `nil` if it has none of them.
    func best(among languages: [String]) -> String? {
        tags.first { tag in
            languages.contains { $0 == tag || Self.language(of: $0) == Self.language(of: tag) }
        }
    }

    private static func language(of tag: String) -> Substring { tag.prefix { $0 != "-" } }
}
