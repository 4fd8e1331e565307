extension FieldDefinition {
    /// Gives the fields that rules and conditions name other names.
    mutating func rename(_ name: (String) -> String) {
        for place in rules.indices { rules[place].rename(name) }
        for place in inputRules.indices { inputRules[place].rename(name) }
        visibleWhen = visibleWhen?.renamed(name)
        enabledWhen = enabledWhen?.renamed(name)
        requiredWhen = requiredWhen?.renamed(name)
    }
}

extension Rule {
    fileprivate mutating func rename(_ name: (String) -> String) {
        switch kind {
        case .equals(let field): kind = .equals(field: name(field))
        case .plugin(let type, let fields): kind = .plugin(type, fields: fields.map(name))
        case .length, .regex, .textField, .minimum, .maximum, .step, .phone, .email, .luhn, .iban, .oneOf, .date, .url,
            .uuid, .ipv4, .ipv6:
            break
        }
    }
}

extension Condition {
    fileprivate func renamed(_ name: (String) -> String) -> Condition {
        switch self {
        case .test(let field, let test): .test(field: name(field), test)
        case .all(let parts): .all(parts.map { $0.renamed(name) })
        case .any(let parts): .any(parts.map { $0.renamed(name) })
        case .not(let part): .not(part.renamed(name))
        }
    }
}
