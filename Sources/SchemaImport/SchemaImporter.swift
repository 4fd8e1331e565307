import FormModel

/// Goes through a schema and makes fields of it.
struct SchemaImporter {
    let document: JSONDocument
    let decoder: DefinitionDecoder
    private(set) var omissions: [SchemaImport.Omission] = []
    private(set) var properties: [String: SchemaImport.Property] = [:]
    private var names = ImportedNames()
    /// The members of objects and the elements of arrays that references lead through, by their place in the document.
    private var members: [Int: [String: JSONValue]] = [:]
    private var elements: [Int: [JSONValue]] = [:]
    /// The keywords and schemas that may still be read: references can make a small text a large schema.
    private var budget = 200_000

    /// The tests in all conditions so far.
    private var conditionTests = 0

    /// Tests in all conditions together: those of large objects would fill a definition.
    private static let conditionTests = 5_000
    /// Objects in objects.
    private static let depth = 8
    /// Rows of a list whose schema names no maximum.
    private static let rows = 20

    init(document: JSONDocument, decoder: DefinitionDecoder) {
        self.document = document
        self.decoder = decoder
    }

    mutating func form() throws(SchemaImport.NoForm) -> JSONText {
        guard let root = node([document.root]) else {
            throw SchemaImport.NoForm(description: "the schema is no object")
        }
        var members: [JSONText.Member] = []
        if let title = text(root["title"]) { members.append(.init("title", .string(title))) }
        let fields = fields(of: root, depth: 0)
        guard !fields.isEmpty else {
            throw SchemaImport.NoForm(description: "the schema has no properties that a form could ask for")
        }
        report(root, known: ["title", "type"])
        return .object(members + [.init("fields", .array(fields.map(\.json)))])
    }

    // MARK: Schemas

