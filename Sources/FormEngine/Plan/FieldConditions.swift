import FormModel

/// The conditions of a field, and the treatment of its value while it is hidden.
struct FieldConditions: Sendable {
    let visible: CompiledCondition?
    let enabled: CompiledCondition?
    let required: CompiledCondition?
    let whenIrrelevant: IrrelevantValue
    /// The slot in the plan's references of the field that decides which options are offered.
    let options: Int?
    /// The conditions of options that are only offered while they hold, by the options' indices.
    let offers: [Int: CompiledCondition]

    /// `nil` if the definition has no condition, always offers all options, and excludes the values of hidden fields,
    /// as it does by default.
    init?(_ definition: FieldDefinition, _ references: inout References) throws {
        guard
            definition.visibleWhen != nil || definition.enabledWhen != nil || definition.requiredWhen != nil
                || definition.whenIrrelevant != .exclude || definition.hasDecidedOptions
        else { return nil }
        visible = try definition.visibleWhen.map { try CompiledCondition($0, &references) }
        enabled = try definition.enabledWhen.map { try CompiledCondition($0, &references) }
        required = try definition.requiredWhen.map { try CompiledCondition($0, &references) }
        whenIrrelevant = definition.whenIrrelevant
        options = definition.decidingField.map { references.slot(of: $0) }
        var offers: [Int: CompiledCondition] = [:]
        for (option, condition) in definition.optionConditions.sorted(by: { $0.key < $1.key }) {
            offers[option] = try CompiledCondition(condition, &references)
        }
        self.offers = offers
    }

    var offersOptions: Bool { options != nil || !offers.isEmpty }

    /// The slots of the fields and columns that decide which options are offered.
    var readsOfOffers: [Int] { (options.map { [$0] } ?? []) + offers.values.flatMap(\.reads) }

    /// Whether a condition depends on the date.
    var asksForToday: Bool {
        [visible, enabled, required].contains { $0?.asksForToday == true }
            || offers.values.contains(where: \.asksForToday)
    }
}
