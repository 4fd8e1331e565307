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
        var members: [JSONText.Member] = []
        var constants = form.placement.constants[...]
        /// The place of the first field behind those of the last group.
        var end = 0
        let outline = form.placement.outline
        for (place, item) in outline.enumerated() {
            switch item.kind {
            case .field where item.fields.lowerBound >= end:
                members += values(of: &constants, before: item.fields.lowerBound)
                members += values(of: item.fields)
            case .group:
                members += values(of: &constants, before: item.fields.lowerBound)
                end = item.fields.upperBound
                guard shows(item.parts) else { continue }
                let rows = outline[(place + 1)...].prefix { $0.depth > item.depth }.filter { $0.kind == .row }
                members.append(JSONText.Member(item.id, .array(rows.map { .object(values(of: $0.fields)) })))
            case .field, .note, .section, .row, .review: break
            }
        }
        members += values(of: &constants, before: form.fields.count)
        let record = form.record.filter { !$0.value.isEmpty }.map { value in
            JSONText.Member(value.field, Int(value.value) == nil ? .string(value.value) : .literal(value.value))
        }
        return .object(members + record)
    }

    private func shows(_ parts: some Sequence<Int>) -> Bool { (form.session.hidden?.value).shows(parts) }

    /// The constants that stand before a field.
    private func values(of constants: inout ArraySlice<Outline.Constant>, before index: Int) -> [JSONText.Member] {
        let passed = constants.prefix { $0.place <= index }
        constants.removeFirst(passed.count)
        return passed.filter { shows($0.parts) }.map { constant in
            let (definition, text) = (constant.definition, constant.definition.text)
            return JSONText.Member(definition.id, definition.isString ? .string(text) : .literal(text))
        }
    }

    private func values(of fields: Range<Int>) -> [JSONText.Member] {
        form.fields.all[fields].compactMap { field in
            guard field.isRelevant, !field.isNote else { return nil }
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
