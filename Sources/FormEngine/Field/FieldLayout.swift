import FormModel
import FormPlugin

/// How many lines a field's texts take, and how high it is.
struct FieldLayout: Sendable {
    /// Logical pixels.
    var height = 0.0
    /// 0 while no hint is visible.
    var hintLines: UInt16 = 0
    var textLines: UInt16 = 1
    /// What a plug-in measured; `nil`: the reference metrics count.
    var measured: Boxed<Measured>?

    struct Measured: Sendable {
        var hint: TextMeasure?
        var text: TextMeasure?
    }
}

extension FormField {
    /// Brings lines and height up to date with the dirty parts. A usual key moves nothing.
    func layOut(_ context: FormContext, asking attempt: Attempt) {
        guard !isHidden else {
            set(.hintVisible, false)
            if layout.height != 0 || layout.hintLines != 0 {
                layout.hintLines = 0
                layout.height = 0
            }
            return
        }
        let shows = definition.visibleHintStates.holds(containerState) || message?.severity == .warning
        let everything: FieldParts = [.language, .width, .overrides, .configuration, .texts, FieldParts(.hidden)]
        let isHintMoved =
            shows != flags.contains(.hintVisible) || !dirty.isDisjoint(with: everything.union(.message))
        let isTextMoved = plan.hasLines && !dirty.isDisjoint(with: everything.union([.text, .secret, .composition]))
        guard isHintMoved || isTextMoved else { return }
        var new = layout
        if isHintMoved {
            let hint = shows ? shownHint(in: context.locale) : ""
            set(.hintVisible, !hint.isEmpty)
            new.hintLines = hint.isEmpty ? 0 : hintLines(of: hint, context, attempt, &new)
        }
        if isTextMoved { new.textLines = textLines(context, attempt, &new) }
        if new.hintLines != layout.hintLines || new.textLines != layout.textLines || new.measured !== layout.measured {
            layout = new
        }
        let height = height
        if layout.height != height { layout.height = height }
    }

    private var height: Double {
        let metrics = plan.metrics
        if plan.isNote { return metrics.topMargin + textHeight + FieldMetrics.noteMargin }
        switch metrics.policy {
        case .fixed(let height): return height
        case .flexible(let minimum, let bottomInset, let ignoresEmptyHint):
            let hint = hintHeight
            let above = metrics.topMargin + textHeight + metrics.hintGap
            if plan.isTextView {
                return max(minimum, above + hint + (hint == 0 && ignoresEmptyHint ? 0 : bottomInset))
            }
            // A layout that gives the hint no room lets it float free of the field's height.
            if let fixed = metrics.hintHeight, fixed <= 0 { return minimum }
            return hint > 0 || !ignoresEmptyHint ? max(minimum, above + hint + bottomInset) : minimum
        }
    }

    /// 0 while no hint is visible.
    var hintHeight: Double {
        guard layout.hintLines > 0 else { return 0 }
        let metrics = plan.metrics
        if let height = metrics.hintHeight { return height }
        if overrides?.value.hintLines == nil, let measure = layout.measured?.value.hint { return measure.height }
        return TextMeasurer.height(
            lines: layout.hintLines,
            fontSize: metrics.hintFontSize,
            lineHeight: metrics.hintLineHeight
        )
    }

    /// The text's own height, before a text view's bounds.
    private var contentHeight: Double {
        if overrides?.value.textLines == nil, let measure = layout.measured?.value.text { return measure.height }
        return TextMeasurer.height(lines: layout.textLines, fontSize: plan.metrics.textFontSize)
    }

    var textHeight: Double {
        let metrics = plan.metrics
        guard plan.hasLines else { return metrics.textHeight }
        if let fixed = metrics.fixedTextHeight { return fixed }
        return min(contentHeight, metrics.maxTextHeight ?? .infinity)
    }

    /// Whether a text view's text is higher than its box.
    var scrolls: Bool {
        plan.isTextView && contentHeight > textHeight
    }

    /// The frame of the text, its padding included.
    func inputFrame(width: Double) -> Frame {
        let metrics = plan.metrics
        return Frame(
            x: metrics.leading,
            y: metrics.topMargin,
            width: max(0, width - metrics.leading - metrics.trailing),
            height: textHeight
        )
    }
}

// MARK: - Lines

extension FormField {
    private func hintLines(
        of hint: String,
        _ context: FormContext,
        _ attempt: Attempt,
        _ layout: inout FieldLayout
    ) -> UInt16 {
        if let lines = overrides?.value.hintLines { return UInt16(clamping: lines) }
        let metrics = plan.metrics
        let width = context.width - metrics.hintMargins
        let measure = measure(
            TextToMeasure(
                text: hint,
                fontFamily: definition.style.hint.font.family,
                fontSize: metrics.hintFontSize,
                lineHeight: metrics.hintLineHeight,
                width: max(0, width)
            ),
            attempt
        )
        keep(measure, \.hint, in: &layout)
        if let measure { return UInt16(clamping: measure.lines) }
        return TextMeasurer.lines(hint, width: width, fontSize: metrics.hintFontSize)
    }

    /// The lines of a text view's text. A secret's are those of its bullets where a plug-in measures.
    private func textLines(_ context: FormContext, _ attempt: Attempt, _ layout: inout FieldLayout) -> UInt16 {
        if let lines = overrides?.value.textLines { return UInt16(clamping: lines) }
        let metrics = plan.metrics
        let width = context.width - metrics.textMargins
        if plan.measurer != nil {
            let measure = measure(
                TextToMeasure(
                    text: published(measuredText),
                    fontFamily: definition.style.text.font.family,
                    fontSize: metrics.textFontSize,
                    lineHeight: 0,
                    width: max(0, width)
                ),
                attempt
            )
            keep(measure, \.text, in: &layout)
            if let measure { return UInt16(clamping: measure.lines) }
        }
        return TextMeasurer.lines(measuredText.string, width: width, fontSize: metrics.textFontSize)
    }

    /// `nil`: the reference metrics count.
    private func measure(_ text: @autoclosure () -> TextToMeasure, _ attempt: Attempt) -> TextMeasure? {
        guard let type = plan.measurer else { return nil }
        let asker = Asker(attempt: attempt, field: index, isSecret: false)
        guard case .answer(.measurer(let measure)) = asker.ask(type, .measurer(text()), .measure) else { return nil }
        return measure
    }

    private func keep(
        _ measure: TextMeasure?,
        _ path: WritableKeyPath<FieldLayout.Measured, TextMeasure?>,
        in layout: inout FieldLayout
    ) {
        var measured = layout.measured?.value ?? FieldLayout.Measured()
        guard measured[keyPath: path] != measure else { return }
        measured[keyPath: path] = measure
        layout.measured = Boxed(measured)
    }
}

extension ContainerStates {
    func holds(_ state: ContainerState) -> Bool {
        switch state {
        case .error: contains(.error)
        case .active: contains(.active)
        case .normal: contains(.normal)
        case .disabled: contains(.disabled)
        }
    }
}
