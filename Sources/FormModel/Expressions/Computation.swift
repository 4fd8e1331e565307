/// What a computed value is made of: a tree of operators over fields, columns of groups, and constants.
package indirect enum Computation: Sendable, Hashable {
    case number(DecimalNumber)
    case text(String)
    /// The day on which the value is worked out.
    case today
    case field(FieldReference)
    case operation(Operator, [Computation])
    /// The operands that are not empty, one behind the other.
    case concat([Computation], separator: String)
    case when(Condition, then: Computation, otherwise: Computation?)
    /// The sum of what answers count. Without points, an answer is itself a number.
    case score([Computation], points: [String: DecimalNumber]?)

    /// An operator that has nothing but operands.
    package enum Operator: String, Sendable, CaseIterable {
        case sum, difference, product, quotient, round, min, max, count, daysBetween, yearsBetween, first
    }
}

/// Fields that a computation or a condition reads.
package enum FieldReference: Sendable, Hashable {
    /// A field of the same row, if the group has one of that name, or else of the form.
    case field(String)
    /// A field of all rows of a group, or of the groups in all these rows: the groups from the outermost on. The first one
    /// is found as a field is.
    case column(groups: [String], field: String)

    /// `nil` for a text that is no reference.
    init?(_ text: String) {
        var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(Identifier.isValid), names.count <= DefinitionLimits.groupDepth + 1,
            let field = names.popLast()
        else { return nil }
        self = names.isEmpty ? .field(field) : .column(groups: names, field: field)
    }

    /// As definitions write it.
    package var name: String {
        switch self {
        case .field(let name): name
        case .column(let groups, let field): (groups + [field]).joined(separator: ".")
        }
    }
}

/// What a value is, as far as that is known before anybody enters one.
package enum ValueKind: String, Sendable {
    case number, date
}

extension Computation.Operator {
    /// How many operands there can be.
    package var operandCount: ClosedRange<Int> {
        switch self {
        case .difference, .quotient, .daysBetween, .yearsBetween: 2...2
        case .round: 1...2
        case .sum, .product, .min, .max, .count, .first: 1...DefinitionLimits.computationNodes
        }
    }

    /// What the operands have to be; `nil` if any value will do.
    package var operandKind: ValueKind? {
        switch self {
        case .sum, .difference, .product, .quotient, .round: .number
        case .daysBetween, .yearsBetween: .date
        case .min, .max, .count, .first: nil
        }
    }

    /// Whether an operand can be the column of a group.
    package var takesColumns: Bool { operandCount.upperBound > 2 }
}

extension Computation {
    /// What the result is; `nil` if it can be any value.
    package func kind(_ kindOfField: (FieldReference) -> ValueKind?) -> ValueKind? {
        switch self {
        case .number, .score: return .number
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

    /// What the tree reads, with repetitions.
    package var references: [FieldReference] {
        switch self {
        case .number, .text, .today: []
        case .field(let reference): [reference]
        case .operation(_, let operands), .concat(let operands, _), .score(let operands, _):
            operands.flatMap(\.references)
        case .when(let condition, let then, let otherwise):
            condition.references + then.references + (otherwise?.references ?? [])
        }
    }
}
