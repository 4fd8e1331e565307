package import FormModel

/// A definition with its formatters, rules and conditions made: built once, shared by every session of the form.
package final class CompiledForm: Sendable {
    package let definition: FormDefinition
    let types: FormTypes
    /// In the form's order.
    let elements: [Element]
    /// The conditions of pages, sections and groups.
    let parts: PartPlans
    /// The form with the rows that it begins with.
    let firstPlacement: Placement
    /// Whether what the form says depends on the day.
    package let asksForToday: Bool

    enum Element: Sendable {
        case field(FieldPlan)
        case group(GroupPlan)
    }

    /// Throws `invalidArgument` when a formatter or a rule cannot be made; the message names the field. Throws
    /// `limitExceeded` when the budget does not suffice.
    package init(
        _ definition: FormDefinition,
        types: FormTypes = .builtIn,
        within budget: WorkBudget = .unlimited
    ) throws(FormError) {
        var types = types
        var budget = budget
        types.patterns = PatternCache()
        let measurer = types.allowsPlugins ? definition.measurer : nil
        func plan(_ field: FieldDefinition) throws(FormError) -> FieldPlan {
            budget.count(WorkBudget.largeStep)
            guard budget.hasTime else { throw FormError(.limitExceeded, budget.excess) }
            do {
                return try FieldPlan(
                    field,
                    types: types,
                    measurer: measurer,
                    messages: definition.messages,
                    hasMarkup: definition.usesMarkup
                )
            } catch {
                throw FormError(.invalidArgument, "field \(field.id): \(error)")
            }
        }
        /// - Parameter outer: the fields around the elements, from the inside out.
        func compiled(
            _ elements: [FormStructure.Element],
            outer: [FieldDefinition]
        ) throws(FormError) -> [Element] {
            var plans: [Element] = []
            plans.reserveCapacity(elements.count)
            for element in elements {
                switch element {
                case .field(let field): plans.append(.field(try plan(field)))
                case .group(let group):
                    let known = elements.fields + outer
                    let inner = try compiled(group.elements, outer: known)
                    plans.append(.group(try GroupPlan(group, inner, outer: known, patterns: types.patterns)))
                }
            }
            return plans
        }
        let elements = try compiled(definition.elements, outer: [])
        self.definition = definition
        self.types = types
        self.elements = elements
        parts = try PartPlans(definition.structure, patterns: types.patterns)
        asksForToday = parts.asksForToday || elements.contains(where: \.asksForToday)
        firstPlacement = Placement(definition, elements, parts, rows: [:])
    }

    /// The form with other rows, by the names of groups at their places. A group that is not named has its first rows.
    func placed(rows: [String: [Int]]) -> Placement {
        rows == firstPlacement.rows ? firstPlacement : Placement(definition, elements, parts, rows: rows)
    }
}

extension CompiledForm.Element {
    /// Whether what the element says depends on the day.
    fileprivate var asksForToday: Bool {
        switch self {
        case .field(let plan): plan.asksForToday
        case .group(let group):
            ([group.part] + group.sections).contains { $0?.condition.asksForToday == true }
                || group.elements.contains(where: \.asksForToday)
        }
    }
}

/// What a group is compiled to, once for all rows.
struct GroupPlan: Sendable {
    let definition: GroupDefinition
    /// What stands in one row.
    let elements: [CompiledForm.Element]
    /// The group's condition; `nil` for a group that has none.
    let part: PartPlan?
    /// The conditions of a row's sections.
    let sections: [PartPlan?]
    /// The rows that the group begins with: as many as there must be, or as the field says that counts them, numbered from 1.
    let firstRows: [Int]

    /// - Parameter outer: the fields beside and around the group, from the inside out.
    init(
        _ definition: GroupDefinition,
        _ elements: [CompiledForm.Element],
        outer: [FieldDefinition],
        patterns: PatternCache
    ) throws(FormError) {
        self.definition = definition
        self.elements = elements
        part = try PartPlan("group", definition.id, definition.visibleWhen, patterns: patterns)
        sections = try PartPlan.plans(of: definition.sections, patterns: patterns)
        let counting = definition.count.flatMap { name in outer.first { $0.id == name } }
        let count = counting.map { definition.rowCount(for: $0.value) } ?? definition.minimum
        firstRows = Array(1..<count + 1)
    }
}

// MARK: - What it costs

extension CompiledForm {
    /// Bytes that the definition and what it was compiled to take, about, however many sessions share them.
    package var byteCount: Int { definition.compiledByteCount }

    /// Bytes of a session of the form before anybody types, about.
    package var sessionByteCount: Int { 2_048 + firstPlacement.fields.count * 512 }
}

extension FormDefinition {
    /// Bytes that a form of this definition is going to take, about. The numbers were measured with definitions of 1 MiB
    /// that consist of nothing else.
    package var compiledByteCount: Int {
        fields.reduce(4_096 + source.utf8.count) { sum, field in
            var bytes = 4_096 + (field.formatter?.byteCount ?? 0)
            bytes += (field.rules + field.inputRules).count { $0.kind.pattern != nil } * 4_096
            if case .options(let input) = field.input {
                bytes += input.options.reduce(0) { sum, option in
                    option.label.translations.reduce(sum + 256) { $0 + 64 + 6 * $1.text.utf8.count }
                }
            }
            return sum + bytes
        }
    }
}

// MARK: - Texts that no field may hold

extension CompiledForm {
    /// Whether a text may stand in a field.
    func isWithinLimits(_ text: FormText) -> Bool {
        text.count <= types.maximumTextSize && !text.string.hasByte { $0 == 0 }
    }

    /// Throws `textTooLong` and `invalidText`.
    ///
    /// - Parameter field: names the field in the error.
    func check(_ text: String, for field: String) throws(FormError) {
        if types.isTooLong(text) {
            throw FormError(.textTooLong, "the text for \(field) is longer than \(types.maximumTextSize) code points")
        }
        if text.hasByte({ $0 == 0 }) { throw FormError(.invalidText, "the text for \(field) contains U+0000") }
    }
}
