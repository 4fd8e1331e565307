import FormModel

/// The condition of a page, a section, a group or the form's early end, ready to be asked: what it decides is the visibility of
/// all fields there.
struct PartPlan: Sendable {
    /// What `Explain` calls the part: `section` and its name, or `page` and its number.
    let name: RuleParameter
    let condition: CompiledCondition
    /// Whether the fields are visible while it is not known whether the condition holds.
    let isVisibleIfUnknown: Bool
    /// What the condition reads.
    let references: References

    init(
        _ name: RuleParameter,
        _ condition: Condition,
        isVisibleIfUnknown: Bool = false,
        patterns: PatternCache
    ) throws(FormError) {
        var references = References()
        do {
            self.condition = try CompiledCondition(condition, &references, patterns: patterns)
        } catch {
            throw FormError(.invalidArgument, "\(name.name) \(name.value): \(error)")
        }
        self.name = name
        self.isVisibleIfUnknown = isVisibleIfUnknown
        self.references = references
    }
}

/// The conditions of all that fields may stand in; `nil` for what has none.
struct PartPlans: Sendable {
    let pages: [PartPlan?]
    let sections: [PartPlan?]
    /// By group.
    let groups: [PartPlan?]
    /// The sections of a row, by group.
    let rowSections: [[PartPlan?]]
    let earlyEnd: PartPlan?

    init(_ structure: FormStructure, patterns: PatternCache) throws(FormError) {
        func plan(_ kind: String, _ id: String, _ condition: Condition?) throws(FormError) -> PartPlan? {
            guard let condition else { return nil }
            return try PartPlan(RuleParameter(kind, id), condition, patterns: patterns)
        }
        func plans(_ sections: [FormStructure.Section]) throws(FormError) -> [PartPlan?] {
            var plans: [PartPlan?] = []
            for section in sections { plans.append(try plan("section", section.id, section.visibleWhen)) }
            return plans
        }
        var pages: [PartPlan?] = []
        for (number, page) in structure.pages.enumerated() {
            pages.append(try plan("page", "\(number)", page.visibleWhen))
        }
        var groups: [PartPlan?] = []
        var rowSections: [[PartPlan?]] = []
        for group in structure.groups {
            groups.append(try plan("group", group.id, group.visibleWhen))
            rowSections.append(try plans(group.sections))
        }
        self.pages = pages
        self.groups = groups
        self.rowSections = rowSections
        sections = try plans(structure.sections)
        earlyEnd = try structure.earlyEnd.map { end throws(FormError) in
            try PartPlan(
                RuleParameter("form", "endWhen"),
                .not(end.when),
                isVisibleIfUnknown: true,
                patterns: patterns
            )
        }
    }

    /// Whether a condition depends on the day.
    var asksForToday: Bool {
        (pages + sections + groups + rowSections.flatMap(\.self) + [earlyEnd])
            .contains { $0?.condition.asksForToday == true }
    }
}
