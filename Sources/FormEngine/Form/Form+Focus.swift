import FormModel

extension Form {
    /// Gives a field the focus; the field that had it is left first, and validated as its policy says.
    ///
    /// One that is disabled, vetoed or not visible cannot take it: false, and nothing has changed.
    mutating func focus(_ index: Int) -> Bool {
        guard session.focus != index else { return true }
        guard fields[index].canTakeFocus else { return false }
        blur(validates: true)
        touch(index)
        session.focus = index
        session.scrollTarget = nil
        fields[index].flags.insert(.focused)
        showOrWithdrawPrefix(index)
        if compiled.fields[index].hasPicker { preselect(index) }
        if compiled.hasPages, let page = compiled.definition.page(ofField: index) { session.page = page }
        return true
    }

    /// Takes the focus from the field that has it.
    mutating func blur(validates: Bool) {
        guard let index = session.focus else { return }
        let field = configured(index)
        touch(index)
        session.focus = nil
        fields[index].flags.remove(.focused)
        fields[index].flags.insert(.left)
        if field.definition.trims, !fields[index].hasFormatter(field) {
            let trimmed = fields[index].text.trimmed
            if trimmed.utf8.count != fields[index].text.utf8.count {
                fields[index].replaceText(trimmed)
                fields[index].textOrigin = .trim
                if field.hasPicker { followText(index) }
                updateModified(index)
            }
        }
        showOrWithdrawPrefix(index)
        finishFormatting(index)
        if validates, policyValidates(index) { runValidation(of: index) }
    }

    /// An empty field shows its formatter's prefix while it has the focus and not otherwise. This is no change of the
    /// text: nothing is announced but the property.
    mutating func showOrWithdrawPrefix(_ index: Int) {
        let field = configured(index)
        guard let formatter = fields[index].formatter(field) else { return }
        if fields[index].isFocused {
            guard fields[index].text.isEmpty else { return }
            let prefix = formatter.prefix
            guard !prefix.text.isEmpty else { return }
            fields[index].flags.remove(.verbatim)
            take(prefix, in: index)
        } else if fields[index].showsPrefixOnly(field) {
            fields[index].replaceText("")
            fields[index].flags.remove(.complete)
            updateModified(index)
        }
    }

    /// Gives the formatter its last word on a text that is left. What was typed before stays to be undone as one step
    /// with it.
    private mutating func finishFormatting(_ index: Int) {
        let field = configured(index)
        guard let formatter = fields[index].formatter(field), !fields[index].text.isEmpty,
            !fields[index].flags.contains(.verbatim)
        else { return }
        let current = fields[index].formattedText
        let result = formatter.finish(current)
        guard result != current, compiled.isWithinLimits(result.text.string) else { return }
        take(result, in: index)
        if result.text != current.text { fields[index].textOrigin = .mask }
    }

    private func policyValidates(_ index: Int) -> Bool {
        let field = configured(index)
        switch field.definition.validation {
        case .always: return true
        case .notEmptyText: return !fields[index].judgedText(field).isEmpty
        case .afterChanges: return fields[index].flags.contains(.touched)
        case .never: return false
        }
    }

    /// To the next field that can take the focus, or the previous one; with no field focused to the first or the last.
    /// Where there is none, the focus stays.
    mutating func moveFocus(forward: Bool) {
        if let index = session.focus {
            if let target = focusable(from: index, forward: forward) { _ = focus(target) }
            return
        }
        let candidates = shownFields
        let target =
            forward
            ? candidates.first { fields[$0].canTakeFocus }
            : candidates.last { fields[$0].canTakeFocus }
        if let target { _ = focus(target) }
    }

    /// The nearest field along the chain of neighbours that can take the focus. Ends at a chain's end, where it comes
    /// back to `index`, and at the latest after as many steps as there are fields.
    func focusable(from index: Int, forward: Bool) -> Int? {
        var current = index
        for _ in fields.indices {
            guard let neighbour = neighbour(of: current, forward: forward), neighbour != index else { return nil }
            if fields[neighbour].canTakeFocus { return neighbour }
            current = neighbour
        }
        return nil
    }

    func neighbour(of index: Int, forward: Bool) -> Int? {
        fields[index].neighbour(configured(index), forward: forward, count: fields.count)
    }

    mutating func pressReturn(in index: Int) throws(FormError) {
        try checkEnabled(index)
        let field = configured(index)
        if field.isTextView {
            _ = try insert("\n", in: index, isPaste: false)
            return
        }
        switch field.definition.onReturn {
        case .stay: break
        case .blur: if session.focus == index { blur(validates: true) }
        case .next:
            if let target = focusable(from: index, forward: true) {
                _ = focus(target)
                return
            }
            if session.focus == index { blur(validates: true) }
        }
        touch(index)
        fields[index].flags.insert(.returnPressed)
    }

    mutating func setEnabled(_ isEnabled: Bool, _ index: Int) {
        guard fields[index].flags.contains(.off) == isEnabled else { return }
        touch(index)
        if isEnabled { fields[index].flags.remove(.off) } else { fields[index].flags.insert(.off) }
        updateDisabled(index)
    }

    /// A field is enabled when neither the application nor a condition is against it.
    mutating func updateDisabled(_ index: Int) {
        let isDisabled = !fields[index].flags.isDisjoint(with: [.off, .blocked])
        guard fields[index].isDisabled != isDisabled else { return }
        if isDisabled, session.focus == index { blur(validates: false) }
        if isDisabled { fields[index].flags.insert(.disabled) } else { fields[index].flags.remove(.disabled) }
    }

    mutating func setFocusable(_ isFocusable: Bool, _ index: Int) {
        touch(index)
        if isFocusable { fields[index].flags.remove(.vetoed) } else { fields[index].flags.insert(.vetoed) }
    }

    @inline(__always)
    func checkEnabled(_ index: Int) throws(FormError) {
        guard fields[index].isJudged else {
            let reason = fields[index].isDisabled ? "is disabled" : "is not visible"
            throw FormError(.disabled, "the field \(compiled.fields[index].definition.id) \(reason)")
        }
    }
}

extension FieldStorage {
    func neighbour(_ field: CompiledField, forward: Bool, count: Int) -> Int? {
        let neighbour =
            forward
            ? overrides?.value.next ?? field.next
            : overrides?.value.previous ?? field.previous
        switch neighbour {
        case .field(let index): return index
        case .formOrder:
            let index = forward ? field.index + 1 : field.index - 1
            return index >= 0 && index < count ? index : nil
        }
    }
}
