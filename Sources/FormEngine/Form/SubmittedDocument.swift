import FormModel

/// A form's values as one JSON object, typed as their fields are: what `SubmitDocument` replies, secrets included.
///
/// Numbers are numbers with every digit, toggles are true or false, several options are an array of their values, and a group is
/// an array with an object for each row. Everything else is a string, and left out if it is empty; what is not relevant is left
/// out, whatever it is.
struct SubmittedDocument {
    private let form: Form

    init(_ form: Form) {
        self.form = form
    }

    var json: JSONText {
        var index = 0
        var members: [JSONText.Member] = []
        var rows = form.placement.rows[...]
        for element in form.compiled.elements {
            switch element {
            case .field:
                members += self.members(of: index..<index + 1)
                index += 1
            case .group(let group):
                let objects = (rows.popFirst() ?? []).map { _ -> JSONText in
                    defer { index += group.plans.count }
                    return .object(self.members(of: index..<index + group.plans.count))
                }
                members.append(JSONText.Member(group.definition.id, .array(objects)))
            }
        }
        return .object(members)
    }

    private func members(of indices: Range<Int>) -> [JSONText.Member] {
        form.fields.all[indices].compactMap { field in
            guard field.isRelevant else { return nil }
            return value(of: field).map { JSONText.Member(field.plan.definition.id, $0) }
        }
    }

    /// `nil` for a field that is empty.
    private func value(of field: FormField) -> JSONText? {
        let text = field.fieldValue
        switch field.plan.picker {
        case .toggle: return .literal(text)
        case .several(let selection): return .array(selection.values(of: field.choice).map(JSONText.string))
        case .options, .date, nil: break
        }
        guard !text.isEmpty else { return nil }
        if field.builtInFormatter is NumberFormatter, let number = DecimalNumber(text) {
            return .literal(number.description)
        }
        return .string(text)
    }
}
