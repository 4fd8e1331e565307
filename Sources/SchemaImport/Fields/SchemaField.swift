import FormImport
import FormModel

/// The keys of a field for a schema of a single value.
struct SchemaField {
    /// A part of the schema that is not imported.
    struct Omission {
        let site: JSONValue
        let reason: String

        init(_ site: JSONValue, _ reason: String) {
            self.site = site
            self.reason = reason
        }
    }

    private let decoder: DefinitionDecoder
    private(set) var members: [JSONText.Member] = []
    /// The keywords that are imported, or that do not concern such values.
    private(set) var known: Set<String> = ["type"]
    private(set) var omissions: [Omission] = []
    /// Whether users can enter any valid value.
    private(set) var isPossible = true
    /// Whether null is a valid value, which an empty field represents.
    private(set) var isNullable: Bool
    /// The type of all values; `nil` if there are several types.
    private(set) var type: SchemaType?
    private(set) var isReadOnly = false
    /// Whether the field has an initial value.
    private(set) var hasValue = false
    /// Whether the field is a toggle, which always has a value.
    private(set) var isToggle = false
    /// Whether a list may be empty.
    private(set) var mayBeEmpty = false
    /// The values of the options of a picker; `nil` for a field without a picker.
    private(set) var values: Set<String>?
    private(set) var validators: [JSONText] = []
    /// Whether several options can be chosen.
    private(set) var isList = false
    private(set) var isSlider = false
    /// The type that the document gives to texts, or to the chosen values of a list; `nil` for that of the field.
    private(set) var typeInDocument: SchemaType?
    private let look: FieldLook

