import FormModel

/// The conditions of a field, and the treatment of its value while it is hidden.
struct FieldConditions: Sendable {
    let visible: CompiledCondition?
    let enabled: CompiledCondition?
    let required: CompiledCondition?
    let whenIrrelevant: IrrelevantValue
    /// The place in the plan's references of the field that decides which options are offered.
    let options: Int?

    /// `nil` if the definition has no condition, always offers all options, and excludes the values of hidden fields, as it does by default.
    init?(_ definition: FieldDefinition, _ references: inout References, patterns: PatternCache) throws {
        guard
            definition.visibleWhen != nil || definition.enabledWhen != nil || definition.requiredWhen != nil
                || definition.whenIrrelevant != .exclude || definition.decidingField != nil
        else { return nil }
        func compile(
            _ condition: Condition?,
            _ references: inout References
        ) throws -> CompiledCondition? {
            guard let condition else { return nil }
            return try CompiledCondition(condition, &references, patterns: patterns)
        }
        visible = try compile(definition.visibleWhen, &references)
        enabled = try compile(definition.enabledWhen, &references)
        required = try compile(definition.requiredWhen, &references)
        whenIrrelevant = definition.whenIrrelevant
        options = definition.decidingField.map { references.place(of: $0) }
    }

    /// Whether a condition depends on the date.
    var asksForToday: Bool {
        [visible, enabled, required].contains { $0?.asksForToday == true }
    }
}
