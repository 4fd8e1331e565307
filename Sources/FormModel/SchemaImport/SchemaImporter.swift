/// Goes through a schema and makes fields of it.
struct SchemaImporter {
    let document: JSONDocument
    let decoder: DefinitionDecoder
    private(set) var omissions: [SchemaImport.Omission] = []
    private var identifiers: Set<String> = []
    /// The number that a name gets next which is taken already, by the name.
    private var nextNumbers: [String: Int] = [:]
    /// The members of objects and the elements of arrays that references lead through, by their place in the document.
    private var members: [Int: [String: JSONValue]] = [:]
    private var elements: [Int: [JSONValue]] = [:]
    /// The keywords and schemas that may still be read: references can make a small text a large schema.
    private var budget = 200_000

    /// Objects in objects.
    private static let depth = 8
    /// Rows of a list whose schema names no maximum.
    private static let rows = 20

    init(document: JSONDocument, decoder: DefinitionDecoder) {
        self.document = document
        self.decoder = decoder
    }

    mutating func form() throws(SchemaImport.NoForm) -> JSONText {
        guard let root = node(document.root) else {
            throw SchemaImport.NoForm(description: "the schema is no object")
        }
        var members: [JSONText.Member] = []
        if let title = text(root["title"]) { members.append(.init("title", .string(title))) }
        let fields = fields(of: root, prefix: "", isRequired: true, depth: 0)
        guard !fields.isEmpty else {
            throw SchemaImport.NoForm(description: "the schema has no properties that a form could ask for")
        }
        report(root, known: ["title", "type"])
        return .object(members + [.init("fields", .array(fields))])
    }

    // MARK: Schemas

    /// A schema with everything that it refers to. What cannot be read is listed as left out, and `nil`.
    private mutating func node(_ value: JSONValue) -> SchemaNode? {
        var node = SchemaNode(value)
        var open = [value]
        var seen: Set<Int> = []
        while let next = open.popLast() {
            guard seen.insert(next.index).inserted else { continue }
            if next.bool == true { continue }
            guard let object = next.object, budget > 0 else {
                omit(next, budget > 0 ? "this is no schema of a value" : "the schema is too large")
                return nil
            }
            budget -= 1 + object.count + (object["properties"]?.object?.count ?? 0)
            node.absorb(object)
            for part in (object["allOf"]?.elements ?? []).reversed() { open.append(part) }
            if let reference = object["$ref"] {
                guard let target = resolve(reference) else {
                    omit(reference, "only references to places in the same text are followed")
                    return nil
                }
                open.append(target)
            }
        }
        return node
    }

