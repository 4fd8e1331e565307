package import FormClient

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
