import FormModel

/// What a picker shows. A secret's choice is shown to nobody, like its text.
extension FieldReading {
    /// How many labels `options` has at most.
    package static let shownOptions = 500

    /// The first labels, in the list's order; all that there are if they are not more than `shownOptions`.
    package var options: [String] {
        guard case .options(let list) = field.plan.picker else { return [] }
        return list.options.prefix(Self.shownOptions).map { $0.label.text(in: context.locale) }
    }

    package var optionCount: Int {
        guard case .options(let list) = field.plan.picker else { return 0 }
        return list.options.count
    }

    /// The place of the option that the text stands for; `nil` if it stands for none.
    package var selectedOption: Int? {
        guard case .options = field.plan.picker, !field.isSecret, field.choice != .none else { return nil }
        return field.choice.number
    }

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
        guard case .options(let list) = field.plan.picker else {
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