    /// The value at `#/…`, a JSON Pointer.
    private mutating func resolve(_ reference: JSONValue) -> JSONValue? {
        guard let text = reference.string, text.hasPrefix("#") else { return nil }
        var value = document.root
        for token in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let key = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            guard let part = part(key, of: value) else { return nil }
            value = part
        }
        return text == "#" || text.hasPrefix("#/") ? value : nil
    }

    /// A member of an object or an element of an array. Only the first question takes time that grows with their
    /// number.
    private mutating func part(_ key: String, of value: JSONValue) -> JSONValue? {
        if let members = members[value.index] { return members[key] }
        if let object = value.object {
            let table = Dictionary(object.members.map { ($0.key, $0.value) }) { first, _ in first }
            members[value.index] = table
            return table[key]
        }
        guard let place = Int(key), let list = elements[value.index] ?? value.elements else { return nil }
        elements[value.index] = list
        return list.indices.contains(place) ? list[place] : nil
    }

    private mutating func omit(_ value: JSONValue, _ reason: String) {
        omissions.append(SchemaImport.Omission(pointer: value.pointer, reason: reason))
    }

    /// Lists the keywords that nothing was made of as left out.
    private mutating func report(_ node: SchemaNode, known: Set<String>) {
        let annotations: Set<String> = [
            "$schema", "$id", "$anchor", "$comment", "$defs", "$vocabulary", "definitions", "deprecated", "title",
            "description",
            // A form sends nothing that it was not made to ask for.
            "additionalProperties", "unevaluatedProperties",
        ]
        for name in node.names where !known.contains(name) && !annotations.contains(name) {
            guard let value = node[name] else { continue }
            omit(value, "\(quoted(name)) is left out")
        }
    }

    // MARK: Fields

    private mutating func fields(of node: SchemaNode, prefix: String, isRequired: Bool, depth: Int) -> [JSONText] {
        var fields: [JSONText] = []
        for property in node.properties {
            guard identifiers.count < DefinitionLimits.fields else {
                omit(property.schema, "a form has at most \(DefinitionLimits.fields) fields")
                break
            }
            guard let schema = self.node(property.schema) else { continue }
            let name = prefix.isEmpty ? property.name : "\(prefix)_\(property.name)"
            let isRequired = isRequired && node.required.contains(property.name)
            switch schema.type {
            case "object":
                guard depth < Self.depth else {
                    omit(property.schema, "objects lie more than \(Self.depth) deep in each other")
                    continue
                }
                fields += self.fields(of: schema, prefix: name, isRequired: isRequired, depth: depth + 1)
                report(schema, known: ["type"])
            case "array":
                if let group = group(schema, name: name, label: property.name, depth: depth) { fields.append(group) }
            default:
                let site = schema["title"].flatMap(text) ?? property.name
                fields.append(.object(field(schema, name: name, label: site, isRequired: isRequired)))
            }
        }
        return fields
    }

    /// A list of objects is a group of rows. A list that no form can ask for is listed as left out, and `nil`.
    private mutating func group(_ node: SchemaNode, name: String, label: String, depth: Int) -> JSONText? {
        guard depth == 0, let items = node["items"], let row = self.node(items), row.type == "object" else {
            omit(node.site, "only lists of objects can be asked for, and none inside of others")
            return nil
        }
        let outer = (identifiers, nextNumbers)
        (identifiers, nextNumbers) = ([], [:])
        let fields = fields(of: row, prefix: "", isRequired: true, depth: Self.depth)
        (identifiers, nextNumbers) = outer
        let minimum = node["minItems"]?.integer ?? 0
        let maximum = node["maxItems"]?.integer ?? max(minimum, Self.rows)
        let repetition = JSONText.object([
            .init("min", .literal("\(minimum)")), .init("max", .literal("\(maximum)")),
        ])
        let group = JSONText.object([
            .init("id", .string(identifier(name))), .init("label", .string(text(node["title"]) ?? label)),
            .init("repeat", repetition), .init("fields", .array(fields)),
        ])
        guard isDecoded(group) else {
            omit(node.site, "no group of rows can be made of this list")
            return nil
        }
        report(node, known: ["type", "items", "minItems", "maxItems"])
        return group
    }

    private func isDecoded(_ field: JSONText) -> Bool {
        decoder.decode(JSONText.object([.init("fields", .array([field]))]).line, name: "").value != nil
    }

    private mutating func field(
        _ node: SchemaNode,
        name: String,
        label: String,
        isRequired: Bool
    ) -> [JSONText.Member] {
        var builder = SchemaField(decoder: decoder)
        builder.set("id", .string(identifier(name)))
        builder.set("label", .string(label))
        builder.set("placeholders", .array([.string(label)]))
        if let hint = text(node["description"]) { builder.set("hint", .string(hint)) }
        if isRequired { builder.set("required", .literal("true")) }
        builder.read(node)
        report(node, known: builder.known)
        return builder.members
    }

    private func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.unicodeScalars.count <= DefinitionLimits.text else {
            return nil
        }
        return text
    }

    /// A name that no other field has, as similar to the property's as identifiers can be.
    private mutating func identifier(_ name: String) -> String {
        var identifier = String(
            name.unicodeScalars.map { scalar -> Character in
                let isLegal = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
                return isLegal ? Character(scalar) : "_"
            }
        )
        if identifier.first.map({ $0.isNumber }) ?? true { identifier = "_" + identifier }
        identifier = String(identifier.prefix(DefinitionLimits.identifier - 5))
        var candidate = identifier
        while !identifiers.insert(candidate).inserted {
            let number = nextNumbers[identifier, default: 2]
            nextNumbers[identifier] = number + 1
            candidate = "\(identifier)_\(number)"
        }
        return candidate
    }
}

/// One schema with what it refers to: its keywords, those of `$ref` and `allOf` among them.
struct SchemaNode {
    /// Where the schema stands.
    let site: JSONValue
    private(set) var keywords: [String: JSONValue] = [:]
    /// In the order in which they were met.
    private(set) var names: [String] = []
    private(set) var properties: [(name: String, schema: JSONValue)] = []
    /// The names of `properties`.
    private var propertyNames: Set<String> = []
    private(set) var required: Set<String> = []

    init(_ site: JSONValue) {
        self.site = site
    }

    subscript(keyword: String) -> JSONValue? { keywords[keyword] }

    /// Adds a schema's keywords; those that are there already stay.
    mutating func absorb(_ object: JSONObject) {
        for member in object.members {
            switch member.key {
            case "$ref", "allOf": break
            case "properties":
                for property in member.value.object?.members ?? []
                where propertyNames.insert(property.key).inserted {
                    properties.append((property.key, property.value))
                }
            case "required": required.formUnion((member.value.elements ?? []).compactMap(\.string))
            default:
                if keywords[member.key] == nil {
                    keywords[member.key] = member.value
                    names.append(member.key)
                }
            }
        }
    }

    /// The type that the schema asks for besides `null`, or `nil` if it allows several.
    var type: String? {
        if let name = keywords["type"]?.string { return name }
        let types = (keywords["type"]?.elements ?? []).compactMap(\.string).filter { $0 != "null" }
        if types.count == 1 { return types[0] }
        guard keywords["type"] == nil else { return nil }
        if !properties.isEmpty { return "object" }
        return keywords["items"] == nil ? nil : "array"
    }
}
