import FormModel
import PCRE2

/// A condition that knows its fields by their places.
indirect enum CompiledCondition: Sendable {
    case test(field: Int, Test)
    case all([CompiledCondition])
    case any([CompiledCondition])
    case not(CompiledCondition)

    enum Test: Sendable {
        case equals(String)
        case oneOf(Set<String>)
        case empty
        case matches(Pattern)
    }

    /// A test about a field that the form does not have, which the decoder refuses, is never met.
    init(_ condition: Condition, indices: [String: Int], patterns: PatternCache) throws(PatternError) {
        switch condition {
        case .test(let field, let test):
            guard let index = indices[field] else {
                self = .any([])
                return
            }
            let compiled: Test =
                switch test {
                case .equals(let text): .equals(text)
                case .oneOf(let texts): .oneOf(Set(texts))
                case .empty: .empty
                case .matches(let pattern): .matches(try patterns.pattern(pattern))
                }
            self = .test(field: index, compiled)
        case .all(let parts): self = .all(try Self.compile(parts, indices, patterns))
        case .any(let parts): self = .any(try Self.compile(parts, indices, patterns))
        case .not(let part): self = .not(try CompiledCondition(part, indices: indices, patterns: patterns))
        }
    }

    private static func compile(
        _ parts: [Condition],
        _ indices: [String: Int],
        _ patterns: PatternCache
    ) throws(PatternError) -> [CompiledCondition] {
        var compiled: [CompiledCondition] = []
        for part in parts { compiled.append(try CompiledCondition(part, indices: indices, patterns: patterns)) }
        return compiled
    }
}

extension CompiledCondition {
    /// Asks as little as decides. A pattern that gives up does not match.
    func holds(_ value: (Int) -> String) -> Bool {
        switch self {
        case .test(let field, let test):
            let text = value(field)
            return switch test {
            case .equals(let wanted): text == wanted
            case .oneOf(let wanted): wanted.contains(text)
            case .empty: text.isEmpty
            case .matches(let pattern): pattern.match(text) == .matched
            }
        case .all(let parts): return parts.allSatisfy { $0.holds(value) }
        case .any(let parts): return parts.contains { $0.holds(value) }
        case .not(let part): return !part.holds(value)
        }
    }
}

extension CompiledCondition {
    /// The fields that the condition reads, each as often as it does.
    var fields: [Int] {
        switch self {
        case .test(let field, _): [field]
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        case .not(let part): part.fields
        }
    }

    /// The same condition where fields have other numbers.
    func renumbered(_ number: (Int) -> Int) -> CompiledCondition {
        switch self {
        case .test(let field, let test): .test(field: number(field), test)
        case .all(let parts): .all(parts.map { $0.renumbered(number) })
        case .any(let parts): .any(parts.map { $0.renumbered(number) })
        case .not(let part): .not(part.renumbered(number))
        }
    }
}

/// The conditions of one field that has any.
struct FieldConditions: Sendable {
    private(set) var visible: CompiledCondition?
    private(set) var enabled: CompiledCondition?
    private(set) var required: CompiledCondition?
    let whenIrrelevant: IrrelevantValue

    /// The same conditions where fields have other numbers.
    func renumbered(_ number: (Int) -> Int) -> FieldConditions {
        var conditions = self
        conditions.visible = visible?.renumbered(number)
        conditions.enabled = enabled?.renumbered(number)
        conditions.required = required?.renumbered(number)
        return conditions
    }

    /// nil: the definition has none.
    init?(
        _ definition: borrowing FieldDefinition,
        indices: [String: Int],
        patterns: PatternCache
    ) throws(PatternError) {
        guard definition.visibleWhen != nil || definition.enabledWhen != nil || definition.requiredWhen != nil else {
            return nil
        }
        func compile(_ condition: Condition?) throws(PatternError) -> CompiledCondition? {
            guard let condition else { return nil }
            return try CompiledCondition(condition, indices: indices, patterns: patterns)
        }
        visible = try compile(definition.visibleWhen)
        enabled = try compile(definition.enabledWhen)
        required = try compile(definition.requiredWhen)
        whenIrrelevant = definition.whenIrrelevant
    }
}
