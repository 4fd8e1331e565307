import FormModel

/// How a transaction changed the history, in its record. A step contains the fields before the transaction. When
/// records are replayed these are known, so the record only lists their indices.
enum SavedHistoryChange {
    case none
    case step([Part])
    /// The fields that were added to the last step.
    case addition([Part])
    case traverse(back: Bool)

    struct Part {
        /// The field's index.
        let field: Int
        let isMessageOnly: Bool
    }

    init(_ change: History.Update, _ placement: Placement) {
        func parts(_ entries: [History.Entry]) -> [Part] {
            entries.compactMap { entry in
                placement.indices[entry.id].map { Part(field: $0, isMessageOnly: entry.field == nil) }
            }
        }
        switch change {
        case .none: self = .none
        case .step(let entries): self = .step(parts(entries))
        case .addition(let entries): self = .addition(parts(entries))
        case .traverse(let back): self = .traverse(back: back)
        }
    }

    func write(to writer: inout SavedWriter) {
        func write(_ kind: Int, _ parts: [Part]) {
            writer.number(kind)
            writer.list(parts) { writer, part in
                writer.number(part.field)
                writer.flag(part.isMessageOnly)
            }
        }
        switch self {
        case .none: writer.number(0)
        case .step(let parts): write(1, parts)
        case .addition(let parts): write(2, parts)
        case .traverse(let back):
            writer.number(3)
            writer.flag(back)
        }
    }

    init(_ reader: inout SavedReader, fields: Int) throws(SavedFormError) {
        func parts(_ reader: inout SavedReader) throws(SavedFormError) -> [Part] {
            try reader.list { reader throws(SavedFormError) in
                Part(field: try reader.index(below: fields, "a field"), isMessageOnly: try reader.flag())
            }
        }
        switch try reader.number(in: 0...3, "the kind of a step") {
        case 1: self = .step(try parts(&reader))
        case 2: self = .addition(try parts(&reader))
        case 3: self = .traverse(back: try reader.flag())
        default: self = .none
        }
    }
}

extension History {
    /// Applies the change of a transaction to the history.
    ///
    /// - Parameter fields: the fields before the transaction.
    mutating func replay(_ change: SavedHistoryChange, _ fields: FieldTable, _ placement: Placement) {
        func entries(_ parts: [SavedHistoryChange.Part]) -> [Entry] {
            parts.map { Entry(fields[$0.field], isMessageOnly: $0.isMessageOnly) }
        }
        switch change {
        case .none: break
        case .step(let parts): record(Step(fields: entries(parts)), burst: nil)
        case .addition(let parts): extend(by: entries(parts), burst: nil)
        case .traverse(let back):
            let step = (back ? undo : redo).last
            let inverse = step.map { step in
                Step(
                    fields: step.fields.map { entry in
                        guard let index = placement.indices[entry.id] else { return entry }
                        return Entry(fields[index], isMessageOnly: entry.field == nil)
                    }
                )
            }
            traverse(back: back, inverse: inverse)
        }
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
                    ShownMessage.write(isSecret(entry) ? nil : entry.message, to: &writer)
                    writer.optional(entry.field) { SavedField($1).write(since: SavedField(), to: &$0) }
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
            try SavedField.read(&reader, into: field, context, definitions)
            guard !field.isSecret else { throw SavedFormError("a step has the secret field \(id)") }
            field.close()
            return field
        }
        func stack(_ reader: inout SavedReader) throws(SavedFormError) -> Stack {
            var stack = Stack()
            for _ in 0..<(try reader.count()) {
                let rows = try reader.optional { reader throws(SavedFormError) in
                    try SavedRows(&reader, context, saved)
                }
                let fields = try reader.list { reader throws(SavedFormError) in
                    let id = try reader.text()
                    let message = try ShownMessage.read(&reader)
                    let field = try reader.optional { reader throws(SavedFormError) in try saved(&reader, id) }
                    return Entry(id: id, message: message, field: field)
                }
                stack.push(Step(fields: fields, rows: rows))
                stack.trim()
            }
            return stack
        }
        self.init(undo: try stack(&reader), redo: try stack(&reader))
    }
}

extension SavedRows {
    fileprivate func write(of definition: FormDefinition, to writer: inout SavedWriter) {
        definition.write(rows, to: &writer)
        if definition.hasInnerGroups { definition.write(numbers, rows, to: &writer) }
        writer.text(locale)
        writer.list(fields.sorted { $0.key < $1.key }) { writer, field in
            writer.text(field.key)
            SavedField(field.value).write(since: SavedField(), to: &writer)
        }
    }

    fileprivate init(
        _ reader: inout SavedReader,
        _ context: FormContext,
        _ field: (inout SavedReader, String) throws(SavedFormError) -> FormField
    ) throws(SavedFormError) {
        let definition = context.form.definition
        rows = try definition.rows(&reader)
        numbers = definition.hasInnerGroups ? try definition.rowNumbers(&reader, rows) : RowNumbers(last: [:])
        locale = try reader.locale()
        fields = [:]
        for _ in 0..<(try reader.count()) {
            let id = try reader.text()
            fields[id] = try field(&reader, id)
        }
    }
}
