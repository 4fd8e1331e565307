/// How a value comes into a field. Indirect, for most have the keyboard and pay for a pointer only.
package indirect enum InputKind: Sendable, Hashable {
    case keyboard
    case options(OptionsInput)
    case date(DateInput)
    /// On or off.
    case toggle
    case slider(SliderInput)
}

/// A list to choose from. Where one option is chosen, its label may be typed as well.
package struct OptionsInput: Sendable, Hashable {
    package var options: [Option]
    /// The first option is chosen when an empty field takes the focus.
    package var preselectsFirst = false
    /// Whether more than one option may be chosen.
    package var allowsSeveral = false
    /// How many options must be chosen where any is; `nil` for one.
    package var least: Int?
    /// How many options may be chosen; `nil` for all.
    package var most: Int?
    /// How the list would like to be shown; `nil` if the front end may choose.
    package var display: Display?

    package enum Display: String, Sendable, CaseIterable {
        case menu, list, buttons, rating, grid
    }

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

extension OptionsInput {
    /// The values in the text of several options; `nil` for a text that is no JSON array of strings.
    package static func values(in text: String) -> [String]? {
        guard let elements = (try? JSONDocument(text))?.root.elements else { return nil }
        let values = elements.compactMap(\.string)
        return values.count == elements.count ? values : nil
    }

    /// The text that stands for several values.
    package static func text(of values: [String]) -> String {
        values.isEmpty ? "" : JSONText.array(values.map(JSONText.string)).line
    }
}

/// A bounded number that may be dragged as well as typed.
package struct SliderInput: Sendable, Hashable {
    package var minimum = DecimalNumber.zero
    /// Above the minimum.
    package var maximum = DecimalNumber.zero
    /// Above 0. Values lie whole steps above the minimum.
    package var step = DecimalNumber(1)

    package init() {}
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
