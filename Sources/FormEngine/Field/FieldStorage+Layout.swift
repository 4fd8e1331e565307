import FormModel
import FormPlugin

extension FieldStorage {
    /// Brings lines and height up to date.
    mutating func layOut(_ field: CompiledField, locale: String, width: Double, isRelayout: Bool) {
        guard !isHidden else {
            flags.remove(.hintVisible)
            hintLines = 0
            height = 0
            return
        }
        let shows = field.visibleHintStates.holds(containerState) || flags.contains(.warning)
        let isHintMoved =
            isRelayout || shows != flags.contains(.hintVisible)
            || !flags.isDisjoint(with: [.hintDirty, .overridesDirty])
        let isTextMoved = isRelayout || field.isTextView && !flags.isDisjoint(with: [.textDirty, .overridesDirty])
        // A usual key moves nothing.
        guard isHintMoved || isTextMoved else { return }
        if isHintMoved {
            let hint = shows ? shownHint(field, locale: locale) : ""
            if hint.isEmpty { flags.remove(.hintVisible) } else { flags.insert(.hintVisible) }
            hintLines = hint.isEmpty ? 0 : layOutHint(hint, field, width: width - field.metrics.hintMargins)
        }
        if field.isTextView, isTextMoved {
            textLines = layOutText(field, width: width - field.metrics.textMargins)
        }
        height = fieldHeight(field)
    }

    private func fieldHeight(_ field: CompiledField) -> Double {
        let metrics = field.metrics
        switch metrics.policy {
        case .fixed(let height): return height
        case .flexible(let minimum, let bottomInset, let ignoresEmptyHint):
            let hint = hintHeight(field)
            let above = metrics.topMargin + textHeight(field) + metrics.hintGap
            if field.isTextView {
                return max(minimum, above + hint + (hint == 0 && ignoresEmptyHint ? 0 : bottomInset))
            }
            // A layout that gives the hint no room lets it float free of the field's height.
            if let fixed = metrics.hintHeight, fixed <= 0 { return minimum }
            return hint > 0 || !ignoresEmptyHint ? max(minimum, above + hint + bottomInset) : minimum
        }
    }

    /// 0 while no hint is visible.
    func hintHeight(_ field: CompiledField) -> Double {
        guard hintLines > 0 else { return 0 }
        let metrics = field.metrics
        return metrics.hintHeight ?? measuredHintHeight
            ?? TextMeasurer.height(
                lines: hintLines,
                fontSize: metrics.hintFontSize,
                lineHeight: metrics.hintLineHeight
            )
    }

    /// The text's own height, before a text view's bounds.
    func contentHeight(_ field: CompiledField) -> Double {
        measuredTextHeight ?? TextMeasurer.height(lines: textLines, fontSize: field.metrics.textFontSize)
    }

    func textHeight(_ field: CompiledField) -> Double {
        let metrics = field.metrics
        guard field.isTextView else { return metrics.textHeight }
        if let fixed = metrics.fixedTextHeight { return fixed }
        return min(contentHeight(field), metrics.maxTextHeight ?? .infinity)
    }

    /// Whether a text view's text is higher than its box.
    func scrolls(_ field: CompiledField) -> Bool {
        field.isTextView && contentHeight(field) > textHeight(field)
    }
}

extension ContainerStates {
    @inline(__always)
    func holds(_ state: ContainerState) -> Bool {
        switch state {
        case .error: contains(.error)
        case .active: contains(.active)
        case .normal: contains(.normal)
        case .disabled: contains(.disabled)
        }
    }
}
