package import FormModel

/// The rule `phone`: a telephone number as people write it.
package struct PhoneRule: RuleKind {
    package init() {}

    package static let name = "phone"
    package static let about = "3 to 15 digits, as people write them"
    package static let keys = KeyTable<PhoneRule>("the validator “phone”") {}

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("phone", english: "Enter a valid phone number")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let isImitation = aids.compatibility == .formController
        let isValid = isImitation ? PhoneNumber.isFormController(subject.text) : PhoneNumber.isValid(subject.text)
        return isValid ? nil : RuleFinding(Self.wrong)
    }
}

/// Telephone numbers as people write them.
enum PhoneNumber {
    /// 3 to 15 digits (15 is the most that ITU-T E.164 allows), a plus before them or not; between them single spaces,
    /// hyphens, points or slashes, and pairs of brackets around digits.
    static func isValid(_ text: String) -> Bool {
        var digits = 0
        var isOpen = false
        var last: Part = .start
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9":
                digits += 1
                last = .digit
            case "+":
                guard last == .start, !isOpen else { return false }
                last = .plus
            case "(":
                guard !isOpen, last != .open else { return false }
                isOpen = true
                last = .open
            case ")":
                guard isOpen, last == .digit else { return false }
                isOpen = false
                last = .close
            case " ", "-", ".", "/", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}":
                guard last == .digit || last == .close else { return false }
                last = .separator
            default: return false
            }
        }
        return !isOpen && (last == .digit || last == .close) && (3...15).contains(digits)
    }

    private enum Part {
        case start, plus, digit, open, close, separator
    }
}
