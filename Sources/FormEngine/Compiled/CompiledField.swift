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
    /// What users may change the text with; nothing where the field is read-only.
    let allowedEdits: EditOrigins
    /// The filter of a program's texts; nil: they are not filtered.
    let programFilter: ClusterFilter?
    let visibleHintStates: ContainerStates
    let formatter: (any TextFormatter)?
    /// Whether there is a formatter: cheaper to ask at every key.
    let hasFormatter: Bool
    let rules: [JudgedRule]
    /// Asked about the unformatted text at each edit.
    let inputRules: [any RuleJudge]
    let filter: ClusterFilter?
    /// Without one of these a validation has nothing to say.
    let hasJudge: Bool
    let isSecret: Bool
    /// Which of the definition's placeholders a plug-in computes.
    let pluginPlaceholders: [Int]
    /// Whether there are such: cheaper to ask at every key.
    let hasPluginPlaceholders: Bool
    let hasBuiltInPlaceholders: Bool
    /// Whether a plug-in formats or judges its text.
    let asksPlugins: Bool
    /// nil: the reference metrics.
    let measurer: PluginMeasurer?
    let picker: Picker?
    /// Whether there is a picker: cheaper to ask at every key.
    let hasPicker: Bool
    /// nil: none.
    let conditions: FieldConditions?
    /// The neighbours of a field that names none.
    let formOrder: CompiledNeighbours
    let next: CompiledNeighbour
    let previous: CompiledNeighbour

    private init(
        _ definition: FieldDefinition,
        index: Int,
        formatter: (any TextFormatter)?,
        rules: [JudgedRule],
        inputRules: [any RuleJudge],
        conditions: FieldConditions?,
        measurer: PluginMeasurer?,
        neighbours: CompiledNeighbours,
        formOrder: CompiledNeighbours
    ) {
        self.definition = definition
        self.index = index
        isTextView = definition.kind == .textView
        metrics = FieldMetrics(definition)
        maxLength = definition.maxLength
        trims = definition.trims
        isRequired = definition.isRequired
        validatesWithFormatter = definition.validatesWithFormatter
        clearsOnRefocus = definition.clearsOnRefocus
        allowedEdits = definition.isReadOnly ? [] : definition.allowedEdits
        visibleHintStates = definition.visibleHintStates
        self.formatter = formatter
        hasFormatter = formatter != nil
        self.rules = rules
        self.inputRules = inputRules
        asksPlugins =
            formatter is PluginTextFormatter || inputRules.contains { $0 is PluginRuleJudge }
            || rules.contains(where: \.asksPlugin)
        self.measurer = measurer
        filter = definition.allowedCharacters.map(ClusterFilter.init)
        programFilter = definition.filtersProgram ? filter : nil
        initialText = programFilter?.filtered(definition.value, formatter) ?? definition.value
        picker = Picker(definition.input)
        hasPicker = definition.input != .keyboard
        // A calendar's days have bounds, and a text may be no day.
        var judgesDates = false
        if case .date = definition.input { judgesDates = true }
        hasJudge =
            !definition.rules.isEmpty || definition.isRequired || definition.requiredWhen != nil || judgesDates
        self.conditions = conditions
        isSecret = definition.isSecret
        pluginPlaceholders = definition.placeholders.indices.filter { definition.placeholders[$0].isPlugin }
        hasPluginPlaceholders = !pluginPlaceholders.isEmpty
        hasBuiltInPlaceholders = pluginPlaceholders.count < definition.placeholders.count
        next = neighbours.next
        previous = neighbours.previous
        self.formOrder = formOrder
    }

    /// The same field where it and others have other numbers. Rows make many of these at once: what does not know its
    /// place is taken over as it is.
    init(
        _ field: CompiledField,
        movedTo index: Int,
        indices: [String: Int],
        formOrder: CompiledNeighbours,
        number: (Int) -> Int
    ) {
        definition = field.definition
        self.index = index
        isTextView = field.isTextView
        metrics = field.metrics
        initialText = field.initialText
        maxLength = field.maxLength
        trims = field.trims
        isRequired = field.isRequired
        validatesWithFormatter = field.validatesWithFormatter
        clearsOnRefocus = field.clearsOnRefocus
        allowedEdits = field.allowedEdits
        programFilter = field.programFilter
        visibleHintStates = field.visibleHintStates
        formatter = field.asksPlugins ? field.formatter?.bound(to: index) : field.formatter
        hasFormatter = field.hasFormatter
        rules = field.rules.map { $0.bound(to: index, number) }
        inputRules = field.asksPlugins ? field.inputRules.map { $0.bound(to: index) } : field.inputRules
        filter = field.filter
        hasJudge = field.hasJudge
        isSecret = field.isSecret
        pluginPlaceholders = field.pluginPlaceholders
        hasPluginPlaceholders = field.hasPluginPlaceholders
        hasBuiltInPlaceholders = field.hasBuiltInPlaceholders
        asksPlugins = field.asksPlugins
        measurer = field.measurer?.bound(to: index)
        picker = field.picker
        hasPicker = field.hasPicker
        conditions = field.conditions?.renumbered(number)
        self.formOrder = formOrder
        let neighbours = CompiledNeighbours(field.definition, indices: indices, formOrder: formOrder)
        next = neighbours.next
        previous = neighbours.previous
    }
}

