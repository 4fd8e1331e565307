/// Checks what fields say of other fields: neighbours, conditions, and rules that read another field.
///
/// Reported are names that no field has, fields that refer to themselves or to each other in a circle, and conditions
/// through which a secret would become known.
struct ReferenceChecks {
    let context: DecodingContext
    /// The fields that are checked.
    private let fields: [FieldDefinition]
    /// The values that they were read from.
    private let sites: [JSONValue]
    /// The pages, sections and groups with a condition.
    private let parts: [Part]
    /// The fields that may be named: those that are checked, then those outside of their group.
    let all: [FieldDefinition]
    /// The index in `all` of the field that a name means.
    let numbers: [String: Int]
    /// The groups whose columns may be named.
    let groups: [GroupDefinition]

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
        outside: [FieldDefinition] = [],
        groups: [GroupDefinition]
    ) {
        self.context = context
        self.groups = groups
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
        reportCircleOfComparisons()
    }

    private func check(_ part: Part) {
        for name in Set(part.condition.testedFields).sorted() { check(name, at: part.site) }
        for name in Set(part.condition.fields).sorted() {
            if let number = numbers[name], part.fields.contains(number) {
                context.error("the field \(quoted(name)) stands in what it would make visible", at: part.site)
            }
        }
        checkSecrets(part.condition, at: part.site)
        checkCondition(in: part.site, testsToo: false, Reader())
    }

    private func check(_ field: FieldDefinition, _ object: JSONObject) {
        if field.next != .formOrder || field.previous != .formOrder { checkNeighbours(of: field, object) }
        if field.hasConditions { checkConditions(of: field, object) }
        if let site = object["computed"] {
            let message = "the field \(quoted(field.id)) is worked out from itself"
            checkOperands(in: site, Reader(name: field.id, ofItself: message, keepsSecrets: true))
        }
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
            for name in Set(condition.testedFields).sorted() { check(name, of: field, at: site) }
            checkSecrets(condition, at: site)
            checkCondition(in: site, testsToo: false, Reader(name: field.id, ofItself: itself(field)))
        }
    }

    private func checkRules(_ rules: [Rule], of field: FieldDefinition, _ object: JSONObject, _ key: String) {
        guard rules.contains(where: { $0.kind.readsOthers || !$0.askedFields.isEmpty }) else { return }
        let list = object[key] ?? object.value
        // A rule that could not be read has no element in `rules`.
        let elements = list.elements?.count == rules.count ? list.elements : nil
        for (place, rule) in rules.enumerated() {
            let object = elements?[place].object
            if let other = rule.otherField { check(other, of: field, at: object?["field"] ?? list) }
            let reader = Reader(keepsSecrets: field.isSecret)
            if rule.kind.condition != nil, let site = object?["check"] {
                checkCondition(in: site, testsToo: true, reader)
            }
            if !rule.kind.operands.isEmpty {
                for key in ["min", "max"] { if let site = object?[key] { checkOperands(in: site, reader) } }
            }
            let asked = object?["fields"]?.elements
            for (number, name) in rule.askedFields.enumerated() where numbers[name] == nil {
                let site = asked?.count == rule.askedFields.count ? asked?[number] : nil
                context.unknown("field", name, at: site ?? list, allowed: numbers.keys.sorted())
            }
        }
    }

    private func check(_ name: String, of field: FieldDefinition, at value: JSONValue) {
        if name == field.id {
            context.error(itself(field), at: value)
        } else {
            check(name, at: value)
        }
    }

    private func itself(_ field: FieldDefinition) -> String {
        "the field \(quoted(field.id)) is compared with itself"
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
        case .test(_, .empty), .comparison: break
        case .test(let field, _):
            guard let number = numbers[field], all[number].isSecret else { return }
            let message =
                "of the secret field \(quoted(field)) a condition may ask “empty” only: the form would tell it"
            context.error(message, at: value)
        }
    }

    /// Reports the first circle of fields that rules compare with each other, at the validators of its first field.
    private func reportCircleOfComparisons() {
        var graph = [[Int]](repeating: [], count: all.count)
        for number in fields.indices {
            graph[number] = fields[number].rules.compactMap(\.otherField).compactMap { numbers[$0] }
        }
        // A field that reads itself has been reported.
        guard let circle = ReferenceGraph.circle(in: graph), circle.count > 1, let first = circle.first else { return }
        let names = (circle + [first]).map { quoted(all[$0].id) }.joined(separator: " → ")
        context.error(
            "these fields are compared with each other in a circle: \(names); one direction is enough",
            at: sites[first].object?["validators"] ?? sites[first]
        )
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

extension Condition {
    /// The fields that the condition's tests read, with repetitions.
    fileprivate var testedFields: [String] {
        switch self {
        case .test(let field, _): [field]
        case .comparison: []
        case .all(let parts), .any(let parts): parts.flatMap(\.testedFields)
        case .not(let part): part.testedFields
        }
    }
}
