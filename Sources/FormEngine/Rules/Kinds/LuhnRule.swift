package import FormModel
import PaymentCards

/// The rule `luhn`: digits of which the last is the check digit of the others.
package struct LuhnRule: RuleKind {
    package init() {}

    package static let name = "luhn"
    package static let about = "digits of which the last is the check digit; spaces or hyphens may stand between"
    package static let keys = KeyTable<LuhnRule>("the validator “luhn”") {}
    package static let messages: [DefaultMessage] = [.wrongFormat, .mistyped]

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        switch Luhn.check(subject.text) {
        case .valid: nil
        case .notANumber: RuleFinding(.wrongFormat)
        case .wrongDigit: RuleFinding(.mistyped)
        }
    }
}

/// The check digit of payment cards and many other numbers (ISO/IEC 7812-1, annex B).
enum Luhn {
    enum Finding {
        case valid
        /// Something other than digits with single spaces or hyphens between them, or fewer than two digits.
        case notANumber
        case wrongDigit
    }

    static func check(_ text: String) -> Finding {
        guard let digits = digits(of: text), digits.count >= 2 else { return .notANumber }
        return hasLuhnCheckDigit(digits) ? .valid : .wrongDigit
    }

    /// The digits of a text with single spaces or hyphens between them; `nil` if it has anything else.
    static func digits(of text: String) -> [UInt8]? {
        var digits: [UInt8] = []
        var wasSeparator = true
        for byte in text.utf8 {
            let isSeparator = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
            guard isSeparator ? !wasSeparator : InternetAddress.isDigit(byte) else { return nil }
            if !isSeparator { digits.append(byte) }
            wasSeparator = isSeparator
        }
        return wasSeparator ? nil : digits
    }
}
