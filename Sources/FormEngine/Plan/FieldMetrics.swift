import FormModel

/// The numbers of a field's style that heights come from, apart from the rest of it: they are read at every key.
struct FieldMetrics: Sendable {
    private(set) var policy: HeightPolicy
    private(set) var topMargin: Double
    private(set) var textHeight: Double
    private(set) var leading: Double
    private(set) var trailing: Double
    /// Both sides together, as with the hint's.
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
        hintMinimumHeight = style.layout.hintMinimumHeight
        hintHeight = style.layout.hintHeight
    }
}

extension FieldMetrics {
    /// The same for texts that are larger by a factor: fonts, and all lengths from top to bottom.
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
