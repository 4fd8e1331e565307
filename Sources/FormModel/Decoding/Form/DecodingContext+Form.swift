extension DecodingContext {
    /// Reads a whole form.
    func form(name: String, source: String) -> FormDefinition? {
        guard
            let root = object(
                document.root,
                keys: ["$schema", "title", "styles", "messages", "compatibility", "fields", "measurer", "pages"]
            )
        else { return nil }
        if let schema = root["$schema"], schema.kind != .string { mismatch("a string", at: schema) }
        let title = root["title"].flatMap(text) ?? LocalizedText(name)
        if let styles = root["styles"] { readStyles(styles) }
        // Rules take both with them, so both are read before the fields.
        if let messages = root["messages"] { readMessages(messages) }
        read(root["compatibility"], into: &compatibility) { choice($0, of: RuleCompatibility.self) }
        let measurer = root["measurer"].flatMap(measurer)
        guard let value = root["fields"] else {
            error("a form needs the key “fields”", at: document.root)
            return nil
        }
        guard let elements = array(value, limit: DefinitionLimits.fields, of: "fields") else { return nil }
        if elements.isEmpty { error("a form needs at least one field", at: value) }
        var structure = FormStructure(elements: [])
        structure.elements.reserveCapacity(elements.count)
        var places: [String: Int] = [:]
        for (place, element) in elements.enumerated() {
            guard let field = self.element(element) else { continue }
            if let first = places[field.id] {
                error(
                    "the field \(quoted(field.id)) exists already, at /fields/\(first)",
                    at: element.object?["id"] ?? element
                )
            } else {
                places[field.id] = place
            }
            structure.elements.append(field)
        }
        let groups = structure.groups
        let fields = structure.elements.compactMap { element in
            if case .field(let field) = element { field } else { nil }
        }
        let fieldPlaces = places.filter { name, _ in !groups.contains { $0.id == name } }
        checkNeighbours(elements, known: fieldPlaces)
        checkReferences(elements, fields: fields, known: fieldPlaces)
        checkAskedFields(elements, known: Set(fieldPlaces.keys))
        checkGroups(structure, elements, at: value)
        checkRowReferences(structure, elements, outside: fields)
        if let value = root["pages"] { structure.pages = pages(value, of: structure.elements) }
        guard !hasErrors else { return nil }
        guard groups.isEmpty, structure.pages.isEmpty else {
            return FormDefinition(
                name: name,
                title: title,
                structure: structure,
                measurer: measurer,
                source: source,
                messages: messages,
                stylesSource: root["styles"]?.sourceRange
            )
        }
        return FormDefinition(
            name: name,
            title: title,
            fields: fields,
            measurer: measurer,
            source: source,
            messages: messages,
            stylesSource: root["styles"]?.sourceRange
        )
    }

    /// Reports neighbours that no field is, and fields that are their own.
    func checkNeighbours(_ elements: [JSONValue], known: [String: Int]) {
        for element in elements {
            guard let object = element.object else { continue }
            for key in ["next", "previous"] {
                guard let value = object[key], let name = value.string, Identifier.isValid(name) else { continue }
                if known[name] == nil {
                    unknown("field", name, at: value, allowed: known.keys.sorted())
                } else if object["id"]?.string == name {
                    error("a field cannot be its own neighbour", at: value)
                }
            }
        }
    }
}
