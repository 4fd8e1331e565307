package import FormModel
import TextEditing

/// The rule `uuid`: a universally unique identifier as RFC 9562 writes it, of any version and in either case.
package struct UUIDRule: RuleKind {
    package init() {}

    package static let name = "uuid"
    package static let about = "a UUID of any version in the notation of RFC 9562"
    package static let keys = KeyTable<UUIDRule>("the validator “uuid”") {}

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("uuid", english: "Enter a UUID")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let bytes = subject.text.utf8
        let isIdentifier =
            bytes.count == 36
            && bytes.enumerated().allSatisfy { position, byte in
                switch position {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte.hexDigit != nil
                }
            }
        return isIdentifier ? nil : RuleFinding(Self.wrong)
    }
}
