/// The kind of input of a field. Indirect, because most fields have the keyboard and should only take the space of a
/// pointer.
package indirect enum InputKind: Sendable, Hashable {
    case keyboard
    case options(OptionsInput)
    case date(DateInput)
    /// On or off.
    case toggle
    case slider(SliderInput)
}

/// A list to choose from. If only one option can be chosen, its label may also be typed.
package struct OptionsInput: Sendable, Hashable {
    package var options: [Option]
    /// Whether the first option is chosen when an empty field takes the focus.
    package var preselectsFirst = false
    /// Whether more than one option may be chosen.
    package var allowsSeveral = false
    /// The number of options that must be chosen unless none is; `nil` for one.
    package var least: Int?
    /// The maximum number of options; `nil` for all.
    package var most: Int?
    /// The preferred presentation of the list; `nil` if the front end may choose.
    package var display: Display?
    /// The field whose value decides which options are offered; `nil` if all of them are.
    package var decidingField: String?
    /// The conditions of options that are only offered while they hold, by the options' indices.
    package var conditions: [Int: Condition] = [:]

    package enum Display: String, Sendable, CaseIterable {
        case menu, list, buttons, rating, grid
    }

    package struct Option: Sendable, Hashable {
        /// The field's value when the option is chosen; unique within a list.
        package var value: String
        package var label: LocalizedText
        /// A picture beside the label; the client maps the name to an image.
        package var image: String?
        /// The values of the deciding field with which the option is offered; empty if it always is.
        package var when: [String] = []

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
    /// The values in the text of a field with several options; `nil` for a text that is not a JSON array of strings.
    package static func values(in text: String) -> [String]? {
        guard let elements = (try? JSONDocument(text))?.root.elements else { return nil }
        let values = elements.compactMap(\.string)
        return values.count == elements.count ? values : nil
    }

    /// The text that represents several values.
    package static func text(of values: [String]) -> String {
        values.isEmpty ? "" : JSONText.array(values.map(JSONText.string)).line
    }
}

/// A number within bounds that can be dragged or typed.
package struct SliderInput: Sendable, Hashable {
    package var minimum = DecimalNumber.zero
    /// Greater than the minimum.
    package var maximum = DecimalNumber.zero
    /// Greater than 0. Valid values are the minimum plus a multiple of the step.
    package var step = DecimalNumber(1)

    package init() {}
}

/// A calendar for choosing a day.
package struct DateInput: Sendable, Hashable {
    /// The formats of the day by language.
    package var formats: [Format]
    package var minimum: DayBound?
    package var maximum: DayBound?
    /// The day that an empty calendar shows first.
    package var initial: DayBound?
    package var calendar = CalendarKind.gregorian
    /// Whether the initial day is chosen when an empty field takes the focus.
    package var preselectsInitial = false

    /// A format with an empty locale applies to every other language.
    package struct Format: Sendable, Hashable {
        package var locale: String
        package var pattern: DatePattern

        package init(locale: String, pattern: DatePattern) {
            self.locale = locale
            self.pattern = pattern
        }
    }

    /// - Parameter formats: at least one format.
    package init(formats: [Format]) {
        self.formats = formats
    }
}

package enum DayBound: Sendable, Hashable {
    case today
    case date(CalendarDay)
}
