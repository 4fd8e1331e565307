/// How a value comes into a field. Indirect, for most have the keyboard and pay for a pointer only.
package indirect enum InputKind: Sendable, Hashable {
    case keyboard
    case options(OptionsInput)
    case date(DateInput)
}

/// A list to choose from. Text that is none of its labels may be typed as well.
package struct OptionsInput: Sendable, Hashable {
    package var options: [Option]
    /// The first option is chosen when an empty field takes the focus.
    package var preselectsFirst = false

    package struct Option: Sendable, Hashable {
        /// What the field's value becomes; no two of a list are the same.
        package var value: String
        package var label: LocalizedText
        /// A picture beside the label, by a name that the client looks up.
        package var image: String?

        package init(value: String, label: LocalizedText) {
            self.value = value
            self.label = label
        }
    }

    package init(options: [Option]) {
        self.options = options
    }
}

/// A calendar to choose a day from.
package struct DateInput: Sendable, Hashable {
    /// How the day is written, by language.
    package var formats: [Format]
    package var minimum: DayBound?
    package var maximum: DayBound?
    /// The day that an empty calendar shows first.
    package var initial: DayBound?
    package var calendar = CalendarKind.gregorian
    /// The initial day is chosen when an empty field takes the focus.
    package var preselectsInitial = false

    /// An empty locale: for every language.
    package struct Format: Sendable, Hashable {
        package var locale: String
        package var pattern: DatePattern

        package init(locale: String, pattern: DatePattern) {
            self.locale = locale
            self.pattern = pattern
        }
    }

    /// - Parameter formats: at least one.
    package init(formats: [Format]) {
        self.formats = formats
    }
}

package enum DayBound: Sendable, Hashable {
    case today
    case date(CalendarDay)
}
