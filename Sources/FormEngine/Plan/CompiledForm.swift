import Formatters
package import FormModel
import Rules
import TextEditing

/// A definition with its compiled formatters, rules and conditions. It is compiled once, and all sessions of the form
/// share it.
package final class CompiledForm: Sendable {
    package let definition: FormDefinition
    let types: FormTypes
    /// Fields and groups in the form's order.
    let elements: [Element]
    /// The conditions of pages, sections and groups.
    let parts: PartPlans
    /// The form with its first rows.
    let firstPlacement: Placement

    enum Element: Sendable {
        case field(FieldPlan)
        case group(GroupPlan)
    }

    /// Compiles a definition. Throws `invalidArgument`, with the field's name in the message, if a formatter or a rule
    /// cannot be made, and `limitExceeded` if the time budget is used up.
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
            guard budget.hasTime else {
                throw FormError(.limitExceeded, budget.excess("opening the form, up to the field \(field.id),"))
            }
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
        /// - Parameter outer: the fields that enclose the elements, the innermost first.
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
        firstPlacement = Placement(definition, elements, parts, rows: [:])
    }

    /// The plan of a field whose definition `Configure` has changed. The definitions differ only in looks and in the
    /// behaviour of keys and buttons.
    func plan(_ field: FieldDefinition, configuring plan: FieldPlan) throws -> FieldPlan {
        try FieldPlan(
            field,
            types: types,
            measurer: plan.measurer,
            messages: definition.messages,
            hasMarkup: definition.usesMarkup,
            configuring: plan
        )
    }

    /// The form with other rows, by the groups' full names. A group that is missing has its first rows.
    func placed(rows: [String: [Int]]) -> Placement {
        rows == firstPlacement.rows ? firstPlacement : Placement(definition, elements, parts, rows: rows)
    }
}

/// A compiled group, which all of its rows share.
struct GroupPlan: Sendable {
    let definition: GroupDefinition
    /// The elements of one row.
    let elements: [CompiledForm.Element]
    /// The group's condition; `nil` if it has none.
    let part: PartPlan?
    /// The conditions of a row's sections.
    let sections: [PartPlan?]
    /// The first rows, numbered from 1. Their number is the group's minimum, or the value of the field that counts
    /// them.
    let firstRows: [Int]

    /// - Parameter outer: the fields beside and around the group, the innermost first.
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

// MARK: - Costs

extension CompiledForm {
    /// The approximate number of bytes of the definition and the compiled form, however many sessions share it.
    package var byteCount: Int { definition.compiledByteCount }

    /// The approximate number of bytes of a new session.
    package var sessionByteCount: Int { 2_048 + firstPlacement.fields.count * 512 }
}

extension FormDefinition {
    /// The approximate number of bytes of a form compiled from this definition. The constants were measured with
    /// definitions of 1 MiB that each consisted of a single kind of element.
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

// MARK: - Limits of texts

extension CompiledForm {
    /// Whether a field can hold a text.
    func isWithinLimits(_ text: FormText) -> Bool {
        text.count <= types.maximumTextSize && !text.string.hasByte { $0 == 0 }
    }

    /// Throws `textTooLong` and `invalidText`.
    ///
    /// - Parameter field: the field's name, for the error.
    func check(_ text: String, for field: String) throws(FormError) {
        if types.isTooLong(text) {
            throw FormError(.textTooLong, "the text for \(field) is longer than \(types.maximumTextSize) code points")
        }
        if text.hasByte({ $0 == 0 }) { throw FormError(.invalidText, "the text for \(field) contains U+0000") }
    }
}
