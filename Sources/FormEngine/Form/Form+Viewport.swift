extension Form {
    mutating func setViewport(height: Double, keyboardInset: Double) throws(FormError) {
        for length in [height, keyboardInset] where !(length.isFinite && length >= 0 && length <= 65_536) {
            throw FormError(.outOfRange, "the length \(length) is not from 0 to 65536")
        }
        session.viewportHeight = height
        session.keyboardInset = keyboardInset
    }

    private mutating func movesHeights() -> Bool {
        for place in saved.indices where saved[place].state.height != fields[saved[place].index].height { return true }
        return false
    }

    /// Keeps the focused field, or the one that a submission found wrong, inside what of the viewport the keyboard
    /// leaves free.
    mutating func updateScrollOffset(before: SessionState) {
        guard
            before.focus != session.focus || before.scrollTarget != session.scrollTarget
                || before.heightUnits != session.heightUnits || before.viewportHeight != session.viewportHeight
                || before.keyboardInset != session.keyboardInset || before.page != session.page || notes.rows != nil
                || movesHeights()
        else { return }
        guard session.viewportHeight > 0 else {
            session.scrollOffset = 0
            return
        }
        let visible = max(0, session.viewportHeight - session.keyboardInset)
        let end = max(0, session.contentHeight - visible)
        // Another page begins at its top.
        var offset = before.page == session.page ? session.scrollOffset : 0
        if let target = session.focus ?? session.scrollTarget, shownFields.contains(target) {
            let units = fields[shownFields.lowerBound..<target].reduce(0) { $0 + SessionState.units($1.height) }
            let top = Double(units) / 1024
            offset = max(offset, top + fields[target].height - visible)
            offset = min(offset, top)
        }
        session.scrollOffset = min(max(offset, 0), end)
    }
}
