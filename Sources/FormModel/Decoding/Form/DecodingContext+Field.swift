extension DecodingContext {
    /// Reads one field, `next` and `previous` as they are written. nil if it has no usable name.
    func field(_ value: JSONValue) -> FieldDefinition? {
        guard let object = value.object else {
            mismatch("an object", at: value)
            return nil
        }
        var keys = FieldKeys(object)
        for key in keys.unknown { unknown("key", key.string ?? "", at: key, allowed: FieldKey.names) }
        if keys[own: .id] == nil { error("a field needs the key “id”", at: value) }
        var field = field(&keys)
        field.source = value.sourceRange
        return field.id.isEmpty ? nil : field
    }

    /// Reads the keys of one field, those of its preset too. Without a usable name its name is empty.
    func field(_ keys: inout FieldKeys) -> FieldDefinition {
        if let extends = keys[own: .extends] {
            if let preset = preset(extends) { keys.extend(preset) }
            preset = (extends.string ?? "", extends)
        }
        defer { preset = nil }
        // A field without a name is still worth reading: the rest may be wrong as well.
        var field = FieldDefinition(id: keys[own: .id].flatMap(identifier) ?? "", style: .underlined)
        read(keys[.type], into: &field.kind) { choice($0, of: FieldKind.self) }
        let sheet = appearance(keys, kind: field.kind)
        field.$style = sheet.$style
        field.visibleHintStates = sheet.visibleHintStates
        readText(keys, into: &field, sheet: sheet)
        readValidation(keys, into: &field)
        readInput(keys, into: &field)
        readNavigation(keys, into: &field)
        checkCombinations(keys, of: field)
        return field
    }

    private func preset(_ value: JSONValue) -> FieldKeys? {
        guard let name = value.string else {
            mismatch("the name of a preset", at: value)
            return nil
        }
        guard let preset = Preset(rawValue: name) else {
            unknown("preset", name, at: value, allowed: Preset.allCases.map(\.rawValue))
            return nil
        }
        if let known = presets[preset] { return known }
        let keys = preset.definition?.object.map(FieldKeys.init)
        presets[preset] = keys
        return keys
    }

    private func appearance(_ keys: FieldKeys, kind: FieldKind) -> StyleSheet {
        let variants = keys[.style].flatMap(style) ?? style(named: "underlined")
        var sheet = variants?[kind] ?? .underlined
        for value in [keys[preset: .appearance], keys[own: .appearance]] {
            guard let value, let overlay = object(value, keys: SheetKey.ofAppearance) else { continue }
            apply(overlay, to: &sheet, kind: kind)
        }
        if let value = keys[.height] { apply(value, to: &sheet.style.height, kind: kind) }
        return sheet
    }

    private func readText(_ keys: FieldKeys, into field: inout FieldDefinition, sheet: StyleSheet) {
        read(keys[.placeholders], into: &field.placeholders) { placeholders($0, sheet: sheet) }
        field.label = field.placeholders.first?.text
        read(keys[.label], into: &field.label, text)
        read(keys[.enabled], into: &field.isEnabled, bool)
        read(keys[.focusable], into: &field.isFocusable, bool)
        read(keys[.readOnly], into: &field.isReadOnly, bool)
        read(keys[.hint], into: &field.hint, text)
        read(keys[.visibleHintStates], into: &field.visibleHintStates, containerStates)
        read(keys[.value], into: &field.value) { string($0) }
        read(keys[.accessibilityId], into: &field.accessibilityID) { name($0) }
        field.accessibilityID = field.accessibilityID.isEmpty ? field.id : field.accessibilityID
        read(keys[.maxTextHeight], into: &field.maxTextHeight, length)
        read(keys[.fixedTextHeight], into: &field.fixedTextHeight, length)
        read(keys[.clearButton], into: &field.hasClearButton, bool)
    }

    private func readValidation(_ keys: FieldKeys, into field: inout FieldDefinition) {
        read(keys[.validators], into: &field.rules, rules)
        read(keys[.inputValidators], into: &field.inputRules, inputRules)
        read(keys[.required], into: &field.isRequired, bool)
        read(keys[.requiredMessage], into: &field.requiredMessage, text)
        read(keys[.validation], into: &field.validation) { choice($0, of: ValidationPolicy.self) }
        read(keys[.validateWithFormatter], into: &field.validatesWithFormatter, bool)
        read(keys[.all], into: &field.showsAllMessages, bool)
        read(keys[.visibleWhen], into: &field.visibleWhen, condition)
        read(keys[.enabledWhen], into: &field.enabledWhen, condition)
        read(keys[.requiredWhen], into: &field.requiredWhen, condition)
        read(keys[.whenIrrelevant], into: &field.whenIrrelevant) { choice($0, of: IrrelevantValue.self) }
    }

    private func readInput(_ keys: FieldKeys, into field: inout FieldDefinition) {
        let style = field.style
        read(keys[.maxLength], into: &field.maxLength) { characters($0) }
        read(keys[.pasteOverflow], into: &field.pasteOverflow) { choice($0, of: PasteOverflow.self) }
        read(keys[.allowedCharacters], into: &field.allowedCharacters, characterFilter)
        read(keys[.filterInserted], into: &field.filtersInserted, bool)
        read(keys[.filterProgram], into: &field.filtersProgram, bool)
        read(keys[.allowedEdits], into: &field.allowedEdits, editOrigins)
        read(keys[.trim], into: &field.trims, bool)
        read(keys[.formatter], into: &field.formatter, formatter)
        read(keys[.mode], into: &field.mode) { mode($0, style: style) }
        if case .password = field.mode { field.isSecret = true }
        read(keys[.secret], into: &field.isSecret, bool)
        read(keys[.input], into: &field.input, input)
        if field.kind == .textView { field.keyboard.autocapitalization = .sentences }
        let usual = field.keyboard
        read(keys[.keyboard], into: &field.keyboard) { keyboard($0, over: usual) }
        read(keys[.contentType], into: &field.contentType, autofillToken)
        read(keys[.disabledEditActions], into: &field.disabledEditActions, editActions)
        read(keys[.clearOnRefocus], into: &field.clearsOnRefocus, bool)
    }

    private func readNavigation(_ keys: FieldKeys, into field: inout FieldDefinition) {
        read(keys[.returnKey], into: &field.returnKey) { choice($0, of: ReturnKey.self) }
        read(keys[.onReturn], into: &field.onReturn) { choice($0, of: ReturnBehavior.self) }
        read(keys[.next], into: &field.next) { identifier($0).map(Neighbour.field) }
        read(keys[.previous], into: &field.previous) { identifier($0).map(Neighbour.field) }
    }
}
