/// Checks the references between fields: neighbours, conditions, and rules that read another field.
///
/// Reports names without a field, fields that refer to themselves or to each other in a cycle, and conditions that
/// would reveal a secret.
struct ReferenceChecks {
    let context: DecodingContext
    let scopes: FieldScopes
    /// The number in `scopes` of the scope whose fields are checked.
    let scope: Int
    private let list: ElementList
    /// The fields that are checked: indices in `scopes`.
    private let fields: Range<Int>

    /// Consecutive elements that are visible together or not at all: a page, a section or a group with a condition.
    struct Part {
        var condition: Condition
        /// The JSON value that the condition was read from.
        var site: JSONValue
        /// The indices of the elements.
        var elements: Range<Int>
    }

    init(_ context: DecodingContext, _ scopes: FieldScopes, _ scope: Int) {
        self.context = context
        self.scopes = scopes
        self.scope = scope
        list = scopes.all[scope].list
        fields = scopes.all[scope].fields
    }

    func run() {
        for (number, site) in list.sites.enumerated() {
            guard let object = site.object else { continue }
            check(scopes.fields[fields.lowerBound + number], object)
        }
        for part in list.parts { check(part) }
        for group in list.elements.groups { check(group) }
        reportCircleOfComparisons()
    }

    /// The field that a name refers to.
    func field(named name: String) -> FieldDefinition? {
        scopes.index(of: name, from: scope).map { scopes.fields[$0] }
    }

    private func check(_ group: GroupDefinition) {
        for (id, site) in list.names where id.isLikeRow(of: group.id) {
            let message = "\(quoted(id)) could be the name of a row's field in the group \(quoted(group.id))"
            context.error(message, at: site)
        }
        guard let inner = scopes.all[scope].groups[group.id], let name = group.count,
            let site = scopes.all[inner].list.countSite
        else { return }
        guard let counting = scopes.index(of: name, from: scope), scopes.fields[counting].kind != .note else {
            let known = scopes.names(from: scope).filter { self.field(named: $0)?.kind != .note }
            return context.unknown("field", name, at: site, allowed: known)
        }
        if scopes.fields[counting].isSecret {
            context.error("the field \(quoted(name)) is secret, and the number of rows would reveal it", at: site)
        }
        if scopes.isCounted(inner, by: counting) {
            context.error("the field \(quoted(name)) is worked out from the rows that it counts", at: site)
        }
    }

    private func check(_ part: Part) {
        for name in Set(part.condition.testedFields).sorted() { check(name, at: part.site) }
        let inside = list.fieldNumbers(part.elements)
        for name in Set(part.condition.fields).sorted() {
            if let index = scopes.index(of: name, from: scope), inside.contains(index - fields.lowerBound) {
                context.error(
                    "the condition reads the field \(quoted(name)), which is in the part that it shows and hides",
                    at: part.site
                )
            }
        }
        checkSecrets(part.condition, at: part.site)
        checkCondition(in: part.site, testsToo: false, Reader())
    }

    private func check(_ field: FieldDefinition, _ object: JSONObject) {
        if field.next != .formOrder || field.previous != .formOrder { checkNeighbours(of: field, object) }
        if field.hasConditions { checkConditions(of: field, object) }
        if let name = field.decidingField {
            checkDeciding(name, of: field, at: object["input"]?.object?["optionsWhen"])
        }
        if !field.optionConditions.isEmpty { checkOptions(of: field, object) }
        let setting = object["setOnChange"]?.object
        // A computed field that reads a secret is secret itself.
        for (site, keepsSecrets) in [
            (object["computed"], true), (object["initially"], field.isSecret), (setting?["to"], field.isSecret),
        ] {
            guard let site else { continue }
            let message = "the field \(quoted(field.id)) is worked out from itself"
            checkOperands(in: site, Reader(name: field.id, ofItself: message, keepsSecrets: keepsSecrets))
        }
        if let setters = setting?["of"] {
            for name in field.setters { check(name, of: field, at: setters) }
        }
        checkRules(field.rules, of: field, object, "validators")
        checkRules(field.inputRules, of: field, object, "inputValidators")
    }

    /// Checks that neighbours are fields of the same group, not groups.
    private func checkNeighbours(of field: FieldDefinition, _ object: JSONObject) {
        for key in ["next", "previous"] {
            guard let value = object[key], let name = value.string, Identifier.isValid(name) else { continue }
            guard let index = scopes.index(of: name, from: scope), fields.contains(index) else {
                context.unknown("field", name, at: value, allowed: Set(scopes.fields[fields].map(\.id)).sorted())
                continue
            }
            if name == field.id {
                context.error("a field cannot be its own neighbour", at: value)
            } else if scopes.fields[index].kind == .note {
                context.error("\(quoted(name)) is a note, which takes no focus", at: value)
            }
        }
    }

    /// Checks the field that decides which options are offered, which would reveal a secret.
    private func checkDeciding(_ name: String, of field: FieldDefinition, at site: JSONValue?) {
        guard let site else { return }
        if name == field.id {
            return context.error("the field \(quoted(name)) cannot decide its own options", at: site)
        }
        check(name, at: site)
        guard let deciding = self.field(named: name) else { return }
        if deciding.isSecret {
            context.error("the field \(quoted(name)) is secret, and the options would reveal it", at: site)
        }
        // An option that never fits is most likely misspelt.
        guard case .options(let own) = field.input, case .options(let input) = deciding.input else { return }
        let known = Set(input.options.map { Array($0.value.utf8) }).union([[]])
        if let stray = own.options.lazy.flatMap(\.when).first(where: { !known.contains(Array($0.utf8)) }) {
            context.warning("the field \(quoted(name)) has no option with the value \(quoted(stray))", at: site)
        }
    }

