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
        places.reserveCapacity(elements.count)
        for (place, element) in elements.enumerated() {
            guard let field = self.element(element) else { continue }
            if let first = places.updateValue(place, forKey: field.id) {
                places[field.id] = first
                error(
                    "the field \(quoted(field.id)) exists already, at /fields/\(first)",
                    at: element.object?["id"] ?? element
                )
            }
            structure.elements.append(field)
        }
        let groups = structure.groups
        var fields: [FieldDefinition] = []
        fields.reserveCapacity(structure.elements.count)
        for case .field(let field) in structure.elements { fields.append(field) }
        var fieldPlaces = places
        for group in groups { fieldPlaces[group.id] = nil }
        checkNeighbours(elements, known: fieldPlaces)
        checkReferences(elements, fields: fields, known: fieldPlaces)
        checkAskedFields(elements, known: Set(fieldPlaces.keys))
        checkGroups(structure, elements, at: value)
        checkRowReferences(structure, elements, outside: fields)
        if let value = root["pages"] { structure.pages = pages(value, of: structure.elements) }
        guard !hasErrors else { return nil }
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

    /// Reports neighbours that no field is, and fields that are their own.
    func checkNeighbours(_ elements: [JSONValue], known: [String: Int]) {
        for element in elements {
            guard let object = element.object else { continue }
            if let next = object["next"] { checkNeighbour(next, of: object, known: known) }
            if let previous = object["previous"] { checkNeighbour(previous, of: object, known: known) }
        }
    }

    private func checkNeighbour(_ value: JSONValue, of field: JSONObject, known: [String: Int]) {
        guard let name = value.string, Identifier.isValid(name) else { return }
        if known[name] == nil {
            unknown("field", name, at: value, allowed: known.keys.sorted())
        } else if field["id"]?.string == name {
            error("a field cannot be its own neighbour", at: value)
        }
    }
}
