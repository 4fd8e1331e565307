import FormImport
import FormModel

/// A part of a schema that cannot be expressed as a condition.
struct Untestable: Error {
    let site: JSONValue
    let reason: String
}

/// Converts a schema to a condition on the form's fields, which holds if the entered values match the schema.
struct SchemaTest {
    var reader: SchemaReader

    /// The condition under which the object of these elements matches a schema.
    mutating func holds(_ schema: JSONValue, for elements: [ImportedElement]) throws(Untestable) -> Truth {
        if let bool = schema.bool { return bool ? .always : .never }
        guard let node = reader.node([schema]) else {
            throw Untestable(site: schema, reason: "this schema is left out")
        }
        return try holds(node, for: elements)
    }

    private mutating func holds(_ node: SchemaNode, for elements: [ImportedElement]) throws(Untestable) -> Truth {
        var parts: [Truth] = []
        for name in node.required.keys.sorted() {
            parts.append(elements.place(of: name).map { elements[$0].isPresent } ?? .never)
        }
        for property in node.properties {
            guard let place = elements.place(of: property.name) else { continue }
            let element = elements[place]
            let isValid = try holds(property.schemas, for: element)
            let isAbsent = node.required[property.name] == nil ? element.isPresent.negated : .never
            parts.append(.any([isAbsent, isValid]))
        }
        for name in node.names {
            switch name {
            case "type": if node.types?.contains(.object) == false { parts.append(.never) }
            case "anyOf", "not":
                parts += try combined(name, node) { test, schema throws(Untestable) in
                    try test.holds(schema, for: elements)
                }
            default: try ignore(name, of: node)
            }
        }
        return .all(parts)
    }

    /// The conditions for the schemas of `anyOf` or `not`.
    private mutating func combined(
        _ name: String,
        _ node: SchemaNode,
        _ holds: (inout SchemaTest, JSONValue) throws(Untestable) -> Truth
    ) throws(Untestable) -> [Truth] {
        var parts: [Truth] = []
        for value in node.all(name) {
            var alternatives: [Truth] = []
            for schema in value.elements ?? [value] { alternatives.append(try holds(&self, schema)) }
            parts.append(name == "not" ? Truth.any(alternatives).negated : .any(alternatives))
        }
        return parts
    }

    /// Throws for a keyword that is no annotation.
    private func ignore(_ name: String, of node: SchemaNode) throws(Untestable) {
        let annotations: Set = [
            "title", "description", "$comment", "default", "examples", "deprecated", "then", "else",
        ]
        guard !annotations.contains(name), let site = node[name] else { return }
        throw Untestable(site: site, reason: "no condition says \(quoted(name))")
    }

    // MARK: Values

    /// The condition under which the value of an existing property matches all schemas.
    mutating func holds(_ schemas: [JSONValue], for element: ImportedElement) throws(Untestable) -> Truth {
        if schemas.contains(where: { $0.bool == false }) { return .never }
        guard let node = reader.node(schemas) else {
            throw Untestable(site: schemas[0], reason: "this schema is left out")
        }
        switch element.kind {
        case .section:
            if let types = node.types, !types.contains(.object) { return .never }
            return try holds(node, for: element.children)
        case .group, .constant:
            guard node.names.isEmpty, node.properties.isEmpty else {
                throw Untestable(site: node.site, reason: "no condition is about rows")
            }
            return .always
        case .field: return try holds(node, for: element)
        }
    }

    private mutating func holds(_ node: SchemaNode, for element: ImportedElement) throws(Untestable) -> Truth {
        if element.values.isSecret, !node.names.isEmpty {
            throw Untestable(site: node.site, reason: "only whether it is empty can be asked of what is secret")
        }
        var parts: [Truth] = []
        for name in node.names {
            for site in node.all(name) {
                switch name {
                case "type": parts.append(try isOf(node.types ?? [], element, site))
                case "const": parts.append(try isOne(of: [site], element))
                case "enum": parts.append(try isOne(of: site.elements ?? [], element))
                case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
                    parts.append(try isWithin(name, site, element))
                case "pattern": parts.append(try matches(site, element))
                case "minLength", "maxLength": parts.append(try hasLength(name, site, element))
                case "contains": parts.append(try contains(site, element))
                case "anyOf", "not": break
                default: try ignore(name, of: node)
                }
            }
            if name == "anyOf" || name == "not" {
                parts += try combined(name, node) { test, schema throws(Untestable) in
                    try test.holds([schema], for: element)
                }
            }
        }
        return .all(parts)
    }

