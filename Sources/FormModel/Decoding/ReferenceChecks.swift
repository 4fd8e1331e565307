/// Checks what fields say of other fields: neighbours, conditions, and rules that read another field.
///
/// Reported are names that no field has, fields that refer to themselves or to each other in a circle, and conditions
/// through which a secret would become known.
struct ReferenceChecks {
    private let context: DecodingContext
    /// The fields that are checked.
    private let fields: [FieldDefinition]
    /// The values that they were read from.
    private let sites: [JSONValue]
    /// The pages, sections and groups with a condition.
    private let parts: [Part]
    /// The fields that may be named: those that are checked, then those outside of their group.
    private let all: [FieldDefinition]
    /// The index in `all` of the field that a name means.
    private let numbers: [String: Int]

    /// Fields that follow each other and are visible together or not at all.
    struct Part {
        var condition: Condition
        /// The value that the condition was read from.
        var site: JSONValue
        /// Numbers of fields.
        var fields: Range<Int>
    }

    init(
        _ context: DecodingContext,
        sites: [JSONValue],
        fields: [FieldDefinition],
        parts: [Part] = [],
        outside: [FieldDefinition] = []
    ) {
        self.context = context
        self.sites = sites
        self.fields = fields
        self.parts = parts
        all = outside.isEmpty ? fields : fields + outside
        var numbers: [String: Int] = [:]
        numbers.reserveCapacity(all.count)
        // Of a doubled name the first field counts.
        for number in all.indices.reversed() { numbers[all[number].id] = number }
        self.numbers = numbers
    }

    func run() {
        for (number, site) in sites.enumerated() {
            guard let object = site.object else { continue }
            check(fields[number], object)
        }
        for part in parts { check(part) }
        report(circle: decidingFields, at: "visibleWhen") {
            "whether these fields are visible depends on each other in a circle: \($0)"
        }
        report(circle: { fields[$0].rules.compactMap(\.otherField) }, at: "validators") {
            "these fields are compared with each other in a circle: \($0); one direction is enough"
        }
    }

    /// The fields that decide whether a field is visible.
    private func decidingFields(of number: Int) -> [String] {
        let parts = parts.lazy.filter { $0.fields.contains(number) }
        return (fields[number].visibleWhen?.fields ?? []) + parts.flatMap(\.condition.fields)
    }

    private func check(_ part: Part) {
        for name in Set(part.condition.fields).sorted() {
            check(name, at: part.site)
            if let number = numbers[name], part.fields.contains(number) {
                context.error("the field \(quoted(name)) stands in what it would make visible", at: part.site)
            }
        }
        checkSecrets(part.condition, at: part.site)
    }

    private func check(_ field: FieldDefinition, _ object: JSONObject) {
        if field.next != .formOrder || field.previous != .formOrder { checkNeighbours(of: field, object) }
        if field.hasConditions { checkConditions(of: field, object) }
        checkRules(field.rules, of: field, object, "validators")
        checkRules(field.inputRules, of: field, object, "inputValidators")
    }

    /// Neighbours are of the same group, and no groups.
    private func checkNeighbours(of field: FieldDefinition, _ object: JSONObject) {
        for key in ["next", "previous"] {
            guard let value = object[key], let name = value.string, Identifier.isValid(name) else { continue }
            if numbers[name].map({ $0 < fields.count }) != true {
                context.unknown("field", name, at: value, allowed: Set(fields.map(\.id)).sorted())
            } else if name == field.id {
                context.error("a field cannot be its own neighbour", at: value)
            } else if numbers[name].map({ all[$0].kind == .note }) == true {
                context.error("\(quoted(name)) is a note, which takes no focus", at: value)
            }
        }
    }

    private func checkConditions(of field: FieldDefinition, _ object: JSONObject) {
        for (key, condition) in field.conditions {
            let site = object[key] ?? object.value
            for name in Set(condition.fields).sorted() { check(name, of: field, at: site) }
            checkSecrets(condition, at: site)
        }
    }

