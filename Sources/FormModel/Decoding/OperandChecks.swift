// Checks of the operands of computations and comparisons. Each diagnostic points to the operand that it is about.

extension ReferenceChecks {
    /// The reader of the operands, and its restrictions.
    struct Reader {
        /// The name of the field that must not read itself; `nil` if there is no such field.
        var name: String?
        /// The message for a field that reads itself.
        var ofItself = ""
        /// Whether the result is hidden from everybody who may not read a secret.
        var keepsSecrets = false
    }

    /// Checks a computation.
    ///
    /// - Parameter expected: the required kind of value and the key that requires it; `nil` if any kind is valid.
    func checkOperands(in value: JSONValue, expected: (kind: ValueKind, by: String)? = nil, _ reader: Reader) {
        guard let object = value.object else { return }
        if let site = object["field"] { return check(site, expected: expected, reader) }
        for member in object.members {
            switch member.key {
            case "when": checkCondition(in: member.value, testsToo: true, reader)
            case "then", "else": checkOperands(in: member.value, expected: expected, reader)
            case "position", "rows": checkGroup(member.value, isAround: member.key == "position")
            default:
                var inner: (kind: ValueKind, by: String)?
                if let name = Computation.Operator(rawValue: member.key), name != .count {
                    // The result of `min`, `max` and `first` is one of the operands.
                    if let kind = name.operandKind { inner = (kind, member.key) } else { inner = expected }
                }
                for operand in member.value.elements ?? [] { checkOperands(in: operand, expected: inner, reader) }
            }
        }
    }

    /// Checks the fields that a condition's comparisons read and, if this is not checked elsewhere, those that its
    /// tests read.
    func checkCondition(in value: JSONValue, testsToo: Bool, _ reader: Reader) {
        guard let object = value.object else { return }
        for key in ["all", "any"] {
            for part in object[key]?.elements ?? [] { checkCondition(in: part, testsToo: testsToo, reader) }
        }
        if let part = object["not"] { checkCondition(in: part, testsToo: testsToo, reader) }
        let comparison = Condition.Comparison(in: object)
        guard testsToo || comparison != nil else { return }
        if let site = object["field"] { check(site, reader) }
        if let site = object["computed"] { checkOperands(in: site, reader) }
        guard let comparison, let operand = object[comparison.rawValue] else { return }
        let left = object["field"].map { kind(ofReference: $0) } ?? nil
        if let left, let right = kind(ofConstant: operand), left != right {
            context.error("a \(left) is not compared with a \(right)", at: operand)
        }
        checkOperands(in: operand, expected: left.map { (kind: $0, by: comparison.rawValue) }, reader)
    }

    /// Checks the name of a group.
    ///
    /// - Parameter isAround: whether the group must contain the reader.
    private func checkGroup(_ site: JSONValue, isAround: Bool) {
        guard let name = site.string, Identifier.isValid(name) else { return }
        let groups = isAround ? scopes.groupsAround(scope) : scopes.groups(from: scope)
        if !groups.contains(name) { context.unknown("group", name, at: site, allowed: groups.sorted()) }
    }

    /// The kind of a constant; `nil` for other operands.
    private func kind(ofConstant value: JSONValue) -> ValueKind? {
        if value.kind == .number { return .number }
        guard let text = value.string else { return nil }
        if text == "today" || CalendarDay(iso: text) != nil { return .date }
        return DecimalNumber(text) == nil ? nil : .number
    }

    private func kind(ofReference site: JSONValue) -> ValueKind? {
        guard let name = site.string else { return nil }
        return target(of: name)?.valueKind
    }

    /// The field that a name refers to; the name may contain group names, separated by points.
    private func target(of name: String) -> FieldDefinition? {
        FieldReference(name).flatMap { scopes.index(of: $0, from: scope) }.map { scopes.fields[$0] }
    }

    private func check(_ site: JSONValue, expected: (kind: ValueKind, by: String)? = nil, _ reader: Reader) {
        // An invalid name has been reported.
        guard let name = site.string, FieldReference(name) != nil else { return }
        if name == reader.name { return context.error(reader.ofItself, at: site) }
        guard let field = target(of: name) else {
            let known = name.contains(".") ? scopes.columns(from: scope) : scopes.names(from: scope)
            return context.unknown("field", name, at: site, allowed: known)
        }
        if field.kind == .note { context.error("\(quoted(name)) is a note, which has no value", at: site) }
        if let expected, let kind = field.valueKind, kind != expected.kind {
            context.error("\(quoted(name)) is a \(kind), and \(quoted(expected.by)) takes a \(expected.kind)", at: site)
        }
        if field.isSecret, !reader.keepsSecrets {
            context.error(
                "the field \(quoted(name)) is secret, and everybody may see the result of this, which would reveal it",
                at: site
            )
        }
    }
}

extension FieldDefinition {
    /// The kind of the field's values, if the definition determines it.
    package var valueKind: ValueKind? {
        if let formatter { return formatter.kind.valueKind }
        if case .date = input { return .date }
        if case .slider = input { return .number }
        // The kinds of other computed fields are not determined, because the chain of fields may be long.
        return computed?.kind { _ in nil }
    }
}
