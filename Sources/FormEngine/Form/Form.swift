package import FormModel

/// The form of one session: what every field holds, shows and says, as a pure function of the operations so far.
///
/// An operation goes through `perform`, which is one transaction: it succeeds as a whole or leaves the form as it was. The
/// cost of editing one field does not depend on the number of fields. A copy of a form costs a few references.
///
/// The properties of `SessionReading` can be read of the form itself: `form.isValid`.
@dynamicMemberLookup
package struct Form: Sendable {
    /// Shared by all sessions of the form.
    package var compiled: CompiledForm { context.form }
    /// Grows by one with each transaction that changed something.
    package internal(set) var revision: UInt64 = 0
    /// What rules and conditions were asked since the form was opened.
    package internal(set) var evaluations = EvaluationCounts()

    var context: FormContext
    var fields: FieldTable
    var session = SessionState()
    var heights = Heights()
    var history = History()
    var rowNumbers: RowNumbers

    /// A form as its definition has it, with `values` in place of the definition's own where they are given.
    ///
    /// The values go through the formatters and count as the initial ones; nothing is validated.
    /// Throws `unknownField`, `invalidText`, `textTooLong`, `invalidArgument` (locale) and `outOfRange` (traits).
    ///
    /// - Parameters:
    ///   - today: the day on which the form is opened; `perform` is told of later ones.
    ///   - now: the seconds since 1970, for a form that records when it is filled in.
    ///   - attempt: what plug-ins have answered. What they have not is late: `awaitsAnswers` tells.
    package init(
        _ compiled: CompiledForm,
        locale: String = "en",
        traits: LayoutTraits = LayoutTraits(),
        values: [String: String] = [:],
        today: CalendarDay = .epoch,
        now: Int? = nil,
        attempt: Attempt = Attempt(.defers)
    ) throws(FormError) {
        let placement = try compiled.placed(withRowsFor: values)
        for id in values.keys.sorted() { _ = try placement.index(of: id) }
        try traits.check()
        let context = FormContext(
            locale: try FormContext.checkedLocale(locale),
            traits: traits,
            today: today,
            form: compiled,
            placement: placement
        )
        var transaction = Transaction(on: Form(context, RowNumbers(placement)), attempt)
        try transaction.open(values)
        self = transaction.end()
        session.opened = now
    }

    /// A form without any field yet.
    init(_ context: FormContext, _ rowNumbers: RowNumbers) {
        self.context = context
        fields = FieldTable()
        self.rowNumbers = rowNumbers
    }

    /// Compiles the definition for this one form.
    package init(
        definition: FormDefinition,
        types: FormTypes,
        locale: String,
        traits: LayoutTraits = LayoutTraits(),
        values: [String: String],
        today: CalendarDay = .epoch
    ) throws(FormError) {
        try self.init(
            CompiledForm(definition, types: types),
            locale: locale,
            traits: traits,
            values: values,
            today: today
        )
    }

    /// Performs operations as one transaction: all of them or none.
    ///
    /// Throws what the first operation that is refused says; the form is as it was before. `submit` comes last, and `undo`
    /// and `redo` come alone. A `submit` alone that finds something wrong shows it; one that comes after other operations
    /// takes them back, and with them its findings, because the texts that they are about are gone.
    ///
    /// - Parameters:
    ///   - today: the date in the user's time zone; `nil` for the date that the form was told last.
    ///   - now: the seconds since 1970, for a form that records when it is filled in.
    ///   - attempt: what plug-ins have answered so far. Where an answer is missing, the outcome has `questions`, and the form
    ///     is as it was before.
    ///   - keeper: `nil` for a form that nobody keeps.
    package mutating func perform(
        _ operations: [Operation],
        today: CalendarDay? = nil,
        now: Int? = nil,
        attempt: Attempt = Attempt(),
        keeper: Keeper? = nil
    ) throws(FormError) -> Outcome {
        var transaction = Transaction(on: consume self, attempt)
        do throws(FormError) {
            let outcome = try transaction.perform(operations, today: today, now: now, keeper: keeper)
            self = transaction.end()
            return outcome
        } catch {
            self = transaction.end()
            throw error
        }
    }
}

