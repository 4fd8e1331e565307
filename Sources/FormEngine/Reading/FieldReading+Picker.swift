import FormModel

/// The properties of pickers. The choice of a secret is not published, like its text.
extension FieldReading {
    /// The maximum number of labels in `options`.
    package static let shownOptions = 500

    /// The labels of the first `shownOptions` options, in the list's order.
    package var options: [String] {
        guard let list = field.picker?.list else { return [] }
        return (0..<min(list.count, Self.shownOptions)).map {
            list.options[list.index(at: $0)].label.text(in: context.locale)
        }
    }

    package var optionCount: Int {
        field.offer?.indices.count ?? field.plan.picker?.list?.options.count ?? 0
    }

    /// How users enter the field's value.
    package var input: String {
        switch definition.input {
        case .keyboard, .slider: "keyboard"
        case .options: "options"
        case .date: "date"
        case .toggle: "toggle"
        }
    }

    /// The definition's wish for the appearance of the input; empty if it has none.
    package var display: String {
        switch definition.input {
        case .options(let input): input.display?.rawValue ?? ""
        case .slider: "slider"
        case .keyboard, .date, .toggle: ""
        }
    }

    /// Whether several options may be chosen.
    package var allowsSeveral: Bool {
        if case .several = field.plan.picker { true } else { false }
    }

    /// The indices of the chosen options, in ascending order.
    package var selectedOptions: [Int] {
        guard let list = field.picker?.list, !field.isSecret else { return [] }
        return field.choice.indices.compactMap(list.number)
    }

    /// The index of the first chosen option; `nil` if there is none.
    package var selectedOption: Int? { selectedOptions.first }

    /// The day that the text means, in ISO 8601; empty if it means none.
    package var date: String {
        guard case .date = field.plan.picker, !field.isSecret else { return "" }
        return CalendarDay(field.choice)?.iso ?? ""
    }

    /// The days that can be chosen; `nil` if the field has no calendar.
    package var dateRange: DateRange? {
        guard case .date(let picker) = field.plan.picker else { return nil }
        return DateRange(
            minimum: picker.minimum(today: context.today)?.iso ?? "",
            maximum: picker.maximum(today: context.today)?.iso ?? "",
            initial: picker.initial(today: context.today).iso
        )
    }

    /// The maximum number of options on a page.
    package static let maximumPage = 1_000

    /// The maximum length of a filter in code points.
    package static let maximumFilter = 256

    /// The options whose label contains `filter`, ignoring case, from index `offset` of these on. Throws
    /// `actionDisabled` if the field has no list, `outOfRange` if `limit` is above `maximumPage`, and `textTooLong` if
    /// the filter is longer than `maximumFilter`.
    package func listOptions(filter: String, offset: Int, limit: Int) throws(FormError) -> OptionPage {
        guard let list = field.picker?.list else {
            throw FormError(.actionDisabled, "the field \(id) has no options")
        }
        guard offset >= 0, 0...Self.maximumPage ~= limit else {
            throw FormError(.outOfRange, "a page has at most \(Self.maximumPage) options, not \(limit)")
        }
        let length = filter.unicodeScalars.count
        guard length <= Self.maximumFilter else {
            throw FormError(.textTooLong, "a filter has at most \(Self.maximumFilter) code points, not \(length)")
        }
        return list.page(filter: filter, offset: offset, limit: limit, locale: context.locale)
    }
}

/// The first and the last day that can be chosen, and the first day that an empty calendar shows, in ISO 8601. A
/// missing bound is empty.
package struct DateRange: Sendable, PropertyConvertible {
    package var minimum = ""
    package var maximum = ""
    package var initial = ""

    var propertyValue: PropertyValue { .tuple([.string(minimum), .string(maximum), .string(initial)]) }
}
