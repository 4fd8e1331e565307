import FormModel
import FormPlugin

/// What a transaction says at its end: for each field the properties that differ, then its events; the session last.
extension Form {
    // `mutating` for the calls' sake alone: without it each of them copies the form.
    mutating func announce(_ place: Int, before: SessionState, _ changes: inout [Change]) {
        let index = saved[place].index
        let field = configured(index)
        var properties = fields[index].differences(from: &saved[place].state, field)
        let isRare =
            field.hasPicker || notes.isRelayout
            || !fields[index].flags.isDisjoint(with: [.hintDirty, .overridesDirty])
            || !properties.isDisjoint(with: [.presentation, .secureEntry])
            || properties.contains(.placeholders) && field.hasPluginPlaceholders
        if isRare {
            let was = saved[place].state
            if field.hasPicker {
                properties.formUnion(pickerProperties(field, was: was, now: fields[index], before: before))
            }
            properties.formUnion(rareProperties(field, was: was, now: fields[index], before: before))
            dropUnchanged(&properties, of: index, since: was, before: before)
        }
        if let rewired = notes.rows?.rewired[index] { properties.formUnion(rewired) }
        if !properties.isEmpty { changes.append(.fieldProperties(index, properties)) }
        fields[index].announceEvents(of: index, since: &saved[place].state, properties, &changes)
    }

    /// What a change of rows means to fields that it did not touch.
    func announceNeighbours(_ changes: inout [Change]) {
        guard let rewired = notes.rows?.rewired, !rewired.isEmpty else { return }
        let announced = Set(saved.map(\.index))
        for (index, properties) in rewired.sorted(by: { $0.key < $1.key }) where !announced.contains(index) {
            changes.append(.fieldProperties(index, properties))
        }
    }

    /// Takes out what came out as it was: what these properties are made of changes more often than they do, and they
    /// are the largest.
    private mutating func dropUnchanged(
        _ changed: inout FieldProperties,
        of index: Int,
        since was: FieldStorage,
        before: SessionState
    ) {
        guard !changed.isDisjoint(with: [.placeholders, .presentation, .actionButton]) else { return }
        let now = field(index)
        let then = reading(was, of: index, before)
        if changed.contains(.placeholders), then.placeholders == now.placeholders { changed.remove(.placeholders) }
        if changed.contains(.presentation), then.presentation == now.presentation { changed.remove(.presentation) }
        if changed.contains(.actionButton), then.actionButton == now.actionButton { changed.remove(.actionButton) }
    }

