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
                return try FieldPlan(field, types: types, measurer: measurer, messages: definition.messages)
            } catch {
                throw FormError(.invalidArgument, "field \(field.id): \(error)")
            }
        }
        var elements: [Element] = []
        elements.reserveCapacity(definition.elements.count)
        for element in definition.elements {
            switch element {
            case .field(let field): elements.append(.field(try plan(field)))
            case .group(let group):
                var plans: [FieldPlan] = []
                for field in group.fields { plans.append(try plan(field)) }
                elements.append(.group(GroupPlan(definition: group, plans: plans)))
            }
        }
        self.definition = definition
        self.types = types
        self.elements = elements
        let asksForToday = elements.contains { element in
            switch element {
            case .field(let plan): plan.asksForToday
            case .group(let group): group.plans.contains(where: \.asksForToday)
            }
        }
        parts = try PartPlans(definition.structure, patterns: types.patterns)
        self.asksForToday = asksForToday || parts.asksForToday
        firstPlacement = Placement(definition, elements, parts, rows: definition.firstRows)
    }

    /// The form with other rows, by group.
    func placed(rows: [[Int]]) -> Placement {
        rows == firstPlacement.rows ? firstPlacement : Placement(definition, elements, parts, rows: rows)
    }
}

/// A group's fields, each compiled once for all rows.
struct GroupPlan: Sendable {
    let definition: GroupDefinition
    let plans: [FieldPlan]
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
