/// The expression of a computed value: a tree of operators, fields, columns of groups, and constants.
package indirect enum Computation: Sendable, Hashable {
    case number(DecimalNumber)
    case text(String)
    /// The day on which the value is computed.
    case today
    case field(FieldReference)
    case operation(Operator, [Computation])
    /// The operands that are not empty, joined with a separator.
    case concat([Computation], separator: String)
    case when(Condition, then: Computation, otherwise: Computation?)
    /// The sum of the points of answers. Without points, an answer is a number itself.
    case score([Computation], points: [String: DecimalNumber]?)
    /// A number that the rows of a group give, whatever is in them.
    case rows(RowOperator, group: String)

    /// An operator whose arguments are operands only.
    package enum Operator: String, Sendable, CaseIterable {
        case sum, difference, product, quotient, round, min, max, count, daysBetween, yearsBetween, first
    }
}

extension Computation {
    /// An operator whose operand is the name of a group.
    package enum RowOperator: String, Sendable, CaseIterable {
        /// The position, from 1, of the row that contains the reader.
        case position
        /// The number of rows.
        case rows
    }
}

/// The field or fields that a computation or a condition reads.
package enum FieldReference: Sendable, Hashable {
    /// A field of the same row if the group has one with this name, otherwise of the form.
    case field(String)
    /// A field in all rows of a group, or of nested groups, which are listed from the outermost to the innermost. The
    /// first group is looked up like a field.
    case column(groups: [String], field: String)

    /// Returns `nil` for a text that is not a reference.
    init?(_ text: String) {
        var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(Identifier.isValid), names.count <= DefinitionLimits.groupDepth + 1,
            let field = names.popLast()
        else { return nil }
        self = names.isEmpty ? .field(field) : .column(groups: names, field: field)
    }

    package var isColumn: Bool {
        if case .column = self { true } else { false }
    }

    /// The reference as it is written in definitions.
    package var name: String {
        switch self {
        case .field(let name): name
        case .column(let groups, let field): (groups + [field]).joined(separator: ".")
        }
    }
}

/// The kind of a value, as far as it is known before the form is filled in.
package enum ValueKind: String, Sendable {
    case number, date
}

extension Computation.Operator {
    /// The number of operands.
    package var operandCount: ClosedRange<Int> {
        switch self {
        case .difference, .quotient, .daysBetween, .yearsBetween: 2...2
        case .round: 1...2
        case .sum, .product, .min, .max, .count, .first: 1...DefinitionLimits.computationNodes
        }
    }

    /// The required kind of the operands; `nil` if all kinds are valid.
    package var operandKind: ValueKind? {
        switch self {
        case .sum, .difference, .product, .quotient, .round: .number
        case .daysBetween, .yearsBetween: .date
        case .min, .max, .count, .first: nil
        }
    }

    /// Whether an operand may be the column of a group.
    package var takesColumns: Bool { operandCount.upperBound > 2 }
}

extension Computation {
    /// The kind of the result; `nil` if it is not determined.
    package func kind(_ kindOfField: (FieldReference) -> ValueKind?) -> ValueKind? {
        switch self {
        case .number, .score, .rows: return .number
        case .today: return .date
        case .text(let text): return CalendarDay(iso: text) == nil ? nil : .date
        case .concat: return nil
        case .field(let reference): return kindOfField(reference)
        case .when(_, let then, let otherwise):
            return Self.commonKind([then] + (otherwise.map { [$0] } ?? []), kindOfField)
        case .operation(let name, let operands):
            switch name {
            case .sum, .difference, .product, .quotient, .round, .count, .daysBetween, .yearsBetween: return .number
            case .min, .max, .first: return Self.commonKind(operands, kindOfField)
            }
        }
    }

    private static func commonKind(
        _ parts: [Computation],
        _ kindOfField: (FieldReference) -> ValueKind?
    ) -> ValueKind? {
        let kinds = Set(parts.map { $0.kind(kindOfField) })
        return kinds.count == 1 ? kinds.first ?? nil : nil
    }

    /// The references in the tree, possibly more than once.
    package var references: [FieldReference] {
        switch self {
        case .number, .text, .today, .rows: []
        case .field(let reference): [reference]
        case .operation(_, let operands), .concat(let operands, _), .score(let operands, _):
            operands.flatMap(\.references)
        case .when(let condition, let then, let otherwise):
            condition.references + then.references + (otherwise?.references ?? [])
        }
    }
}
