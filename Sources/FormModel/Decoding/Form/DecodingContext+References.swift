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
        let readers = fields.indices.filter { fields[$0].hasReferences }
        guard !readers.isEmpty else { return }
        let all = outside.isEmpty ? fields : fields + outside
        var numbers: [String: Int] = [:]
        numbers.reserveCapacity(all.count)
        for number in all.indices.reversed() { numbers[all[number].id] = number }
        for reader in readers {
            let field = fields[reader]
            guard let place = known[field.id], elements.indices.contains(place), let object = elements[place].object
            else { continue }
            for (key, condition) in field.conditions {
                checkFields(condition.fields, of: field, known: numbers, at: object[key] ?? elements[place])
                checkSecrets(condition, at: object[key] ?? elements[place]) { id in
                    numbers[id].map { all[$0].isSecret } ?? false
                }
            }
            for (position, rule) in field.rules.enumerated() {
                guard let other = rule.otherField else { continue }
                func site() -> JSONValue {
                    let site = object["validators"]?.elements?.dropFirst(position).first ?? elements[place]
                    return site.object?["field"] ?? site
                }
                checkFields([other], of: field, known: numbers, at: site())
            }
        }
        func graph(_ reads: (FieldDefinition) -> [String]) -> [[Int]] {
            var graph = [[Int]](repeating: [], count: all.count)
            for reader in readers { graph[reader] = reads(fields[reader]).compactMap { numbers[$0] } }
            return graph
        }
        if let circle = ReferenceGraph.circle(in: graph { $0.visibleWhen?.fields ?? [] }) {
            report(circle.map { all[$0].id }, "visible", elements, known)
        }
        if let circle = ReferenceGraph.circle(in: graph { $0.rules.compactMap(\.otherField) }) {
            report(circle.map { all[$0].id }, "equal", elements, known)
        }
    }

    private func checkFields(
        _ names: [String],
        of field: FieldDefinition,
        known: [String: Int],
        at value: @autoclosure () -> JSONValue
    ) {
        for name in names.count > 1 ? Set(names).sorted() : names {
            if name == field.id {
                error("the field \(quoted(name)) is compared with itself", at: value())
            } else if known[name] == nil {
                unknown("field", name, at: value(), allowed: known.keys.sorted())
            }
        }
    }

    /// Whether a field is visible tells everybody who sees the form what the condition found.
    private func checkSecrets(_ condition: Condition, at value: JSONValue, _ isSecret: (String) -> Bool) {
        switch condition {
        case .all(let parts), .any(let parts): for part in parts { checkSecrets(part, at: value, isSecret) }
        case .not(let part): checkSecrets(part, at: value, isSecret)
        case .test(_, .empty): break
        case .test(let field, _):
            guard isSecret(field) else { return }
            error(
                "of the secret field \(quoted(field)) a condition may ask “empty” only: the form would tell it",
                at: value
            )
        }
    }

    /// Names the fields of a circle.
    private func report(_ circle: [String], _ what: String, _ elements: [JSONValue], _ known: [String: Int]) {
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
    var hasReferences: Bool {
        visibleWhen != nil || enabledWhen != nil || requiredWhen != nil || rules.contains { $0.otherField != nil }
    }

    /// By the keys that hold them.
    var conditions: [(key: String, Condition)] {
        [("visibleWhen", visibleWhen), ("enabledWhen", enabledWhen), ("requiredWhen", requiredWhen)].compactMap {
            key,
            condition in condition.map { (key, $0) }
        }
    }
}

/// Numbers that refer to numbers.
enum ReferenceGraph {
    private enum Visit {
        case none, open, finished
    }

    /// The numbers of a circle in the order in which they refer to each other; nil: there is none. Linear, and no deeper
    /// on the stack for a long chain.
    static func circle(in graph: [[Int]]) -> [Int]? {
        var visits = [Visit](repeating: .none, count: graph.count)
        for start in graph.indices where visits[start] == .none {
            visits[start] = .open
            // From the start to where the search is: each number with how many of its references have been followed.
            var path = [(number: start, followed: 0)]
            while let (number, followed) = path.last {
                guard followed < graph[number].count else {
                    visits[number] = .finished
                    path.removeLast()
                    continue
                }
                path[path.count - 1].followed += 1
                let reference = graph[number][followed]
                switch visits[reference] {
                case .none:
                    visits[reference] = .open
                    path.append((reference, 0))
                case .open: return Array(path.map(\.number).drop { $0 != reference })
                case .finished: break
                }
            }
        }
        return nil
    }
}
