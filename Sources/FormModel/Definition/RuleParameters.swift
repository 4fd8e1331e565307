/// A length in one of three units, both ends included.
package struct LengthRule: Sendable, Hashable {
    package var minimum: Int
    package var maximum: Int?
    package var unit = LengthUnit.grapheme
    package var shortMessage: LocalizedText?
    package var longMessage: LocalizedText?

    package init(minimum: Int = 0, maximum: Int? = nil, unit: LengthUnit = .grapheme) {
        self.minimum = minimum
        self.maximum = maximum
        self.unit = unit
    }
}

/// What a length counts: for a family emoji 1, 7 or 11.
package enum LengthUnit: String, Sendable, CaseIterable {
    /// Grapheme clusters: what a person calls a character.
    case grapheme
    case codePoint
    /// Code units of UTF-16, as JavaScript counts.
    case utf16
}

/// `TextFieldValidator` of TextFieldsCatalog, with its order of decisions. It judges empty text itself.
package struct TextFieldRule: Sendable, Hashable {
    package var minLength = 0
    package var maxLength: Int?
    package var pattern: String?
    package var isRequiredField = true
    /// Fills every message that `messages` leaves open.
    package var globalErrorMessage: LocalizedText?
    package var messages = Messages()

    package struct Messages: Sendable, Hashable {
        package var empty: LocalizedText?
        package var short: LocalizedText?
        package var large: LocalizedText?
        package var notValid: LocalizedText?
    }

    package init() {}
}

/// `base` and a whole number of steps more or less.
package struct StepRule: Sendable, Hashable {
    /// Above 0.
    package var step: DecimalNumber
    package var base: DecimalNumber

    /// nil where step and base together have more digits than a remainder can be computed with.
    package init?(step: DecimalNumber, base: DecimalNumber = DecimalNumber(0)) {
        guard step > DecimalNumber(0), DecimalNumber(0).differs(from: base, byMultipleOf: step) != nil else {
            return nil
        }
        self.step = step
        self.base = base
    }
}

package struct DateRule: Sendable, Hashable {
    package var format: DatePattern
    package var minimum: DateBound?
    package var maximum: DateBound?

    package init(format: DatePattern = .iso, minimum: DateBound? = nil, maximum: DateBound? = nil) {
        self.format = format
        self.minimum = minimum
        self.maximum = maximum
    }
}

package enum DateBound: Sendable, Hashable {
    case day(CalendarDay)
    /// Whatever day it is when the rule is asked.
    case today
}
