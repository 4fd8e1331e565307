extension DecodingContext {
    /// Reports what rules and conditions say of other fields that cannot be: that there are none such, that they are
    /// the field itself, that they wait for each other in a circle, or that a secret would become known.
    ///
    /// - Parameters:
    ///   - known: where in `elements` the fields stand.
    ///   - outside: fields that these may name besides each other.
    func checkReferences(
        _ elements: [JSONValue],
        fields: [FieldDefinition],
        known: [String: Int],
        outside: [FieldDefinition] = []
    ) {
        let readers = fields.filter { $0.hasReferences }
        guard !readers.isEmpty else { return }
        let byID = Dictionary((fields + outside).map { ($0.id, $0) }) { first, _ in first }
        let names = Set(byID.keys)
        for field in readers {
            guard let place = known[field.id], elements.indices.contains(place), let object = elements[place].object
            else { continue }
            for (key, condition) in field.conditions {
                checkFields(condition.fields, of: field, known: names, at: object[key] ?? elements[place])
                checkSecrets(condition, of: byID, at: object[key] ?? elements[place])
            }
            for (position, rule) in field.rules.enumerated() {
                guard let other = rule.otherField else { continue }
                let site = object["validators"]?.elements?.dropFirst(position).first ?? elements[place]
                checkFields([other], of: field, known: names, at: site.object?["field"] ?? site)
            }
        }
        reportCircle("visible", in: readers, elements, known) { $0.visibleWhen?.fields ?? [] }
        reportCircle("equal", in: readers, elements, known) { $0.rules.compactMap(\.otherField) }
    }

    private func checkFields(_ names: [String], of field: FieldDefinition, known: Set<String>, at value: JSONValue) {
        for name in Set(names).sorted() {
            if name == field.id {
                error("the field \(quoted(name)) is compared with itself", at: value)
            } else if !known.contains(name) {
                unknown("field", name, at: value, allowed: known.sorted())
            }
        }
    }

    /// Whether a field is visible tells everybody who sees the form what the condition found.
    private func checkSecrets(_ condition: Condition, of fields: [String: FieldDefinition], at value: JSONValue) {
        switch condition {
        case .all(let parts), .any(let parts): for part in parts { checkSecrets(part, of: fields, at: value) }
        case .not(let part): checkSecrets(part, of: fields, at: value)
        case .test(_, .empty): break
        case .test(let field, _):
            guard fields[field]?.isSecret == true else { return }
            error(
                "of the secret field \(quoted(field)) a condition may ask “empty” only: the form would tell it",
                at: value
            )
        }
    }

    /// Names the fields of the first circle found among those that read each other.
    private func reportCircle(
        _ what: String,
        in readers: [FieldDefinition],
        _ elements: [JSONValue],
        _ known: [String: Int],
        _ reads: (FieldDefinition) -> [String]
    ) {
        let graph = Dictionary(readers.map { ($0.id, reads($0)) }) { first, _ in first }
        guard let circle = ReferenceGraph.circle(in: graph, order: readers.map(\.id)) else { return }
        // A field that reads itself has been reported.
        guard circle.count > 1, let place = circle.first.flatMap({ known[$0] }) else { return }
        let names = (circle + circle.prefix(1)).map(quoted).joined(separator: " → ")
        let key = what == "visible" ? "visibleWhen" : "validators"
        error(
            what == "visible"
                ? "whether these fields are visible depends on each other in a circle: \(names)"
                : "these fields are compared with each other in a circle: \(names); one direction is enough",
            at: elements[place].object?[key] ?? elements[place]
        )
    }
}

extension FieldDefinition {
    var hasReferences: Bool { !conditions.isEmpty || rules.contains { $0.otherField != nil } }

    /// By the keys that hold them.
    var conditions: [(key: String, Condition)] {
        [("visibleWhen", visibleWhen), ("enabledWhen", enabledWhen), ("requiredWhen", requiredWhen)].compactMap {
            key,
            condition in condition.map { (key, $0) }
        }
    }
}

/// Names that refer to names.
enum ReferenceGraph {
    /// The names of a circle in the order in which they refer to each other; nil: there is none. Linear, and no deeper
    /// on the stack for a long chain.
    static func circle(in graph: [String: [String]], order: [String]) -> [String]? {
        var finished: Set<String> = []
        for start in order where !finished.contains(start) {
            var path = [start]
            var places = [start: 0]
            var next = [0]
            while let name = path.last, let position = next.last {
                let references = graph[name] ?? []
                guard position < references.count else {
                    finished.insert(name)
                    places[name] = nil
                    path.removeLast()
                    next.removeLast()
                    continue
                }
                next[next.count - 1] += 1
                let reference = references[position]
                if let place = places[reference] { return Array(path[place...]) }
                if graph[reference] != nil, !finished.contains(reference) {
                    places[reference] = path.count
                    path.append(reference)
                    next.append(0)
                }
            }
        }
        return nil
    }
}