    private func checkRules(_ rules: [Rule], of field: FieldDefinition, _ object: JSONObject, _ key: String) {
        guard rules.contains(where: { $0.otherField != nil || !$0.askedFields.isEmpty }) else { return }
        let list = object[key] ?? object.value
        // A rule that could not be read has no element in `rules`.
        let elements = list.elements?.count == rules.count ? list.elements : nil
        for (place, rule) in rules.enumerated() {
            let object = elements?[place].object
            if let other = rule.otherField { check(other, of: field, at: object?["field"] ?? list) }
            let asked = object?["fields"]?.elements
            for (number, name) in rule.askedFields.enumerated() where numbers[name] == nil {
                let site = asked?.count == rule.askedFields.count ? asked?[number] : nil
                context.unknown("field", name, at: site ?? list, allowed: numbers.keys.sorted())
            }
        }
    }

    private func check(_ name: String, of field: FieldDefinition, at value: JSONValue) {
        if name == field.id {
            context.error("the field \(quoted(name)) is compared with itself", at: value)
        } else {
            check(name, at: value)
        }
    }

    private func check(_ name: String, at value: JSONValue) {
        guard let number = numbers[name] else {
            return context.unknown("field", name, at: value, allowed: numbers.keys.sorted())
        }
        if all[number].kind == .note { context.error("\(quoted(name)) is a note, which has no value", at: value) }
    }

    /// Whether a field is visible tells everybody who sees the form what the condition found.
    private func checkSecrets(_ condition: Condition, at value: JSONValue) {
        switch condition {
        case .all(let parts), .any(let parts): for part in parts { checkSecrets(part, at: value) }
        case .not(let part): checkSecrets(part, at: value)
        case .test(_, .empty): break
        case .test(let field, _):
            guard let number = numbers[field], all[number].isSecret else { return }
            let message =
                "of the secret field \(quoted(field)) a condition may ask “empty” only: the form would tell it"
            context.error(message, at: value)
        }
    }

    /// Reports the first circle of references, at a key of its first field.
    /// - Parameter reads: the names that the field of a number refers to. Numbers, because a field is costly to copy.
    private func report(circle reads: (Int) -> [String], at key: String, _ message: (String) -> String) {
        var graph = [[Int]](repeating: [], count: all.count)
        for number in fields.indices { graph[number] = reads(number).compactMap { numbers[$0] } }
        // A field that reads itself has been reported.
        guard let circle = ReferenceGraph.circle(in: graph), circle.count > 1, let first = circle.first else { return }
        let site = sites[first]
        let names = (circle + [first]).map { quoted(all[$0].id) }.joined(separator: " → ")
        context.error(message(names), at: site.object?[key] ?? site)
    }
}

extension FieldDefinition {
    fileprivate var hasConditions: Bool { visibleWhen != nil || enabledWhen != nil || requiredWhen != nil }

    /// The conditions by the keys that hold them.
    fileprivate var conditions: [(key: String, Condition)] {
        let all = [("visibleWhen", visibleWhen), ("enabledWhen", enabledWhen), ("requiredWhen", requiredWhen)]
        return all.compactMap { key, condition in condition.map { (key, $0) } }
    }
}

/// Numbers that refer to numbers.
enum ReferenceGraph {
    private enum Visit {
        case none, open, finished
    }

    /// The numbers of a circle in the order in which they refer to each other, or `nil` if there is no circle.
    ///
    /// Takes time linear in the references, and no stack for a long chain of them.
    static func circle(in graph: [[Int]]) -> [Int]? {
        var visits = [Visit](repeating: .none, count: graph.count)
        for start in graph.indices where visits[start] == .none && !graph[start].isEmpty {
            visits[start] = .open
            // The path of the search from its start: each number with how many of its references have been followed.
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
