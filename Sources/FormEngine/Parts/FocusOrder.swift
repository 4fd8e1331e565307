/// Where the focus can go: along the chain of neighbours, over the fields that can take it.
struct FocusOrder {
    let fields: FieldTable
    let placement: Placement
    /// The fields of the page that is shown, or all.
    let shown: Range<Int>

    /// The nearest field along the chain of neighbours that can take the focus. Ends at a chain's end, where it comes back to
    /// `index`, and at the latest after as many steps as there are fields.
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

    /// The first field that is shown and can take the focus, or the last one.
    func end(forward: Bool) -> Int? {
        forward ? shown.first { fields[$0].canTakeFocus } : shown.last { fields[$0].canTakeFocus }
    }

    /// Whether the focus could go on from where it is.
    func leads(forward: Bool, from focus: Int?) -> Bool {
        (focus.map { neighbour(of: $0, forward: forward) } ?? end(forward: forward)) != nil
    }
}

/// Which pages there are to show. A page whose fields are all hidden is skipped.
struct PageOrder {
    let fields: FieldTable
    let placement: Placement
    /// What conditions hide.
    let hidden: HiddenElements?

    /// The fields of a page; all, if the form has no pages.
    func fields(ofPage page: Int) -> Range<Int> {
        placement.pages.indices.contains(page) ? placement.pages[page].fields : fields.indices
    }

    func shows(_ field: Int) -> Bool { !fields[field].isHidden }

    /// Whether a page has something to show. One that waits for a group's first row has: the row is added there. So has a
    /// review.
    func hasContent(_ page: Int) -> Bool {
        let page = placement.pages[page]
        if page.isReview, hidden.shows(page.parts) { return true }
        return page.emptyGroups.contains { hidden.shows($0) } || page.fields.contains { !fields[$0].isHidden }
    }

    var first: Int { placement.pages.indices.first(where: hasContent) ?? 0 }

    /// The next page that has something to show, or the previous one.
    func neighbour(of page: Int, forward: Bool) -> Int? {
        let pages = placement.pages.indices
        return forward ? pages.dropFirst(page + 1).first(where: hasContent) : pages.prefix(page).last(where: hasContent)
    }
}
