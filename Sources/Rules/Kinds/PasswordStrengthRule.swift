package import FormModel
import TextEditing

/// The rule `passwordStrength`: a password that is not too easy to guess.
package struct PasswordStrengthRule: RuleKind {
    private var strength = PasswordStrength.fair
    private var bits: Int?

    package init() {}

    package static let name = "passwordStrength"
    package static let about = "a password with enough bits of entropy, estimated as in NIST SP 800-63-2, appendix A"
    package static let keys = KeyTable<PasswordStrengthRule>("the validator “passwordStrength”") {
        Key("strength", \.strength, .choice(), explained: .always, "at least 0, 20, 28 or 36 bits")
        Key("bits", \.bits, .integer(in: 0...128, "bits"), "the minimum, instead of `strength`")
    }

    package static let messages = [tooWeak(18, .weak, needed: 20)]

    private static func tooWeak(_ bits: Int, _ word: PasswordStrength, needed: Int) -> DefaultMessage {
        DefaultMessage(
            "passwordStrength",
            english: """
                The password is {strength, select, weak {weak} fair {fair} good {good} other {strong}}: \
                about {bits, plural, one {# bit} other {# bits}} of {min}
                """,
            ["bits": .count(bits), "min": .count(needed), "strength": .text(word.rawValue)]
        )
    }

    package func finding(in subject: RuleSubject, _ aids: RuleAids) -> RuleFinding? {
        let needed = bits ?? strength.bits
        let estimate = Int(PasswordStrength.estimatedBits(of: subject.text))
        return estimate >= needed
            ? nil : RuleFinding(Self.tooWeak(estimate, PasswordStrength(bits: estimate), needed: needed))
    }
}

/// How difficult a password is to guess, in four levels.
enum PasswordStrength: String, Sendable, CaseIterable {
    case weak, fair, good, strong

    /// The minimum number of bits.
    var bits: Int {
        switch self {
        case .weak: 0
        case .fair: 20
        case .good: 28
        case .strong: 36
        }
    }

    init(bits: Int) {
        self = Self.allCases.last { $0.bits <= bits } ?? .weak
    }

    /// The entropy of a password that a person has chosen, estimated as in NIST SP 800-63-2 (appendix A, table A.1): 4
    /// bits for the first character, 2 for each of the next seven, 1.5 for each up to the twentieth, 1 for each further
    /// one, and 6 more if there are both capital letters and characters other than letters. The bonus for a dictionary
    /// check is omitted, because there is no such check. A character that continues a sequence, as in `aaaa` or `1234`,
    /// does not count.
    static func estimatedBits(of password: String) -> Double {
        let scalars = Array(password.composed.unicodeScalars)
        var count = 0
        for index in scalars.indices {
            let step = index > 0 ? Int(scalars[index].value) - Int(scalars[index - 1].value) : .max
            if !(-1...1).contains(step) { count += 1 }
        }
        guard count > 0 else { return 0 }
        var bits = 4 + 2 * Double(min(count, 8) - 1)
        if count > 8 { bits += 1.5 * Double(min(count, 20) - 8) }
        if count > 20 { bits += Double(count - 20) }
        let hasCapitals = scalars.contains { $0.properties.generalCategory == .uppercaseLetter }
        let hasOthers = scalars.contains { !$0.properties.isAlphabetic }
        return hasCapitals && hasOthers ? bits + 6 : bits
    }
}
