/// The regular expressions that definitions name with an `@`: `{"type": "regex", "pattern": "@email"}`.
///
/// Like every pattern of a rule they must match the whole text.
package enum SharedPattern: String, Sendable, CaseIterable {
    case email, everything, password, name

    package var expression: String {
        switch self {
        case .email: #"[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}"#
        case .everything: "(.*)"
        case .password: #"^((?=(.*\d))(?=.*[A-Z])(?=.*[a-z]))(.{8,})"#
        case .name: "^[а-яА-ЯёЁ ]{1,}"
        }
    }

    /// The regular expression behind a rule's `pattern`: the pattern itself unless it begins with `@`; nil for an `@`
    /// and a name that nobody shares.
    package static func expression(for pattern: String) -> String? {
        guard pattern.utf8.first == UInt8(ascii: "@") else { return pattern }
        return SharedPattern(rawValue: String(pattern.dropFirst()))?.expression
    }
}
