import FormModel

/// A compiled computation. Fields are given by their slots in the plan's references.
indirect enum CompiledComputation: Sendable {
    case constant(ComputedValue)
    case today
    case field(Int, name: String)
    case column(Int, name: String)
    case rows(Int, name: String)
    case operation(Computation.Operator, [CompiledComputation])
    case concat([CompiledComputation], separator: String)
    case when(CompiledCondition, CompiledComputation, CompiledComputation)
    case score([CompiledComputation], points: [String: ExactDecimal]?)

    init(_ computation: Computation, _ references: inout References) throws {
        switch computation {
        case .number(let number): self = .constant(.number(try ExactDecimal(number)))
        case .text(let text): self = .constant(ComputedValue(text))
        case .today: self = .today
        case .field(let reference):
            let slot = references.slot(of: reference)
            self = reference.isColumn ? .column(slot, name: reference.name) : .field(slot, name: reference.name)
        case .rows(let operation, let group):
            let slot = references.slot(of: References.Rows(operation: operation, group: group))
            self = .rows(slot, name: "\(operation.rawValue)(\(group))")
        case .operation(let name, let operands):
            self = .operation(name, try operands.map { try Self($0, &references) })
        case .concat(let operands, let separator):
            self = .concat(try operands.map { try Self($0, &references) }, separator: separator)
        case .when(let condition, let then, let otherwise):
            self = .when(
                try CompiledCondition(condition, &references),
                try CompiledComputation(then, &references),
                try otherwise.map { try CompiledComputation($0, &references) } ?? .constant(.empty)
            )
        case .score(let operands, let points):
            let compiled = try operands.map { try Self($0, &references) }
            self = .score(compiled, points: try points?.mapValues { try ExactDecimal($0) })
        }
    }
}

// MARK: - Evaluation

extension CompiledComputation {
    /// Evaluates the computation. An empty operand makes an empty result, except in `count`, `first` and `concat`. A
    /// column contributes its values that are not empty; if there are none, it is empty.
    func value(_ source: some ValueSource) throws(ComputingFault) -> ComputedValue {
        switch self {
        case .constant(let value): return value
        case .today: return .text(source.today.iso)
        case .field(let slot, _): return ComputedValue(source.value(at: slot) ?? "")
        case .column(let slot, _): return Self.filled(source.column(at: slot)).first ?? .empty
        case .rows(let slot, _): return .number(ExactDecimal(source.rows(at: slot)))
        case .operation(let name, let operands): return try Self.carryOut(name, operands, source)
        case .concat(let operands, let separator):
            var texts: [String] = []
            var size = 0
            for operand in operands {
                for value in try operand.values(source) where !value.isEmpty {
                    texts.append(value.text)
                    size += value.text.utf8.count + separator.utf8.count
                }
                // A text that no field can hold is not built.
                if size > 8 * DefinitionLimits.text { throw .tooLong }
            }
            return ComputedValue(texts.joined(separator: separator))
        case .when(let condition, let then, let otherwise):
            return try (condition.holds(source) == true ? then : otherwise).value(source)
        case .score(let operands, let points):
            var sum = ExactDecimal.zero
            for operand in operands {
                for answer in try operand.answers(source) {
                    if answer.isEmpty { return .empty }
                    if let points {
                        guard let count = points[answer] else { throw .notANumber }
                        sum = try sum + count
                    } else {
                        sum = try sum + ExactDecimal(answer)
                    }
                }
            }
            return .number(sum)
        }
    }

    /// Whether a value of the computation is known to be a number, and not a text that looks like one.
    func isNumber(_ value: ComputedValue, _ source: some ValueSource) -> Bool {
        if case .field(let slot, _) = self { return source.isNumber(at: slot) }
        if case .number = value { return true }
        return false
    }

    /// The values of an operand. A column has those that are not empty, or a single empty one.
    private func values(_ source: some ValueSource) throws(ComputingFault) -> [ComputedValue] {
        guard case .column(let slot, _) = self else { return [try value(source)] }
        let values = Self.filled(source.column(at: slot))
        return values.isEmpty ? [.empty] : values
    }

    private static func filled(_ column: [String]) -> [ComputedValue] {
        column.lazy.filter { !$0.isEmpty }.map { .text($0) }
    }

    /// The answers of an operand. A field with several options has one for each chosen option, or a single empty one.
    private func answers(_ source: some ValueSource) throws(ComputingFault) -> [String] {
        if case .field(let slot, _) = self, let choices = source.choices(at: slot) {
            return choices.isEmpty ? [""] : choices
        }
        return try values(source).map(\.text)
    }

