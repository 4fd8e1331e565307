import FormModel

/// What a field's definition is compiled to, once for all sessions. It does not know where the field stands: the rows of a
/// group place one plan many times, and `FieldPlace` says which fields its references mean there.
final class FieldPlan: Sendable {
    let definition: FieldDefinition
    let metrics: FieldMetrics
    /// The initial text, filtered, before its formatter.
    let initialText: String
    /// In English; sessions have it in their own language.
    let formatter: FieldFormatter?
    let rules: [RulePlan]
    /// The rules that are asked at each edit, about the unformatted text.
    let inputRules: [RulePlan]
    let filter: ClusterFilter?
    let picker: Picker?
    /// `nil` if the definition has none.
    let conditions: FieldConditions?
    /// The plug-in's type that measures the field's texts; `nil` if the reference metrics do.
    let measurer: TypeReference?
    /// What the field's text is worked out from; `nil` for a field that is filled in.
    let computed: CompiledComputation?
    /// About how long the computation takes; see `WorkBudget`. Kept, because a key may ask it of hundreds of fields.
    let computedWork: Int
    /// What rules, conditions and the computation read.
    let references: References
    /// `nil` if label, hint and note are what the definition says.
    let texts: TextPlans?
    /// The fields whose answers messages show, by name, with their places in `references`.
    let messageAnswers: [String: Int]
    /// The places in `references` of the fields whose answers any text shows.
    let textReads: [Int]
    /// Whether labels, hints and notes are written with markup.
    private let hasMarkup: Bool
    /// Which of the definition's placeholders plug-ins compute.
    let pluginPlaceholders: [Int]
    /// Whether one rule, a comparison with another field, decides alone whether a text passes. Kept, because a key may ask it
    /// of a thousand fields that compare with one.
    let onlyCompares: Bool
    /// Whether the picker is a toggle. Kept, as is what follows, because every key asks.
    let isToggle: Bool
    /// What users may change the text with while the field is not read-only.
    let edits: EditOrigins

    /// Throws what is wrong with a formatter, a rule or a condition.
    ///
    /// - Parameter messages: what the form says in place of the default messages.
    init(
        _ definition: FieldDefinition,
        types: FormTypes,
        measurer: TypeReference?,
        messages: FormMessages,
        hasMarkup: Bool
    ) throws {
        var references = References()
        self.definition = definition
        metrics = FieldMetrics(definition)
        formatter = try (definition.formatter ?? definition.slider?.formatter).map(types.fieldFormatter)
        rules = try (definition.rules + (definition.slider?.rules ?? [])).map {
            try RulePlan($0, types: types, &references)
        }
        inputRules = try definition.inputRules.map { try RulePlan($0, types: types, &references) }
        conditions = try FieldConditions(definition, &references, patterns: types.patterns)
        computed = try definition.computed.map {
            try CompiledComputation($0, &references, patterns: types.patterns)
        }
        computedWork = computed?.work ?? 0
        filter = definition.allowedCharacters.map(ClusterFilter.init)
        let initial = definition.filtersProgram ? filter?.filtered(definition.value, formatter?.builtIn) : nil
        initialText = initial ?? definition.value
        let picker = Picker(definition.input, types, messages)
        self.picker = picker
        isToggle = picker?.isToggle ?? false
        edits = definition.allowedEdits.intersection(picker?.edits ?? .all)
        self.measurer = measurer
        self.hasMarkup = hasMarkup
        var textReads: Set<Int> = []
        func read(_ name: String) -> Int {
            let place = references.place(of: name)
            textReads.insert(place)
            return place
        }
        texts = TextPlans(definition, hasMarkup: hasMarkup, read)
        var answers: [String: Int] = [:]
        let said = (definition.rules + definition.rules.flatMap(\.kind.alternatives)).map(\.message)
        for message in said + [definition.requiredMessage] {
            for text in message?.translations ?? [] {
                for name in Insertion.names(in: text.text) { answers[name] = read(name) }
            }
        }
        messageAnswers = answers
        self.textReads = textReads.sorted()
        self.references = references
        pluginPlaceholders = Self.pluginPlaceholders(of: definition)
        onlyCompares =
            rules.count == 1 && rules[0].rule.kind.comparesOnly && rules[0].severity == .error
            && !rules[0].judgesEmptyText && picker == nil && !definition.trims && !definition.isRequired
            && conditions?.required == nil && definition.maxLength == nil && computed == nil
    }

