/// The regular expressions that definitions name with `@`, such as `@email`.
package enum SharedPattern: String, Sendable, CaseIterable {
    case email, everything, password, name

    /// The shared pattern that `text` names; `nil` if `text` is a regular expression itself.
    package init?(reference text: String) {
        guard text.first == "@" else { return nil }
        self.init(rawValue: String(text.dropFirst()))
    }

    /// Whether `text` reads as the name of a shared pattern, known or not: `@` and lower-case letters only.
    ///
    /// A definition that means these characters themselves writes `[@]name`.
    package static func isReference(_ text: String) -> Bool {
        text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "@")
            && text.utf8.dropFirst().allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    package var expression: String {
        switch self {
        case .email: "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}"
        case .everything: "(.*)"
        case .password: "^((?=(.*\\d))(?=.*[A-Z])(?=.*[a-z]))(.{8,})"
        case .name: "^[а-яА-ЯёЁ ]{1,}"
        }
    }
}
