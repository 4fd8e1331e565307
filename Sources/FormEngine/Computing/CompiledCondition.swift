import FormModel
import PCRE2
import Rules
import TextEditing

/// A compiled condition. Fields are given by their slots in the plan's references.
indirect enum CompiledCondition: Sendable {
    case test(field: Int, name: String, Test)
    case comparison(CompiledComputation, Condition.Comparison, CompiledComputation)
    case all([CompiledCondition])
    case any([CompiledCondition])
    case not(CompiledCondition)

    enum Test: Sendable {
        case equals(String)
        case oneOf(Set<FormText>)
        case empty
        case matches(Pattern)
        case contains(String)
        case selected([String])
    }

    init(_ condition: Condition, _ references: inout References) throws {
        switch condition {
        case .test(let field, let test):
            let compiled: Test =
                switch test {
                case .equals(let text): .equals(text)
                case .oneOf(let texts): .oneOf(Set(texts.map { FormText($0) }))
                case .empty: .empty
                case .matches(let pattern): .matches(try references.patterns.pattern(pattern))
                case .contains(let text): .contains(text)
                case .selected(let values): .selected(values)
                }
            self = .test(field: references.slot(of: field), name: field, compiled)
        case .comparison(let left, let comparison, let right):
            self = .comparison(
                try CompiledComputation(left, &references),
                comparison,
                try CompiledComputation(right, &references)
            )
        case .all(let conditions): self = .all(try conditions.map { try Self($0, &references) })
        case .any(let conditions): self = .any(try conditions.map { try Self($0, &references) })
        case .not(let condition): self = .not(try CompiledCondition(condition, &references))
        }
    }
}

extension CompiledCondition {
    /// Whether the condition holds; `nil` if that is unknown, because a compared value is missing. As in SQL, a
    /// combined condition is known as soon as the known conditions decide it; the rest is not evaluated. A pattern that
    /// exceeds its limits does not match, and a test of a field that the form does not have fails.
    func holds(_ source: some ValueSource) -> Bool? {
        switch self {
        case .test(let field, _, let test):
            guard let text = source.value(at: field) else { return false }
            return switch test {
            case .equals(let wanted): text.hasSameCodePoints(as: wanted)
            case .oneOf(let wanted): wanted.contains(FormText(text))
            case .empty: text.isEmpty
            case .matches(let pattern): pattern.match(text) == .matched
            case .contains(let wanted):
                source.choices(at: field)?.hold(wanted) ?? text.unicodeScalars.holds(wanted.unicodeScalars)
            case .selected(let wanted): wanted.allSatisfy((source.choices(at: field) ?? [text]).hold)
            }
        case .comparison(let left, let comparison, let right):
            guard let one = try? left.value(source), let two = try? right.value(source) else { return nil }
            if comparison.isOfEquality {
                let areNumbers = left.isNumber(one, source) || right.isNumber(two, source)
                return one.equals(two, asNumbers: areNumbers) == (comparison == .equals)
            }
            guard let order = (try? one.compared(with: two)) ?? nil else { return nil }
            return switch comparison {
            case .less: order < 0
            case .atMost: order <= 0
            case .greater: order > 0
            case .atLeast: order >= 0
            case .equals, .notEquals: nil
            }
        case .all(let conditions): return Self.first(false, of: conditions, source)
        case .any(let conditions): return Self.first(true, of: conditions, source)
        case .not(let condition): return condition.holds(source).map { !$0 }
        }
    }

    /// Combines conditions, of which one with the result `decision` decides the result. Otherwise all of them must be
    /// known.
    private static func first(_ decision: Bool, of conditions: [CompiledCondition], _ source: some ValueSource) -> Bool?
    {
        var isKnown = true
        for condition in conditions {
            switch condition.holds(source) {
            case decision: return decision
            case nil: isKnown = false
            default: break
            }
        }
        return isKnown ? !decision : nil
    }

    /// The approximate work of evaluating the condition; see `WorkBudget`.
    var work: Int {
        switch self {
        case .test(_, _, .matches): WorkBudget.largeStep / 2
        case .test: 1
        case .comparison(let left, _, let right): left.work + right.work
        case .all(let conditions), .any(let conditions): conditions.reduce(0) { $0 + $1.work }
        case .not(let condition): condition.work
        }
    }

    /// Whether the result depends on the date.
    var asksForToday: Bool {
        switch self {
        case .test: false
        case .comparison(let left, _, let right): left.asksForToday || right.asksForToday
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.asksForToday)
        case .not(let condition): condition.asksForToday
        }
    }

    func collect(_ slots: inout [Int]) {
        switch self {
        case .test(let field, _, _): slots.append(field)
        case .comparison(let left, _, let right):
            left.collect(&slots)
            right.collect(&slots)
        case .all(let conditions), .any(let conditions): for condition in conditions { condition.collect(&slots) }
        case .not(let condition): condition.collect(&slots)
        }
    }

    /// The fields and columns that the condition reads.
    var reads: [Int] {
        var slots: [Int] = []
        collect(&slots)
        return slots
    }

    /// The condition with the values that it compares. Whether a secret passes a test is hidden.
    func explained(_ source: some ValueSource) -> String {
        func list(_ conditions: [CompiledCondition]) -> String {
            conditions.map { $0.explained(source) }.joined(separator: ", ")
        }
        switch self {
        case .test(_, let name, _):
            if source.hasSecret(reads) { return "\(name) = •" }
            return "\(name) \(holds(source) == true ? "passes" : "does not pass")"
        case .comparison(let left, let comparison, let right):
            let sides = [left, right].map { $0.explained(source) }
            return "\(sides[0]) \(comparison.rawValue) \(sides[1])"
        case .all(let conditions): return "all(\(list(conditions)))"
        case .any(let conditions): return "any(\(list(conditions)))"
        case .not(let condition): return "not(\(list([condition])))"
        }
    }
}

extension [String] {
    /// Whether one of the texts is this one.
    fileprivate func hold(_ text: String) -> Bool { contains { $0.hasSameCodePoints(as: text) } }
}
