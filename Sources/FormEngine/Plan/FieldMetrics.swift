import FormModel

/// The numbers of a field's style that its height depends on. They are stored separately, because every key reads them.
struct FieldMetrics: Sendable {
    private(set) var policy: HeightPolicy
    private(set) var topMargin: Double
    private(set) var textHeight: Double
    private(set) var leading: Double
    private(set) var trailing: Double
    /// The left and right margin together; `hintMargins` likewise.
    var textMargins: Double { leading + trailing }
    private(set) var textFontSize: Double
    private(set) var maxTextHeight: Double?
    private(set) var fixedTextHeight: Double?
    private(set) var hintGap: Double
    private(set) var hintMargins: Double
    private(set) var hintFontSize: Double
    private(set) var hintLineHeight: Double
    private(set) var hintMinimumHeight: Double
    private(set) var hintHeight: Double?

    /// The space above and below a note's text, in logical pixels.
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
        hintMinimumHeight = style.layout.hintMinimumHeight
        hintHeight = style.layout.hintHeight
    }
}

extension FieldMetrics {
    /// The metrics for texts enlarged by a factor. It applies to fonts and vertical lengths.
    func scaled(by scale: Double) -> FieldMetrics {
        var metrics = self
        switch policy {
        case .fixed(let height): metrics.policy = .fixed(height: height * scale)
        case .flexible(let minimum, let bottomInset, let ignoresEmptyHint):
            metrics.policy = .flexible(
                minimum: minimum * scale,
                bottomInset: bottomInset * scale,
                ignoresEmptyHint: ignoresEmptyHint
            )
        }
        metrics.topMargin *= scale
        metrics.textHeight *= scale
        metrics.textFontSize *= scale
        metrics.maxTextHeight = maxTextHeight.map { $0 * scale }
        metrics.fixedTextHeight = fixedTextHeight.map { $0 * scale }
        metrics.hintGap *= scale
        metrics.hintFontSize *= scale
        metrics.hintLineHeight *= scale
        metrics.hintMinimumHeight *= scale
        metrics.hintHeight = hintHeight.map { $0 * scale }
        return metrics
    }
}
