import FormModel

/// Reads the schemas of a document with everything that they refer to, and keeps what was left out of them.
struct SchemaReader {
    let document: JSONDocument
    /// In the order in which they were met.
    private(set) var omissions: [ImportOmission] = []
    /// The members of objects and the elements of arrays that references lead through, by their place in the document.
    private var members: [Int: [String: JSONValue]] = [:]
    private var elements: [Int: [JSONValue]] = [:]
    /// The keywords and schemas that may still be read: references can make a small text a large schema.
    private var budget = 200_000

    init(_ document: JSONDocument) {
        self.document = document
    }

    // MARK: Schemas

    /// Schemas that all count, with everything that they refer to. What cannot be read is listed as left out, and `nil`.
    mutating func node(_ schemas: [JSONValue]) -> SchemaNode? {
        guard let site = schemas.first else { return nil }
        var node = SchemaNode(site)
        let alternative = schemas.count == 1 ? site.object.flatMap(Self.alternativeToNull) : nil
        node.isAlsoNull = alternative != nil
        var open = Array(schemas.reversed())
        var seen: Set<Int> = []
        while let next = open.popLast() {
            guard seen.insert(next.index).inserted else { continue }
            if next.bool == true { continue }
            guard let object = next.object, budget > 0 else {
                omit(next, budget > 0 ? "this is no schema of a value" : "the schema is too large")
                return nil
            }
            budget -= 1 + object.count + (object["properties"]?.object?.count ?? 0)
            if let alternative, next.index == site.index {
                node.absorb(object, omitting: alternative.keyword)
                open.append(alternative.schema)
            } else {
                node.absorb(object)
            }
            if let identifier = object["$id"], next.index != document.root.index {
                omit(identifier, "references are read as those of the whole text")
            }
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

    /// The other schema of an `anyOf` or `oneOf` of two, of which one is null and nothing else: so programs write an optional
    /// value. `nil` for other schemas, and where the keywords beside it may refuse null.
    private static func alternativeToNull(_ object: JSONObject) -> (keyword: String, schema: JSONValue)? {
        let refusing = ["type", "enum", "const", "allOf", "$ref", "not", "if"]
        let keywords = ["anyOf", "oneOf"].filter { object[$0] != nil }
        guard keywords.count == 1, let schemas = object[keywords[0]]?.elements, schemas.count == 2,
            refusing.allSatisfy({ object[$0] == nil })
        else { return nil }
        let others = schemas.filter { $0.object.map(isNull) != true }
        guard others.count == 1, let other = others[0].object else { return nil }
        // Null is not one of two alternatives that both have it.
        if keywords[0] == "oneOf", other["type"]?.string.map({ $0 == "null" }) ?? true { return nil }
        return (keywords[0], others[0])
    }

    private static func isNull(_ object: JSONObject) -> Bool {
        object["type"]?.string == "null"
            && object.members.allSatisfy { ["type", "title", "description", "$comment"].contains($0.key) }
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

    // MARK: What is left out

    mutating func omit(_ value: JSONValue, _ reason: String) {
        omissions.append(ImportOmission(place: value.pointer, reason: reason))
    }

    mutating func add(_ omissions: [ImportOmission]) { self.omissions += omissions }

    /// Lists the keywords that nothing was made of as left out.
    mutating func report(_ node: SchemaNode, known: Set<String>) {
        let annotations: Set<String> = [
            "$schema", "$id", "$anchor", "$comment", "$defs", "$vocabulary", "definitions", "deprecated", "title",
            "description", "then", "else",
        ]
        for name in node.names where !known.contains(name) && !annotations.contains(name) {
            // A form sends nothing that it was not made to ask for. Only beside other parts of the schema does it matter
            // which properties this one names.
            let isClosing = name == "additionalProperties" || name == "unevaluatedProperties"
            if isClosing, node.parts == 1 || node.all(name).allSatisfy({ $0.bool == true }) { continue }
            for value in node.all(name) { omit(value, "\(quoted(name)) is left out") }
        }
    }
}
