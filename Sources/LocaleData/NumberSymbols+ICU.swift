import FormEngine
import FormModel
import FoundationEssentials
import FoundationInternationalization

// ICU is asked to write whole numbers instead of giving its symbols: only the written text has every sign, space and
// mark
// for the direction of writing in the place where the language puts it.

extension NumberSymbols {
    /// Finds out the symbols from numbers that ICU has written.
    init(_ style: NumberStyle, locale: Locale) {
        self.init()
        let sample = Sample(style, locale: locale)
        let plain = Sample(.decimal, locale: locale)
        // Ten digits and a decimal, so that every kind of group occurs.
        guard let large = WrittenNumber(sample.write(1_234_567_890, decimals: 1)),
            let negative = WrittenNumber(sample.write(-1_234_567_890, decimals: 1)),
            let whole = WrittenNumber(sample.write(1_234_567_890, decimals: 0)),
            let small = WrittenNumber(sample.write(1_234, decimals: 0))
        else { return }
        zero = large.zero
        decimal = large.separators.last ?? decimal
        let groups = whole.groups
        primaryGroup = groups.count > 1 ? groups[groups.count - 1] : 0
        secondaryGroup = groups.count > 2 ? groups[groups.count - 2] : primaryGroup
        grouping = whole.separators.first ?? grouping
        minimumGroup = primaryGroup == 3 && small.groups.count == 1 ? 2 : 1
        positive = Affixes(prefix: large.prefix, suffix: large.suffix)
        self.negative = Affixes(prefix: negative.prefix, suffix: negative.suffix)
        minus = WrittenNumber(plain.write(-1, decimals: 0))?.prefix ?? minus
    }
}

/// Numbers as ICU writes them in one style.
private struct Sample {
    let style: NumberStyle
    let locale: Locale

    init(_ style: NumberStyle, locale: Locale) {
        self.style = style
        self.locale = locale
    }

    /// A number with `decimals` decimals, the last one a 5.
    func write(_ number: Int, decimals: Int) -> String {
        let amount = Decimal(number) + (decimals == 0 ? 0 : number < 0 ? -Decimal(5) / 10 : Decimal(5) / 10)
        let precision = NumberFormatStyleConfiguration.Precision.fractionLength(decimals)
        switch style {
        case .decimal: return amount.formatted(.number.locale(locale).precision(precision))
        // A percentage is written as a hundred times the number.
        case .percent: return (amount / 100).formatted(.percent.locale(locale).precision(precision))
        case .currency(let currency):
            return amount.formatted(.currency(code: currency.code).locale(locale).precision(precision))
        }
    }
}

/// The parts of a number that ICU has written.
private struct WrittenNumber {
    let prefix: String
    let suffix: String
    let zero: Unicode.Scalar
    /// How many digits stand together.
    let groups: [Int]
    let separators: [String]

    /// `nil` if the text has no digit, or a digit of a script whose zero is unknown.
    init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.firstIndex(where: \.isDigit), let last = scalars.lastIndex(where: \.isDigit),
            let value = scalars[first].properties.numericValue,
            let zero = Unicode.Scalar(scalars[first].value - UInt32(value))
        else { return nil }
        prefix = String(String.UnicodeScalarView(scalars[..<first]))
        suffix = String(String.UnicodeScalarView(scalars[(last + 1)...]))
        self.zero = zero
        var groups = [0]
        var separators: [String] = []
        var isInGroup = true
        for scalar in scalars[first...last] {
            if scalar.isDigit {
                if !isInGroup { groups.append(0) }
                groups[groups.count - 1] += 1
                isInGroup = true
            } else if isInGroup {
                separators.append(String(scalar))
                isInGroup = false
            } else {
                separators[separators.count - 1].unicodeScalars.append(scalar)
            }
        }
        self.groups = groups
        self.separators = separators
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
}
