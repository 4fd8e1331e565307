import FormModel

/// What a picker shows. A secret's choice is shown to nobody, like its text.
extension FieldReading {
    /// How many labels `options` has at most.
    package static let shownOptions = 500

    /// The first labels, in the list's order; all that there are if they are not more than `shownOptions`.
    package var options: [String] {
        guard let list = field.picker?.list else { return [] }
        return list.options.prefix(Self.shownOptions).map { $0.label.text(in: context.locale) }
    }

    package var optionCount: Int {
        field.plan.picker?.list?.options.count ?? 0
    }

    /// What the field is filled in with.
    package var input: String {
        switch definition.input {
        case .keyboard, .slider: "keyboard"
        case .options: "options"
        case .date: "date"
        case .toggle: "toggle"
        }
    }

    /// How the definition would like the input to be shown; empty where it leaves that to the front end.
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

    /// The places of the options that are chosen, ascending.
    package var selectedOptions: [Int] {
        field.plan.picker?.list == nil || field.isSecret ? [] : field.choice.places
    }

    /// The place of the first of them; `nil` if none is chosen.
    package var selectedOption: Int? { selectedOptions.first }

    /// The day that the text stands for, as in ISO 8601; empty: none.
    package var date: String {
        guard case .date = field.plan.picker, !field.isSecret else { return "" }
        return CalendarDay(field.choice)?.iso ?? ""
    }

    /// The first and the last day that can be chosen and the one that an empty calendar begins with, as in ISO 8601; the
    /// bounds are empty where there is none. `nil` if the field has no calendar.
    package var dateRange: (minimum: String, maximum: String, initial: String)? {
        guard case .date(let picker) = field.plan.picker else { return nil }
        return (
            picker.minimum(today: context.today)?.iso ?? "", picker.maximum(today: context.today)?.iso ?? "",
            picker.initial(today: context.today).iso
        )
    }

    /// The largest page.
    package static let maximumPage = 1_000

    /// The longest filter in code points.
    package static let maximumFilter = 256

    /// Options whose label contains `filter`, case aside, from the `offset`th of them on. Throws `actionDisabled` where
    /// there is no list, `outOfRange` for a page of more than `maximumPage`, and `textTooLong` for a filter of more than
    /// `maximumFilter` code points.
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