    /// Schemas that all count, with everything that they refer to. What cannot be read is listed as left out, and `nil`.
    private mutating func node(_ schemas: [JSONValue]) -> SchemaNode? {
        guard let site = schemas.first else { return nil }
        var node = SchemaNode(site)
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
            node.absorb(object)
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
        ]
        for name in node.names where !known.contains(name) && !annotations.contains(name) {
            // A form sends nothing that it was not made to ask for. Only beside other parts of the schema does it matter
            // which properties this one names.
            let isClosing = name == "additionalProperties" || name == "unevaluatedProperties"
            if isClosing, node.parts == 1 || node.all(name).allSatisfy({ $0.bool == true }) { continue }
            for value in node.all(name) { omit(value, "\(quoted(name)) is left out") }
        }
    }

    // MARK: Fields

    /// A field or a group of rows, before it is known when it must be filled in.
    private struct Element {
        let id: String
        /// The keys that every field has.
        let head: [JSONText.Member]
        /// `required` or `requiredWhen`, where it is one of them.
        var demand: JSONText.Member?
        let body: [JSONText.Member]
        /// Where the schema says that the property is required; `nil` if it does not.
        var requirement: JSONValue?
        var isNullable = false
        /// Whether the field can be left empty all the same: null is a value of it, or nobody may fill it in.
        var mayBeEmpty = false
        var isGroup = false
        var isToggle = false

        /// The condition that the field says something of its own.
        var isFilledIn: JSONText {
            isToggle
                ? .object([.init("field", .string(id)), .init("equals", .string("true"))])
                : .object([.init("field", .string(id)), .init("empty", .literal("false"))])
        }

        var json: JSONText { .object(head + (demand.map { [$0] } ?? []) + body) }
    }

    /// The fields of an object that is always there, such as the whole form or a row.
    private mutating func fields(of node: SchemaNode, depth: Int) -> [Element] {
        var elements = fields(of: node, prefix: "", pointer: "", depth: depth)
        for place in elements.indices where elements[place].requirement != nil && !elements[place].mayBeEmpty {
            elements[place].demand = .init("required", .literal("true"))
        }
        return elements
    }

    /// - Parameters:
    ///   - prefix: what the names of the fields begin with.
    ///   - pointer: the JSON Pointer of the object.
    private mutating func fields(of node: SchemaNode, prefix: String, pointer: String, depth: Int) -> [Element] {
        var elements: [Element] = []
        var missing = node.required
        for property in node.properties {
            let requirement = node.required[property.name]
            guard names.count < DefinitionLimits.fields else {
                omit(property.schemas[0], "a form has at most \(DefinitionLimits.fields) fields")
                break
            }
            guard let schema = self.node(property.schemas) else { continue }
            let name = prefix.isEmpty ? property.name : "\(prefix)_\(property.name)"
            let pointer = "\(pointer)/" + property.name.replacing("~", with: "~0").replacing("/", with: "~1")
            switch schema.type {
            case .object:
                guard depth < Self.depth else {
                    omit(schema.site, "objects lie more than \(Self.depth) deep in each other")
                    continue
                }
                var parts = fields(of: schema, prefix: name, pointer: pointer, depth: depth + 1)
                if requirement == nil { require(&parts) }
                elements += parts
                report(schema, known: ["type"])
            case .array where !asksForOptions(schema):
                guard let group = group(schema, name: name, label: property.name, depth: depth, requirement) else {
                    continue
                }
                elements.append(group)
            default:
                guard let field = field(schema, name: name, label: property.name, requirement) else { continue }
                elements.append(field.element)
                properties[pointer] = SchemaImport.Property(
                    field: field.element.id,
                    type: field.type?.rawValue,
                    isNullable: field.element.isNullable
                )
            }
            missing[property.name] = nil
        }
        for name in missing.keys.sorted() {
            if let site = missing[name] { omit(site, "\(quoted(name)) is required and cannot be asked for") }
        }
        return elements
    }

    /// Says when the fields of an object that need not be there must be filled in: as soon as one of the others is.
    private mutating func require(_ elements: inout [Element]) {
        let fields = elements.filter { !$0.isGroup }
        for place in elements.indices {
            guard let requirement = elements[place].requirement else { continue }
            elements[place].requirement = nil
            let others = fields.filter { $0.id != elements[place].id }
            if elements[place].mayBeEmpty || others.isEmpty { continue }
            conditionTests += others.count
            guard others.count <= DefinitionLimits.conditionParts, conditionTests <= Self.conditionTests else {
                omit(requirement, "too many fields decide whether this one is required")
                continue
            }
            let tests = others.map(\.isFilledIn)
            let condition = tests.count == 1 ? tests[0] : .object([.init("any", .array(tests))])
            elements[place].demand = .init("requiredWhen", condition)
        }
    }

    /// Whether a list is one of different values out of some.
    private mutating func asksForOptions(_ node: SchemaNode) -> Bool {
        guard !node.all("items").isEmpty, let items = self.node(node.all("items")) else { return false }
        return items.type != .object && SchemaChoices(items) != nil
    }

    /// A list of objects is a group of rows. A list that no form can ask for is listed as left out, and `nil`.
    private mutating func group(
        _ node: SchemaNode,
        name: String,
        label: String,
        depth: Int,
        _ requirement: JSONValue?
    ) -> Element? {
        guard depth == 0, let row = self.node(node.all("items")), row.type == .object else {
            omit(node.site, "only lists of objects can be asked for, and none inside of others")
            return nil
        }
        let outer = (names, properties)
        names = ImportedNames()
        let fields = fields(of: row, depth: Self.depth)
        (names, properties) = outer
        report(row, known: ["type"])
        let minimum = node.all("minItems").compactMap(\.integer).max() ?? 0
        let stated = node.all("maxItems").compactMap(\.integer).min()
        let maximum = stated ?? max(minimum, Self.rows)
        let repetition = JSONText.object([
            .init("min", .literal("\(minimum)")), .init("max", .literal("\(maximum)")),
        ])
        let id = identifier(name)
        let group = Element(
            id: id,
            head: [
                .init("id", .string(id)), .init("label", .string(text(node["title"]) ?? label)),
                .init("repeat", repetition), .init("fields", .array(fields.map(\.json))),
            ],
            body: [],
            isGroup: true
        )
        guard isDecoded(group.json) else {
            omit(node.site, "no group of rows can be made of this list")
            return nil
        }
        if stated == nil { omit(node.site, "the list has no maximum, the form has at most \(maximum) rows") }
        if minimum > 0, requirement == nil, let site = node["minItems"] {
            omit(site, "the list need not be there, but its rows are always asked for")
        }
        report(node, known: ["type", "items", "minItems", "maxItems"])
        return group
    }

    private func isDecoded(_ field: JSONText) -> Bool {
        decoder.decode(JSONText.object([.init("fields", .array([field]))]).line, name: "").value != nil
    }

    /// A property that is one value. One that nobody can enter is listed as left out, and `nil`.
    private mutating func field(
        _ node: SchemaNode,
        name: String,
        label: String,
        _ requirement: JSONValue?
    ) -> (element: Element, type: SchemaType?)? {
        let title = text(node["title"]) ?? label
        let items = node.type == .array ? self.node(node.all("items")) : nil
        let field = SchemaField(decoder: decoder, node, items: items)
        omissions += field.omissions.map { SchemaImport.Omission(pointer: $0.site.pointer, reason: $0.reason) }
        guard field.isPossible else {
            omit(node.site, "there is no value that a person could enter")
            return nil
        }
        let id = identifier(name)
        var head: [JSONText.Member] = [
            .init("id", .string(id)), .init("label", .string(title)), .init("placeholders", .array([.string(title)])),
        ]
        if let hint = text(node["description"]) { head.append(.init("hint", .string(hint))) }
        report(node, known: field.known)
        var element = Element(id: id, head: head, body: field.members, requirement: requirement)
        element.isNullable = field.isNullable
        element.mayBeEmpty = field.isNullable || field.isToggle || field.mayBeEmpty
        element.isToggle = field.isToggle
        if node.type == .array, !field.mayBeEmpty, requirement == nil, let site = node["minItems"] {
            omit(site, "the list need not be there, but it is sent without values where nothing is chosen")
        }
        if let requirement, field.isReadOnly, !field.hasValue {
            omit(requirement, "\(quoted(label)) is required and read-only, so that nobody can enter it")
            element.mayBeEmpty = true
        }
        return (element, field.type)
    }

    private func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.unicodeScalars.count <= DefinitionLimits.text else {
            return nil
        }
        return text
    }

    private mutating func identifier(_ name: String) -> String { names.identifier(for: name, room: 5) }
}
