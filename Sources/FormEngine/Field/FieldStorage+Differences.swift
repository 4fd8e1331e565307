import FormModel

/// What has changed about a field that stayed as it was configured: the properties that a key can change.
///
/// The older state is passed `inout`, and all of this is `mutating`, for the calls' sake alone: else each of them copies
/// both states.
extension FieldStorage {
    mutating func differences(from was: inout FieldStorage, _ field: CompiledField) -> FieldProperties {
        let flags = was.flags.symmetricDifference(self.flags).subtracting(.transient)
        var changed: FieldProperties = []
        if self.flags.contains(.textDirty), was.text != text {
            changed.insert(.text)
            if was.text.isEmpty != text.isEmpty, was.showsButton(field) != showsButton(field) {
                changed.insert(.actionButton)
            }
        }
        if was.selectionStart != selectionStart || was.selectionLength != selectionLength { changed.insert(.selection) }
        // Not `!=`, which compares the names.
        if !(was.lastEdit == lastEdit) { changed.insert(.lastEdit) }
        if !flags.isEmpty { changed.formUnion(differences(of: flags, from: &was, field)) }
        if field.hasBuiltInPlaceholders, mayMovePlaceholders(changed, flags, from: &was),
            field.hasPluginPlaceholders || field.looks(PlaceholderCue(was), differFrom: PlaceholderCue(self))
        {
            changed.insert(.placeholders)
        }
        if was.height != height { changed.insert(.height) }
        if was.hintLines != hintLines, was.hintHeight(field) != hintHeight(field) {
            changed.formUnion([.hintHeight, .presentation])
        }
        if was.textLines != textLines {
            if was.textHeight(field) != textHeight(field) { changed.formUnion([.textHeight, .presentation]) }
            if was.scrolls(field) != scrolls(field) { changed.insert(.presentation) }
        }
        if field.hasFormatter || overrides != nil {
            changed.formUnion(maskDifferences(from: &was, field))
        }
        if !isSecret, hasNewValue(since: &was, field, isNewText: changed.contains(.text)) { changed.insert(.value) }
        return changed
    }

    @inline(__always)
    private mutating func hasNewValue(
        since was: inout FieldStorage,
        _ field: CompiledField,
        isNewText: Bool
    ) -> Bool {
        // Of a plain field the text is the value.
        guard field.trims || field.hasPicker || field.hasFormatter || overrides != nil else { return isNewText }
        return was.fieldValue(field) != fieldValue(field)
    }

    @inline(__always)
    private mutating func mayMovePlaceholders(
        _ changed: FieldProperties,
        _ flags: FieldFlags,
        from was: inout FieldStorage
    ) -> Bool {
        changed.contains(.text) && was.text.isEmpty != text.isEmpty
            || !flags.isDisjoint(with: [.disabled, .focused, .error])
    }

    /// - Parameter flags: those that differ.
    private mutating func differences(
        of flags: FieldFlags,
        from was: inout FieldStorage,
        _ field: CompiledField
    ) -> FieldProperties {
        var changed: FieldProperties = []
        if !flags.isDisjoint(with: [.disabled, .focused, .error]) {
            let container = was.containerState != containerState
            if container { changed.insert(.state) }
            if container || was.fieldState != fieldState { changed.insert(.presentation) }
            if flags.contains(.disabled) { changed.insert(.enabled) }
            if flags.contains(.focused) { changed.insert(.focused) }
            if flags.contains(.error) { changed.insert(.valid) }
        }
        if flags.contains(.hidden) { changed.insert(.visible) }
        if flags.contains(.demanded), !field.isRequired { changed.insert(.required) }
        if flags.contains(.pending) { changed.insert(.pending) }
        if flags.contains(.vetoed) { changed.insert(.focusable) }
        if flags.contains(.touched) { changed.insert(.touched) }
        if flags.contains(.modified) { changed.insert(.modified) }
        if flags.contains(.secure) { changed.formUnion([.secureEntry, .actionButton]) }
        if flags.contains(.entered), was.showsButton(field) != showsButton(field) { changed.insert(.actionButton) }
        if flags.contains(.hintVisible) { changed.formUnion([.hintVisible, .presentation]) }
        return changed
    }

    private mutating func maskDifferences(from was: inout FieldStorage, _ field: CompiledField) -> FieldProperties {
        var changed: FieldProperties = []
        let isNewText = was.text != text
        let isNewValue = was.value != value
        if was.maskStatus(field) != maskStatus(field) { changed.insert(.maskStatus) }
        if was.tail != tail, !isSecret { changed.insert(.maskTail) }
        if was.flags.contains(.possible) != flags.contains(.possible) { changed.insert(.maskPossible) }
        if isNewText || isNewValue, was.blocks(field) != blocks(field) { changed.insert(.maskBlocks) }
        return changed
    }
}

extension CompiledField {
    /// Whether a placeholder looks otherwise; its text, the field's style and its width being the same.
    func looks(_ one: PlaceholderCue, differFrom other: PlaceholderCue) -> Bool {
        one != other && definition.placeholders.contains { $0.look(one) != $0.look(other) }
    }
}
