import FormModel
import Rules

/// The compiled condition of a page, a section, a group or the form's early end. It decides whether all fields of that
/// part are visible.
struct PartPlan: Sendable {
    /// The name of the part for `Explain`: `section` with its name, or `page` with its number.
    let name: RuleParameter
    let condition: CompiledCondition
    /// Whether the fields are visible while the result of the condition is unknown.
    let isVisibleIfUnknown: Bool
    /// The fields and columns that the condition reads.
    let references: References

    init(
        _ name: RuleParameter,
        _ condition: Condition,
        isVisibleIfUnknown: Bool = false,
        patterns: PatternCache
    ) throws(FormError) {
        var references = References(patterns)
        do {
            self.condition = try CompiledCondition(condition, &references)
        } catch {
            throw FormError(.invalidArgument, "\(name.name) \(name.value): \(error)")
        }
        self.name = name
        self.isVisibleIfUnknown = isVisibleIfUnknown
        self.references = references
    }

    /// `nil` for a part without a condition.
    init?(_ kind: String, _ id: String, _ condition: Condition?, patterns: PatternCache) throws(FormError) {
        guard let condition else { return nil }
        try self.init(RuleParameter(kind, id), condition, patterns: patterns)
    }

    /// The conditions of sections, by their indices.
    static func plans(of sections: [FormStructure.Section], patterns: PatternCache) throws(FormError) -> [PartPlan?] {
        var plans: [PartPlan?] = []
        for section in sections {
            plans.append(try PartPlan("section", section.id, section.visibleWhen, patterns: patterns))
        }
        return plans
    }
}

/// The conditions of the form's pages, sections and early end, without those of groups and rows; `nil` for a part
/// without a condition.
struct PartPlans: Sendable {
    let pages: [PartPlan?]
    let sections: [PartPlan?]
    let earlyEnd: PartPlan?

    init(_ structure: FormStructure, patterns: PatternCache) throws(FormError) {
        var pages: [PartPlan?] = []
        for (number, page) in structure.pages.enumerated() {
            pages.append(try PartPlan("page", "\(number)", page.visibleWhen, patterns: patterns))
        }
        self.pages = pages
        sections = try PartPlan.plans(of: structure.sections, patterns: patterns)
        earlyEnd = try structure.earlyEnd.map { end throws(FormError) in
            try PartPlan(RuleParameter("form", "endWhen"), .not(end.when), isVisibleIfUnknown: true, patterns: patterns)
        }
    }
}
