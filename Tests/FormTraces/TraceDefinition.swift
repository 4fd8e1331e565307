import Foundation

/// Turns a row's `def` into a form definition.
enum TraceDefinition {
    struct Unknown: Error, CustomStringConvertible {
        var description: String
    }

    /// The fields' names in order, and the definition as JSON.
    static func form(_ definition: YAML) throws -> (names: [String], json: String) {
        let rows = definition["fields"]?.map ?? ["a": definition]
        let names = rows.keys.sorted()
        let fields = try names.map { try field($0, rows[$0] ?? .null) }
        let data = try JSONSerialization.data(withJSONObject: ["title": "Trace", "fields": fields])
        return (names, String(decoding: data, as: UTF8.self))
    }

    private static func field(_ id: String, _ row: YAML) throws -> [String: Any] {
        var field: [String: Any] = ["id": id, "placeholders": ["Label"]]
        // The rows speak of fields without neighbours unless they name them.
        field["onReturn"] = "blur"
        for (key, value) in row.map { try apply(key, value, to: &field) }
        return field
    }

    private static func apply(_ key: String, _ value: YAML, to field: inout [String: Any]) throws {
        switch key {
        case "metrics", "text": break
        case "type": field["type"] = value.text == "text_view" ? "textView" : "text"
        case "should_begin": field["focusable"] = value.bool
        case "hint": field["hint"] = unescaped(value.text)
        case "trim_spaces": field["trim"] = value.bool
        case "max_length": field["maxLength"] = value.int
        case "max_text_height": field["maxTextHeight"] = value.number
        case "fixed_text_height": field["fixedTextHeight"] = value.number
        case "paste_allowed_chars": field["filterInserted"] = value.bool
        case "paste_overflow": field["pasteOverflow"] = camelCased(value.text)
        case "validate_with_formatter":
            field["validateWithFormatter"] = value.bool
            // The original knows no optional field here: an empty one is incomplete. formd says so with `required`.
            if value.bool == true { field["required"] = true }
        case "hide_on_return": field["onReturn"] = value.bool == false ? "stay" : "blur"
        case "hide_clear_button": field["clearButton"] = value.bool != true
        case "next":
            field["next"] = value.text
            field["onReturn"] = "next"
        case "previous": field["previous"] = value.text
        case "validation": field["validation"] = camelCased(value.text)
        case "validator": field["validators"] = [validator(value)]
        case "visible_hint":
            let all = ["normal", "active", "error", "disabled"]
            field["visibleHintStates"] = value.text == "all" ? all : value.list.map(\.text)
        case "allowed": field["allowedCharacters"] = ["sets": try sets(value.text)]
        case "disabled_actions":
            field["disabledEditActions"] = actions(value.text == "all" ? ["all"] : value.list.map(\.text))
        case "height": field["height"] = height(value)
        case "mask": field["formatter"] = mask(value.text)
        case "mode": field["mode"] = try mode(value)
        case "placeholder": field["placeholders"] = [try placeholder(value)]
        case "placeholders": field["placeholders"] = try value.list.map(placeholder)
        case "picker":
            let options = value.list.map { ["value": $0.text, "label": $0.text] }
            field["input"] = ["type": "options", "options": options]
        default: throw Unknown(description: "the definition's key \(key)")
        }
    }

    private static func validator(_ value: YAML) -> [String: Any] {
        var rule: [String: Any] = ["type": "textField", "minLength": value["min"]?.int ?? 0]
        rule["maxLength"] = value["max"]?.int
        rule["regex"] = value["regex"]?.text ?? value["pattern"]?.text
        rule["requiredField"] = value["required"]?.bool
        rule["globalErrorMessage"] = value["message"]?.text ?? value["global"]?.text
        var messages: [String: String] = [:]
        messages["empty"] = value["empty"]?.text
        messages["short"] = value["short"]?.text
        messages["large"] = value["large"]?.text
        messages["notValid"] = value["not_valid"]?.text
        if !messages.isEmpty { rule["messages"] = messages }
        return rule
    }

    private static func sets(_ text: String) throws -> [String] {
        try text.split(separator: "+").map { name in
            switch name {
            case "digits", "letters", "punctuation", "whitespace": String(name)
            case "space": "whitespace"
            default: throw Unknown(description: "the character set \(name)")
            }
        }
    }

    static func actions(_ names: [String]) -> [String] {
        names == ["all"] ? ["cut", "copy", "paste", "select", "selectAll", "delete"] : names.map(camelCased)
    }

    private static func height(_ value: YAML) -> [String: Any] {
        guard case .map = value else { return ["policy": "fixed", "height": 77] }
        var height: [String: Any] = ["policy": "flexible"]
        height["minimum"] = value["min"]?.number
        height["bottomInset"] = value["bottom"]?.number
        height["ignoresEmptyHint"] = value["ignore_empty_hint"]?.bool
        return height
    }

    private static func mask(_ name: String) -> [String: Any] {
        let named = [
            "phone": "+7 ([000]) [000]-[00]-[00]", "card": "[0000] [0000] [0000] [0000] [999]",
            "expiry": "[00]/[00]", "cvc": "[000]", "password": "[ssssssss][s…]",
        ]
        return [
            "type": "mask", "mask": named[name] ?? name,
            "notations": [["character": "s", "set": "nonWhitespace"]],
        ]
    }

    private static func mode(_ value: YAML) throws -> Any {
        if value.text == "plain" { return "plain" }
        if value.text == "custom" { return ["type": "custom", "image": "image"] }
        let reveal = value["password"]?.text ?? value.text
        return ["type": "password", "reveal": reveal == "password" ? "alwaysVisible" : camelCased(reveal)]
    }

    private static func placeholder(_ value: YAML) throws -> Any {
        if let behavior = value["native"]?.text {
            return [
                "service": "native", "text": "Native", "role": value["main"]?.bool == false ? "support" : "main",
                "behavior": camelCased(behavior),
            ]
        }
        if let symbol = value["currency"]?.text {
            var insets: [String: Double] = [:]
            for side in ["top", "left", "right"] { insets[side] = value["insets"]?[side]?.number }
            return [
                "service": "currency", "text": symbol, "insets": insets, "height": value["height"]?.number ?? 0,
                "fontSize": value["font"]?.number ?? 0,
            ]
        }
        let words = value.text.split(separator: " ").map(String.init)
        switch words.first {
        case "floating", "static": return ["service": words[0], "text": "Label"]
        case "native":
            var native: [String: Any] = ["service": "native", "text": "Native"]
            native["role"] = words.contains("support") ? "support" : "main"
            native["behavior"] = words.contains("hide_on_focus") ? "hideOnFocus" : "hideOnInput"
            if words.contains("support") {
                let gray = "#9FACC7"
                native["colors"] = ["normal": gray, "active": gray, "error": gray, "disabled": gray]
            }
            return native
        default: throw Unknown(description: "the placeholder \(value.text)")
        }
    }

    static func unescaped(_ text: String) -> String {
        text.replacing("\\n", with: "\n")
    }

    /// `hide_on_focus` as `hideOnFocus`.
    static func camelCased(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }.joined()
    }
}