    private static func carryOut(
        _ name: Computation.Operator,
        _ operands: [CompiledComputation],
        _ source: some ValueSource
    ) throws(ComputingFault) -> ComputedValue {
        switch name {
        case .count:
            var count = 0
            for operand in operands { count += try operand.answers(source).count { !$0.isEmpty } }
            return .number(ExactDecimal(count))
        case .first:
            for operand in operands {
                for value in try operand.values(source) where !value.isEmpty { return value }
            }
            return .empty
        case .daysBetween, .yearsBetween:
            guard let start = try operands[0].value(source).day(), let end = try operands[1].value(source).day() else {
                return .empty
            }
            let count = name == .daysBetween ? end.dayNumber - start.dayNumber : start.years(to: end)
            return .number(ExactDecimal(count))
        case .round:
            guard let number = try operands[0].value(source).number() else { return .empty }
            var digits = 0
            if operands.count > 1, let count = try operands[1].value(source).number() {
                digits = Int(count.description) ?? 0
            }
            return .number(number.roundedHalfUp(digits))
        case .min, .max:
            var result: ComputedValue?
            for operand in operands {
                for value in try operand.values(source) {
                    guard let best = result else {
                        if value.isEmpty { return .empty }
                        result = value
                        continue
                    }
                    guard let order = try value.compared(with: best) else { return .empty }
                    if name == .min ? order < 0 : order > 0 { result = value }
                }
            }
            return result ?? .empty
        case .sum, .difference, .product, .quotient:
            var result: ExactDecimal?
            func add(_ value: ComputedValue) throws(ComputingFault) -> Bool {
                guard let number = try value.number() else { return false }
                guard let left = result else {
                    result = number
                    return true
                }
                switch name {
                case .sum: result = try left + number
                case .difference: result = try left + -number
                case .product: result = try left * number
                default: result = try left / number
                }
                return true
            }
            for operand in operands {
                // A single value needs no array.
                guard case .column = operand else {
                    guard try add(operand.value(source)) else { return .empty }
                    continue
                }
                for value in try operand.values(source) {
                    guard try add(value) else { return .empty }
                }
            }
            return result.map { .number($0) } ?? .empty
        }
    }
}

extension CalendarDay {
    /// The number of whole years from this day to another one, such as a person's age; negative if the other day is
    /// earlier.
    fileprivate func years(to other: CalendarDay) -> Int {
        if other < self { return -other.years(to: self) }
        return other.year - year - ((other.month, other.day) < (month, day) ? 1 : 0)
    }
}

extension CompiledComputation {
    /// The fields whose values are of the wrong kind for what reads them, by their slots in the plan's references.
    func misfits(_ source: some ValueSource) -> [Int] {
        switch self {
        case .constant, .today, .field, .column, .rows: []
        case .operation(let name, let operands):
            operands.flatMap { operand in
                guard case .field(let slot, _) = operand else { return operand.misfits(source) }
                let value = ComputedValue(source.value(at: slot) ?? "")
                do throws(ComputingFault) {
                    switch name {
                    case .sum, .difference, .product, .quotient, .round: _ = try value.number()
                    case .daysBetween, .yearsBetween: _ = try value.day()
                    case .count, .first, .min, .max: break
                    }
                    return []
                } catch {
                    return [slot]
                }
            }
        case .concat(let operands, _), .score(let operands, _): operands.flatMap { $0.misfits(source) }
        case .when(let condition, let then, let otherwise):
            (condition.holds(source) == true ? then : otherwise).misfits(source)
        }
    }
}

// MARK: - References and costs

extension CompiledComputation {
    private var operands: [CompiledComputation] {
        switch self {
        case .constant, .today, .field, .column, .rows: []
        case .operation(_, let operands), .concat(let operands, _), .score(let operands, _): operands
        case .when(_, let then, let otherwise): [then, otherwise]
        }
    }

    func collect(_ slots: inout [Int]) {
        switch self {
        case .field(let slot, _), .column(let slot, _): slots.append(slot)
        case .when(let condition, _, _): condition.collect(&slots)
        default: break
        }
        for operand in operands { operand.collect(&slots) }
    }

    /// The fields and columns that the computation reads.
    var reads: [Int] {
        var slots: [Int] = []
        collect(&slots)
        return slots
    }

    /// The approximate work of an evaluation; see `WorkBudget`. Columns are counted when they are read.
    var work: Int {
        var condition = 0
        if case .when(let test, _, _) = self { condition = test.work }
        return operands.reduce(1 + condition) { $0 + $1.work }
    }

    /// Whether the value depends on the date.
    var asksForToday: Bool {
        switch self {
        case .today: true
        case .when(let condition, _, _) where condition.asksForToday: true
        default: operands.contains(where: \.asksForToday)
        }
    }
}

// MARK: - Explanation

extension CompiledComputation {
    /// The computation with the value of each node that is no constant: `sum(km = 12, product(days = 2, 0.3) = 0.6) =
    /// 12.6`. The value of a node that reads a secret is hidden.
    func explained(_ source: some ValueSource) -> String {
        func list(_ operands: [CompiledComputation]) -> String {
            operands.map { $0.explained(source) }.joined(separator: ", ")
        }
        let name: String
        switch self {
        case .constant(let value): return value.text.shortened
        case .today: name = "today"
        case .field(_, let field): name = field
        case .rows(_, let rows): name = rows
        case .column(_, let column): return "\(column) (\(columnCount(source)) rows)"
        case .operation(let operation, let operands): name = "\(operation.rawValue)(\(list(operands)))"
        case .concat(let operands, _): name = "concat(\(list(operands)))"
        case .score(let operands, _): name = "score(\(list(operands)))"
        case .when(let condition, let then, let otherwise):
            name = "when(\(condition.explained(source)), \(list([then, otherwise])))"
        }
        if source.hasSecret(reads) { return name + " = •" }
        let value: String
        do throws(ComputingFault) {
            value = try self.value(source).text.shortened
        } catch {
            value = "(\(error))"
        }
        return "\(name) = \(value)"
    }

    private func columnCount(_ source: some ValueSource) -> Int {
        if case .column(let slot, _) = self { source.column(at: slot).count } else { 0 }
    }
}

extension String {
    /// A value cut to a readable length.
    fileprivate var shortened: String {
        count > 40 ? prefix(40) + "…" : isEmpty ? "(empty)" : self
    }
}
