import FormModel

/// The conditions of one field that has any, and what becomes of its value while it is not visible.
struct FieldConditions: Sendable {
    let visible: CompiledCondition?
    let enabled: CompiledCondition?
    let required: CompiledCondition?
    let whenIrrelevant: IrrelevantValue

    /// `nil` if the definition has none.
    init?(_ definition: FieldDefinition, _ references: inout References, patterns: PatternCache) throws {
        guard
            definition.visibleWhen != nil || definition.enabledWhen != nil || definition.requiredWhen != nil
                || definition.whenIrrelevant != .exclude
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
    }

    /// Whether what they say depends on the day.
    var asksForToday: Bool {
        [visible, enabled, required].contains { $0?.asksForToday == true }
    }
}
