import FormModel

/// Whether something holds: always, never, or while a condition holds.
enum Truth {
    case always, never
    case when(JSONText)

    /// The condition; `nil` for `always` and `never`.
    var condition: JSONText? { if case .when(let condition) = self { condition } else { nil } }

    static func all(_ parts: [Truth]) -> Truth {
        var conditions: [JSONText] = []
        for part in parts {
            switch part {
            case .always: break
            case .never: return .never
            case .when(let condition): conditions += condition.parts(of: "all")
            }
        }
        // A field with a certain value is not empty, so that test is redundant.
        let tested = Set(conditions.compactMap { $0.field(tested: ["equals", "in"]) })
        conditions.removeAll { condition in
            condition.isNotEmpty && condition.field(tested: ["empty"]).map(tested.contains) ?? false
        }
        return conditions.isEmpty ? .always : .when(joined("all", conditions))
    }

    static func any(_ parts: [Truth]) -> Truth { all(parts.map(\.negated)).negated }

    var negated: Truth {
        switch self {
        case .always: .never
        case .never: .always
        case .when(let condition): .when(condition.negated)
        }
    }

    /// The truth of a condition for the case that a field is empty.
    static func of(_ condition: JSONText, whileEmpty id: String) -> Truth {
        guard case .object(let members) = condition, let first = members.first, let last = members.last else {
            return .when(condition)
        }
        switch (first.key, first.value) {
        case ("all", .array(let parts)): return .all(parts.map { of($0, whileEmpty: id) })
        case ("any", .array(let parts)): return .any(parts.map { of($0, whileEmpty: id) })
        case ("not", let inner): return of(inner, whileEmpty: id).negated
        case ("field", .string(id)): return last.value == .literal("true") && last.key == "empty" ? .always : .never
        default: return .when(condition)
        }
    }

    private static func joined(_ name: String, _ conditions: [JSONText]) -> JSONText {
        let different = conditions.enumerated().filter { !conditions[..<$0.offset].contains($0.element) }.map(\.element)
        return different.count == 1 ? different[0] : .object([.init(name, .array(different))])
    }
}

extension JSONText {
    /// The field that a condition tests with one of these keys.
    fileprivate func field(tested ways: Set<String>) -> String? {
        guard case .object(let members) = self, members.count == 2, case .string(let field) = members[0].value,
            members[0].key == "field", ways.contains(members[1].key)
        else { return nil }
        return field
    }

    fileprivate var isNotEmpty: Bool {
        if case .object(let members) = self { members.last?.value == .literal("false") } else { false }
    }

    /// The parts of a condition with this key, or the condition itself.
    fileprivate func parts(of name: String) -> [JSONText] {
        if case .object(let members) = self, let member = members.first, member.key == name,
            case .array(let parts) = member.value
        {
            return parts
        }
        return [self]
    }

    /// The opposite condition.
    fileprivate var negated: JSONText {
        guard case .object(let members) = self, let last = members.last else { return self }
        switch (last.key, last.value) {
        case ("not", let inner): return inner
        case ("all", .array(let parts)): return .object([.init("any", .array(parts.map(\.negated)))])
        case ("any", .array(let parts)): return .object([.init("all", .array(parts.map(\.negated)))])
        case ("empty", .literal(let word)):
            return .object(members.dropLast() + [.init("empty", .literal(word == "true" ? "false" : "true"))])
        default: return .object([.init("not", self)])
        }
    }

    /// The number of tests in a condition.
    var testCount: Int {
        switch self {
        case .object(let members):
            members.contains { $0.key == "field" } ? 1 : members.reduce(0) { $0 + $1.value.testCount }
        case .array(let parts): parts.reduce(0) { $0 + $1.testCount }
        case .string, .literal: 0
        }
    }

    /// The number of patterns in a condition.
    var patternCount: Int {
        switch self {
        case .object(let members): members.reduce(0) { $0 + ($1.key == "matches" ? 1 : $1.value.patternCount) }
        case .array(let parts): parts.reduce(0) { $0 + $1.patternCount }
        case .string, .literal: 0
        }
    }
}
