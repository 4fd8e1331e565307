/// A field while its keys are read, with the additional data that reading needs.
struct FieldDraft {
    var definition = Self.blank
    /// A field without any keys. All drafts are copies of this one so that they share its style.
    private static let blank = FieldDefinition(id: "", style: .underlined)
    /// The field's style, from which its placeholders and colours are derived.
    var looks: StyleDraft
    let decoder: FormDecoder

    init(decoder: FormDecoder) {
        self.decoder = decoder
        looks = decoder.usualLooks(of: .text)
    }

    /// Completes the definition after all keys have been read.
    mutating func finish() {
        definition.$style = looks.sheet.$style
        definition.visibleHintStates = looks.sheet.visibleHintStates
        if definition.computed != nil { definition.isReadOnly = true }
        if definition.label == nil { definition.label = definition.placeholders.first?.text }
        if definition.accessibilityID.isEmpty { definition.accessibilityID = definition.id }
    }

    /// Completes a note.
    mutating func finishNote() {
        definition.kind = .note
        definition.isReadOnly = true
        finish()
    }

    private mutating func setKind(_ kind: FieldKind) {
        definition.kind = kind
        if kind == .textView { definition.keyboard.autocapitalization = .sentences }
        looks = decoder.usualLooks(of: kind)
    }

    private mutating func setMode(_ mode: FieldMode) {
        definition.mode = mode
        if case .password = mode { definition.isSecret = true }
    }

