import FormModel
import FormPlugin
import TextEditing

/// The line counts of a field's texts, and its height.
struct FieldLayout: Sendable {
    /// Logical pixels.
    var height = 0.0
    /// 0 while no hint is visible.
    var hintLines: UInt16 = 0
    var textLines: UInt16 = 1
    /// The measurements of a plug-in; `nil` if the reference metrics apply.
    var measured: Boxed<Measured>?

    struct Measured: Sendable, Equatable {
        var hint: TextMeasure?
        var text: TextMeasure?
        /// The text on a single line, if a layer of a placeholder follows it.
        var line: TextMeasure?
        /// The texts of the layers that follow the text.
        var followers: [String: TextMeasure] = [:]
    }
}

extension FormField {
    /// Updates lines and height from the dirty aspects. Most keys change neither.
    func layOut(_ session: FormContext, asking attempt: Attempt) {
        guard !isHidden else {
            set(.hintVisible, false)
            if layout.height != 0 || layout.hintLines != 0 || layout.textLines != 1 {
                layout.hintLines = 0
                layout.textLines = 1
                layout.height = 0
            }
            return
        }
        let isLaidOut = session.isLaidOut
        let isHintMoved = !dirty.isDisjoint(with: .hintLayout)
        let isTextMoved = isLaidOut && plan.hasLines && !dirty.isDisjoint(with: .textLayout)
        guard isHintMoved || isTextMoved else { return }
        let context = session.column(of: place)
        var new = layout
        if isHintMoved {
            let shows = definition.visibleHintStates.holds(containerState) || message?.severity == .warning
            let hint = shows ? shownHint(in: context.locale) : ""
            set(.hintVisible, !hint.isEmpty)
            guard isLaidOut else { return }
            new.hintLines = hint.isEmpty ? 0 : hintLines(of: hint, context, attempt, &new)
        }
        if isTextMoved { new.textLines = textLines(context, attempt, &new) }
        if new.hintLines != layout.hintLines || new.textLines != layout.textLines || new.measured !== layout.measured {
            layout = new
        }
        let height = height(context.metrics(of: plan))
        if layout.height != height { layout.height = height }
    }

    private func height(_ metrics: FieldMetrics) -> Double {
        if plan.isNote { return 2 * metrics.topMargin + textHeight(metrics) }
        switch metrics.policy {
        case .fixed(let height): return height
        case .flexible(let minimum, let bottomInset, let ignoresEmptyHint):
            let hint = hintHeight(metrics)
            let above = metrics.topMargin + textHeight(metrics) + metrics.hintGap
            if plan.isTextView {
                return max(minimum, above + hint + (hint == 0 && ignoresEmptyHint ? 0 : bottomInset))
            }
            // If the layout gives the hint no space, the hint does not change the field's height.
            if let fixed = metrics.hintHeight, fixed <= 0 { return minimum }
            return hint > 0 || !ignoresEmptyHint ? max(minimum, above + hint + bottomInset) : minimum
        }
    }

    /// The hint's height; 0 while no hint is visible.
    func hintHeight(_ metrics: FieldMetrics) -> Double {
        guard layout.hintLines > 0 else { return 0 }
        if let height = metrics.hintHeight { return height }
        if overrides?.value.hintLines == nil, let measure = layout.measured?.value.hint { return measure.height }
        return TextMeasurer.height(
            lines: layout.hintLines,
            fontSize: metrics.hintFontSize,
            lineHeight: metrics.hintLineHeight
        )
    }

    /// The height of the whole text, which may exceed a text view's maximum.
    private func contentHeight(_ metrics: FieldMetrics) -> Double {
        if overrides?.value.textLines == nil, let measure = layout.measured?.value.text { return measure.height }
        return TextMeasurer.height(lines: layout.textLines, fontSize: metrics.textFontSize)
    }

