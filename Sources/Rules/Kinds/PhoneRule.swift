package import FormModel
import PCRE2

/// The rule `phone`: a telephone number as people write it.
package struct PhoneRule: RuleKind {
    package init() {}

    package static let name = "phone"
    package static let about = "a telephone number of 3 to 15 digits in usual notations"
    package static let keys = KeyTable<PhoneRule>("the validator “phone”") {}

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("phone", english: "Enter a valid phone number")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        guard aids.compatibility == .formController else {
            return PhoneNumber.isValid(subject.text) ? nil : RuleFinding(Self.wrong)
        }
        return RuleFinding(Self.wrong, for: PhoneNumber.formController, in: subject.text)
    }
}

/// Telephone numbers as people write them.
enum PhoneNumber {
    /// 3 to 15 digits (15 is the maximum of ITU-T E.164) with an optional plus before them; single spaces, hyphens,
    /// points or slashes between them; and balanced brackets around digits.
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

    /// The numbers of FormController: a plus with digits and a separator, then digits in brackets and a separator, then
    /// a group that begins and ends with a digit. Each part is optional, so that the empty text is a number, too;
    /// brackets need not be balanced, and a separator does not need the parts around it.
    static let formController = try? Pattern(
        #"(?:\+[0-9]+[- ]?)?(?:\(?[0-9]+\)?[- ]?)?(?:[0-9][-0-9\t\n\f\r\p{Z}]+[0-9])?"#
    )
}
