/// The keys of a `number`, `currency` or `percent` formatter.
package struct NumberDefinition: Sendable, Hashable {
    package var style: NumberStyle
    /// A BCP 47 tag; nil: the session's.
    package var locale: String?
    /// In the unit that is shown: 12.5 per cent is 12.5.
    package var minimum: DecimalNumber?
    package var maximum: DecimalNumber?
    package var outOfRange = OutOfRangePolicy.report
    /// Decimals that a number has after editing; missing ones are added as zeros.
    package var minimumFractionDigits: Int
    /// Decimals that can be typed.
    package var maximumFractionDigits: Int
    /// Digits before the decimal separator that can be typed; nil: no limit but the field's.
    package var maximumIntegerDigits: Int?
    package var usesGrouping = true
    /// Whether a minus can be typed.
    package var allowsNegative = true
    /// After editing, decimals that are all zeros go.
    package var hidesZeroFraction = false
    /// Before and behind the number in place of what the language puts there.
    package var prefix: LocalizedText?
    package var suffix: LocalizedText?
    /// In place of the language's.
    package var groupingSeparator: Character?
    package var decimalSeparator: Character?
    /// Whether a full stop and a comma are the decimal separator where it is another character.
    package var hasDecimalAliases = true
    /// In place of what formd says of a number that will not do.
    package var message: LocalizedText?

    package init(_ style: NumberStyle) {
        self.style = style
        switch style {
        case .decimal: (minimumFractionDigits, maximumFractionDigits) = (0, 3)
        case .percent: (minimumFractionDigits, maximumFractionDigits) = (0, 2)
        case .currency(let currency):
            (minimumFractionDigits, maximumFractionDigits) = (currency.fractionDigits, currency.fractionDigits)
        }
    }
}

package enum NumberStyle: Sendable, Hashable {
    case decimal, percent
    case currency(CurrencyCode)
}

/// What becomes of a number beyond its bounds.
package enum OutOfRangePolicy: String, Sendable, CaseIterable {
    /// It stays, and validation says so.
    case report
    /// The edit after which no further typing leads to a number within the bounds is refused.
    case refuse
    /// When editing ends it becomes the bound.
    case clampOnBlur
}
