import FormModel

/// The values that a schema lists: with `enum` and `const`, or with `oneOf` or `anyOf` of `const`s, which may have
/// titles.
struct SchemaChoices {
    /// One of the values.
    struct Choice {
        let value: Value
        let label: String?
    }

    /// A value with JSON's equality: a text never equals a number, and texts are equal if their code points are.
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

        var type: SchemaType {
            switch self {
            case .string: .string
            case .number: .number
            case .bool: .boolean
            case .null: .null
            }
        }

        static func == (one: Value, other: Value) -> Bool {
            switch (one, other) {
            case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
            case (.number(let one), .number(let other)): one == other
            case (.bool(let one), .bool(let other)): one == other
            case (.null, .null): true
            default: false
            }
        }

        // Values that are equal have texts that are equal.
        func hash(into hasher: inout Hasher) { hasher.combine(text) }

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
    /// Whether two texts differ only in how their characters are composed. A list of options cannot contain both.
    private(set) var areComposedDifferently = false
    /// The keywords that list the values.
    private(set) var keywords: Set<String> = []
    /// The values without a text.
    private(set) var omissions: [SchemaField.Omission] = []

    /// The types of the values.
    var types: Set<SchemaType> { Set(choices.map(\.value.type)) }

    /// The type that a document gives to the texts of all values that are no strings; `nil` if all are strings, or if the
    /// texts do not tell the types.
    var typeInDocument: SchemaType? {
        guard types.subtracting([.string]).count == 1, let type = types.subtracting([.string]).first else { return nil }
        let isClear = choices.allSatisfy { choice in
            guard case .string(let text) = choice.value else { return true }
            return type == .number ? DecimalNumber(text) == nil : text != "true" && text != "false"
        }
        return isClear ? type : nil
    }

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
                (list.elements ?? []).enumerated().compactMap { place, site in
                    read(Value(site), site: site, label: names.indices.contains(place) ? names[place].string : nil)
                }
            )
        }
        for site in node.all("const") {
            keywords.insert("const")
            lists.append([read(Value(site), site: site, label: nil)].compactMap(\.self))
        }
        for keyword in ["oneOf", "anyOf"] {
            // A list with other schemas than constants makes the whole keyword unusable.
            let all = node.all(keyword).map(Self.alternatives)
            guard !all.isEmpty, all.allSatisfy({ $0 != nil }) else { continue }
            keywords.insert(keyword)
            for alternatives in all {
                let read = (alternatives ?? []).map { alternative in
                    alternative.values.compactMap { self.read($0.value, site: $0.site, label: alternative.title) }
                }
                let counts = read.flatMap { Set($0.map(\.choice.value)) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
                // `oneOf` requires that exactly one schema matches, so values of two schemas are invalid.
                lists.append(read.flatMap(\.self).filter { keyword == "anyOf" || counts[$0.choice.value] == 1 })
            }
        }
        guard let first = lists.first else { return nil }
        let others = lists.dropFirst().map { list in
            Dictionary(list.map { ($0.choice.value, $0.choice.label) }) { first, _ in first }
        }
        let types = node.types
        var texts: [String: Value] = [:]
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
            if let other = texts.updateValue(choice.value, forKey: text) {
                guard case .string = choice.value, case .string = other, choice.value != other else { continue }
                areComposedDifferently = true
            }
            let label = ([choice.label] + others.map { $0[choice.value] ?? nil }).compactMap { $0 }.first
            let title = label.flatMap { $0.isEmpty || $0 == text ? nil : $0 }
            hasTitles = hasTitles || title != nil
            choices.append(Choice(value: choice.value, label: title))
        }
    }

    private mutating func read(_ value: Value?, site: JSONValue, label: String?) -> (site: JSONValue, choice: Choice)? {
        if let value { return (site, Choice(value: value, label: label)) }
        omissions.append(.init(site, "nobody can enter this value"))
        return nil
    }

    /// One of the schemas of `oneOf` or `anyOf`. The value is `nil` if nobody can enter it.
    private typealias Alternative = (values: [(site: JSONValue, value: Value?)], title: String?)

    /// The values and titles of a list of schemas, each of which is a constant, a list of values, or null.
    private static func alternatives(_ list: JSONValue) -> [Alternative]? {
        let known: Set = ["const", "enum", "type", "title", "description", "$comment", "deprecated"]
        guard let schemas = list.elements, !schemas.isEmpty else { return nil }
        let alternatives = schemas.compactMap { schema -> Alternative? in
            guard let object = schema.object, object.members.allSatisfy({ known.contains($0.key) }) else { return nil }
            let title = object["title"]?.string
            let type = object["type"].flatMap { $0.string.flatMap(SchemaType.init) }
            guard type != nil || object["type"] == nil else { return nil }
            let sites = object["const"].map { [$0] } ?? object["enum"]?.elements
            guard let sites, object["const"] == nil || object["enum"] == nil else {
                return sites == nil && type == .null ? ([(schema, .null)], title) : nil
            }
            let values = sites.map { (site: $0, value: Value($0)) }
            let ofType = values.filter { value in type.map { value.value?.isOf([$0]) ?? true } ?? true }
            return (ofType, sites.count == 1 ? title : nil)
        }
        return alternatives.count == schemas.count ? alternatives : nil
    }
}