    private mutating func rareProperties(
        _ field: CompiledField,
        was: FieldStorage,
        now: FieldStorage,
        before: SessionState
    ) -> FieldProperties {
        var changed: FieldProperties = []
        if now.flags.contains(.hintDirty) || notes.isRelayout {
            if was.shownError ?? "" != now.shownError ?? "" { changed.insert(.error) }
            if was.shownWarning ?? "" != now.shownWarning ?? "" { changed.insert(.warning) }
        }
        guard notes.isRelayout || !now.flags.isDisjoint(with: [.hintDirty, .overridesDirty]) else { return changed }
        let locale = session.locale
        if was.hint(field, locale: before.locale) != now.hint(field, locale: locale) { changed.insert(.hint) }
        if was.shownHint(field, locale: before.locale) != now.shownHint(field, locale: locale) {
            changed.insert(.hintText)
        }
        if before.locale != locale {
            if field.label(in: before.locale) != field.label(in: locale) { changed.insert(.label) }
            for placeholder in field.definition.placeholders.indices
            where was.placeholderText(field, placeholder, locale: before.locale)
                != now.placeholderText(field, placeholder, locale: locale)
            {
                changed.formUnion(placeholder == 0 ? [.placeholder, .placeholders] : [.placeholders])
            }
        }
        if before.width != session.width {
            changed.insert(.presentation)
            if field.hasBuiltInPlaceholders { changed.insert(.placeholders) }
        }
        guard now.flags.contains(.overridesDirty) else { return changed }
        if was.maxLength(field) != now.maxLength(field) { changed.insert(.maxLength) }
        if was.isReadOnly(field) != now.isReadOnly(field) { changed.formUnion([.readOnly, .actionButton]) }
        if was.allowedEdits(field) != now.allowedEdits(field) {
            changed.insert(.allowedEdits)
            if was.disabledEditActions(field) != now.disabledEditActions(field) { changed.insert(.disabledEditActions) }
        }
        if was.overrides?.value.configured !== now.overrides?.value.configured {
            changed.formUnion(
                configuredProperties(reading(was, of: field.index, before), reading(now, of: field.index, session))
            )
        }
        if was.placeholderText(field, 0, locale: before.locale) != now.placeholderText(field, 0, locale: locale) {
            changed.formUnion([.placeholder, .placeholders])
        }
        if was.mode(field) != now.mode(field) {
            changed.formUnion([.actionButton, .presentation])
            if field.hasBuiltInPlaceholders { changed.insert(.placeholders) }
            if was.isSecret != now.isSecret {
                if !now.text.isEmpty { changed.insert(.text) }
                if !was.fieldValue(field).isEmpty { changed.insert(.value) }
                if !was.tail.isEmpty { changed.insert(.maskTail) }
                if was.blocks(field) != now.blocks(field) { changed.insert(.maskBlocks) }
            }
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

    private func reading(_ state: FieldStorage, of index: Int, _ session: SessionState) -> FieldReading {
        FieldReading(
            state: state,
            field: state.configured(compiled.fields[index]),
            form: compiled,
            locale: session.locale,
            width: session.width,
            today: session.today,
            plugins: pluginPlaceholders,
            refusals: []
        )
    }

    /// What another configuration of a field changes.
    private func configuredProperties(_ was: FieldReading, _ now: FieldReading) -> FieldProperties {
        var changed: FieldProperties = []
        if was.label != now.label { changed.insert(.label) }
        if was.placeholder != now.placeholder { changed.insert(.placeholder) }
        if was.placeholders != now.placeholders { changed.insert(.placeholders) }
        if was.hint != now.hint { changed.insert(.hint) }
        if was.hintText != now.hintText { changed.insert(.hintText) }
        if was.hintHeight != now.hintHeight { changed.insert(.hintHeight) }
        if was.textHeight != now.textHeight { changed.insert(.textHeight) }
        if was.presentation != now.presentation { changed.insert(.presentation) }
        if was.actionButton != now.actionButton { changed.insert(.actionButton) }
        if was.returnKey != now.returnKey { changed.insert(.returnKey) }
        if was.disabledEditActions != now.disabledEditActions { changed.insert(.disabledEditActions) }
        if was.allowedEdits != now.allowedEdits { changed.insert(.allowedEdits) }
        return changed
    }

    mutating func announceSession(before: SessionState, couldTravel: (Bool, Bool), _ changes: inout [Change]) {
        var changed: SessionProperties = []
        if before.locale != session.locale {
            changed.insert(.locale)
            let title = compiled.definition.title
            if title.text(in: before.locale) != title.text(in: session.locale) { changed.insert(.title) }
        }
        if before.isSubmitted != session.isSubmitted { changed.insert(.state) }
        if (before.errorCount == 0) != (session.errorCount == 0) { changed.insert(.valid) }
        if (before.incompleteCount == 0) != (session.incompleteCount == 0) { changed.insert(.complete) }
        let hadFocus = notes.rows == nil ? before.focus : notes.rows?.place(of: before.focus)
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
        if let refusal = notes.refusal { changes.append(.session(refusal)) }
        if changed.contains(.page) {
            changes.append(.session(.pageChanged(session.page, previous: before.page)))
        }
        if let validation = notes.validation { changes.append(.session(validation)) }
        if notes.isSubmission { changes.append(.session(.submitted)) }
    }
}

extension FieldStorage {
    // `mutating` and `inout` for the call's sake alone.
    fileprivate mutating func announceEvents(
        of index: Int,
        since was: inout FieldStorage,
        _ properties: FieldProperties,
        _ changes: inout [Change]
    ) {
        if properties.contains(.state) {
            changes.append(.field(index, .stateChanged(containerState, previous: was.containerState)))
        }
        if flags.contains(.validationFailed), hasError {
            changes.append(.field(index, .validationFailed(message: errorMessage ?? "")))
        }
        if properties.contains(.height) {
            changes.append(.field(index, .heightChanged(height, previous: was.height)))
        }
        let hadFocus = was.isFocused
        if isFocused, !hadFocus { changes.append(.field(index, .editingBegan)) }
        if let textOrigin, properties.contains(.text) { changes.append(.field(index, .textChanged(textOrigin))) }
        if properties.contains(.date) { changes.append(.field(index, .dateChanged)) }
        if hadFocus, !isFocused { changes.append(.field(index, .editingEnded)) }
        if flags.contains(.returnPressed) { changes.append(.field(index, .returnPressed)) }
        if flags.contains(.actionPressed) { changes.append(.field(index, .actionPressed)) }
    }
}
