/// The fields that the focus moves to: those of the chain of neighbours that can take it.
struct FocusOrder {
    let fields: FieldTable
    let placement: Placement
    /// The fields of the page that is shown, or all fields.
    let shown: Range<Int>

    /// The nearest field along the chain of neighbours that can take the focus. The search ends at the end of the
    /// chain, when it returns to `index`, and after as many steps as there are fields.
    func neighbour(of index: Int, forward: Bool) -> Int? {
        var current = index
        for _ in fields.indices {
            let next = fields[current].neighbour(forward: forward, in: placement)
            guard let next, next != index else { return nil }
            if fields[next].canTakeFocus { return next }
            current = next
        }
        return nil
    }

    /// The first or last visible field that can take the focus.
    func end(forward: Bool) -> Int? {
        forward ? shown.first { fields[$0].canTakeFocus } : shown.last { fields[$0].canTakeFocus }
    }

    /// Whether there is a next or previous field for the focus.
    func leads(forward: Bool, from focus: Int?) -> Bool {
        (focus.map { neighbour(of: $0, forward: forward) } ?? end(forward: forward)) != nil
    }
}

/// The pages that can be shown. A page whose fields are all hidden is skipped.
struct PageOrder {
    let fields: FieldTable
    let placement: Placement
    /// The elements that conditions hide.
    let hidden: HiddenElements?

    /// The fields of a page; all fields if the form has no pages.
    func fields(ofPage page: Int) -> Range<Int> {
        placement.pages.indices.contains(page) ? placement.pages[page].fields : fields.indices
    }

    func shows(_ field: Int) -> Bool { !fields[field].isHidden }

    /// Whether a page has something to show: a visible field, a visible group without rows, to which a row can be
    /// added, or a review.
    func hasContent(_ page: Int) -> Bool {
        let page = placement.pages[page]
        if page.isReview, hidden.shows(page.parts) { return true }
        return page.emptyGroups.contains { hidden.shows($0) } || page.fields.contains { !fields[$0].isHidden }
    }

    var first: Int { placement.pages.indices.first(where: hasContent) ?? 0 }

    /// The next or previous page that has something to show.
    func neighbour(of page: Int, forward: Bool) -> Int? {
        let pages = placement.pages.indices
        return forward ? pages.dropFirst(page + 1).first(where: hasContent) : pages.prefix(page).last(where: hasContent)
    }
}
