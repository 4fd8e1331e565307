import FormModel
import FormPlugin

extension FieldStorage {
    /// Brings lines and height up to date.
    mutating func layOut(_ field: CompiledField, locale: String, width: Double, isRelayout: Bool) {
        let style = field.definition.style
        let shows = field.definition.visibleHintStates.holds(containerState)
        if shows {
            let wasVisible = flags.contains(.hintVisible)
            if isRelayout || !wasVisible || !flags.isDisjoint(with: [.hintDirty, .overridesDirty]) {
                let hint = shownHint(field, locale: locale)
                if hint.isEmpty {
                    flags.remove(.hintVisible)
                    hintLines = 0
                } else {
                    flags.insert(.hintVisible)
                    let room = width - style.layout.hintLeading - style.layout.hintTrailing
                    hintLines =
                        overrides?.value.hintLines.map(UInt16.init(clamping:))
                        ?? TextMeasurer.lines(hint, width: room, fontSize: style.hint.font.size)
                }
            }
        } else {
            flags.remove(.hintVisible)
            hintLines = 0
        }
        if field.isTextView, isRelayout || !flags.isDisjoint(with: [.textDirty, .overridesDirty]) {
            let room = width - style.layout.leading - style.layout.trailing
            textLines =
                overrides?.value.textLines.map(UInt16.init(clamping:))
                ?? TextMeasurer.lines(text, width: room, fontSize: style.text.font.size)
        }
        height = fieldHeight(field)
    }

    private func fieldHeight(_ field: CompiledField) -> Double {
        let style = field.definition.style
        switch style.height {
        case .fixed(let height): return height
        case .flexible(let minimum, let bottomInset, let ignoresEmptyHint):
            let hint = hintHeight(field)
            let above = style.layout.topMargin + textHeight(field) + style.layout.hintGap
            // A layout that gives the hint no room lets it float free of the field's height.
            if let fixed = style.layout.hintHeight, fixed <= 0, !field.isTextView { return minimum }
            if field.isTextView {
                return max(minimum, above + hint + (hint == 0 && ignoresEmptyHint ? 0 : bottomInset))
            }
            return hint > 0 || !ignoresEmptyHint ? max(minimum, above + hint + bottomInset) : minimum
        }
    }

    /// 0 while no hint is visible.
    func hintHeight(_ field: CompiledField) -> Double {
        guard hintLines > 0 else { return 0 }
        let style = field.definition.style
        return style.layout.hintHeight
            ?? TextMeasurer.height(
                lines: hintLines,
                fontSize: style.hint.font.size,
                lineHeight: style.hint.lineHeight
            )
    }

    /// The text's own height, before a text view's bounds.
    func contentHeight(_ field: CompiledField) -> Double {
        TextMeasurer.height(lines: textLines, fontSize: field.definition.style.text.font.size)
    }

    func textHeight(_ field: CompiledField) -> Double {
        guard field.isTextView else { return field.definition.style.layout.textHeight }
        if let fixed = field.definition.fixedTextHeight { return fixed }
        return min(contentHeight(field), field.definition.maxTextHeight ?? .infinity)
    }

    /// Whether a text view's text is higher than its box.
    func scrolls(_ field: CompiledField) -> Bool {
        field.isTextView && contentHeight(field) > textHeight(field)
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
