package import FormModel

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
        var sums = (0, 0)
        var count = 0
        var wasSeparator = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int(byte - UInt8(ascii: "0"))
                let doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
                // Every second digit is doubled, counted from the end, which is not known yet: keep the sums of both
                // ways,
                // and exchange them at each digit.
                sums = (sums.1 + digit, sums.0 + doubled)
                sums = (sums.0 % 10, sums.1 % 10)
                count += 1
                wasSeparator = false
            case UInt8(ascii: " "), UInt8(ascii: "-"):
                guard !wasSeparator else { return .notANumber }
                wasSeparator = true
            default: return .notANumber
            }
        }
        guard count >= 2, !wasSeparator else { return .notANumber }
        return sums.0 == 0 ? .valid : .wrongDigit
    }
}
