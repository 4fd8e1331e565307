@testable import FormModel

/// Turns a row's `def` into fields.
enum TraceDefinition {
    struct Unknown: Error, CustomStringConvertible {
        var description: String
    }

    /// The fields in the order of their names, and those that veto their focus.
    static func fields(_ definition: YAML) throws -> (fields: [FieldDefinition], vetoing: Set<String>) {
        var fields: [FieldDefinition] = []
        var vetoing: Set<String> = []
        let rows = definition["fields"]?.map ?? ["a": definition]
        for id in rows.keys.sorted() {
            guard let row = rows[id] else { continue }
            fields.append(try field(id, row))
            if row["should_begin"]?.bool == false { vetoing.insert(id) }
        }
        return (fields, vetoing)
    }

    private static func field(_ id: String, _ row: YAML) throws -> FieldDefinition {
        let kind: FieldKind = row["type"]?.text == "text_view" ? .textView : .text
        var field = FieldDefinition(id: id, style: TestStyle.style(kind))
        field.kind = kind
        field.placeholders = [TestStyle.floating(kind)]
        // The rows speak of fields without neighbours unless they name them.
        field.onReturn = .blur
        for (key, value) in row.map { try apply(key, value, to: &field) }
        return field
    }

    private static func apply(_ key: String, _ value: YAML, to field: inout FieldDefinition) throws {
        switch key {
        case "type", "should_begin", "metrics", "text": break
        case "hint": field.hint = LocalizedText(unescaped(value.text))
        case "trim_spaces": field.trims = value.bool ?? false
        case "picker":
            field.input = .options(
                OptionsInput(options: value.list.map { .init(value: $0.text, label: LocalizedText($0.text)) })
            )
        case "max_length": field.maxLength = value.int
        case "max_text_height": field.maxTextHeight = value.number
        case "fixed_text_height": field.fixedTextHeight = value.number
        case "paste_allowed_chars": field.filtersInserted = value.bool ?? true
        case "paste_overflow": field.pasteOverflow = value.text == "no_changes" ? .noChanges : .textThatFits
        case "validate_with_formatter":
            field.validatesWithFormatter = value.bool ?? false
            // The original knows no optional field here: an empty one is incomplete. formd says so with `required`.
            field.isRequired = field.isRequired || field.validatesWithFormatter
        case "hide_on_return": field.onReturn = value.bool == false ? .stay : .blur
        case "hide_clear_button": field.hasClearButton = value.bool != true
        case "next":
            field.next = .field(value.text)
            field.onReturn = .next
        case "previous": field.previous = .field(value.text)
        case "validation": field.validation = try policy(value.text)
        case "validator": field.rules = [.textField(0) { rule in validator(value, &rule) }]
        case "visible_hint": field.visibleHintStates = try states(value)
        case "allowed": field.allowedCharacters = try filter(value.text)
        case "disabled_actions": field.disabledEditActions = try actions(value)
        case "height": field.style.height = height(value, field.kind)
        case "mask": field.formatter = .mask(mask(value.text))
        case "mode":
            field.mode = try mode(value)
            if case .password = field.mode { field.isSecret = true }
        case "placeholder": field.placeholders = [try placeholder(value, field.kind)]
        case "placeholders": field.placeholders = try value.list.map { try placeholder($0, field.kind) }
        default: throw Unknown(description: "the definition's key \(key)")
        }
    }

    private static func policy(_ name: String) throws -> ValidationPolicy {
        switch name {
        case "always": .always
        case "not_empty_text": .notEmptyText
        case "after_changes": .afterChanges
        case "never": .never
        default: throw Unknown(description: "the policy \(name)")
        }
    }

    private static func validator(_ value: YAML, _ rule: inout TextFieldRule) {
        func text(_ key: String) -> LocalizedText? { value[key].map { LocalizedText($0.text) } }
        rule.minLength = value["min"]?.int ?? 0
        rule.maxLength = value["max"]?.int
        rule.pattern = value["regex"]?.text ?? value["pattern"]?.text
        rule.isRequiredField = value["required"]?.bool ?? true
        rule.globalErrorMessage = text("message") ?? text("global")
        rule.messages.empty = text("empty")
        rule.messages.short = text("short")
        rule.messages.large = text("large")
        rule.messages.notValid = text("not_valid")
    }