extension CompiledField {
    /// The same field with a definition that differs in looks only, and in what its keys and buttons do.
    convenience init(_ definition: FieldDefinition, configuring field: CompiledField) {
        self.init(
            definition,
            index: field.index,
            formatter: field.formatter,
            rules: field.rules,
            inputRules: field.inputRules,
            conditions: field.conditions,
            measurer: field.measurer,
            neighbours: CompiledNeighbours(next: field.next, previous: field.previous),
            formOrder: field.formOrder
        )
    }

    /// - Parameter formOrder: the neighbours that it has unless it names others.
    convenience init(
        _ definition: FieldDefinition,
        index: Int,
        indices: [String: Int],
        types: FormTypes,
        _ measurer: PluginMeasurer? = nil,
        formOrder: CompiledNeighbours = CompiledNeighbours()
    ) throws {
        self.init(
            definition,
            index: index,
            formatter: try definition.formatter.map { try types.makeFormatter($0).bound(to: index) },
            rules: try definition.rules.map { rule in
                JudgedRule(
                    rule,
                    judge: try types.makeRule(rule).bound(to: index),
                    other: rule.otherField.flatMap { indices[$0] }
                )
            },
            inputRules: try definition.inputRules.map { try types.makeRule($0).bound(to: index) },
            conditions: try FieldConditions(definition, indices: indices, patterns: types.patterns),
            measurer: measurer?.bound(to: index),
            neighbours: CompiledNeighbours(definition, indices: indices, formOrder: formOrder),
            formOrder: formOrder
        )
    }
}

/// Where the focus goes from a field, and where it came from.
struct CompiledNeighbours: Sendable {
    var next = CompiledNeighbour.formOrder
    var previous = CompiledNeighbour.formOrder
}

extension CompiledNeighbours {
    /// - Parameter formOrder: those of a field that names none.
    init(_ definition: borrowing FieldDefinition, indices: [String: Int], formOrder: CompiledNeighbours) {
        next = CompiledNeighbour(definition.next, indices: indices) ?? formOrder.next
        previous = CompiledNeighbour(definition.previous, indices: indices) ?? formOrder.previous
    }
}

/// The field that focus goes to, by its place in the form.
enum CompiledNeighbour: Sendable, Hashable {
    case formOrder
    /// nil: a name that no field has.
    case field(Int?)

    /// nil: none is named.
    init?(_ neighbour: Neighbour, indices: [String: Int]) {
        switch neighbour {
        case .formOrder: return nil
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
