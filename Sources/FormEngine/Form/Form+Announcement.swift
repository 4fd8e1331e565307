import FormModel
import FormPlugin

/// What a transaction says at its end: for each field the properties that differ, then its events; the session last.
extension Form {
    func announce(_ index: Int, since was: FieldStorage, before: SessionState, _ changes: inout [Change]) {
        let properties = changedProperties(of: index, since: was, before: before)
        if !properties.isEmpty { changes.append(.fieldProperties(index, properties)) }
        announceEvents(of: index, since: was, properties, &changes)
    }

    private func announceEvents(
        of index: Int,
        since was: FieldStorage,
        _ properties: FieldProperties,
        _ changes: inout [Change]
    ) {
        let now = fields[index]
        if properties.contains(.state) {
            changes.append(.field(index, .stateChanged(now.containerState, previous: was.containerState)))
        }
        if now.flags.contains(.validationFailed), now.hasError {
            changes.append(.field(index, .validationFailed(message: now.errorMessage ?? "")))
        }
        if properties.contains(.height) {
            changes.append(.field(index, .heightChanged(now.height, previous: was.height)))
        }
        let hadFocus = was.isFocused
        if now.isFocused, !hadFocus { changes.append(.field(index, .editingBegan)) }
        if let origin = now.textOrigin, properties.contains(.text) {
            changes.append(.field(index, .textChanged(origin)))
        }
        if properties.contains(.date) { changes.append(.field(index, .dateChanged)) }
        if hadFocus, !now.isFocused { changes.append(.field(index, .editingEnded)) }
        if now.flags.contains(.returnPressed) { changes.append(.field(index, .returnPressed)) }
        if now.flags.contains(.actionPressed) { changes.append(.field(index, .actionPressed)) }
    }

    private func changedProperties(of index: Int, since was: FieldStorage, before: SessionState) -> FieldProperties {
        let field = compiled.fields[index]
        let now = fields[index]
        let flags = was.flags.symmetricDifference(now.flags)
        var changed: FieldProperties = []

        if now.flags.contains(.textDirty), was.text != now.text {
            changed.insert(.text)
            if was.text.isEmpty != now.text.isEmpty { changed.formUnion(emptinessProperties(field)) }
        }
        if was.selectionStart != now.selectionStart || was.selectionLength != now.selectionLength {
            changed.insert(.selection)
        }
        if !flags.isDisjoint(with: [.disabled, .focused, .error]) {
            let container = was.containerState != now.containerState
            if container { changed.insert(.state) }
            if container || was.fieldState != now.fieldState {
                changed.insert(.presentation)
                if field.hasBuiltInPlaceholders { changed.insert(.placeholders) }
            }
            if flags.contains(.disabled) { changed.insert(.enabled) }
            if flags.contains(.focused) { changed.insert(.focused) }
            if flags.contains(.error) { changed.insert(.valid) }
        }
        if flags.contains(.touched) { changed.insert(.touched) }
        if flags.contains(.modified) { changed.insert(.modified) }
        if flags.contains(.secure) { changed.formUnion([.secureEntry, .actionButton]) }
        if flags.contains(.entered), was.showsButton(field) != now.showsButton(field) { changed.insert(.actionButton) }
        if was.lastEdit != now.lastEdit { changed.insert(.lastEdit) }
        if !flags.isDisjoint(with: [.hintVisible]) { changed.formUnion([.hintVisible, .presentation]) }
        if was.height != now.height { changed.insert(.height) }
        if was.hintLines != now.hintLines, was.hintHeight(field) != now.hintHeight(field) {
            changed.formUnion([.hintHeight, .presentation])
        }
        if was.textLines != now.textLines {
            if was.textHeight(field) != now.textHeight(field) { changed.formUnion([.textHeight, .presentation]) }
            if was.scrolls(field) != now.scrolls(field) { changed.insert(.presentation) }
        }
        if field.hasPicker { changed.formUnion(pickerProperties(field, was: was, now: now, before: before)) }
        if !now.isSecret {
            let isPlain = now.formatter(field) == nil
            if isPlain ? changed.contains(.text) : was.value != now.value { changed.insert(.value) }
        }
        if field.formatter != nil || now.overrides != nil, was.maskStatus(field) != now.maskStatus(field) {
            changed.insert(.maskStatus)
        }
        if now.flags.contains(.hintDirty) || notes.isRelayout, was.errorMessage != now.errorMessage {
            changed.insert(.error)
        }
        if notes.isRelayout || !now.flags.isDisjoint(with: [.hintDirty, .overridesDirty]) {
            changed.formUnion(rareProperties(field, was: was, now: now, before: before))
        }
        return changed
    }