    /// The condition under which the value is null: the field is empty, and null is valid.
    private func isNull(_ element: ImportedElement) -> Truth {
        element.values.isNullable ? element.test("empty", .literal("true")) : .never
    }

    private func isOf(_ types: Set<SchemaType>, _ element: ImportedElement, _ site: JSONValue) throws(Untestable)
        -> Truth
    {
        guard let type = element.values.type else {
            throw Untestable(site: site, reason: "the values have several types")
        }
        let isRight = types.contains(type) || type == .integer && types.contains(.number)
        guard isRight || !types.contains(.integer) || type != .number else {
            throw Untestable(site: site, reason: "no condition asks whether a number is whole")
        }
        let hasNull = types.contains(.null)
        return isRight ? (hasNull ? .always : isNull(element).negated) : hasNull ? isNull(element) : .never
    }

    func isOne(of values: [JSONValue], _ element: ImportedElement) throws(Untestable) -> Truth {
        var parts: [Truth] = []
        var texts: [JSONText] = []
        for site in values {
            guard !element.values.isList, let value = SchemaChoices.Value(site) else {
                throw Untestable(site: site, reason: "no condition compares with this value")
            }
            if value == .null {
                parts.append(isNull(element))
                continue
            }
            if let type = element.values.type, !value.isOf([type]) { continue }
            if element.values.isToggle {
                parts.append(element.test("equals", .literal(value.text)))
            } else if case .number = value, element.values.options == nil {
                // A number can be written in several ways.
                let number = JSONText.literal(value.text)
                parts.append(.all([element.test("atLeast", number), element.test("atMost", number)]))
            } else if !value.text.isEmpty {
                texts.append(.string(value.text))
            }
        }
        if texts.count == 1 { parts.append(element.test("equals", texts[0])) }
        if texts.count > 1 { parts.append(element.test("in", .array(texts))) }
        return .any(parts)
    }

    private func isWithin(_ name: String, _ site: JSONValue, _ element: ImportedElement) throws(Untestable) -> Truth {
        guard let number = site.numberText.flatMap({ DecimalNumber(json: $0) }) else {
            throw Untestable(site: site, reason: "this is no number")
        }
        guard try isAbout([.number, .integer], element, site) else { return .always }
        let words = [
            "minimum": "atLeast", "maximum": "atMost", "exclusiveMinimum": "greater", "exclusiveMaximum": "less",
        ]
        return .any([isNull(element), element.test(words[name] ?? "atLeast", .literal(number.description))])
    }

    private func matches(_ site: JSONValue, _ element: ImportedElement) throws(Untestable) -> Truth {
        guard try isAbout([.string], element, site) else { return .always }
        do throws(ECMAScriptPattern.Untranslatable) {
            let pattern = try ECMAScriptPattern(site.string ?? "").ofWholeText
            return .any([isNull(element), element.test("matches", .string(pattern))])
        } catch {
            throw Untestable(site: site, reason: "the pattern is left out: \(error)")
        }
    }

    private func hasLength(_ name: String, _ site: JSONValue, _ element: ImportedElement) throws(Untestable) -> Truth {
        guard let length = site.integer, 0...DefinitionLimits.listedValues ~= length else {
            throw Untestable(site: site, reason: "no condition says such a length")
        }
        guard try isAbout([.string], element, site) else { return .always }
        let bounds = name == "minLength" ? "{\(length),}" : "{0,\(length)}"
        return .any([isNull(element), element.test("matches", .string("(?s:.\(bounds))"))])
    }

    /// The condition under which one of the chosen options is one of the listed values.
    private mutating func contains(_ site: JSONValue, _ element: ImportedElement) throws(Untestable) -> Truth {
        guard element.values.isList else { return .always }
        let values = site.object?["const"].map { [$0] } ?? site.object?["enum"]?.elements ?? []
        guard site.object?.count == 1, !values.isEmpty else {
            throw Untestable(site: site, reason: "no condition says such a “contains”")
        }
        return .any(values.compactMap { SchemaChoices.Value($0) }.map { element.test("contains", .string($0.text)) })
    }

    /// Whether a keyword for certain types applies to a field's values.
    private func isAbout(_ types: Set<SchemaType>, _ element: ImportedElement, _ site: JSONValue) throws(Untestable)
        -> Bool
    {
        if element.values.isList { return false }
        guard let type = element.values.type else {
            throw Untestable(site: site, reason: "the values have several types")
        }
        return types.contains(type)
    }
}