/// One line of a review.
package struct ReviewedAnswer: Sendable, Hashable {
    package var field: String
    package var label: String
    /// What the field shows.
    package var text: String
}

// MARK: - Reading

extension Form {
    package var definition: FormDefinition { context.form.definition }
    package var placement: Placement { context.placement }
    package var fieldCount: Int { fields.count }

    /// What can be read of the session besides its fields.
    package var reading: SessionReading {
        SessionReading(
            session: session,
            context: context,
            revision: revision,
            canUndo: !history.undo.isEmpty,
            canRedo: !history.redo.isEmpty
        )
    }

    package subscript<Value>(dynamicMember path: KeyPath<SessionReading, Value>) -> Value {
        reading[keyPath: path]
    }

    /// All that can be read of one field; `index` is below `fieldCount`.
    package func field(_ index: Int) -> FieldReading {
        FieldReading(
            field: fields[index],
            context: context,
            refusals: session.refusals.field == index ? session.refusals.list : []
        )
    }

    /// The place of a field by its name.
    package func index(ofField id: String) -> Int? { context.placement.indices[id] }

    /// A field's name; `index` is below `fieldCount`.
    package func name(ofField index: Int) -> String { fields[index].id }

    /// The unformatted texts in the form's order, those of fields that are not visible left out unless their definition
    /// keeps them.
    package func values(includingSecrets: Bool) -> [FieldValue] {
        var values: [FieldValue] = []
        values.reserveCapacity(fields.count)
        var constants = context.placement.constants[...]
        func addConstants(before place: Int) {
            while let constant = constants.first, constant.place <= place {
                constants.removeFirst()
                guard (session.hidden?.value).shows(constant.parts) else { continue }
                values.append(FieldValue(field: constant.definition.id, value: constant.definition.text))
            }
        }
        for field in fields.all {
            addConstants(before: field.index)
            if field.isNote || field.isSecret && !includingSecrets || !field.isRelevant { continue }
            values.append(FieldValue(field: field.id, value: field.fieldValue))
        }
        addConstants(before: fields.count)
        return values + record
    }

    /// When the form was filled in, under the names that the definition gives. What has not happened yet is empty.
    var record: [FieldValue] {
        let names = definition.record
        guard !names.isEmpty else { return [] }
        let submitted = session.isSubmitted ? session.submitted : nil
        func moment(_ seconds: Int?) -> String {
            seconds.flatMap(Moment.init(secondsSince1970:)).map { $0.text(withSeconds: true) + "Z" } ?? ""
        }
        let duration = session.opened.flatMap { opened in submitted.map { String($0 - opened) } } ?? ""
        let values = [
            (names.started, moment(session.opened)), (names.submitted, moment(submitted)), (names.duration, duration),
        ]
        return values.compactMap { name, value in name.map { FieldValue(field: $0, value: value) } }
    }

    /// The answers of a review page: each visible field in the form's order with its label and the text that it
    /// shows. Secrets and notes are left out.
    package var review: [ReviewedAnswer] {
        fields.all.compactMap { field in
            guard !field.isNote, !field.isSecret, !field.isHidden else { return nil }
            let text = field.showsPrefixOnly ? "" : field.text.string
            let label = FieldReading(field: field, context: context).label
            return ReviewedAnswer(field: field.id, label: label, text: text)
        }
    }

    /// Whether answers of plug-ins are missing that `refresh` would take.
    package var awaitsAnswers: Bool {
        fields.all.contains { $0.plugins?.value.awaited.isEmpty == false || $0.flags.contains(.pending) }
    }

    /// What every rule and condition says at the moment, in the order of fields and rules. Changes nothing.
    ///
    /// - Parameter clock: nanoseconds since some moment.
    package func explain(attempt: Attempt = Attempt(), clock: () -> UInt64) -> [RuleExplanation] {
        Judge(fields: fields.all, context: context, attempt: attempt).explain(clock: clock)
    }

    /// Bytes that the session takes besides its compiled form, about: texts, undo and what plug-ins have drawn.
    package var byteCount: Int {
        fields.all.reduce(2_048 + history.size) { $0 + $1.byteCount }
    }
}