    /// What depends on whether there is a text.
    private func emptinessProperties(_ field: CompiledField) -> FieldProperties {
        var changed: FieldProperties = field.hasBuiltInPlaceholders ? [.placeholders] : []
        if field.isTextView {
            if field.definition.hasClearButton { changed.insert(.actionButton) }
        } else if case .password(reveal: .visibleOnNotEmptyText) = fields[field.index].mode(field) {
            changed.insert(.actionButton)
        }
        return changed
    }

    private func rareProperties(
        _ field: CompiledField,
        was: FieldStorage,
        now: FieldStorage,
        before: SessionState
    ) -> FieldProperties {
        var changed: FieldProperties = []
        let locale = session.locale
        if was.hint(field, locale: before.locale) != now.hint(field, locale: locale) { changed.insert(.hint) }
        if was.shownHint(field, locale: before.locale) != now.shownHint(field, locale: locale) {
            changed.insert(.hintText)
        }
        if before.locale != locale {
            if field.label(in: before.locale) != field.label(in: locale) { changed.insert(.label) }
            let texts = field.definition.placeholders.map(\.text)
            if texts.contains(where: { $0?.text(in: before.locale) != $0?.text(in: locale) }) {
                changed.formUnion([.placeholder, .placeholders])
            }
        }
        if before.width != session.width {
            changed.insert(.presentation)
            if field.hasBuiltInPlaceholders { changed.insert(.placeholders) }
        }
        guard now.flags.contains(.overridesDirty) else { return changed }
        if was.maxLength(field) != now.maxLength(field) { changed.insert(.maxLength) }
        if was.overrides?.value.placeholder != now.overrides?.value.placeholder {
            changed.formUnion([.placeholder, .placeholders])
        }
        if was.mode(field) != now.mode(field) {
            changed.formUnion([.actionButton, .presentation])
            if field.hasBuiltInPlaceholders { changed.insert(.placeholders) }
            if was.isSecret != now.isSecret { changed.formUnion([.text, .value]) }
        }
        if was.neighbour(field, forward: true, count: fields.count)
            != now.neighbour(field, forward: true, count: fields.count)
        {
            changed.insert(.nextField)
        }
        if was.neighbour(field, forward: false, count: fields.count)
            != now.neighbour(field, forward: false, count: fields.count)
        {
            changed.insert(.previousField)
        }
        if was.returnKey(field, count: fields.count) != now.returnKey(field, count: fields.count) {
            changed.insert(.returnKey)
        }
        return changed
    }

    func announceSession(before: SessionState, couldTravel: (Bool, Bool), _ changes: inout [Change]) {
        var changed: SessionProperties = []
        if before.locale != session.locale {
            changed.insert(.locale)
            let title = compiled.definition.title
            if title.text(in: before.locale) != title.text(in: session.locale) { changed.insert(.title) }
        }
        if before.isSubmitted != session.isSubmitted { changed.insert(.state) }
        if (before.errorCount == 0) != (session.errorCount == 0) { changed.insert(.valid) }
        if (before.incompleteCount == 0) != (session.incompleteCount == 0) { changed.insert(.complete) }
        let hadFocus = notes.rows.map { $0.places(before.focus) } ?? before.focus
        // A field that is gone has lost the focus, though it has no number any more.
        if hadFocus != session.focus || before.focus != nil && hadFocus == nil { changed.insert(.focusedField) }
        announceStructure(before: before, &changed)
        if before.width != session.width { changed.insert(.width) }
        if before.heightUnits != session.heightUnits { changed.insert(.contentHeight) }
        if before.scrollOffset != session.scrollOffset { changed.insert(.scrollOffset) }
        if couldTravel.0 != canUndo { changed.insert(.canUndo) }
        if couldTravel.1 != canRedo { changed.insert(.canRedo) }
        if !changed.isEmpty { changes.append(.sessionProperties(changed)) }

        if changed.contains(.focusedField) {
            changes.append(.session(.focusChanged(session.focus, previous: hadFocus)))
        }
        if changed.contains(.contentHeight) {
            changes.append(.session(.heightChanged(session.contentHeight, previous: before.contentHeight)))
        }
        if changed.contains(.page) {
            changes.append(.session(.pageChanged(session.page, previous: before.page)))
        }
        if let validation = notes.validation { changes.append(.session(validation)) }
        if notes.isSubmission { changes.append(.session(.submitted)) }
    }
}
