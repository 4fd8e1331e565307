package import FormModel

/// The rule `phone`: a telephone number as people write it.
package struct PhoneRule: RuleKind {
    package init() {}

    package static let name = "phone"
    package static let about = "a telephone number of 3 to 15 digits in usual notations"
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
}

extension PhoneNumber {
    /// Whether FormController accepts a text as a number: a plus with digits and a separator, then digits in brackets
    /// and a separator, then groups that begin and end with a digit. Each part is optional, so that the empty text is a
    /// number, too; brackets need not be balanced, and a separator does not need the parts around it.
    ///
    /// The boundaries between parts are ambiguous while the text is read, so all interpretations are followed in
    /// parallel. The time is linear in the length of every text.
    static func isFormController(_ text: String) -> Bool {
        var readings: Readings = .start
        for scalar in text.unicodeScalars {
            readings = readings.after(FormControllerSymbol(scalar))
            if readings.isEmpty { return false }
        }
        return !readings.isDisjoint(with: .ends)
    }

    /// The possible positions after the text that has been read.
    private struct Readings: OptionSet {
        let rawValue: UInt16

        static let start = Self(rawValue: 1 << 0)
        static let plus = Self(rawValue: 1 << 1)
        static let countryCode = Self(rawValue: 1 << 2)
        static let countryEnd = Self(rawValue: 1 << 3)
        static let openBracket = Self(rawValue: 1 << 4)
        static let areaCode = Self(rawValue: 1 << 5)
        static let closeBracket = Self(rawValue: 1 << 6)
        static let areaEnd = Self(rawValue: 1 << 7)
        static let groupStart = Self(rawValue: 1 << 8)
        /// Within a group, which cannot end here.
        static let groupMiddle = Self(rawValue: 1 << 9)
        static let group = Self(rawValue: 1 << 10)

        static let ends: Self = [
            .start, .countryCode, .countryEnd, .areaCode, .closeBracket, .areaEnd, .group,
        ]
        /// The positions at which the digits in brackets may begin.
        private static let beforeArea: Self = [.start, .countryCode, .countryEnd]
        /// The positions at which a group may begin.
        private static let beforeGroup: Self = [
            .start, .countryCode, .countryEnd, .areaCode, .closeBracket, .areaEnd, .group,
        ]
        private static let insideGroup: Self = [.groupStart, .groupMiddle, .group]

        func after(_ symbol: FormControllerSymbol) -> Readings {
            var next: Readings = []
            func lead(from places: Readings, to place: Readings) {
                if !isDisjoint(with: places) { next.insert(place) }
            }
            switch symbol {
            case .digit:
                lead(from: [.plus, .countryCode], to: .countryCode)
                lead(from: Self.beforeArea.union([.openBracket, .areaCode]), to: .areaCode)
                lead(from: Self.beforeGroup, to: .groupStart)
                lead(from: .groupStart, to: .groupMiddle)
                lead(from: [.groupMiddle, .group], to: [.groupMiddle, .group])
            case .plus: lead(from: .start, to: .plus)
            case .open: lead(from: Self.beforeArea, to: .openBracket)
            case .close: lead(from: .areaCode, to: .closeBracket)
            case .separator, .otherSpace:
                if symbol == .separator {
                    lead(from: .countryCode, to: .countryEnd)
                    lead(from: [.areaCode, .closeBracket], to: .areaEnd)
                }
                lead(from: Self.insideGroup, to: .groupMiddle)
            case .other: break
            }
            return next
        }
    }
}

/// The role of a character in such a number.
private enum FormControllerSymbol {
    case digit, plus, open, close
    /// A hyphen or a space.
    case separator
    /// White space that is allowed only within groups.
    case otherSpace
    case other

    init(_ scalar: Unicode.Scalar) {
        self =
            switch scalar {
            case "0"..."9": .digit
            case "+": .plus
            case "(": .open
            case ")": .close
            case " ", "-": .separator
            case "\t", "\n", "\u{C}", "\r": .otherSpace
            default:
                switch scalar.properties.generalCategory {
                case .spaceSeparator, .lineSeparator, .paragraphSeparator: .otherSpace
                default: .other
                }
            }
    }
}
