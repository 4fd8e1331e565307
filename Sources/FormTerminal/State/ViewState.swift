package import FormClient

/// The state of the screen that is not part of the session: the focused button, the open overlay and the scroll
/// position.
package struct ViewState: Sendable, Hashable {
    /// The focused button; `nil` if the focus is on the session's focused field.
    package var button: Control?
    package var overlay: Overlay?
    /// The first visible line of the form, and that of its end.
    package var top = 0
    package var lastTop = 0
    /// Whether the focused element is kept visible. False while the user looks at another part of the form.
    package var followsFocus = true
    /// The index of the highlighted option, for each field with a list.
    package var highlighted: [String: Int] = [:]
    /// The texts of secrets that are revealed, by field.
    package var revealed: [String: String] = [:]
    /// The text that was cut or copied last.
    package var clipboard = ""
    package var message: Message?
    /// Whether the daemon is unreachable.
    package var isLost = false
    /// The answers on a review page.
    package var review: [ReviewedAnswer] = []
    /// The review from which the user went to a field.
    package var visit: ReviewVisit?
    /// What the properties of fields do not tell.
    package var inputs = DefinedInputs()

    package init() {}

    /// A message to the user, shown until the next key.
    package struct Message: Sendable, Hashable {
        package var text: String
        package var isError: Bool

        package init(_ text: String, isError: Bool = true) {
            self.text = text
            self.isError = isError
        }
    }
}

/// The way from an answer of a review to its field, for the way back.
package struct ReviewVisit: Sendable, Hashable {
    package var page: Int
    package var field: String

    package init(page: Int, field: String) {
        self.page = page
        self.field = field
    }
}

/// How the user leaves a form without submitting it.
package enum Departure: Sendable, Hashable {
    /// With the button, Ctrl+C or SIGINT.
    case cancelled
    case escaped
    /// With an additional button of the program, by its index.
    case extraButton(Int)
}

/// What is open above the form. It receives all keys.
package enum Overlay: Sendable, Hashable {
    /// The help, scrolled to a line.
    case help(top: Int)
    /// The question whether to discard the input.
    case leaving(Departure)
    case options(OptionList)
    case calendar(CalendarSheet)
}

/// A field's list of options, with a filter. It contains the page of the list that was requested last.
package struct OptionList: Sendable, Hashable {
    /// The number of options on a page.
    package static let pageLength = 200

    package let field: String
    package var filter = ""
    /// The index of the highlighted option among those that match.
    package var position = 0
    /// The number of options that match; `nil` before the first reply.
    package var total: Int?
    /// The index of the page's first option among those that match.
    package var offset = 0
    package var page: [FieldOption] = []

    package init(field: String, filter: String = "", position: Int = 0) {
        self.field = field
        self.filter = filter
        self.position = position
    }

    /// An option by its index among those that match; `nil` if it is not on the page.
    package subscript(position: Int) -> FieldOption? {
        page.indices.contains(position - offset) ? page[position - offset] : nil
    }

    package var highlighted: FieldOption? { self[position] }

    /// The offset of the page to request, so that the highlighted option and its neighbours are known; `nil` if they
    /// are.
    package var missing: Int? {
        guard let total else { return 0 }
        let margin = Self.pageLength / 4
        let first = max(position - margin, 0)
        let last = min(position + margin, total - 1)
        guard total > 0, first < offset || last >= offset + page.count else { return nil }
        return max(position - Self.pageLength / 2, 0)
    }
}

/// One month of a field's calendar.
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

    /// Shows a day, moved into the bounds.
    package mutating func show(_ day: Day) {
        self.day = min(max(day, first ?? day), last ?? max(day, first ?? day))
    }
}