    private static func states(_ value: YAML) throws -> ContainerStates {
        if value.text == "all" { return [.normal, .active, .error, .disabled] }
        var states: ContainerStates = []
        for name in value.list {
            switch name.text {
            case "normal": states.insert(.normal)
            case "active": states.insert(.active)
            case "error": states.insert(.error)
            case "disabled": states.insert(.disabled)
            default: throw Unknown(description: "the hint state \(name.text)")
            }
        }
        return states
    }

    private static func filter(_ text: String) throws -> CharacterFilter {
        let sets: [CharacterSetName] = try text.split(separator: "+").map { name in
            switch name {
            case "digits": .digits
            case "letters": .letters
            case "space", "whitespace": .whitespace
            case "punctuation": .punctuation
            default: throw Unknown(description: "the character set \(name)")
            }
        }
        return CharacterFilter(sets: sets)
    }

    static func actions(_ value: YAML) throws -> EditActions {
        if value == .null { return [] }
        if value.text == "all" { return [.cut, .copy, .paste, .select, .selectAll, .delete] }
        var actions: EditActions = []
        for name in value.list {
            switch name.text {
            case "cut": actions.insert(.cut)
            case "copy": actions.insert(.copy)
            case "paste": actions.insert(.paste)
            case "select": actions.insert(.select)
            case "select_all": actions.insert(.selectAll)
            case "delete": actions.insert(.delete)
            default: throw Unknown(description: "the edit action \(name.text)")
            }
        }
        return actions
    }

    private static func height(_ value: YAML, _ kind: FieldKind) -> HeightPolicy {
        guard case .map = value else { return .fixed(height: 77) }
        return .flexible(
            minimum: value["min"]?.number ?? 77,
            bottomInset: value["bottom"]?.number ?? 5,
            ignoresEmptyHint: value["ignore_empty_hint"]?.bool ?? (kind == .textView)
        )
    }

    private static func mask(_ name: String) -> MaskDefinition {
        let named = [
            "phone": "+7 ([000]) [000]-[00]-[00]", "card": "[0000] [0000] [0000] [0000] [999]",
            "expiry": "[00]/[00]", "cvc": "[000]", "password": "[ssssssss][s…]",
        ]
        var mask = MaskDefinition(mask: named[name] ?? name)
        mask.notations = [MaskNotation(character: "s", set: .named(.nonWhitespace), isOptional: false)]
        return mask
    }

    private static func mode(_ value: YAML) throws -> FieldMode {
        if value.text == "plain" { return .plain }
        if value.text == "custom" {
            return .custom(image: "image", normalColor: TestStyle.accent, pressedColor: TestStyle.accent)
        }
        let reveal = value["password"]?.text ?? value.text
        return switch reveal {
        case "always_visible", "password": .password(reveal: .alwaysVisible)
        case "visible_on_not_empty_text": .password(reveal: .visibleOnNotEmptyText)
        case "visible_after_first_entry": .password(reveal: .visibleAfterFirstEntry)
        default: throw Unknown(description: "the mode \(reveal)")
        }
    }

    private static func placeholder(_ value: YAML, _ kind: FieldKind) throws -> PlaceholderDefinition {
        if let behavior = value["native"]?.text {
            return TestStyle.native(
                value["main"]?.bool == false ? .support : .main,
                behavior == "hide_on_focus" ? .hideOnFocus : .hideOnInput
            )
        }
        if let symbol = value["currency"]?.text {
            let insets = value["insets"]
            let numbers = [
                insets?["top"]?.number, insets?["left"]?.number, insets?["right"]?.number, value["height"]?.number,
                value["font"]?.number,
            ]
            let configuration = numbers.map { String($0 ?? 0) }.joined(separator: " ")
            return PlaceholderDefinition(
                text: LocalizedText(symbol),
                service: .plugin(type: "currency", configuration: configuration)
            )
        }
        let words = value.text.split(separator: " ")
        switch words.first {
        case "floating": return TestStyle.floating(kind)
        case "static": return TestStyle.fixed()
        case "native":
            let gray = TestStyle.gray
            return TestStyle.native(
                words.contains("support") ? .support : .main,
                words.contains("hide_on_focus") ? .hideOnFocus : .hideOnInput,
                colors: words.contains("support")
                    ? StateColors(normal: gray, active: gray, error: gray, disabled: gray) : nil
            )
        default: throw Unknown(description: "the placeholder \(value.text)")
        }
    }

    static func unescaped(_ text: String) -> String {
        text.replacing("\\n", with: "\n")
    }
}
