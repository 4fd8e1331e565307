import Formatters
import FormModel
import Rules
import TextEditing

/// A compiled field definition, which all sessions share. It does not know the field's place: a group's rows use the
/// same plan many times, and each `FieldPlace` resolves the plan's references.
final class FieldPlan: Sendable {
    let definition: FieldDefinition
    /// The definition's style. Taking it out of the definition would copy that.
    let style: Shared<Style>
    let metrics: FieldMetrics
    /// The initial text after the filter and before the formatter.
    let initialText: String
    /// The formatter in English; a session translates it to its own language.
    let formatter: FieldFormatter?
    let rules: [RulePlan]
    /// The rules that are evaluated at each edit. They get the unformatted text.
    let inputRules: [RulePlan]
    let filter: ClusterFilter?
    let picker: Picker?
    /// `nil` if the definition has no conditions.
    let conditions: FieldConditions?
    /// The plug-in's type that measures the field's texts; `nil` for the reference metrics.
    let measurer: TypeReference?
    /// The computation of the field's text; `nil` for a field that users fill in.
    let computed: CompiledComputation?
    /// The approximate work of the computation; see `WorkBudget`. Stored, because one key may need it for hundreds of
    /// fields.
    let computedWork: Int
    /// The computation of the initial text; `nil` for a text of the definition.
    let initially: CompiledComputation?
    /// The computation of the text that the field gets when one of the fields in these slots of `references` changes;
    /// `nil` if no change sets it.
    let setOnChange: (value: CompiledComputation, setters: [Int])?
    /// The fields and columns that rules, conditions and the computation read.
    let references: References
    /// `nil` if label, hint and note are plain texts of the definition.
    let texts: TextPlans?
    /// The fields whose answers messages show: their slots in `references` by name.
    let messageAnswers: [String: Int]
    /// The slots in `references` of all fields whose answers texts show.
    let textReads: [Int]
    /// The indices of the placeholders that plug-ins compute.
    let pluginPlaceholders: [Int]
    /// Whether a single rule, a comparison with another field, decides whether a text is valid. Stored, because one key
    /// may need it for a thousand fields that compare with the same field.
    let onlyCompares: Bool
    /// Whether a rule judges the text as the number of a payment card. Stored, because every announcement needs it.
    let hasCardNumber: Bool
    /// Whether the picker is a toggle. Stored, like `edits`, because every key needs it.
    let isToggle: Bool
    /// The ways in which users may change the text while the field is not read-only.
    let edits: EditOrigins

    /// Throws the error of a formatter, a rule or a condition that cannot be made.
    ///
    /// - Parameters:
    ///   - messages: the form's own texts of default messages.
    ///   - configured: the plan of the form's definition, which `Configure` has changed to this one. Its references are
    ///     resolved, so that texts can show only the answers that its texts show.
    init(
        _ definition: FieldDefinition,
        types: FormTypes,
        measurer: TypeReference?,
        messages: FormMessages,
        hasMarkup: Bool,
        configuring configured: FieldPlan? = nil
    ) throws {
        var references = configured?.references ?? References(types.patterns)
        self.definition = definition
        style = definition.$style
        metrics = FieldMetrics(definition)
        formatter = try (definition.formatter ?? definition.slider?.formatter).map(types.fieldFormatter)
        rules = try (definition.rules + (definition.slider?.rules ?? [])).map {
            try RulePlan($0, types: types, &references)
        }
        inputRules = try definition.inputRules.map { try RulePlan($0, types: types, &references) }
        conditions = try FieldConditions(definition, &references)
        computed = try definition.computed.map { try CompiledComputation($0, &references) }
        computedWork = computed?.work ?? 0
        initially = try definition.initially.map { try CompiledComputation($0, &references) }
        setOnChange = try definition.setOnChange.map {
            (try CompiledComputation($0, &references), definition.setters.map { references.slot(of: $0) })
        }
        filter = definition.allowedCharacters.map(ClusterFilter.init)
        let initial = definition.filtersProgram ? filter?.filtered(definition.value, formatter?.builtIn) : nil
        initialText = initial ?? definition.value
        let picker = Picker(definition.input, types, messages)
        self.picker = picker
        isToggle = picker?.isToggle ?? false
        edits = definition.allowedEdits.intersection(picker?.edits ?? .all)
        self.measurer = measurer
        var textReads = Set(configured?.textReads ?? [])
        func read(_ name: String) -> Int? {
            if configured != nil {
                return references.list.firstIndex(of: .field(name)).flatMap { textReads.contains($0) ? $0 : nil }
            }
            let slot = references.slot(of: name)
            textReads.insert(slot)
            return slot
        }
        texts = TextPlans(definition, hasMarkup: hasMarkup, read)
        var answers: [String: Int] = [:]
        let rulesAndAlternatives = definition.rules + definition.rules.flatMap(\.kind.alternatives)
        hasCardNumber = rulesAndAlternatives.contains { $0.kind.judgesCardNumbers }
        for message in rulesAndAlternatives.map(\.message) + [definition.requiredMessage] {
            for text in message?.translations ?? [] {
                for name in Insertion.names(in: text.text) { answers[name] = read(name) }
            }
        }
        messageAnswers = answers
        self.textReads = textReads.sorted()
        self.references = references
        pluginPlaceholders = definition.placeholders.indices.filter { number in
            if case .plugin = definition.placeholders[number].service { true } else { false }
        }
        onlyCompares =
            rules.count == 1 && rules[0].rule.kind.comparesOnly && rules[0].severity == .error
            && !rules[0].judgesEmptyText && picker == nil && !definition.trims && !definition.isRequired
            && conditions?.required == nil && definition.maxLength == nil && computed == nil
    }
}