    /// All keys of a field in the order in which they are read: a key may depend on earlier ones.
    static let keys = KeyTable<FieldDraft>("a field") {
        Key("id", \.definition.id, .identifier, isRequired: true, "unlike all others of the form")
        Key(
            "extends",
            Preset.reader.words,
            schema: Preset.reader.schema,
            "a preset, whose keys count where the field has none"
        )

        // Presentation.
        Key(
            "type",
            kind.words,
            schema: kind.schema,
            default: "`text`",
            "one line, or as many as the text has"
        ) { value, draft, context in
            if let kind = kind.read(value, context) { draft.setKind(kind) }
        }
        Key(
            "style",
            "identifier",
            schema: ValueReader.identifier.schema,
            default: "`underlined`",
            "a style of the form's own or a built-in one"
        ) { value, draft, context in
            if let style = draft.decoder.styles.style(value, context) { draft.looks.sheet = style[draft.looks.kind] }
        }
        Key(
            "appearance",
            "the keys of a style but `extends` and `textView`",
            schema: { StyleDraft.keys.schema().named("appearance") },
            goesOverPreset: true,
            "goes over the style"
        ) { value, draft, context in
            StyleDraft.keys.read(value, into: &draft.looks, context)
        }
        Key("height", HeightPolicy.words, schema: { HeightPolicy.schema }, default: "the style's") {
            value,
            draft,
            context in
            draft.looks.sheet.style.height.read(value, kind: draft.looks.kind, context)
        }
        Key("maxTextHeight", \.definition.maxTextHeight, .length, "text view only")
        Key("fixedTextHeight", \.definition.fixedTextHeight, .length, "text view only")
        Key("clearButton", \.definition.hasClearButton, .bool, "text view only")

        // Text.
        Key(
            "placeholders",
            "at most \(DefinitionLimits.placeholders), see below",
            schema: { PlaceholderReader.schema },
            "a string is short for `{\"service\": \"floating\", \"text\": …}`"
        ) { value, draft, context in
            let placeholders = PlaceholderReader(context: context, sheet: draft.looks.sheet).placeholders(value)
            if let placeholders { draft.definition.placeholders = placeholders }
        }
        Key(
            "label",
            \.definition.label,
            .textWithAnswers,
            default: "the first placeholder's text",
            "the accessible name"
        )
        Key("hint", \.definition.hint, .textWithAnswers)
        Key("visibleHintStates", \.looks.sheet.visibleHintStates, ContainerStates.reader, default: "the style's")
        Key(
            "computed",
            \.definition.computed,
            .computation(),
            "the value, which is worked out from other fields; users do not change it"
        )
        Key("value", \.definition.value, firstValue, "the first text; goes through the formatter and is not validated")
        Key(
            "accessibilityId",
            \.definition.accessibilityID,
            .name(),
            default: "`id`",
            "clients derive `…_input`, `…_button`, `…_hint` and `…_clear`"
        )

        imageKey
        spanKey

        // Validation.
        Key("validators", rules, schema: { rulesSchema }, "asked in order; the first that fails says what is shown") {
            value,
            draft,
            _ in
            if let rules = draft.decoder.rules(value) { draft.definition.rules = rules }
        }
        Key(
            "inputValidators",
            rules,
            schema: { rulesSchema },
            "asked at each edit about the unformatted text; one that fails refuses the edit"
        ) { value, draft, _ in
            if let rules = draft.decoder.inputRules(value) { draft.definition.inputRules = rules }
        }
        Key("all", \.definition.showsAllMessages, .bool, "all messages of validators that fail are shown, a line each")
        Key("required", \.definition.isRequired, .bool, "empty text fails")
        Key("requiredMessage", \.definition.requiredMessage, .message, default: "Field must be filled")
        Key("validation", \.definition.validation, .choice(), "when leaving the field validates it")
        Key(
            "validateWithFormatter",
            \.definition.validatesWithFormatter,
            .bool,
            "the formatter's completeness decides in place of the validators"
        )
        Key(
            "visibleWhen",
            \.definition.visibleWhen,
            .condition,
            "where this does not hold, the field is not seen, judged, focused or submitted"
        )
        Key("enabledWhen", \.definition.enabledWhen, .condition, "where this does not hold, the field is disabled")
        Key(
            "requiredWhen",
            \.definition.requiredWhen,
            .condition,
            "where this holds, the field is required besides where `required` says so"
        )
        Key(
            "whenIrrelevant",
            \.definition.whenIrrelevant,
            .choice(),
            "the value of a field that is not visible is left out, stays, or is emptied"
        )

        // Editing.
        Key("enabled", \.definition.isEnabled, .bool, "`false`: begins disabled")
        Key("focusable", \.definition.isFocusable, .bool, "`false`: takes no focus until the application lets it")
        Key("readOnly", \.definition.isReadOnly, .bool, "no user changes the text; focus, selecting and copying stay")
        Key(
            "allowedEdits",
            \.definition.allowedEdits,
            .options(EditOrigins.named.map { ($0.name, $0.origin) }),
            default: "all",
            "the ways by which users change the text"
        )
        Key("maxLength", \.definition.maxLength, .characters(), "of the unformatted value; 0: the field takes no text")
        Key("pasteOverflow", \.definition.pasteOverflow, .choice(), "an insertion that is too long is cut, or refused")
        Key("allowedCharacters", \.definition.allowedCharacters, CharacterFilter.reader, default: "everything")
        Key(
            "filterInserted",
            \.definition.filtersInserted,
            .bool,
            "`true`: what is allowed is kept; `false`: the edit is refused"
        )
        Key("filterProgram", \.definition.filtersProgram, .bool, "the filter applies to a program's texts as well")
        Key(
            "trim",
            \.definition.trims,
            .bool,
            "white space at both ends goes when the field is left; not with a formatter"
        )
        Key("formatter", "a formatter", schema: { .reference("formatter") }) { value, draft, _ in
            if let formatter = draft.decoder.formatter(value) { draft.definition.formatter = formatter }
        }
        Key("mode", FieldMode.words, schema: { FieldMode.schema }, default: "`plain`") { value, draft, context in
            let button = draft.looks.sheet.style.actionButton
            if let mode = FieldMode.read(value, button: button, context) { draft.setMode(mode) }
        }
        // `secret` follows the mode: a password is secret unless `secret` overrides it.
        Key(
            "secret",
            \.definition.isSecret,
            .bool,
            default: "whether the mode is `password`",
            "text is shown as bullets"
        )
        Key("input", \.definition.input, InputKind.reader, default: "`keyboard`", "how the value is entered")
        Key("keyboard", \.definition.keyboard, Keyboard.keys)
        Key("contentType", \.definition.contentType, .autofillToken)
        Key(
            "disabledEditActions",
            \.definition.disabledEditActions,
            .options([
                ("cut", .cut), ("copy", .copy), ("paste", .paste), ("select", .select), ("selectAll", .selectAll),
                ("delete", .delete),
            ]),
            default: "none"
        )
        Key("clearOnRefocus", \.definition.clearsOnRefocus, .bool, "the first edit of a secret text empties it")

        // Focus.
        Key(
            "returnKey",
            \.definition.returnKey,
            .choice(),
            default: "`next` where the key leads to another field, else `done`"
        )
        Key("onReturn", \.definition.onReturn, .choice(), "where the return key leads")
        Key("next", \.definition.next, Neighbour.reader, default: "the form's order", "the field that follows")
        Key("previous", \.definition.previous, Neighbour.reader, default: "the form's order", "the field before")
    }

