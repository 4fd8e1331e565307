import CICU
import FormModel
import Languages

extension NumberSymbols {
    /// Gets separators, digits and grouping from ICU's tables. The affixes are taken from formatted numbers, because
    /// the spaces beside a currency depend on its neighbours. ICU reports where the digits are.
    ///
    /// `nil` if ICU fails.
    init?(_ style: NumberStyle, locale: String, _ icu: ICU) {
        let (kind, currency) =
            switch style {
            case .decimal: (ICU_DECIMAL, "")
            case .percent: (ICU_PERCENT, "")
            case .currency(let currency): (ICU_CURRENCY, currency.code)
            }
        guard let numbers = unsafe icu_numbers_open(kind, locale, currency) else { return nil }
        defer { unsafe icu_numbers_close(numbers) }
        func symbol(_ symbol: icu_number_symbol) -> String? {
            unsafe icu.text { unsafe icu_numbers_symbol(numbers, symbol, $0, $1) }
        }
        func written(_ number: Int64) -> WrittenNumber? {
            var digits: (Int32, Int32) = (0, 0)
            let units = unsafe icu.units { text, capacity in
                unsafe withUnsafeMutablePointer(to: &digits) {
                    unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                        unsafe icu_numbers_write(numbers, number, text, capacity, $0)
                    }
                }
            }
            return units.flatMap { WrittenNumber($0, digits: Int(digits.0)..<Int(digits.1)) }
        }
        let isMoney = kind == ICU_CURRENCY
        guard let decimal = symbol(isMoney ? ICU_MONETARY_DECIMAL_SEPARATOR : ICU_DECIMAL_SEPARATOR),
            let grouping = symbol(isMoney ? ICU_MONETARY_GROUPING_SEPARATOR : ICU_GROUPING_SEPARATOR),
            let minus = symbol(ICU_MINUS), let zero = symbol(ICU_ZERO)?.unicodeScalars.first,
            let one = written(1), let minusOne = written(-1)
        else { return nil }
        let primary = max(0, unsafe Int(icu_numbers_group(numbers, true)))
        let secondary = unsafe Int(icu_numbers_group(numbers, false))
        self.init(
            decimal: decimal,
            grouping: grouping,
            minus: minus,
            zero: zero,
            primaryGroup: primary,
            secondaryGroup: secondary > 0 ? secondary : primary
        )
        positive = Affixes(prefix: one.prefix, suffix: one.suffix)
        negative = Affixes(prefix: minusOne.prefix, suffix: minusOne.suffix)
        // Some languages in CLDR need two or more digits before the first separator. ICU does not return this number,
        // so it is found by formatting.
        guard 1...9 ~= primary else { return }
        let least = (1...4).first { digits in
            let number = (1..<primary + digits).reduce(1 as Int64) { number, _ in number * 10 }
            return (written(number)?.digits.unicodeScalars.count ?? 0) > primary + digits
        }
        if let least { minimumGroup = least }
    }
}

/// The parts of a number that ICU has formatted.
private struct WrittenNumber {
    let prefix: String
    let digits: String
    let suffix: String

    /// - Parameter units: UTF-16 code units; `digits` is a range of them.
    init?(_ units: [UInt16], digits: Range<Int>) {
        guard 0...digits.upperBound ~= digits.lowerBound, digits.upperBound <= units.count else { return nil }
        prefix = String(decoding: units[..<digits.lowerBound], as: UTF16.self)
        self.digits = String(decoding: units[digits], as: UTF16.self)
        suffix = String(decoding: units[digits.upperBound...], as: UTF16.self)
    }
}
