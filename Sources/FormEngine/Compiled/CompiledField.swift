import FormModel

/// What is the same for a field in every session of its form.
final class CompiledField: Sendable {
    let definition: FieldDefinition
    let index: Int
    let isTextView: Bool
    // Copies of what every key reads: taking them out of the definition one by one costs more than the rest of a key.
    let metrics: FieldMetrics
    let initialText: String
    let maxLength: Int?
    let trims: Bool
    let isRequired: Bool
    let validatesWithFormatter: Bool
    let clearsOnRefocus: Bool
    let visibleHintStates: ContainerStates
    let formatter: (any TextFormatter)?
    let rules: [JudgedRule]
    /// Asked about the unformatted text at each edit.
    let inputRules: [any RuleJudge]
    let filter: ClusterFilter?
    /// Without one of these a validation has nothing to say.
    let hasJudge: Bool
    let isSecret: Bool
    /// Which of the definition's placeholders a plug-in computes.
    let pluginPlaceholders: [Int]
    let hasBuiltInPlaceholders: Bool
    let picker: Picker?
    /// Whether there is a picker: cheaper to ask at every key.
    let hasPicker: Bool
    /// The neighbours of a field that names none.
    let formOrder: (next: CompiledNeighbour, previous: CompiledNeighbour)
    let next: CompiledNeighbour
    let previous: CompiledNeighbour

    struct JudgedRule: Sendable {
        let judge: any RuleJudge
        let severity: Rule.Severity
        /// Whether the rule wants to hear of empty text; the others pass it.
        let judgesEmptyText: Bool
    }

    /// - Parameter ends: whether the form's order ends here, behind the field and before it, because a page does.
    init(
        _ definition: FieldDefinition,
        index: Int,
        indices: [String: Int],
        types: FormTypes,
        ends: (forward: Bool, backward: Bool) = (false, false)
    ) throws {
        self.definition = definition
        self.index = index
        isTextView = definition.kind == .textView
        metrics = FieldMetrics(definition)
        initialText = definition.value
        maxLength = definition.maxLength
        trims = definition.trims
        isRequired = definition.isRequired
        validatesWithFormatter = definition.validatesWithFormatter
        clearsOnRefocus = definition.clearsOnRefocus
        visibleHintStates = definition.visibleHintStates
        formatter = try definition.formatter.map(types.makeFormatter)
        rules = try definition.rules.map { rule in
            var judgesEmptyText = false
            if case .textField = rule.kind { judgesEmptyText = true }
            return JudgedRule(
                judge: try types.makeRule(rule),
                severity: rule.severity,
                judgesEmptyText: judgesEmptyText
            )
        }
        inputRules = try definition.inputRules.map(types.makeRule)
        filter = definition.allowedCharacters.map(ClusterFilter.init)
        picker = Picker(definition.input)
        hasPicker = definition.input != .keyboard
        // A calendar's days have bounds, and a text may be no day.
        var judgesDates = false
        if case .date = definition.input { judgesDates = true }
        hasJudge = !definition.rules.isEmpty || definition.isRequired || judgesDates
        isSecret = definition.isSecret
        pluginPlaceholders = definition.placeholders.indices.filter { definition.placeholders[$0].isPlugin }
        hasBuiltInPlaceholders = pluginPlaceholders.count < definition.placeholders.count
        formOrder = (ends.forward ? .field(nil) : .formOrder, ends.backward ? .field(nil) : .formOrder)
        next = definition.next == .formOrder ? formOrder.next : CompiledNeighbour(definition.next, indices: indices)
        previous =
            definition.previous == .formOrder
            ? formOrder.previous : CompiledNeighbour(definition.previous, indices: indices)
    }
}

/// The field that focus goes to, by its place in the form.
enum CompiledNeighbour: Sendable, Hashable {
    case formOrder
    /// nil: a name that no field has.
    case field(Int?)

    init(_ neighbour: Neighbour, indices: [String: Int]) {
        switch neighbour {
        case .formOrder: self = .formOrder
        case .field(let id): self = .field(indices[id])
        }
    }
}

extension PlaceholderDefinition {
    var isPlugin: Bool {
        if case .plugin = service { return true }
        return false
    }
}
