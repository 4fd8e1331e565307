/// How a language writes numbers of one style.
package struct NumberSymbols: Sendable, Hashable {
    package var decimal: String
    /// Whether a full stop or a comma is read as `decimal`, unless it is certainly `grouping`.
    package var hasDecimalAliases = true
    package var grouping: String
    package var minus: String
    /// The digit 0, which the other digits follow in Unicode.
    package var zero: Unicode.Scalar
    /// The number of digits in the last group; 0 if digits are not grouped.
    package var primaryGroup: Int
    /// The number of digits in the groups before it.
    package var secondaryGroup: Int
    /// The minimum number of digits before the first separator.
    package var minimumGroup: Int
    package var positive: Affixes
    package var negative: Affixes

    /// The texts before and behind the digits.
    package struct Affixes: Sendable, Hashable {
        package var prefix: String
        package var suffix: String

        package init(prefix: String = "", suffix: String = "") {
            self.prefix = prefix
            self.suffix = suffix
        }
    }

    /// The English symbols, with these replacements.
    package init(
        decimal: String = ".",
        grouping: String = ",",
        minus: String = "-",
        zero: Unicode.Scalar = "0",
        primaryGroup: Int = 3,
        secondaryGroup: Int = 3,
        minimumGroup: Int = 1,
        prefix: String = "",
        suffix: String = ""
    ) {
        self.decimal = decimal
        self.grouping = grouping
        self.minus = minus
        self.zero = zero
        self.primaryGroup = primaryGroup
        self.secondaryGroup = secondaryGroup
        self.minimumGroup = minimumGroup
        positive = Affixes(prefix: prefix, suffix: suffix)
        negative = Affixes(prefix: minus + prefix, suffix: suffix)
    }

    /// Whether the language writes the minus sign behind the number.
    package var hasMinusBehind: Bool { negative.suffix.unicodeScalars.contains(where: \.isMinus) }

    /// Whether a separator follows the digit with `remaining` more digits behind it, in a number of `count` digits.
    package func isGroupEnd(remaining: Int, of count: Int) -> Bool {
        guard primaryGroup > 0, remaining >= primaryGroup, count >= primaryGroup + minimumGroup else { return false }
        return (remaining - primaryGroup).isMultiple(of: max(secondaryGroup, 1))
    }

    /// The language's digit for an ASCII digit.
    package func digit(_ ascii: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(zero.value + UInt32(ascii - UInt8(ascii: "0"))) ?? Unicode.Scalar(ascii)
    }
}

extension Unicode.Scalar {
    /// The ASCII digit with the value of a decimal digit of any script.
    package var asciiDigit: UInt8? {
        if isASCII { return "0"..."9" ~= self ? UInt8(value) : nil }
        guard properties.generalCategory == .decimalNumber, let number = properties.numericValue else { return nil }
        return UInt8(ascii: "0") + UInt8(number)
    }

    /// Whether this is a minus sign: a hyphen, a dash, the typographic minus or a full-width one.
    package var isMinus: Bool {
        switch value {
        case 0x2D, 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D, 0x207B: true
        default: false
        }
    }

    /// Whether this is an invisible format character, such as a mark for the direction of writing.
    package var isMark: Bool { properties.generalCategory == .format }
}
