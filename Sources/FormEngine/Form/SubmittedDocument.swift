import FormModel

/// A form's values as a JSON object, typed as their fields are: the reply to `SubmitDocument`. It contains secrets.
///
/// Numbers are JSON numbers with all their digits, also computed ones, toggles are booleans, several options are an array of their values,
/// and a group is an array with an object for each row. Every other value is a string, which is left out if it is
/// empty. Irrelevant fields of any type are left out.
struct SubmittedDocument {
    private let form: Form

    init(_ form: Form) {
        self.form = form
    }

    var json: JSONText {
        var constants = form.placement.constants[...]
        var members = values(of: form.placement.outline[...], &constants)
        members += values(of: &constants, before: form.fields.count)
        let record = form.record.filter { !$0.value.isEmpty }.map { value in
            JSONText.Member(value.field, Int(value.value) == nil ? .string(value.value) : .literal(value.value))
        }
        return .object(members + record)
    }

    /// The values of the elements of the form or of a row.
    private func values(
        of items: ArraySlice<Outline.Item>,
        _ constants: inout ArraySlice<Outline.Constant>
    ) -> [JSONText.Member] {
        var members: [JSONText.Member] = []
        var rest = items
        while let item = rest.popFirst() {
            switch item.kind {
            case .field:
                members += values(of: &constants, before: item.fields.lowerBound)
                if let member = member(item.fields.lowerBound) { members.append(member) }
            case .group:
                members += values(of: &constants, before: item.fields.lowerBound)
                let inner = rest.prefix { $0.depth > item.depth }
                rest = rest.dropFirst(inner.count)
                guard shows(item.parts) else { continue }
                members.append(JSONText.Member(item.key, .array(rows(among: inner, depth: item.depth + 1))))
            case .note, .section, .row, .review, .end: break
            }
        }
        return members
    }

    private func rows(among items: ArraySlice<Outline.Item>, depth: Int) -> [JSONText] {
        items.indices.filter { items[$0].kind == .row && items[$0].depth == depth }.map { row in
            // No constant is inside a group.
            var none: ArraySlice<Outline.Constant> = []
            return .object(values(of: items[(row + 1)...].prefix { $0.depth > depth }, &none))
        }
    }

    private func shows(_ parts: some Sequence<Int>) -> Bool { (form.session.hidden?.value).shows(parts) }

    /// The constants between the last field that was written and this one.
    private func values(of constants: inout ArraySlice<Outline.Constant>, before index: Int) -> [JSONText.Member] {
        let passed = constants.prefix { $0.place <= index }
        constants.removeFirst(passed.count)
        return passed.filter { shows($0.parts) }.map { constant in
            let (definition, text) = (constant.definition, constant.definition.text)
            return JSONText.Member(definition.id, definition.isString ? .string(text) : .literal(text))
        }
    }

    /// The field's name and value; `nil` if it has no value or is irrelevant.
    private func member(_ index: Int) -> JSONText.Member? {
        let field = form.fields[index]
        guard field.isRelevant, !field.isNote else { return nil }
        return value(of: field).map { JSONText.Member(field.plan.definition.id, $0) }
    }

    /// The field's value; `nil` if the field is empty.
    private func value(of field: FormField) -> JSONText? {
        let text = field.fieldValue
        switch field.plan.picker {
        case .toggle: return .literal(text)
        case .several(let selection): return .array(selection.values(of: field.choice).map(JSONText.string))
        case .options, .date, nil: break
        }
        guard !text.isEmpty else { return nil }
        if field.definition.valueKind == .number, let number = DecimalNumber(text) {
            return .literal(number.description)
        }
        return .string(text)
    }
}
