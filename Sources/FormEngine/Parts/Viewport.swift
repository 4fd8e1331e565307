/// The part of a form that its client shows, in logical pixels.
struct Viewport: Sendable, Equatable {
    /// 0 if the client does not scroll.
    var height = 0.0
    /// The height that an on-screen keyboard covers.
    var keyboardInset = 0.0
    var scrollOffset = 0.0

    /// Throws `outOfRange`.
    mutating func resize(height: Double, keyboardInset: Double) throws(FormError) {
        for length in [height, keyboardInset] where !(length.isFinite && length >= 0 && length <= 65_536) {
            throw FormError(.outOfRange, "the length \(length) is not from 0 to 65536")
        }
        self.height = height
        self.keyboardInset = keyboardInset
    }

    /// Scrolls as little as necessary, so that a field is in the part of the viewport that the keyboard does not cover.
    ///
    /// - Parameters:
    ///   - field: the field's upper and lower edge in the content; `nil` if no field has to be in view.
    ///   - content: the content's height.
    mutating func scroll(to field: ClosedRange<Double>?, content: Double) {
        guard height > 0 else {
            scrollOffset = 0
            return
        }
        let visible = max(0, height - keyboardInset)
        var offset = scrollOffset
        if let field {
            offset = max(offset, field.upperBound - visible)
            offset = min(offset, field.lowerBound)
        }
        scrollOffset = min(max(offset, 0), max(0, content - visible))
    }
}
