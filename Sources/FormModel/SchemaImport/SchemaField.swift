/// One field, put together of a schema's keywords.
struct SchemaField {
    private let decoder: DefinitionDecoder
    private(set) var members: [JSONText.Member] = []
    /// The keywords that something was made of.
    private(set) var known: Set<String> = []
    private var validators: [JSONText] = []

    init(decoder: DefinitionDecoder) {
        self.decoder = decoder
    }

    mutating func set(_ key: String, _ value: JSONText) {
        members.append(JSONText.Member(key, value))
    }

    mutating func read(_ node: SchemaNode) {
        if let options = options(node) {
            set("input", options)
            known.insert("type")
        } else {
            switch node.type {
            case "boolean":
                known.insert("type")
                set("input", Self.yesOrNo)
            case "integer": readNumber(node, pattern: "-?[0-9]+", extra: "-", keyboard: "integer")
            case "number": readNumber(node, pattern: #"-?[0-9]+(\.[0-9]+)?"#, extra: "-.", keyboard: "decimal")
            case "string":
                known.insert("type")
                readString(node)
            default: readString(node)
            }
        }
        if let initial = node["default"].flatMap(Self.scalar), initial.utf8.count <= DefinitionLimits.text {
            set("value", .string(initial))
            known.insert("default")
        }
        if let isReadOnly = node["readOnly"]?.bool {
            if isReadOnly { set("enabled", .literal("false")) }
            known.insert("readOnly")
        }
        if let isWriteOnly = node["writeOnly"]?.bool {
            if isWriteOnly, !members.contains(where: { $0.key == "mode" }) { set("secret", .literal("true")) }
            known.insert("writeOnly")
        }
        if !validators.isEmpty { set("validators", .array(validators)) }
    }

    // MARK: Choices

    private static let yesOrNo: JSONText = {
        func option(_ value: String, _ english: String, _ russian: String) -> JSONText {
            let label = JSONText.object([.init("en", .string(english)), .init("ru", .string(russian))])
            return .object([.init("value", .string(value)), .init("label", label)])
        }
        return .object([
            .init("type", .string("options")),
            .init("options", .array([option("true", "Yes", "Да"), option("false", "No", "Нет")])),
        ])
    }()

    /// `enum`, or `oneOf` or `anyOf` of `const`s, which may have titles.
    private mutating func options(_ node: SchemaNode) -> JSONText? {
        var options: [(value: String, label: String?)] = []
        if let values = node["enum"]?.elements {
            known.insert("enum")
            options = values.compactMap(Self.scalar).map { ($0, nil) }
        } else {
            for keyword in ["oneOf", "anyOf"] {
                guard let schemas = node[keyword]?.elements, !schemas.isEmpty else { continue }
                let choices = schemas.compactMap { schema -> (String, String?)? in
                    guard let object = schema.object, let value = object["const"].flatMap(Self.scalar) else {
                        return nil
                    }
                    return (value, object["title"]?.string)
                }
                guard choices.count == schemas.count else { continue }
                known.insert(keyword)
                options = choices
                break
            }
        }
        var seen: Set<String> = []
        let list = options.filter { !$0.value.isEmpty && seen.insert($0.value).inserted }.map { option -> JSONText in
            guard let label = option.label, !label.isEmpty, label != option.value else { return .string(option.value) }
            return .object([.init("value", .string(option.value)), .init("label", .string(label))])
        }
        guard !list.isEmpty, list.count <= DefinitionLimits.options else { return nil }
        return .object([.init("type", .string("options")), .init("options", .array(list))])
    }

    /// What a person would enter for a value; nil for null, arrays and objects.
    private static func scalar(_ value: JSONValue) -> String? {
        value.string ?? value.numberText ?? value.bool.map(String.init)
    }

    // MARK: Text

    private mutating func readString(_ node: SchemaNode) {
        readLength(node)
        if let pattern = node["pattern"]?.string {
            // A schema's pattern matches anywhere in the text, formd's the whole of it.
            let whole = Self.isAnchored(pattern) ? pattern : "(?s:.*)(?:\(pattern))(?s:.*)"
            validate("pattern", [Self.rule("regex", ["pattern": .string(whole)])])
        }
        guard let format = node["format"]?.string else { return }
        switch format {
        case "email", "idn-email":
            validate("format", [Self.rule("email"), Self.rule("regex", ["pattern": .string("@email")])])
            keyboard("email")
            set("contentType", .string("email"))
        case "uri", "url", "iri":
            validate("format", [Self.rule("url")])
            keyboard("url")
        case "uuid", "ipv4", "ipv6": validate("format", [Self.rule(format)])
        case "date":
            known.insert("format")
            set("input", .object([.init("type", .string("date")), .init("format", .string("yyyy-MM-dd"))]))
        case "password":
            known.insert("format")
            set("mode", .object([.init("type", .string("password"))]))
        case "phone", "tel":
            validate("format", [Self.rule("phone")])
            keyboard("phone")
            set("contentType", .string("tel"))
        default: break
        }
    }

    private mutating func readLength(_ node: SchemaNode) {
        var bounds: [(String, JSONText)] = []
        for (keyword, key) in [("minLength", "min"), ("maxLength", "max")] {
            guard let value = node[keyword]?.integer, 0...DefinitionLimits.text ~= value else { continue }
            known.insert(keyword)
            // Nothing is shorter than nothing.
            if key == "min", value == 0 { continue }
            bounds.append((key, .literal("\(value)")))
        }
        guard !bounds.isEmpty else { return }
        let members = bounds.map { JSONText.Member($0.0, $0.1) }
        let rule = [JSONText.Member("type", .string("length"))] + members
        let counted = rule + [.init("unit", .string("codePoint"))]
        if !validate(nil, [.object(counted), .object(rule)]) { known.subtract(["minLength", "maxLength"]) }
    }

    private static func isAnchored(_ pattern: String) -> Bool {
        pattern.hasPrefix("^") && pattern.hasSuffix("$") && !pattern.hasSuffix("\\$") && !pattern.contains("|")
    }

    // MARK: Numbers

    private mutating func readNumber(_ node: SchemaNode, pattern: String, extra: String, keyboard purpose: String) {
        known.insert("type")
        keyboard(purpose)
        set(
            "allowedCharacters",
            .object([.init("sets", .array([.string("digits")])), .init("including", .string(extra))])
        )
        validators.append(Self.rule("regex", ["pattern": .string(pattern)]))
        if let bound = node["minimum"]?.numberText {
            validate("minimum", [Self.rule("minValue", ["min": .literal(bound)])])
        }
        if let bound = node["maximum"]?.numberText {
            validate("maximum", [Self.rule("maxValue", ["max": .literal(bound)])])
        }
        if let step = node["multipleOf"]?.numberText {
            validate("multipleOf", [Self.rule("step", ["step": .literal(step)])])
        }
        guard node.type == "integer" else { return }
        if let bound = node["exclusiveMinimum"]?.integer, bound < .max {
            validate("exclusiveMinimum", [Self.rule("minValue", ["min": .literal("\(bound + 1)")])])
        }
        if let bound = node["exclusiveMaximum"]?.integer, bound > .min {
            validate("exclusiveMaximum", [Self.rule("maxValue", ["max": .literal("\(bound - 1)")])])
        }
    }

    // MARK: Parts

    private mutating func keyboard(_ purpose: String) {
        set("keyboard", .object([.init("purpose", .string(purpose))]))
    }

    private static func rule(_ type: String, _ keys: KeyValuePairs<String, JSONText> = [:]) -> JSONText {
        .object([.init("type", .string(type))] + keys.map { JSONText.Member($0.key, $0.value) })
    }

    /// Takes the first of several ways to say a thing that a definition may contain.
    @discardableResult
    private mutating func validate(_ keyword: String?, _ ways: [JSONText]) -> Bool {
        guard let way = ways.first(where: { decoder.decodeRules(JSONText.array([$0]).line).value != nil }) else {
            return false
        }
        validators.append(way)
        if let keyword { known.insert(keyword) }
        return true
    }
}
