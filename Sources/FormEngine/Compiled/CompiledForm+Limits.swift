import FormModel

/// What no text of a form may be.
extension CompiledForm {
    /// Whether a text that no caller gave may stand in a field.
    func isWithinLimits(_ text: String) -> Bool {
        let limit = types.maximumTextSize
        return (text.utf8.count <= limit || text.unicodeScalars.count <= limit) && !text.hasByte { $0 == 0 }
    }

    /// Throws `textTooLong` and `invalidText`.
    func check(_ text: String, of field: CompiledField) throws(FormError) {
        guard !isWithinLimits(text) else { return }
        let limit = types.maximumTextSize
        if text.utf8.count > limit, text.unicodeScalars.count > limit {
            throw FormError(.textTooLong, "the text for \(field.definition.id) is longer than \(limit) code points")
        }
        throw FormError(.invalidText, "the text for \(field.definition.id) contains U+0000")
    }
}
