/// Groups of rows, and pages.
extension DecodingContext {
    /// Reads one element of `fields`: a field, or an object with `repeat`, which is a group.
    func element(_ value: JSONValue) -> FormStructure.Element? {
        guard value.object?["repeat"] != nil else { return field(value).map(FormStructure.Element.field) }
        return group(value).map(FormStructure.Element.group)
    }

    private func group(_ value: JSONValue) -> GroupDefinition? {
        guard let object = object(value, keys: ["id", "label", "repeat", "fields"]) else { return nil }
        if object["id"] == nil { error("a group needs the key “id”", at: value) }
        var group = GroupDefinition(id: object["id"].flatMap(identifier) ?? "", maximum: 1, fields: [])
        read(object["label"], into: &group.label, text)
        if let value = object["repeat"] { readRepetition(value, into: &group) }
        guard let list = object["fields"] else {
            error("a group needs the key “fields”", at: value)
            return nil
        }
        guard let elements = array(list, limit: DefinitionLimits.fields, of: "fields") else { return nil }
        if elements.isEmpty { error("a group needs at least one field", at: list) }
        var places: [String: Int] = [:]
        for (place, element) in elements.enumerated() {
            if element.object?["repeat"] != nil {
                error("a group stands in no other group", at: element)
                continue
            }
            guard let field = field(element) else { continue }
            let site = element.object?["id"] ?? element
            if places.updateValue(place, forKey: field.id) != nil {
                error("the field \(quoted(field.id)) exists already in this group", at: site)
            }
            let size = group.id(of: field.id, inRow: GroupDefinition.lastRow).utf8.count
            if size > DefinitionLimits.identifier {
                let names = "the names of group and field together"
                error("\(names) have more than \(DefinitionLimits.identifier - 9) characters", at: site)
            }
            group.fields.append(field)
        }
        checkNeighbours(elements, known: places)
        return group.id.isEmpty || group.fields.isEmpty ? nil : group
    }

    private func readRepetition(_ value: JSONValue, into group: inout GroupDefinition) {
        guard let object = object(value, keys: ["min", "max"]) else { return }
        guard let maximum = object["max"] else { return error("a group needs a “max” of rows", at: value) }
        read(object["min"], into: &group.minimum) { integer($0, in: 0...DefinitionLimits.fields, unit: "rows") }
        read(maximum, into: &group.maximum) { integer($0, in: 1...DefinitionLimits.fields, unit: "rows") }
        if group.maximum < group.minimum {
            error("the maximum of \(group.maximum) is less than the minimum of \(group.minimum)", at: maximum)
        }
    }

    /// Reports names that a row's field could have as well, and more fields than a form may have in all rows.
    func checkGroups(_ structure: FormStructure, _ elements: [JSONValue], at value: JSONValue) {
        let groups = structure.groups
        guard !groups.isEmpty else { return }
        for element in elements {
            guard let site = element.object?["id"], let id = site.string else { continue }
            for group in groups where id.isLikeRow(of: group.id) {
                error("\(quoted(id)) could be the name of a row's field in the group \(quoted(group.id))", at: site)
            }
        }
        var count = 0
        for element in structure.elements {
            if case .group(let group) = element { count += group.maximum * group.fields.count } else { count += 1 }
        }
        if count > DefinitionLimits.fields {
            error("with all rows there are \(count) fields; the limit is \(DefinitionLimits.fields)", at: value)
        }
    }

    /// Reports what a row's rules and conditions say of fields that there are not: they may name fields of the same row
    /// and those that stand in no group.
    func checkRowReferences(_ structure: FormStructure, _ elements: [JSONValue], outside: [FieldDefinition]) {
        var groups = Dictionary(structure.groups.map { ($0.id, $0) }) { first, _ in first }
        guard !groups.isEmpty else { return }
        for element in elements {
            guard let object = element.object, let id = object["id"]?.string,
                let group = groups.removeValue(forKey: id), let fields = object["fields"]?.elements
            else { continue }
            let places = Dictionary(
                fields.enumerated().compactMap { place, field in field.object?["id"]?.string.map { ($0, place) } }
            ) { first, _ in first }
            checkReferences(fields, fields: group.fields, known: places, outside: outside)
            checkAskedFields(fields, known: Set(places.keys).union(outside.map(\.id)))
        }
    }

    // MARK: Pages

    /// Reads `pages`, which together list every element once, in the form's order.
    func pages(_ value: JSONValue, of elements: [FormStructure.Element]) -> [FormStructure.Page] {
        guard let list = array(value, limit: DefinitionLimits.fields, of: "pages") else { return [] }
        if list.isEmpty { error("there are no pages", at: value) }
        let places = Dictionary(elements.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var pages: [FormStructure.Page] = []
        var next = 0
        for element in list {
            guard let object = object(element, keys: ["title", "fields"]) else { continue }
            let start = next
            guard let names = object["fields"] else {
                error("a page needs the key “fields”", at: element)
                continue
            }
            let list = array(names, limit: DefinitionLimits.fields, of: "fields") ?? []
            if list.isEmpty { error("a page needs at least one field", at: names) }
            for name in list {
                guard let id = identifier(name) else { continue }
                guard let place = places[id] else {
                    unknown("field", id, at: name, allowed: places.keys.sorted())
                    continue
                }
                if place == next {
                    next += 1
                } else if place < next {
                    error("the field \(quoted(id)) stands before this already", at: name)
                } else {
                    error("pages keep the form's order: \(quoted(elements[next].id)) comes before this", at: name)
                    next = place + 1
                }
            }
            pages.append(FormStructure.Page(title: object["title"].flatMap(text), elements: start..<next))
        }
        if next < elements.count, !hasErrors {
            error("the field \(quoted(elements[next].id)) stands on no page", at: value)
        }
        return pages
    }
}

extension String {
    /// Whether a name begins as those of a group's rows do: `items_1`, `items_1_name`.
    fileprivate func isLikeRow(of group: String) -> Bool {
        guard hasPrefix(group + "_") else { return false }
        let rest = dropFirst(group.utf8.count + 1)
        let digits = rest.prefix { "0"..."9" ~= $0 }
        return !digits.isEmpty && (digits.endIndex == rest.endIndex || rest[digits.endIndex] == "_")
    }
}
