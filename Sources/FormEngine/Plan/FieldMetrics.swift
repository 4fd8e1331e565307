import FormModel

/// The numbers of a field's style that its height depends on. They are stored separately, because every key reads them.
struct FieldMetrics: Sendable {
    let policy: HeightPolicy
    let topMargin: Double
    let textHeight: Double
    let leading: Double
    let trailing: Double
    /// The left and right margin together; `hintMargins` likewise.
    var textMargins: Double { leading + trailing }
    let textFontSize: Double
    let maxTextHeight: Double?
    let fixedTextHeight: Double?
    let hintGap: Double
    let hintMargins: Double
    let hintFontSize: Double
    let hintLineHeight: Double
    let hintMinimumHeight: Double
    let hintHeight: Double?

    /// The space above and below a note's text, in logical pixels.
    static let noteMargin = 8.0

    /// - Parameter scale: the factor by which texts are enlarged. It applies to fonts and vertical lengths.
    init(_ definition: borrowing FieldDefinition, scale: Double = 1) {
        let style = definition.style
        policy =
            switch style.height {
            case .fixed(let height): .fixed(height: height * scale)
            case .flexible(let minimum, let inset, let ignoresEmptyHint):
                .flexible(minimum: minimum * scale, bottomInset: inset * scale, ignoresEmptyHint: ignoresEmptyHint)
            }
        topMargin = (definition.kind == .note ? Self.noteMargin : style.layout.topMargin) * scale
        textHeight = style.layout.textHeight * scale
        leading = style.layout.leading
        trailing = style.layout.trailing
        textFontSize = style.text.font.size * scale
        maxTextHeight = definition.maxTextHeight.map { $0 * scale }
        fixedTextHeight = definition.fixedTextHeight.map { $0 * scale }
        hintGap = style.layout.hintGap * scale
        hintMargins = style.layout.hintLeading + style.layout.hintTrailing
        hintFontSize = style.hint.font.size * scale
        hintLineHeight = style.hint.lineHeight * scale
        hintMinimumHeight = style.layout.hintMinimumHeight * scale
        hintHeight = style.layout.hintHeight.map { $0 * scale }
    }
}