    /// - Parameter items: the schema of a list's elements.
    init(decoder: DefinitionDecoder, _ node: SchemaNode, items: SchemaNode? = nil, look: FieldLook) {
        self.decoder = decoder
        self.look = look
        isNullable = node.isNullable
        let type = node.type
        self.type = type
        readType(type, node)
        if let choices = SchemaChoices(node, names: look.enumNames) {
            readChoices(choices, type, node)
        } else {
            switch type {
            case .boolean: readBoolean()
            case .integer where readSlider(node), .number where readSlider(node): isSlider = true
            case .integer: readNumber(node, pattern: "-?[0-9]+", extra: "-", keyboard: "integer")
            case .number: readNumber(node, pattern: #"-?[0-9]+(\.[0-9]+)?"#, extra: "-.", keyboard: "decimal")
            case .string:
                readLength(node)
                readPatterns(node)
                readFormats(node)
                readAlternatives(node, of: type)
            case .array: readList(node, of: items)
            case .null, .object: isPossible = false
            }
        }
        readAnnotations(node)
        if look.isReadOnly, !isReadOnly {
            isReadOnly = true
            set("readOnly", .literal("true"))
        }
        for member in look.members where !members.contains(where: { $0.key == member.key }) { members.append(member) }
    }

    private mutating func set(_ key: String, _ value: JSONText) {
        members.append(JSONText.Member(key, value))
    }

    private mutating func readType(_ type: SchemaType, _ node: SchemaNode) {
        let words: [SchemaType: String] = [
            .string: "texts", .number: "numbers", .integer: "whole numbers", .boolean: "true and false",
        ]
        if let types = node.types {
            if types.isEmpty { isPossible = false }
            for (other, keywords) in SchemaNode.keywords where other != type && !(other == .number && type == .integer)
            {
                known.formUnion(keywords)
            }
            // Integers are numbers.
            let others = types.subtracting([.null, type]).subtracting(type == .number ? [.integer] : [])
            if !others.isEmpty, let site = node["type"], let word = words[type] {
                omissions.append(Omission(site, "only \(word) are asked for"))
            }
        } else if type == .number, let keyword = SchemaNode.keywords[.number]?.first(where: { node[$0] != nil }),
            let site = node[keyword]
        {
            omissions.append(Omission(site, "\(quoted(keyword)) speaks of numbers, so that only numbers are asked for"))
        }
    }

    private mutating func readAnnotations(_ node: SchemaNode) {
        if isNullable, let initial = node["default"], SchemaChoices.Value(initial) == .null {
            known.insert("default")
        } else if let initial = node["default"], type == .array {
            readFirstValues(initial)
        } else if let initial = node["default"], let values, let value = SchemaChoices.Value(initial),
            !values.contains(value.text)
        {
            omissions.append(Omission(initial, "this is none of the values"))
            known.insert("default")
        } else if let initial = node["default"], let value = SchemaChoices.Value(initial), value != .null,
            value.text.unicodeScalars.count <= DefinitionLimits.text
        {
            set("value", .string(value.text))
            hasValue = true
            known.insert("default")
        }
        if let isReadOnly = node["readOnly"]?.bool {
            self.isReadOnly = isReadOnly
            if isReadOnly { set("readOnly", .literal("true")) }
            known.insert("readOnly")
        }
        if let isWriteOnly = node["writeOnly"]?.bool {
            if isWriteOnly, !members.contains(where: { $0.key == "mode" }) { set("secret", .literal("true")) }
            known.insert("writeOnly")
        }
    }

    /// Reads the options that are chosen initially.
    private mutating func readFirstValues(_ initial: JSONValue) {
        known.insert("default")
        let chosen = (initial.elements ?? []).compactMap { SchemaChoices.Value($0)?.text }
        guard let elements = initial.elements, chosen.count == elements.count,
            Set(chosen).count == chosen.count, chosen.allSatisfy({ values?.contains($0) == true })
        else {
            omissions.append(Omission(initial, "these are not all different values of the list"))
            return
        }
        set("value", .array(chosen.map(JSONText.string)))
        hasValue = !chosen.isEmpty
    }

    // MARK: Choices

    /// Makes a toggle; if null is a valid value, too, a list of both values.
    private mutating func readBoolean() {
        values = ["true", "false"]
        guard isNullable else {
            isToggle = true
            return set("input", .object([.init("type", .string("toggle"))]))
        }
        typeInDocument = .boolean
        let options = [("true", DefaultMessage.yes), ("false", .no)].map { value, message in
            let label = DefinitionTexts.translations(of: message.name, english: message.english)
                .map { JSONText.Member($0.locale, .string($0.text)) }
            return JSONText.object([.init("value", .string(value)), .init("label", .object(label))])
        }
        setOptions(options)
    }

    private mutating func setOptions(_ options: [JSONText], _ more: [JSONText.Member] = []) {
        let display = look.display.map { [JSONText.Member("display", .string($0))] } ?? []
        set("input", .object([.init("type", .string("options")), .init("options", .array(options))] + more + display))
    }

    /// Makes a field with several options from a list of different values.
    private mutating func readList(_ node: SchemaNode, of items: SchemaNode?) {
        isList = true
        guard let items, let choices = SchemaChoices(items, names: look.enumNames), !choices.isNullable,
            !choices.areComposedDifferently, 1...DefinitionLimits.options ~= choices.choices.count
        else {
            isPossible = false
            return
        }
        known.formUnion(["items", "minItems", "maxItems", "uniqueItems"])
        omissions += choices.omissions
        for name in items.names where !choices.keywords.contains(name) && name != "type" {
            for site in items.all(name) { omissions.append(Omission(site, "\(quoted(name)) is left out")) }
        }
        if node.all("uniqueItems").allSatisfy({ $0.bool != true }) {
            omissions.append(Omission(node["items"] ?? node.site, "no value is asked for twice"))
        }
        var more = [JSONText.Member("multiple", .literal("true"))]
        let least = node.all("minItems").compactMap(\.integer).max() ?? 0
        mayBeEmpty = least < 1
        if least > choices.choices.count { isPossible = false }
        if least > 1 { more.append(.init("atLeast", .literal("\(least)"))) }
        if let most = node.all("maxItems").compactMap(\.integer).min(), most < choices.choices.count {
            if most < max(1, least) { isPossible = false }
            more.append(.init("atMost", .literal("\(most)")))
        }
        setOptions(Self.options(choices.choices), more)
        setType(of: choices, at: node["items"] ?? node.site)
        values = Set(choices.choices.map(\.value.text))
    }

    /// Sets the type of listed values in the document.
    private mutating func setType(of choices: SchemaChoices, at site: JSONValue) {
        typeInDocument = choices.typeInDocument
        if typeInDocument == nil, choices.types != [.string] {
            omissions.append(Omission(site, "the submitted document has texts for these values of several types"))
        }
    }

    private static func options(_ choices: [SchemaChoices.Choice]) -> [JSONText] {
        choices.map { choice in
            guard let label = choice.label else { return .string(choice.value.text) }
            return .object([.init("value", .string(choice.value.text)), .init("label", .string(label))])
        }
    }

    private mutating func readChoices(_ choices: SchemaChoices, _ type: SchemaType, _ node: SchemaNode) {
        known.formUnion(choices.keywords)
        omissions += choices.omissions
        isNullable = choices.isNullable
        let site = choices.keywords.sorted().first.flatMap { node[$0] } ?? node.site
        let list = choices.choices
        guard !list.isEmpty, list.count <= DefinitionLimits.options else {
            isPossible = false
            return
        }
        if choices.areComposedDifferently {
            omissions.append(Omission(site, "some texts differ only in how characters are composed: the text is typed"))
        } else {
            setOptions(Self.options(list))
            values = Set(list.map(\.value.text))
        }
        validate(site, [Self.rule("oneOf", ["values": .array(list.map { .string($0.value.text) })])])
        // Keywords for all values of a type, such as `maximum`, apply to the listed values, too. Texts are validated as
        // they are shown.
        let kinds = choices.types
        setType(of: choices, at: site)
        self.type = kinds.count == 1 ? kinds.first : nil
        if kinds == [.number] { readBounds(node) }
        if kinds == [.string], !choices.hasTitles {
            readLength(node)
            readPatterns(node)
        }
    }

    // MARK: Text

    private mutating func readLength(_ node: SchemaNode) {
        known.formUnion(["minLength", "maxLength"])
        func bounds(_ keyword: String) -> [(site: JSONValue, value: Int)] {
            node.all(keyword).compactMap { site in site.integer.map { (site, $0) } }
        }
        for keyword in ["minLength", "maxLength"] {
            for site in node.all(keyword) where site.integer.map({ $0 < 0 }) ?? true {
                omissions.append(Omission(site, "this is no length"))
            }
        }
        // A minimum of 0 has no effect, and neither has a maximum above the limit of every field.
        let minimum = bounds("minLength").filter { $0.value > 0 }.max { $0.value < $1.value }
        let maximum = bounds("maxLength").filter { 0..<DefinitionLimits.text ~= $0.value }.min { $0.value < $1.value }
        var keys: [JSONText.Member] = []
        if let minimum { keys.append(.init("min", .literal("\(minimum.value)"))) }
        if let maximum { keys.append(.init("max", .literal("\(maximum.value)"))) }
        guard let site = minimum?.site ?? maximum?.site else { return }
        let isContradiction = keys.count == 2 && (minimum?.value ?? 0) > (maximum?.value ?? 0)
        for keys in isContradiction ? keys.map({ [$0] }) : [keys] {
            let rule = [JSONText.Member("type", .string("length"))] + keys + [.init("unit", .string("codePoint"))]
            validate(site, [.object(rule)])
        }
    }

    private mutating func readPatterns(_ node: SchemaNode) {
        known.insert("pattern")
        for site in node.all("pattern") {
            do throws(ECMAScriptPattern.Untranslatable) {
                let pattern = try ECMAScriptPattern(site.string ?? "").ofWholeText
                validate(site, [Self.rule("regex", ["pattern": .string(pattern)])])
            } catch {
                omissions.append(Omission(site, "the pattern is left out: \(error)"))
            }
        }
    }

    private mutating func readFormats(_ node: SchemaNode) {
        known.insert("format")
        for site in node.all("format") {
            guard let format = SchemaFormat.named[site.string ?? ""] else {
                omissions.append(Omission(site, "“format” is left out"))
                continue
            }
            for rule in format.rules { validate(site, [rule]) }
            for member in format.members where !members.contains(where: { $0.key == member.key }) {
                members.append(member)
            }
            if let reason = format.omission { omissions.append(Omission(site, reason)) }
        }
    }

    // MARK: Numbers

    /// Makes a slider if the widget demands it, the schema has both bounds, and the steps are whole from the lower
    /// bound.
    private mutating func readSlider(_ node: SchemaNode) -> Bool {
        let (least, most, step) = (node.all("minimum"), node.all("maximum"), node.all("multipleOf"))
        guard look.isSlider, least.count == 1, most.count == 1, step.count <= 1, !isNullable,
            let least = least[0].numberText, let most = most[0].numberText
        else { return false }
        let width = step.first?.numberText ?? (type == .integer ? "1" : nil)
        // A slider counts steps from the lower bound, a schema from 0.
        guard let width, let size = DecimalNumber(json: width), size > .zero,
            DecimalNumber(json: least)?.differs(from: .zero, byMultipleOf: size) == true
        else { return false }
        known.formUnion(["minimum", "maximum", "multipleOf"])
        set(
            "input",
            .object([
                .init("type", .string("slider")), .init("min", .literal(least)), .init("max", .literal(most)),
                .init("step", .literal(width)),
            ])
        )
        return true
    }

    private mutating func readNumber(_ node: SchemaNode, pattern: String, extra: String, keyboard purpose: String) {
        set("keyboard", .object([.init("purpose", .string(purpose))]))
        set(
            "allowedCharacters",
            .object([.init("sets", .array([.string("digits")])), .init("including", .string(extra))])
        )
        validators.append(Self.rule("regex", ["pattern": .string(pattern)]))
        typeInDocument = .number
        readBounds(node)
        readAlternatives(node, of: node.type)
    }

    private mutating func readBounds(_ node: SchemaNode) {
        let exclusive = JSONText.Member("exclusive", .literal("true"))
        let bounds: [(keyword: String, rule: String, key: String, more: [JSONText.Member])] = [
            ("minimum", "minValue", "min", []), ("maximum", "maxValue", "max", []),
            ("exclusiveMinimum", "minValue", "min", [exclusive]), ("exclusiveMaximum", "maxValue", "max", [exclusive]),
            ("multipleOf", "step", "step", []),
        ]
        for (keyword, rule, key, more) in bounds {
            known.insert(keyword)
            for site in node.all(keyword) {
                guard let number = site.numberText else {
                    omissions.append(Omission(site, "this is no number"))
                    continue
                }
                let keys: [JSONText.Member] = [.init("type", .string(rule)), .init(key, .literal(number))]
                validate(site, [.object(keys + more)])
            }
        }
    }

    // MARK: Alternatives

    private mutating func readAlternatives(_ node: SchemaNode, of type: SchemaType) {
        let sites = node.all("anyOf")
        let all = sites.compactMap { SchemaAlternatives($0, of: type, decoder) }
        // A schema without a type may require values of another type than the field's.
        guard node.types != nil, all.count == sites.count else { return }
        known.insert("anyOf")
        for (site, alternatives) in zip(sites, all) {
            omissions += alternatives.omissions
            validate(site, alternatives.rules)
        }
    }

    // MARK: Parts

    static func rule(_ type: String, _ keys: KeyValuePairs<String, JSONText> = [:]) -> JSONText {
        .object([.init("type", .string(type))] + keys.map { JSONText.Member($0.key, $0.value) })
    }

    /// Adds rules. If a definition may not contain them, reports an omission.
    private mutating func validate(_ site: JSONValue, _ rules: [JSONText]) {
        let decoded = decoder.decodeRules(JSONText.array(rules).line)
        if decoded.value == nil {
            omissions.append(Omission(site, decoded.diagnostics.first?.message ?? "no rule says this"))
        } else if validators.count + rules.count > DefinitionLimits.rules {
            omissions.append(Omission(site, "a field has at most \(DefinitionLimits.rules) rules"))
        } else {
            validators += rules
        }
    }
}