extension FieldPlan {
    var isTextView: Bool { definition.kind == .textView }
    /// Whether the field is a note: a text of the form's author, without a value.
    var isNote: Bool { definition.kind == .note }

    /// Whether the number of lines determines the text's height.
    var hasLines: Bool { isTextView || isNote }

    /// The ways in which users may change the text; none if the definition makes the field read-only.
    var allowedEdits: EditOrigins { definition.isReadOnly ? [] : edits }

    /// Whether anything but a formatter validates the field.
    var hasJudge: Bool {
        if !rules.isEmpty || definition.isRequired || definition.requiredWhen != nil { return true }
        return choosesDate || leastChosen > 1
    }

    /// The minimum number of chosen options, unless none is chosen.
    var leastChosen: Int {
        if case .several(let selection) = picker { selection.least } else { 1 }
    }

    /// Whether the field has a calendar. Its text may be no date, or a date outside of the bounds.
    var choosesDate: Bool {
        if case .date = picker { true } else { false }
    }

    /// Whether rules, conditions or the value depend on the date.
    var asksForToday: Bool {
        if choosesDate || rules.contains(where: \.asksForToday) || computed?.asksForToday == true
            || conditions?.asksForToday == true
        {
            return true
        }
        return formatter?.builtIn?.asksForToday ?? false
    }

    /// The accessible name: the definition's label, or the first placeholder's text if there is none.
    func label(in locale: String) -> String {
        (definition.label ?? definition.placeholders.first?.text)?.text(in: locale) ?? ""
    }
}

/// A compiled rule of a field.
final class RulePlan: Sendable {
    let rule: Rule
    let severity: Rule.Severity
    /// Whether the rule validates empty texts; they pass all other rules.
    let judgesEmptyText: Bool
    /// `nil` for a plug-in's rule.
    let judge: (any RuleJudge)?
    /// A plug-in's type, and the slots in the plan's references of the fields whose values are sent with the question.
    let plugin: (type: TypeReference, fields: [Int])?
    /// The slot in the plan's references of the field that the rule compares with.
    let other: Int?
    /// The rule's computed bounds.
    let operands: [CompiledComputation]
    /// The condition of the rule `check`; `nil` for other rules.
    let condition: CompiledCondition?
    /// The approximate work of evaluating the rule for a short text; see `WorkBudget`.
    let work: Int

    init(_ rule: Rule, types: FormTypes, _ references: inout References) throws {
        self.rule = rule
        severity = rule.severity
        judgesEmptyText = rule.judgesEmptyText
        operands = try rule.kind.operands.map { try CompiledComputation($0, &references) }
        condition = try rule.kind.condition.map { try CompiledCondition($0, &references) }
        work = operands.reduce((rule.kind.pattern == nil ? 1 : WorkBudget.largeStep / 2) + (condition?.work ?? 0)) {
            $0 + $1.work
        }
        other = rule.kind.otherField.map { references.slot(of: $0) }
        if let type = rule.kind.plugin, types.allowsPlugins {
            judge = nil
            plugin = (type, rule.kind.askedFields.map { references.slot(of: $0) })
        } else {
            judge = try types.makeRule(rule)
            plugin = nil
        }
    }

    /// The values of the rule's computed bounds; an empty text is an unknown value.
    func operandTexts(_ values: some ValueSource) -> [String] {
        operands.map { ((try? $0.value(values)) ?? .empty).text }
    }

    /// Whether the rule has a condition or computed bounds.
    var computes: Bool { condition != nil || !operands.isEmpty }

    /// Whether the rule depends on the date.
    var asksForToday: Bool {
        rule.kind.asksForToday || condition?.asksForToday == true || operands.contains(where: \.asksForToday)
    }

    /// The fields and columns that the rule reads, without those that are sent to plug-ins.
    var reads: [Int] {
        var slots = other.map { [$0] } ?? []
        for operand in operands { operand.collect(&slots) }
        condition?.collect(&slots)
        return slots
    }
}
