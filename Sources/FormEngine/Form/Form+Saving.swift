package import FormModel
package import FormPlugin

// Saves a form as bytes, and restores it from them. The first record contains the whole form, each later one the
// changes of a transaction. Restored values are checked against the definition. Secrets are never written.

extension Form {
    /// A record of the whole form.
    package var saved: SavedRecord { saved(replacesOlder: false) }

    func saved(replacesOlder: Bool) -> SavedRecord {
        SavedRecord(bytes: savedBytes, revision: revision, isWhole: true, replacesOlder: replacesOlder)
    }

    /// The values for a draft: those of all fields but secrets and computed fields.
    package var draft: [String: String] {
        fields.all.reduce(into: [:]) { values, field in
            if !field.isNote, !field.isSecret, field.plan.computed == nil { values[field.id] = field.fieldValue }
        }
    }

    /// The initial texts that replaced those of the definition when the form was opened, without secrets.
    package var initialValues: [String: String] {
        fields.all.reduce(into: [:]) { values, field in
            if !field.isSecret, let text = field.overrides?.value.initialText { values[field.id] = text }
        }
    }

    private var savedBytes: [UInt8] {
        var writer = SavedWriter()
        writer.number(revision)
        definition.write(context.placement.rows, to: &writer)
        definition.write(session.rowNumbers, context.placement.rows, to: &writer)
        context.write(to: &writer)
        SessionState.saved(placement).write(&writer, session)
        writer.list(fields.all) { $1.write(to: &$0) }
        history.write(to: &writer, definition) { entry in
            index(ofField: entry.id).map { fields[$0].isSecret }
                ?? RowField(entry.id, in: definition.elements)?.field.isSecret ?? false
        }
        return writer.bytes
    }
}

extension SavedRecord {
    /// A record of what a transaction has changed.
    ///
    /// - Parameters:
    ///   - form: the form after the transaction.
    ///   - isSameContext: whether language, layout traits and date are unchanged.
    init(_ changes: [FieldChange], _ form: SessionReading, _ history: History.Update, isSameContext: Bool) {
        var writer = SavedWriter()
        writer.number(form.revision)
        writer.flag(isSameContext)
        if !isSameContext { form.context.write(to: &writer) }
        SessionState.saved(form.context.placement).write(&writer, form.session)
        writer.list(changes) { writer, change in
            writer.number(change.now.index)
            change.now.write(since: change.before, to: &writer)
        }
        history.write(to: &writer, form.context.placement)
        self.init(
            bytes: writer.bytes,
            revision: form.revision,
            isWhole: false,
            bytesToRestore: changes.reduce(0) { $0 + $1.now.bytesToRestore }
        )
    }
}