    /// The keys of a note, which is a text between fields.
    static let noteKeys = KeyTable<FieldDraft>("a note") {
        Key("id", \.definition.id, .identifier, isRequired: true, "unlike all others of the form")
        Key("note", \.definition.note, .textWithAnswers, isRequired: true, "what is said")
        Key(
            "style",
            "identifier",
            schema: ValueReader.identifier.schema,
            default: "`underlined`",
            "its font and margins"
        ) {
            value,
            draft,
            _ in
            if let style = draft.decoder.styles.style(value, draft.decoder.context) { draft.looks.sheet = style[.note] }
        }
        Key(
            "accessibilityId",
            \.definition.accessibilityID,
            .name(),
            default: "`id`",
            "what accessibility tools find the note by"
        )
        imageKey
        spanKey
        Key("visibleWhen", \.definition.visibleWhen, .condition, "where this does not hold, the note is not seen")
    }

    private static let imageKey = Key<FieldDraft>(
        "image",
        \.definition.image,
        .name(),
        "a picture that the client looks up"
    )
    private static let spanKey = Key<FieldDraft>("span", \.definition.span, .span, "columns of the twelve of a line")

    /// The keys that a session may change: presentation, and the behaviour of keys and buttons.
    static let configurable = ObjectShape([
        "label", "style", "appearance", "placeholders", "hint", "visibleHintStates", "height", "maxTextHeight",
        "fixedTextHeight", "clearButton", "validation", "returnKey", "onReturn", "disabledEditActions", "allowedEdits",
    ])

    private static let kind = ValueReader<FieldKind>.choice(among: FieldKind.named)

    /// The initial value: a text; for a toggle whether it is on; for several options their values.
    private static let firstValue: ValueReader<String> = {
        let (answer, values) = (
            ValueReader.answer, ValueReader.string().list("values", to: DefinitionLimits.options)
        )
        return ValueReader(
            answer.words + ", of several options a list of values",
            schema: .any(of: [answer.schema(), values.schema()])
        ) { value, context in
            guard value.elements != nil else { return answer.read(value, context) }
            return values.read(value, context).map(OptionsInput.text)
        }
    }()

    private static let rules = "at most \(DefinitionLimits.rules) validators"

    private static var rulesSchema: ValueSchema {
        .list(of: .reference("validator"), ["maxItems": .number(DefinitionLimits.rules)])
    }
}

extension ValueReader where Value == Int {
    /// The number of columns that an element of a form occupies.
    static var span: ValueReader { .integer(in: 1...FormStructure.columns, "columns") }
}

/// The members of a field and those of its preset, which they override.
struct FieldMembers {
    let own: ObjectMembers
    /// The members that override the field's own in one session.
    var overlay: ObjectMembers?
    var preset: ObjectMembers?

    subscript(key: String) -> JSONValue? {
        if let value = self[own: key] { return value }
        guard let preset else { return nil }
        return preset.object[key]
    }

    subscript(own key: String) -> JSONValue? {
        if let overlay, let value = overlay.object[key] { return value }
        return own.object[key]
    }

    /// Reads the members into a draft, in the order of the field's keys.
    func read(into draft: inout FieldDraft, _ context: DecodingContext) {
        let keys = FieldDraft.keys.keys
        for place in keys.indices {
            let value = overlay?[place] ?? own[place]
            if let preset = preset?[place], value == nil || keys[place].goesOverPreset {
                keys[place].read(preset, &draft, context)
            }
            if let value { keys[place].read(value, &draft, context) }
        }
    }
}
