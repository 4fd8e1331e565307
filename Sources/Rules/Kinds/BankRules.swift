package import FormModel
import TextEditing

/// The rule `iban`: an account number with the length and the structure of its country and correct check digits.
package struct IBANRule: RuleKind {
    package init() {}

    package static let name = "iban"
    package static let about = "an IBAN with the length and structure of its country and correct check digits"
    package static let keys = KeyTable<IBANRule>("the validator “iban”") {}

    package static let messages = [wrong, unknownCountry, wrongLength(22), .mistyped]
    private static let wrong = DefaultMessage("iban", english: "Enter a valid IBAN")
    private static let unknownCountry = DefaultMessage(
        "ibanCountry",
        english: "No country's IBANs begin with these letters"
    )

    private static func wrongLength(_ length: Int) -> DefaultMessage {
        DefaultMessage(
            "ibanLength",
            english: "The IBAN must contain {length, plural, one {# character} other {# characters}}",
            ["length": .count(length)]
        )
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        switch BankAccount.check(subject.text) {
        case .valid: nil
        case .notAnAccount: RuleFinding(Self.wrong)
        case .unknownCountry: RuleFinding(Self.unknownCountry)
        case .wrongLength(let length): RuleFinding(Self.wrongLength(length))
        case .wrongCheckDigits: RuleFinding(.mistyped)
        }
    }
}

/// International bank account numbers (ISO 13616).
enum BankAccount {
    enum Finding: Hashable {
        case valid
        case notAnAccount
        /// No country's account numbers begin with these letters.
        case unknownCountry
        /// The number of characters that the country requires.
        case wrongLength(Int)
        case wrongCheckDigits
    }

    /// Letters may be lower-case; single spaces or hyphens are allowed between any characters, as in print.
    static func check(_ text: String) -> Finding {
        guard text.utf8.count <= 128, let bytes = GroupedNumber.characters(of: text, hasLetters: true),
            bytes.count >= 4,
            bytes[..<2].allSatisfy(\.isLetter), bytes.allSatisfy({ $0.isDigit || $0.isLetter })
        else {
            return .notAnAccount
        }
        guard let structure = structures[String(decoding: bytes[..<2], as: UTF8.self)] else { return .unknownCountry }
        let length = 4 + structure.reduce(0) { $0 + $1.length }
        guard bytes.count == length else { return .wrongLength(length) }
        guard bytes[2..<4].allSatisfy(\.isDigit), fits(bytes[4...], structure) else {
            return .notAnAccount
        }
        // 98 minus a remainder is never one of these, although they would pass the division.
        let digits = String(decoding: bytes[2..<4], as: UTF8.self)
        guard !["00", "01", "99"].contains(digits) else { return .wrongCheckDigits }
        return Modulo97.remainder(bytes[4...] + bytes[..<4]) == 1 ? .valid : .wrongCheckDigits
    }

    private static func fits(_ bytes: ArraySlice<UInt8>, _ structure: [Part]) -> Bool {
        var rest = bytes
        for part in structure {
            let matches =
                switch part.kind {
                case .digits: rest.prefix(part.length).allSatisfy(\.isDigit)
                case .letters: rest.prefix(part.length).allSatisfy { $0 >= UInt8(ascii: "A") }
                case .any: true
                }
            guard matches else { return false }
            rest = rest.dropFirst(part.length)
        }
        return true
    }

    struct Part: Sendable {
        var length: Int
        var kind: Kind

        enum Kind: Character {
            case digits = "n"
            case letters = "a"
            case any = "c"
        }
    }

    /// For each country the structure after the check digits.
    static let structures: [String: [Part]] = Dictionary(
        registry.split(whereSeparator: \.isWhitespace).map { entry in
            (String(entry.prefix(2)), parts(entry.dropFirst(3)))
        },
        uniquingKeysWith: { first, _ in first }
    )

    private static func parts(_ text: Substring) -> [Part] {
        var parts: [Part] = []
        var length = 0
        for character in text {
            if let digit = character.wholeNumberValue {
                length = length * 10 + digit
            } else if let kind = Part.Kind(rawValue: character) {
                parts.append(Part(length: length, kind: kind))
                length = 0
            }
        }
        return parts
    }

    /// The registry's structures: a number of digits (n), capital letters (a), or both (c).
    private static let registry = """
        AD:8n12c AE:19n AL:8n16c AT:16n AZ:4a20c BA:16n BE:12n BG:4a6n8c BH:4a14c BI:23n BR:23n1a1c BY:4c4n16c
        CH:5n12c CR:18n CY:8n16c CZ:20n DE:18n DJ:23n DK:14n DO:4c20n EE:16n EG:25n ES:20n FI:14n FK:2a12n FO:14n
        FR:10n11c2n GB:4a14n GE:2a16n GI:4a15c GL:14n GR:7n16c GT:4c20c HN:4a20n HR:17n HU:24n IE:4a14n IL:19n
        IQ:4a15n IS:22n IT:1a10n12c JO:4a4n18c KW:4a22c KZ:3n13c LB:4n20c LC:4a24c LI:5n12c LT:16n LU:3n13c LV:4a13c
        LY:21n MC:10n11c2n MD:2c18c ME:18n MK:3n10c2n MN:16n MR:23n MT:4a5n18c MU:4a19n3a NI:4a20n NL:4a10n NO:11n
        OM:3n16c PK:4a16c PL:24n PS:4a21c PT:21n QA:4a21c RO:4a16c RS:18n RU:14n15c SA:2n18c SC:4a20n3a SD:14n SE:20n
        SI:15n SK:20n SM:1a10n12c SO:19n ST:21n SV:4a20n TL:19n TN:20n TR:5n1n16c UA:6n19c VA:18n VG:4a16n XK:16n
        YE:4a4n18c
        """
}

/// Check digits modulo 97 (ISO/IEC 7064, MOD 97-10).
enum Modulo97 {
    /// The remainder of the number that the bytes represent, in which letters represent 10 to 35; `nil` if there is any
    /// other byte.
    static func remainder(_ bytes: some Sequence<UInt8>) -> Int? {
        var remainder = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                remainder = (remainder * 10 + Int(byte - UInt8(ascii: "0"))) % 97
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                remainder = (remainder * 100 + Int(byte - UInt8(ascii: "A")) + 10) % 97
            default: return nil
            }
        }
        return remainder
    }
}

/// The rule `bic`: the code of a bank (ISO 9362), of 8 or 11 characters.
package struct BICRule: RuleKind {
    package init() {}

    package static let name = "bic"
    package static let about =
        "a BIC (ISO 9362): 8 or 11 characters, of which the fifth and sixth are a country code"
    package static let keys = KeyTable<BICRule>("the validator “bic”") {}

    package static let messages = [wrong]
    private static let wrong = DefaultMessage("bic", english: "Enter a valid BIC")

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let text = subject.text.uppercased()
        let isLetter = { (byte: UInt8) in UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
        let isCode =
            (text.utf8.count == 8 || text.utf8.count == 11) && subject.text.utf8.count == text.utf8.count
            && text.utf8.allSatisfy { isLetter($0) || $0.isDigit }
            && text.utf8.prefix(6).allSatisfy(isLetter) && Country.codes.contains(text.dropFirst(4).prefix(2))
        return isCode ? nil : RuleFinding(Self.wrong)
    }
}

/// Countries by their codes of two letters (ISO 3166-1), and Kosovo, which banks write as `XK`.
private enum Country {
    static let codes = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG
        CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL
        GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA
        LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP
        NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
        SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """.split(whereSeparator: \.isWhitespace)
    )
}
