import FormModel

/// The numbers of a field's style that heights come from, apart from the rest of it: they are read at every key.
struct FieldMetrics: Sendable {
    let policy: HeightPolicy
    let topMargin: Double
    let textHeight: Double
    let leading: Double
    let trailing: Double
    /// Both sides together, as with the hint's.
    var textMargins: Double { leading + trailing }
    let textFontSize: Double
    let maxTextHeight: Double?
    let fixedTextHeight: Double?
    let hintGap: Double
    let hintMargins: Double
    let hintFontSize: Double
    let hintLineHeight: Double
    let hintHeight: Double?

    /// Logical pixels above and below a note's text.
    static let noteMargin = 8.0

    init(_ definition: borrowing FieldDefinition) {
        let style = definition.style
        policy = style.height
        topMargin = definition.kind == .note ? Self.noteMargin : style.layout.topMargin
        textHeight = style.layout.textHeight
        leading = style.layout.leading
        trailing = style.layout.trailing
        textFontSize = style.text.font.size
        maxTextHeight = definition.maxTextHeight
        fixedTextHeight = definition.fixedTextHeight
        hintGap = style.layout.hintGap
        hintMargins = style.layout.hintLeading + style.layout.hintTrailing
        hintFontSize = style.hint.font.size
        hintLineHeight = style.hint.lineHeight
        hintHeight = style.layout.hintHeight
    }
}