/// Restores a form from its records, in their order. A record with an error leaves the form as it was.
package struct FormRestorer {
    private let compiled: CompiledForm
    private let definitions: SavedDefinitions
    private var budget: WorkBudget
    private var form: Form

    /// - Parameters:
    ///   - whole: a record of the whole form.
    ///   - budget: the time for reading all records and deriving the form's state.
    package init(
        _ whole: ArraySlice<UInt8>,
        of compiled: CompiledForm,
        _ definitions: SavedDefinitions,
        within budget: WorkBudget = .unlimited
    ) throws(SavedFormError) {
        self.compiled = compiled
        self.definitions = definitions
        var budget = budget
        form = try Self.form(whole, compiled, definitions, &budget)
        self.budget = budget
    }

    /// The sum of `SavedRecord.bytesToRestore` of the records after the last whole form.
    package private(set) var bytesToRestore = 0

    /// The form's revision after the records that were applied.
    package var revision: UInt64 { form.revision }

    /// Applies the next record.
    package mutating func apply(_ record: ArraySlice<UInt8>, isWhole: Bool) throws(SavedFormError) {
        guard !isWhole else {
            form = try Self.form(record, compiled, definitions, &budget)
            bytesToRestore = 0
            return
        }
        var reader = SavedReader(record)
        let revision = try reader.unsigned()
        let placement = form.placement
        let context = try reader.flag() ? form.context : try FormContext(&reader, compiled, placement)
        var session = try SessionState.saved(placement, in: form.session).read(&reader)
        var fields: [FormField] = []
        for _ in 0..<(try reader.count()) {
            let index = try reader.index(below: form.fields.count, "a field")
            try Self.countField(&budget)
            let field = FormField(copying: form.fields[index])
            try field.read(&reader, context, definitions)
            fields.append(field)
            bytesToRestore += field.bytesToRestore
        }
        session.history.apply(try History.Update(&reader, form.fields, form.session.history, placement))
        try reader.finish()
        form.revision = revision
        form.context = context
        form.session = session
        form.fields.put(fields)
    }

    /// The restored form. Its secrets are empty.
    ///
    /// - Parameter known: the plug-ins' answers so far. A missing answer counts as late: `awaitsAnswers` is then
    ///   `true`.
    package func restored(
        _ known: @escaping (TypeQuestion) -> TypeReply? = { _ in .unavailable }
    ) throws(SavedFormError) -> Form {
        let attempt = Attempt(.defers, budget: budget.undivided, known: known)
        var form = form
        var transaction = Transaction(on: &form, attempt)
        transaction.restore()
        transaction.end(&form)
        do throws(FormError) {
            try attempt.checkTime()
        } catch {
            throw SavedFormError(error.message, isDamage: false)
        }
        return form
    }

    /// Counts the work of reading a field. Throws when the time is used up.
    private static func countField(_ budget: inout WorkBudget) throws(SavedFormError) {
        budget.count(WorkBudget.largeStep / 2)
        guard budget.hasTime else { throw SavedFormError(budget.excess, isDamage: false) }
    }

    private static func form(
        _ whole: ArraySlice<UInt8>,
        _ compiled: CompiledForm,
        _ definitions: SavedDefinitions,
        _ budget: inout WorkBudget
    ) throws(SavedFormError) -> Form {
        var reader = SavedReader(whole)
        let revision = try reader.unsigned()
        let rows = try compiled.definition.rows(&reader)
        let placement = compiled.placed(rows: rows)
        let last = try compiled.definition.rowNumbers(&reader, rows)
        guard let numbers = RowNumbers(last: last.last, placement) else {
            throw SavedFormError("rows have higher numbers than their groups have given")
        }
        let context = try FormContext(&reader, compiled, placement)
        var form = Form(context, numbers)
        form.revision = revision
        form.session = try SessionState.saved(placement, in: form.session).read(&reader)
        let count = try reader.count()
        guard count == placement.fields.count else {
            throw SavedFormError("there are \(count) fields, and the form has \(placement.fields.count)")
        }
        var fields: [FormField] = []
        for place in placement.fields {
            try countField(&budget)
            let field = FormField(savedAt: place, context)
            try field.read(&reader, context, definitions)
            fields.append(field)
        }
        form.fields = FieldTable(fields)
        var gone: [String: Placement] = [:]
        form.session.history = try History(&reader, context, definitions) { id throws(SavedFormError) in
            try countField(&budget)
            if let index = placement.indices[id] { return FormField(savedAt: placement.fields[index], context) }
            // The field is in a row that was removed.
            if let field = RowField(id, in: compiled.definition.elements), let row = field.rows.last {
                var rows: [String: [Int]] = [:]
                for group in compiled.definition.groups { rows[group.id] = [] }
                for row in field.rows { rows[row.group] = [row.number] }
                let placement = gone[row.prefix] ?? compiled.placed(rows: rows)
                gone[row.prefix] = placement
                if let index = placement.indices[id] { return FormField(savedAt: placement.fields[index], context) }
            }
            throw SavedFormError("the form has no field \"\(id.prefix(80))\"")
        }
        try reader.finish()
        return form
    }
}