    func textHeight(_ metrics: FieldMetrics) -> Double {
        guard plan.hasLines else { return metrics.textHeight }
        if let fixed = metrics.fixedTextHeight { return fixed }
        return min(contentHeight(metrics), metrics.maxTextHeight ?? .infinity)
    }

    /// Whether a text view's text is higher than its frame.
    func scrolls(_ metrics: FieldMetrics) -> Bool {
        plan.isTextView && contentHeight(metrics) > textHeight(metrics)
    }

    /// The frame of the text with its padding, in a left-to-right layout.
    func inputFrame(_ metrics: FieldMetrics, width: Double) -> Frame {
        Frame(
            x: metrics.leading,
            y: metrics.topMargin,
            width: max(0, width - metrics.leading - metrics.trailing),
            height: textHeight(metrics)
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
        let metrics = context.metrics(of: plan)
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

    /// The line count of a text view's text. A plug-in that measures a secret gets its bullets.
    private func textLines(_ context: FormContext, _ attempt: Attempt, _ layout: inout FieldLayout) -> UInt16 {
        if let lines = overrides?.value.textLines { return UInt16(clamping: lines) }
        let metrics = context.metrics(of: plan)
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

    /// A plug-in's measurement; `nil` if the reference metrics apply.
    private func measure(
        _ text: @autoclosure () -> TextToMeasure,
        _ attempt: Attempt,
        of stage: QuestionStage = .measure
    ) -> TextMeasure? {
        guard let type = plan.measurer else { return nil }
        let asker = Asker(attempt: attempt, field: index, isSecret: false)
        guard case .answer(.measurer(let measure)) = asker.ask(type, .measurer(text()), stage) else { return nil }
        return measure
    }

    /// Measures the width of the text and of the layers that follow it.
    func measureFollowers(_ context: FormContext, asking attempt: Attempt) {
        let layers = (plugins?.value.placeholders.values ?? [:].values).flatMap { $0.layers ?? [] }
        let followers = layers.filter { $0.anchor != .field }
        guard !followers.isEmpty else { return }
        let scale = context.traits.textScale
        func measure(_ text: String, fontSize: Double) -> TextMeasure? {
            guard !text.isEmpty else { return nil }
            return self.measure(
                TextToMeasure(
                    text: text,
                    fontFamily: definition.style.text.font.family,
                    fontSize: fontSize * scale,
                    lineHeight: 0,
                    width: LayoutTraits.maximumWidth
                ),
                attempt,
                of: .placeholder
            )
        }
        var measured = layout.measured?.value ?? FieldLayout.Measured()
        let old = measured
        measured.line = measure(published(drawnText), fontSize: definition.style.text.font.size)
        measured.followers = [:]
        for layer in followers { measured.followers[layer.text] = measure(layer.text, fontSize: layer.fontSize) }
        if measured != old { layout.measured = Boxed(measured) }
    }

    /// The frame of a layer that follows the text, in a left-to-right layout, scaled by the session's text scale. The
    /// reference metrics measure the text in the layer's font size.
    func frame(ofFollower layer: PlaceholderLayer, space: Double, margin: Double, _ context: FormContext) -> Frame {
        let (style, scale) = (definition.style.text, context.traits.textScale)
        let measured = layout.measured?.value
        let fontSize = layer.fontSize * scale
        let text = Self.width(of: published(drawnText), fontSize: fontSize, measured?.line)
        let width = Self.width(of: layer.text, fontSize: fontSize, measured?.followers[layer.text])
        let padding = hasActionButton ? style.increasedPadding : style.padding
        let end = plan.metrics.leading + padding.left + text
        return Frame(
            x: min(end + space, context.column(of: place).width - margin - width),
            y: layer.frame.y * scale,
            width: width,
            height: layer.frame.height * scale
        )
    }

    /// The width of one line of text, rounded up to whole logical pixels so that what follows is drawn sharply.
    private static func width(of text: String, fontSize: Double, _ measure: TextMeasure?) -> Double {
        (measure?.width ?? ReferenceMetrics.width(of: text, fontSize: fontSize)).rounded(.up)
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