    /// The same plan with a definition that differs in looks only, and in what the field's keys and buttons do.
    init(_ definition: FieldDefinition, configuring plan: FieldPlan) {
        self.definition = definition
        metrics = FieldMetrics(definition)
        initialText = plan.initialText
        formatter = plan.formatter
        rules = plan.rules
        inputRules = plan.inputRules
        filter = plan.filter
        picker = plan.picker
        conditions = plan.conditions
        measurer = plan.measurer
        computed = plan.computed
        computedWork = plan.computedWork
        references = plan.references
        hasMarkup = plan.hasMarkup
        // Texts of a session's own show the answers that the field's own texts show, and no others.
        texts = TextPlans(definition, hasMarkup: plan.hasMarkup) { name in
            plan.references.names.firstIndex(of: name).flatMap { plan.textReads.contains($0) ? $0 : nil }
        }
        messageAnswers = plan.messageAnswers
        textReads = plan.textReads
        pluginPlaceholders = Self.pluginPlaceholders(of: definition)
        onlyCompares = plan.onlyCompares
        isToggle = plan.isToggle
        edits = definition.allowedEdits.intersection(plan.picker?.edits ?? .all)
    }

    private static func pluginPlaceholders(of definition: FieldDefinition) -> [Int] {
        definition.placeholders.indices.filter { place in
            if case .plugin = definition.placeholders[place].service { true } else { false }
        }
    }
}

extension FieldPlan {
    var isTextView: Bool { definition.kind == .textView }
    /// Whether the field is a text of the form's author, without a value.
    var isNote: Bool { definition.kind == .note }

    /// Whether the text is as high as its lines.
    var hasLines: Bool { isTextView || isNote }

    /// What users may change the text with; nothing where the definition makes the field read-only.
    var allowedEdits: EditOrigins { definition.isReadOnly ? [] : edits }

    /// Whether a validation has anything to say besides what a formatter complains of.
    var hasJudge: Bool {
        if !rules.isEmpty || definition.isRequired || definition.requiredWhen != nil { return true }
        return choosesDate || leastChosen > 1
    }

    /// How many options must be chosen where any is.
    var leastChosen: Int {
        if case .several(let selection) = picker { selection.least } else { 1 }
    }

    /// Whether the field has a calendar: its days have bounds, and a text may be no day.
    var choosesDate: Bool {
        if case .date = picker { true } else { false }
    }

    /// Whether what the field says depends on the day.
    var asksForToday: Bool {
        if choosesDate || rules.contains(where: \.asksForToday) || computed?.asksForToday == true
            || conditions?.asksForToday == true
        {
            return true
        }
        return formatter?.builtIn?.asksForToday ?? false
    }

    /// The accessible name: the first placeholder's text where the definition gives none.
    func label(in locale: String) -> String {
        (definition.label ?? definition.placeholders.first?.text)?.text(in: locale) ?? ""
    }
}

/// A rule of a field, ready to be asked.
final class RulePlan: Sendable {
    let rule: Rule
    let severity: Rule.Severity
    /// Whether the rule wants to hear of empty text; the others pass it.
    let judgesEmptyText: Bool
    /// `nil` for a plug-in's rule.
    let judge: (any RuleJudge)?
    /// A plug-in's type, and the places in the plan's references of the fields whose values go along with the question.
    let plugin: (type: TypeReference, fields: [Int])?
    /// The place in the plan's references of the field that the rule compares with.
    let other: Int?
    /// The rule's computed bounds, whose values it is asked with.
    let operands: [CompiledComputation]
    /// The condition of the rule `check`; `nil` for other rules.
    let condition: CompiledCondition?
    /// About how long it takes to ask the rule about a short text; see `WorkBudget`.
    let work: Int

    init(_ rule: Rule, types: FormTypes, _ references: inout References) throws {
        self.rule = rule
        severity = rule.severity
        judgesEmptyText = rule.judgesEmptyText
        operands = try rule.kind.operands.map { try CompiledComputation($0, &references, patterns: types.patterns) }
        condition = try rule.kind.condition.map { try CompiledCondition($0, &references, patterns: types.patterns) }
        work = operands.reduce((rule.kind.pattern == nil ? 1 : WorkBudget.largeStep / 2) + (condition?.work ?? 0)) {
            $0 + $1.work
        }
        other = rule.kind.otherField.map { references.place(of: $0) }
        if let type = rule.kind.plugin, types.allowsPlugins {
            judge = nil
            plugin = (type, rule.kind.askedFields.map { references.place(of: $0) })
        } else {
            judge = try types.makeRule(rule)
            plugin = nil
        }
    }

    /// Whether the rule works something out of the form.
    var computes: Bool { condition != nil || !operands.isEmpty }

    /// Whether the rule compares with the present day.
    var asksForToday: Bool {
        rule.kind.asksForToday || condition?.asksForToday == true || operands.contains(where: \.asksForToday)
    }

    /// What the rule itself reads of other fields, without what plug-ins are told.
    var reads: ReadPlaces {
        var places = ReadPlaces(fields: other.map { [$0] } ?? [])
        for operand in operands { operand.collect(&places) }
        condition?.collect(&places)
        return places
    }
}
