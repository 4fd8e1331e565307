import FormModel

// How a transaction changed the history, in its record. A step contains fields as they were before the transaction.
// When records are replayed these are known, so the record only lists their indices. A change of rows is in a record of
// the whole form.

extension History.Update {
    func write(to writer: inout SavedWriter, _ placement: Placement) {
        func write(_ kind: Int, _ entries: [History.Entry]) {
            writer.number(kind)
            writer.list(entries.compactMap { entry in placement.indices[entry.id].map { ($0, entry.field == nil) } }) {
                $0.number($1.0)
                $0.flag($1.1)
            }
        }
        switch self {
        case .none, .restart: writer.number(0)
        case .steps(let steps): write(1, steps.flatMap(\.fields))
        case .addition(let entries): write(2, entries)
        case .traverse(let back, let inverse): write(back ? 4 : 5, inverse.fields)
        }
    }

    /// - Parameters:
    ///   - fields: the fields before the transaction.
    ///   - history: the history before the transaction.
    init(
        _ reader: inout SavedReader,
        _ fields: FieldTable,
        _ history: History,
        _ placement: Placement
    ) throws(SavedFormError) {
        func entries(_ reader: inout SavedReader) throws(SavedFormError) -> [History.Entry] {
            try reader.list { reader throws(SavedFormError) in
                let index = try reader.index(below: fields.count, "a field")
                return History.Entry(fields[index], isMessageOnly: try reader.flag())
            }
        }
        switch try reader.number(in: 0...5, "the kind of a step") {
        case 1: self = .steps([History.Step(fields: try entries(&reader))])
        case 2: self = .addition(try entries(&reader))
        // Earlier releases wrote only the direction: the inverse had the fields of the step.
        case 3:
            let back = try reader.flag()
            guard let step = (back ? history.undo : history.redo).last else {
                self = .none
                return
            }
            let inverse = step.fields.map { entry in
                guard let index = placement.indices[entry.id] else { return entry }
                return History.Entry(fields[index], isMessageOnly: entry.field == nil)
            }
            self = .traverse(back: back, inverse: History.Step(fields: inverse))
        case 4: self = .traverse(back: true, inverse: History.Step(fields: try entries(&reader)))
        case 5: self = .traverse(back: false, inverse: History.Step(fields: try entries(&reader)))
        default: self = .none
        }
    }

    /// Whether the update removes all steps.
    var isRestart: Bool {
        if case .restart = self { true } else { false }
    }
}

// MARK: - All steps

extension History {
    /// - Parameter isSecret: whether an entry's message must not be saved.
    func write(to writer: inout SavedWriter, _ definition: FormDefinition, isSecret: (Entry) -> Bool) {
        for stack in [undo, redo] {
            writer.list(stack.steps) { writer, step in
                writer.optional(step.rows) { $1.write(of: definition, to: &$0) }
                writer.list(step.fields) { writer, entry in
                    writer.text(entry.id)
                    ShownMessage.saved.optional.write(&writer, isSecret(entry) ? nil : entry.message)
                    writer.optional(entry.field) { writer, field in
                        let field = FormField(copying: field)
                        // The entry has the message that is restored.
                        field.message = nil
                        field.write(to: &writer)
                    }
                }
            }
        }
    }

    /// - Parameter field: makes an empty field of the form by its name, even if its row was removed.
    init(
        _ reader: inout SavedReader,
        _ context: FormContext,
        _ definitions: SavedDefinitions,
        field: (String) throws(SavedFormError) -> FormField
    ) throws(SavedFormError) {
        func saved(_ reader: inout SavedReader, _ id: String) throws(SavedFormError) -> FormField {
            let field = try field(id)
            try field.read(&reader, context, definitions)
            return field
        }
        func stack(_ reader: inout SavedReader) throws(SavedFormError) -> Stack {
            var stack = Stack()
            for _ in 0..<(try reader.count()) {
                var removed: [Entry] = []
                let rows = try reader.optional { reader throws(SavedFormError) in
                    let rows = try Rows(&reader, context)
                    // Earlier releases kept the fields of removed rows here.
                    removed = try reader.list { reader throws(SavedFormError) in
                        let id = try reader.text()
                        return Entry(try saved(&reader, id))
                    }
                    return rows
                }
                let fields = try reader.list { reader throws(SavedFormError) in
                    let id = try reader.text()
                    let message = try ShownMessage.saved.optional.read(&reader)
                    let field = try reader.optional { reader throws(SavedFormError) in try saved(&reader, id) }
                    // Of a secret in a removed row there is what a program set.
                    if field?.isSecret == true, rows == nil {
                        throw SavedFormError("a step has the secret field \(id)")
                    }
                    return Entry(id: id, message: message, field: field?.withoutSecret)
                }
                stack.push(Step(fields: fields + removed, rows: rows))
            }
            return stack
        }
        self.init(undo: try stack(&reader), redo: try stack(&reader))
    }
}

extension History.Rows {
    fileprivate func write(of definition: FormDefinition, to writer: inout SavedWriter) {
        definition.write(rows, to: &writer)
        if definition.hasInnerGroups { definition.write(numbers, rows, to: &writer) }
        writer.text(locale)
        // The fields are those of the step.
        writer.number(0)
    }

    fileprivate init(_ reader: inout SavedReader, _ context: FormContext) throws(SavedFormError) {
        let definition = context.form.definition
        rows = try definition.rows(&reader)
        numbers = definition.hasInnerGroups ? try definition.rowNumbers(&reader, rows) : RowNumbers()
        locale = try SavedFormat.locale.read(&reader)
    }
}
