package import FormClient

/// What the screen knows beside the session: which button has the focus, what is open above the form, how far it is scrolled.
package struct ViewState: Sendable, Hashable {
    /// The button that has the focus; `nil`: the field that the daemon gives it to.
    package var button: Control?
    package var overlay: Overlay?
    /// The first line of the form that is seen.
    package var top = 0
    /// The highlighted option of a field with several, by its place in the list.
    package var highlighted: [String: Int] = [:]
    /// The texts of secrets that are shown.
    package var revealed: [String: String] = [:]
    /// What was cut or copied last.
    package var clipboard = ""
    package var message: Message?
    /// Whether the daemon is out of reach.
    package var isLost = false
    /// The answers on a review page.
    package var review: [ReviewedAnswer] = []

    package init() {}

    /// A line for the user, until the next key.
    package struct Message: Sendable, Hashable {
        package var text: String
        package var isError: Bool

        package init(_ text: String, isError: Bool = true) {
            self.text = text
            self.isError = isError
        }
    }
}

/// How somebody leaves a form without submitting it.
package enum Departure: Sendable, Hashable {
    /// With the button, or with Ctrl+C.
    case cancelled
    case escaped
    /// With one of the buttons that the program has added, by its place.
    case extraButton(Int)
}

/// What is open above the form. Keys go to it.
package enum Overlay: Sendable, Hashable {
    /// The keys, from a line on.
    case help(top: Int)
    /// Whether to throw away what was typed.
    case leaving(Departure)
    case options(OptionList)
    case calendar(CalendarSheet)
}

/// The list of a field's options, with a filter. It has the part of the list that was asked for last.
package struct OptionList: Sendable, Hashable {
    /// How many options are asked for at once.
    package static let pageLength = 200

    package let field: String
    package var filter = ""
    /// The highlighted option, among those that match.
    package var position = 0
    /// How many options match; `nil` before the first answer.
    package var total: Int?
    /// Where the known part begins among those that match.
    package var offset = 0
    package var page: [FieldOption] = []

    package init(field: String, filter: String = "", position: Int = 0) {
        self.field = field
        self.filter = filter
        self.position = position
    }

    /// An option by its place among those that match; `nil` if it is not known yet.
    package subscript(position: Int) -> FieldOption? {
        page.indices.contains(position - offset) ? page[position - offset] : nil
    }

    package var highlighted: FieldOption? { self[position] }

    /// Where the part begins that has to be asked for, so that the highlighted option and its neighbours are known; `nil` if
    /// they are.
    package var missing: Int? {
        guard let total else { return 0 }
        let margin = Self.pageLength / 4
        let first = max(position - margin, 0)
        let last = min(position + margin, total - 1)
        guard total > 0, first < offset || last >= offset + page.count else { return nil }
        return max(position - Self.pageLength / 2, 0)
    }
}

/// A month of a field's calendar.
package struct CalendarSheet: Sendable, Hashable {
    package let field: String
    package var day: Day
    package let first: Day?
    package let last: Day?

    package init(field: String, day: Day, first: Day?, last: Day?) {
        self.field = field
        self.first = first
        self.last = last
        self.day = day
        show(day)
    }

    package func takes(_ day: Day) -> Bool {
        first.map { day >= $0 } ?? true && last.map { day <= $0 } ?? true
    }

    /// Goes to a day, or to the bound that it lies beyond.
    package mutating func show(_ day: Day) {
        self.day = min(max(day, first ?? day), last ?? max(day, first ?? day))
    }
}
