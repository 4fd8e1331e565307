import FormImport
import FormModel

/// Reads the schemas of a document with everything that they refer to, and collects omissions.
struct SchemaReader {
    let document: JSONDocument
    /// The omissions, in the order in which they were found.
    private(set) var omissions: [ImportOmission] = []
    /// The members of objects and the elements of arrays on the paths of references, by index in the document.
    private var members: [Int: [String: JSONValue]] = [:]
    private var elements: [Int: [JSONValue]] = [:]
    /// How many more keywords and schemas may be read. A small text can become a large schema by references.
    private var budget = 200_000

    private let anchors: [String: JSONValue]

    init(_ document: JSONDocument) {
        self.document = document
        anchors = Self.anchors(below: document.root)
    }

    // MARK: Schemas

    /// Combines schemas with everything that they refer to. If that fails, reports an omission and returns `nil`.
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
            let values = ["enum", "oneOf", "anyOf"].reduce(0) { $0 + (object[$1]?.elements?.count ?? 0) }
            budget -= 1 + object.count + (object["properties"]?.object?.count ?? 0) + 2 * values
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

    /// The schema that an `anyOf` or `oneOf` offers besides null. Generators of schemas write optional values in this
    /// way. `nil` for other schemas, and for schemas with keywords that may exclude null.
    private static func alternativeToNull(_ object: JSONObject) -> (keyword: String, schema: JSONValue)? {
        let refusing = ["type", "enum", "const", "allOf", "$ref", "not", "if"]
        let keywords = ["anyOf", "oneOf"].filter { object[$0] != nil }
        guard keywords.count == 1, let schemas = object[keywords[0]]?.elements, schemas.count == 2,
            refusing.allSatisfy({ object[$0] == nil })
        else { return nil }
        let others = schemas.filter { $0.object.map(isNull) != true }
        guard others.count == 1, let other = others[0].object else { return nil }
        // If both schemas accept null, `oneOf` refuses it.
        if keywords[0] == "oneOf", other["type"]?.string.map({ $0 == "null" }) ?? true { return nil }
        return (keywords[0], others[0])
    }

    private static func isNull(_ object: JSONObject) -> Bool {
        object["type"]?.string == "null"
            && object.members.allSatisfy { ["type", "title", "description", "$comment"].contains($0.key) }
    }

    /// The value at `#/…`, which is a JSON Pointer, or the schema that `#name` names with `$anchor`. Both may be percent
    /// encoded, as they are parts of a URI.
    private mutating func resolve(_ reference: JSONValue) -> JSONValue? {
        guard let encoded = reference.string, encoded.hasPrefix("#"), let text = Self.decoded(encoded) else {
            return nil
        }
        if text != "#", !text.hasPrefix("#/") { return anchors[String(text.dropFirst())] }
        var value = document.root
        for token in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let key = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            guard let part = part(key, of: value) else { return nil }
            value = part
        }
        return value
    }

    /// A text with the characters that `%` and two digits stand for; `nil` if it is not UTF-8.
    private static func decoded(_ text: String) -> String? {
        guard text.contains("%") else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The schemas below a value by their `$anchor`, the first of each name.
    private static func anchors(below root: JSONValue) -> [String: JSONValue] {
        var anchors: [String: JSONValue] = [:]
        var open = [root]
        while let value = open.popLast() {
            if let name = value.object?["$anchor"]?.string, anchors[name] == nil { anchors[name] = value }
            open += (value.elements ?? value.object?.members.map(\.value) ?? []).reversed()
        }
        return anchors
    }

    /// A member of an object or an element of an array. Only the first access takes time proportional to their number.
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

    // MARK: Omissions

    mutating func omit(_ value: JSONValue, _ reason: String) {
        omissions.append(ImportOmission(place: value.pointer, reason: reason))
    }

    mutating func add(_ omissions: [ImportOmission]) { self.omissions += omissions }

    /// Reports the keywords that were not imported as omissions.
    mutating func report(_ node: SchemaNode, known: Set<String>) {
        let annotations: Set<String> = [
            "$schema", "$id", "$anchor", "$comment", "$defs", "$vocabulary", "definitions", "title",
            "description", "then", "else",
        ]
        for name in node.names where !known.contains(name) && !annotations.contains(name) {
            // A form never sends unknown properties, so this keyword matters only if the schema is combined with
            // others.
            let isClosing = name == "additionalProperties" || name == "unevaluatedProperties"
            if isClosing, node.parts == 1 || node.all(name).allSatisfy({ $0.bool == true }) { continue }
            for value in node.all(name) { omit(value, "\(quoted(name)) is left out") }
        }
    }
}