    private func checkConditions(of field: FieldDefinition, _ object: JSONObject) {
        for (key, condition) in field.conditions { check(condition, of: field, at: object[key] ?? object.value) }
    }

    private func check(_ condition: Condition, of field: FieldDefinition, at site: JSONValue) {
        for name in Set(condition.testedFields).sorted() { check(name, of: field, at: site) }
        checkSecrets(condition, at: site)
        checkCondition(in: site, testsToo: false, Reader(name: field.id, ofItself: itself(field)))
    }

    private func checkOptions(of field: FieldDefinition, _ object: JSONObject) {
        // If an option could not be read, the indices of the options differ from those of the elements.
        let sites = (object["input"]?.object?["options"]?.elements ?? []).compactMap { option in
            option.object?["when"].flatMap { $0.kind == .object ? $0 : nil }
        }
        let conditions = field.optionConditions.sorted { $0.key < $1.key }
        guard sites.count == conditions.count else { return }
        for (condition, site) in zip(conditions, sites) { check(condition.value, of: field, at: site) }
    }

    private func checkRules(_ rules: [Rule], of field: FieldDefinition, _ object: JSONObject, _ key: String) {
        guard rules.contains(where: { $0.kind.readsOthers || !$0.kind.askedFields.isEmpty }) else { return }
        let list = object[key] ?? object.value
        // If a rule could not be read, the indices of `rules` differ from those of the elements.
        let elements = list.elements?.count == rules.count ? list.elements : nil
        for (index, rule) in rules.enumerated() {
            let object = elements?[index].object
            if let other = rule.kind.otherField { check(other, of: field, at: object?["field"] ?? list) }
            let reader = Reader(keepsSecrets: field.isSecret)
            if rule.kind.condition != nil, let site = object?["check"] {
                checkCondition(in: site, testsToo: true, reader)
            }
            if !rule.kind.operands.isEmpty {
                for key in ["min", "max"] { if let site = object?[key] { checkOperands(in: site, reader) } }
            }
            let asked = object?["fields"]?.elements
            for (number, name) in rule.kind.askedFields.enumerated() where self.field(named: name) == nil {
                let site = asked?.count == rule.kind.askedFields.count ? asked?[number] : nil
                context.unknown("field", name, at: site ?? list, allowed: scopes.names(from: scope))
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
        guard let field = field(named: name) else {
            return context.unknown("field", name, at: value, allowed: scopes.names(from: scope))
        }
        if field.kind == .note { context.error("\(quoted(name)) is a note, which has no value", at: value) }
    }

    /// Reports conditions about secrets: the visibility of a field shows everybody the result of its condition.
    private func checkSecrets(_ condition: Condition, at value: JSONValue) {
        switch condition {
        case .all(let parts), .any(let parts): for part in parts { checkSecrets(part, at: value) }
        case .not(let part): checkSecrets(part, at: value)
        case .test(_, .empty), .comparison: break
        case .test(let field, _):
            guard self.field(named: field)?.isSecret == true else { return }
            let message =
                "the field \(quoted(field)) is secret: a condition may only test whether it is “empty”, because more would reveal it"
            context.error(message, at: value)
        }
    }

    /// Reports the first cycle of fields that rules compare with each other, at the validators of its first field.
    private func reportCircleOfComparisons() {
        // The scopes around a row do not read its fields, so that one scope is enough.
        let graph = scopes.fields.enumerated().map { index, field in
            guard fields.contains(index) else { return [Int]() }
            return field.rules.compactMap(\.kind.otherField).compactMap { scopes.index(of: $0, from: scope) }
        }
        // A field that reads itself has been reported.
        guard let (circle, names) = scopes.circle(in: graph), circle.count > 1, let first = circle.first else { return }
        let site = scopes.site(of: first)
        context.error(
            "these fields are compared with each other in a circle: \(names); one direction is enough",
            at: site.object?["validators"] ?? site
        )
    }
}

extension FieldDefinition {
    fileprivate var hasConditions: Bool { visibleWhen != nil || enabledWhen != nil || requiredWhen != nil }

    /// The field's conditions with their keys.
    fileprivate var conditions: [(key: String, Condition)] {
        let all = [("visibleWhen", visibleWhen), ("enabledWhen", enabledWhen), ("requiredWhen", requiredWhen)]
        return all.compactMap { key, condition in condition.map { (key, $0) } }
    }
}

extension Condition {
    /// The fields that the condition's tests read, possibly more than once.
    fileprivate var testedFields: [String] {
        switch self {
        case .test(let field, _): [field]
        case .comparison: []
        case .all(let parts), .any(let parts): parts.flatMap(\.testedFields)
        case .not(let part): part.testedFields
        }
    }
}

extension String {
    /// Whether a name begins like the names in a group's rows: `items_1`, `items_1_name`.
    fileprivate func isLikeRow(of group: String) -> Bool {
        guard hasPrefix(group + "_") else { return false }
        let rest = dropFirst(group.utf8.count + 1)
        let digits = rest.prefix { "0"..."9" ~= $0 }
        return !digits.isEmpty && (digits.endIndex == rest.endIndex || rest[digits.endIndex] == "_")
    }
}
