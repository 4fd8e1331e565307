import TextEditing

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
        Key("id", \.definition.id, .identifier, isRequired: true, "unique in the form")
        Key("extends", Preset.reader.words, schema: Preset.reader.schema)
            .described(as: "a preset, whose keys apply unless the field has them")

        // Presentation.
        Key(
            "type",
            kind.words,
            schema: kind.schema,
            default: "`text`",
            "a single line, or several lines"
        ) { value, draft, context in
            if let kind = kind.read(value, context) { draft.setKind(kind) }
        }
        Key(
            "style",
            "identifier",
            schema: ValueReader.identifier.schema,
            default: "`underlined`",
            "a style of the form, or a built-in style"
        ) { value, draft, context in
            if let style = draft.decoder.styles.style(value, context) { draft.looks.sheet = style[draft.looks.kind] }
        }
        Key(
            "appearance",
            "the keys of a style but `extends` and `textView`",
            schema: { StyleDraft.keys.schema().named("appearance") },
            goesOverPreset: true,
            "replaces parts of the style"
        ) { value, draft, context in
            StyleDraft.keys.read(value, into: &draft.looks, context)
        }
        Key("height", HeightPolicy.words, schema: { HeightPolicy.schema }, default: "the style's") {
            value,
            draft,
            context in
            draft.looks.sheet.style.height.read(value, kind: draft.looks.kind, context)
        }
        Key("maxTextHeight", \.definition.maxTextHeight, .length, "only for a text view")
        Key("fixedTextHeight", \.definition.fixedTextHeight, .length, "only for a text view")
        Key("clearButton", \.definition.hasClearButton, .bool, "only for a text view")

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
        Key("label", \.definition.label, .textWithAnswers, default: "the first placeholder's text")
            .described(as: "the accessible name")
        Key("hint", \.definition.hint, .textWithAnswers)
        Key("visibleHintStates", \.looks.sheet.visibleHintStates, ContainerStates.reader, default: "the style's")
        Key("computed", \.definition.computed, .computation())
            .described(as: "the field's value is computed from other fields, and users cannot change it")
        Key("initially", \.definition.initially, .computation())
            .described(as: "the initial value is computed once, when the field is first there or shown")
        Key(
            "setOnChange",
            "`{\"of\": [name, …], \"to\": computation}`",
            schema: { setOnChange.schema() },
            "a change of one of these fields replaces the value, which users can change, too"
        ) { value, draft, context in _ = setOnChange.read(value, into: &draft, context) }
        Key("value", \.definition.value, firstValue, "the initial value, which is formatted but not validated")
        Key(
            "accessibilityId",
            \.definition.accessibilityID,
            .name(),
            default: "`id`",
            "the identifier for accessibility tools; clients derive `…_input`, `…_button`, `…_hint` and `…_clear`"
        )

        imageKey
        spanKey
        DocumentPlace.key(
            \.definition.document,
            DocumentPlace.ofFields,
            "the place and the type of the value that `SubmitDocument` returns, see below"
        )

        // Validation.
        Key(
            "validators",
            rules,
            schema: { rulesSchema },
            "evaluated in order; the message of the first that fails is shown"
        ) {
            value,
            draft,
            _ in
            if let rules = draft.decoder.rules(value) { draft.definition.rules = rules }
        }
        Key(
            "inputValidators",
            rules,
            schema: { rulesSchema },
            "evaluated for each edit, with the unformatted text; the edit is refused if one fails"
        ) { value, draft, _ in
            if let rules = draft.decoder.inputRules(value) { draft.definition.inputRules = rules }
        }
        Key("all", \.definition.showsAllMessages, .bool)
            .described(as: "the messages of all failed validators are shown, each on a line")
        Key("required", \.definition.isRequired, .bool, "an empty text is invalid")
        Key("requiredMessage", \.definition.requiredMessage, .message, default: "Field must be filled")
        Key("validation", \.definition.validation, .choice(), "when the field is validated on leaving it")
        Key("validateWithFormatter", \.definition.validatesWithFormatter, .bool)
            .described(as: "the field is valid if its formatted text is complete; replaces the validators")
        Key("visibleWhen", \.definition.visibleWhen, .condition)
            .described(as: "if it does not hold, the field is hidden, and not validated or submitted")
        Key("enabledWhen", \.definition.enabledWhen, .condition, "if it does not hold, the field is disabled")
        Key("requiredWhen", \.definition.requiredWhen, .condition)
            .described(as: "the field is required if this holds, or if `required` is `true`")
        Key("whenIrrelevant", \.definition.whenIrrelevant, .choice())
            .described(as: "the value of a hidden field is not submitted, is submitted, or is cleared")

        // Editing.
        Key("enabled", \.definition.isEnabled, .bool, "`false`: the field is disabled at first")
        Key("focusable", \.definition.isFocusable, .bool)
            .described(as: "`false`: the field cannot have the focus until the application allows it")
        Key("readOnly", \.definition.isReadOnly, .bool)
            .described(as: "users cannot change the text, but can focus the field, select and copy")
        Key(
            "allowedEdits",
            \.definition.allowedEdits,
            .options(EditOrigins.named.map { ($0.name, $0.origin) }),
            default: "all",
            "the ways in which users can change the text"
        )
        Key("maxLength", \.definition.maxLength, .characters(), "of the unformatted value; 0: no text")
        Key("pasteOverflow", \.definition.pasteOverflow, .choice())
            .described(as: "whether an insertion that is too long is truncated or refused")
        Key("allowedCharacters", \.definition.allowedCharacters, CharacterFilter.reader, default: "everything")
        Key(
            "filterInserted",
            \.definition.filtersInserted,
            .bool,
            "`true`: an edit inserts the allowed characters; `false`: it is refused if a character is not allowed"
        )
        Key("filterProgram", \.definition.filtersProgram, .bool, "the filter applies to texts that a program sets, too")
        Key("trim", \.definition.trims, .bool)
            .described(as: "white space at both ends is removed when the field is left; not allowed with a formatter")
        Key("formatter", "a formatter", schema: { .reference("formatter") }) { value, draft, _ in
            if let formatter = draft.decoder.formatter(value) { draft.definition.formatter = formatter }
        }
        Key("mode", FieldMode.words, schema: { FieldMode.schema }, default: "`plain`") { value, draft, context in
            let button = draft.looks.sheet.style.actionButton
            if let mode = FieldMode.read(value, button: button, context) { draft.setMode(mode) }
        }
        // `secret` follows the mode: a password is secret unless `secret` overrides it.
        Key("secret", \.definition.isSecret, .bool, default: "whether the mode is `password`")
            .described(as: "the text is shown as bullets")
        Key("input", \.definition.input, InputKind.reader, default: "`keyboard`", "how users enter the value")
        Key("keyboard", \.definition.keyboard, Keyboard.keys)
        Key("contentType", \.definition.contentType, .autofillToken)
        Key("disabledEditActions", \.definition.disabledEditActions, .cases(), default: "none")
        Key("clearOnRefocus", \.definition.clearsOnRefocus, .bool)
            .described(as: "in a secret field that has been left, the next edit replaces the whole text")

        // Focus.
        Key(
            "returnKey",
            \.definition.returnKey,
            .choice(),
            default: "`next` if the key moves the focus to another field, else `done`"
        )
        Key("onReturn", \.definition.onReturn, .choice(), "what the return key does with the focus")
        Key("next", \.definition.next, Neighbour.reader, default: "the form's order")
            .described(as: "the next field in the order of the focus")
        Key("previous", \.definition.previous, Neighbour.reader, default: "the form's order")
            .described(as: "the previous field in the order of the focus")
    }

    /// The keys of a note, which is a text between fields.
    static let noteKeys = KeyTable<FieldDraft>("a note") {
        Key("id", \.definition.id, .identifier, isRequired: true, "unique in the form")
        Key("note", \.definition.note, .textWithAnswers, isRequired: true, "the text")
        Key(
            "style",
            "identifier",
            schema: ValueReader.identifier.schema,
            default: "`underlined`",
            "determines the font and the margins"
        ) {
            value,
            draft,
            _ in
            if let style = draft.decoder.styles.style(value, draft.decoder.context) { draft.looks.sheet = style[.note] }
        }
        Key("accessibilityId", \.definition.accessibilityID, .name(), default: "`id`")
            .described(as: "the identifier for accessibility tools")
        imageKey
        spanKey
        Key("visibleWhen", \.definition.visibleWhen, .condition, "if it does not hold, the note is hidden")
    }

    private static let setOnChange = KeyTable<FieldDraft>("what sets a value") {
        Key("of", \.definition.setters, setters, isRequired: true)
        Key("to", \.definition.setOnChange, .computation(), isRequired: true)
    }

    private static let setters = ValueReader.identifier.list(
        "fields",
        from: 1,
        to: DefinitionLimits.askedFields,
        orReport: "no field sets the value"
    )

    private static let imageKey = Key<FieldDraft>(
        "image",
        \.definition.image,
        .name(),
        "the name of a picture, which the client provides"
    )
    private static let spanKey = Key<FieldDraft>("span", \.definition.span, .span, "the width, in columns of twelve")

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
        for index in keys.indices {
            let value = overlay?[index] ?? own[index]
            if let preset = preset?[index], value == nil || keys[index].goesOverPreset {
                keys[index].read(preset, &draft, context)
            }
            if let value { keys[index].read(value, &draft, context) }
        }
    }
}
