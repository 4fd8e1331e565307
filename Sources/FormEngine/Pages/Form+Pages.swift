import FormModel

/// Pages: one is shown, and it follows the focus. Forward only over pages that are valid; back always.
extension Form {
    /// The fields that are shown: those of the page, or all.
    var shownFields: Range<Int> {
        guard compiled.hasPages else { return fields.indices }
        let pages = compiled.definition.pages
        return pages.indices.contains(session.page) ? pages[session.page].fields : fields.indices
    }

    func shownHeight() -> Int64 {
        shownFields.reduce(0) { $0 + SessionState.units(fields[$1].height) }
    }

    /// The first page that has something to show.
    var firstPage: Int { compiled.definition.pages.indices.first(where: hasContent) ?? 0 }

    /// A page without any is skipped. One that waits for a group's first row is not: where else would that be added?
    private func hasContent(_ page: Int) -> Bool {
        let page = compiled.definition.pages[page]
        return page.hasEmptyGroup || page.fields.contains { !fields[$0].isHidden }
    }

    /// To the next page that has something to show, or the previous one. Throws `outOfRange`.
    mutating func turnPage(forward: Bool, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        let pages = compiled.definition.pages.indices
        let page =
            forward
            ? pages.dropFirst(session.page + 1).first(where: hasContent)
            : pages.prefix(session.page).last(where: hasContent)
        guard let page else {
            let end = forward ? "last" : "first"
            throw FormError(
                .outOfRange,
                pages.isEmpty
                    ? "the form has no pages" : "page \(session.page) is the \(end) of the form's \(pages.count)"
            )
        }
        return try showPage(page, &failure)
    }

    /// Goes to a page. On the way forward each page is judged as by a submission, and the first that does not pass is
    /// where it ends, with `failure` set. Throws `outOfRange`.
    mutating func showPage(_ page: Int, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        let pages = compiled.definition.pages
        guard pages.indices.contains(page) else {
            throw FormError(.outOfRange, "the form has \(pages.count) pages, and no number \(page)")
        }
        guard page != session.page else { return .page(page) }
        guard hasContent(page) else {
            throw FormError(.outOfRange, "no field of page \(page) is visible")
        }
        while session.page < page {
            if let refusal = refuse(pages[session.page].fields, &failure) { return refusal }
            turn(to: (session.page + 1...page).first(where: hasContent) ?? page, validates: false)
        }
        if session.page > page { turn(to: page, validates: true) }
        return .page(page)
    }

    private mutating func turn(to page: Int, validates: Bool) {
        blur(validates: validates)
        session.page = page
        session.scrollTarget = nil
    }

    /// A page as a client sees it.
    package struct PageReading: Sendable, Hashable {
        package var title: String
        /// The names of its fields.
        package var fields: [String]
    }

    /// The page that is shown, from 0.
    package var page: Int { session.page }

    /// Empty: the form has none.
    package var pages: [PageReading] {
        compiled.definition.pages.map { page in
            PageReading(
                title: page.title?.text(in: session.locale) ?? "",
                fields: page.fields.map { compiled.definition.fields[$0].id }
            )
        }
    }

    mutating func announceStructure(before: SessionState, _ changed: inout SessionProperties) {
        if notes.rows != nil {
            changed.formUnion([.fields, .groups])
            if compiled.hasPages { changed.insert(.pages) }
        }
        if before.locale != session.locale {
            if compiled.hasPages { changed.insert(.pages) }
            if !compiled.definition.rows.isEmpty { changed.insert(.groups) }
        }
        if before.page != session.page { changed.insert(.page) }
        if before.hasNext != session.hasNext { changed.insert(.hasNext) }
        if before.hasPrevious != session.hasPrevious { changed.insert(.hasPrevious) }
    }

    // MARK: How far the focus reaches

    /// Whether a transaction may have changed where the focus could go.
    mutating func movesReach(before: SessionState) -> Bool {
        if before.focus != session.focus || before.page != session.page || notes.rows != nil { return true }
        for place in saved.indices {
            let now = fields[saved[place].index].flags
            let changed = now.symmetricDifference(saved[place].state.flags)
            if now.contains(.overridesDirty) || !changed.isDisjoint(with: [.disabled, .hidden, .vetoed]) {
                return true
            }
        }
        return false
    }

    mutating func updateReach() {
        if let focus = session.focus {
            session.hasNext = focusable(from: focus, forward: true) != nil
            session.hasPrevious = focusable(from: focus, forward: false) != nil
        } else {
            let canBegin = shownFields.contains { fields[$0].canTakeFocus }
            session.hasNext = canBegin
            session.hasPrevious = canBegin
        }
    }
}
