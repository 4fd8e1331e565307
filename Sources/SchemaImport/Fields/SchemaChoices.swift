import FormModel

/// The values that a schema lists: with `enum` and `const`, or with `oneOf` or `anyOf` of `const`s, which may have
/// titles.
struct SchemaChoices {
    /// One of the values.
    struct Choice {
        let value: Value
        let label: String?
    }

    /// A value with JSON's equality: a text never equals a number.
    enum Value: Hashable {
        case string(String)
        case number(DecimalNumber)
        case bool(Bool)
        case null

        /// The text that a user enters for the value.
        var text: String {
            switch self {
            case .string(let text): text
            case .number(let number): number.description
            case .bool(let bool): String(bool)
            case .null: ""
            }
        }

        /// `nil` for arrays and objects, and for a number with more digits than a definition allows.
        init?(_ value: JSONValue) {
            if let text = value.string {
                self = .string(text)
            } else if let text = value.numberText {
                guard let number = DecimalNumber(json: text) else { return nil }
                self = .number(number)
            } else if let bool = value.bool {
                self = .bool(bool)
            } else if value.object == nil, value.elements == nil {
                self = .null
            } else {
                return nil
            }
        }

        func isOf(_ types: Set<SchemaType>) -> Bool {
            switch self {
            case .string: types.contains(.string)
            case .number(let number): types.contains(.number) || types.contains(.integer) && number.fraction.isEmpty
            case .bool: types.contains(.boolean)
            case .null: types.contains(.null)
            }
        }
    }

    /// The listed values that users can enter, without duplicates.
    private(set) var choices: [Choice] = []
    private(set) var isNullable: Bool
    /// Whether the shown texts differ from the values.
    private(set) var hasTitles = false
    /// The keywords that list the values.
    private(set) var keywords: Set<String> = []
    /// The values without a text.
    private(set) var omissions: [SchemaField.Omission] = []

    /// `nil` if the schema lists no values.
    ///
    /// - Parameter names: the labels for the values of `enum`, in their order.
    init?(_ node: SchemaNode, names: JSONValue? = nil) {
        var lists: [[(site: JSONValue, choice: Choice)]] = []
        let names = (names ?? node["enumNames"])?.elements ?? []
        isNullable = node.isAlsoNull
        for list in node.all("enum") {
            keywords.formUnion(["enum", "enumNames"])
            lists.append(
                (list.elements ?? []).enumerated().compactMap { place, value in
                    read(value, site: value, label: names.indices.contains(place) ? names[place].string : nil)
                }
            )
        }
        for value in node.all("const") {
            keywords.insert("const")
            lists.append([value].compactMap { read($0, site: $0, label: nil) })
        }
        for keyword in ["oneOf", "anyOf"] {
            // A list with other schemas than constants makes the whole keyword unusable.
            let all = node.all(keyword).map(Self.constants)
            guard !all.isEmpty, all.allSatisfy({ $0 != nil }) else { continue }
            keywords.insert(keyword)
            for constants in all {
                let list = (constants ?? []).compactMap { read($0.value, site: $0.value, label: $0.title) }
                let counts = list.reduce(into: [:]) { $0[$1.choice.value, default: 0] += 1 }
                // `oneOf` requires that exactly one schema matches, so values that occur twice are invalid.
                lists.append(list.filter { keyword == "anyOf" || counts[$0.choice.value] == 1 })
            }
        }
        guard let first = lists.first else { return nil }
        let others = lists.dropFirst().map { list in
            Dictionary(list.map { ($0.choice.value, $0.choice.label) }) { first, _ in first }
        }
        let types = node.types
        var texts: Set<String> = []
        for (site, choice) in first
        where others.allSatisfy({ $0[choice.value] != nil }) && (types.map(choice.value.isOf) ?? true) {
            if choice.value == .null {
                isNullable = true
                continue
            }
            let text = choice.value.text
            guard !text.isEmpty, !text.utf8.contains(0), text.unicodeScalars.count <= DefinitionLimits.text else {
                omissions.append(
                    .init(site, text.isEmpty ? "an empty field stands for no value" : "no field holds this text")
                )
                continue
            }
            guard texts.insert(text).inserted else { continue }
            let label = ([choice.label] + others.map { $0[choice.value] ?? nil }).compactMap { $0 }.first
            let title = label.flatMap { $0.isEmpty || $0 == text ? nil : $0 }
            hasTitles = hasTitles || title != nil
            choices.append(Choice(value: choice.value, label: title))
        }
    }

    private mutating func read(_ value: JSONValue, site: JSONValue, label: String?) -> (
        site: JSONValue, choice: Choice
    )? {
        if let known = Value(value) { return (site, Choice(value: known, label: label)) }
        omissions.append(.init(site, "nobody can enter this value"))
        return nil
    }

    /// The values and titles of a list of schemas that are constants.
    private static func constants(_ list: JSONValue) -> [(value: JSONValue, title: String?)]? {
        let known: Set = ["const", "enum", "type", "title", "description", "$comment", "deprecated"]
        guard let schemas = list.elements, !schemas.isEmpty else { return nil }
        let constants = schemas.compactMap { schema -> (JSONValue, String?)? in
            guard let object = schema.object, object.members.allSatisfy({ known.contains($0.key) }),
                let value = object["const"] ?? object["enum"]?.elements?.first,
                object["enum"].map({ $0.elements?.count == 1 && object["const"] == nil }) ?? true
            else { return nil }
            if let type = object["type"] {
                guard let type = type.string.flatMap(SchemaType.init), Value(value)?.isOf([type]) == true else {
                    return nil
                }
            }
            return (value, object["title"]?.string)
        }
        return constants.count == schemas.count ? constants : nil
    }
}
