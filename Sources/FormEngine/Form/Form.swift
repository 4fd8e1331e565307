package import FormModel
import TextEditing

/// The form of one session: the values, states and properties of all fields. They depend on the definition, on the
/// operations performed so far, on the days on which they were performed, and on the answers of plug-ins.
///
/// `perform` runs operations as one transaction, which succeeds as a whole or leaves the form unchanged. The cost of
/// editing a field depends on how many fields read it, not on how many there are. Copying a form copies a few
/// references.
///
/// The form forwards the properties of `SessionReading`: `form.isValid` is `form.reading.isValid`.
@dynamicMemberLookup
package struct Form: Sendable {
    /// The compiled definition, which all sessions of the form share.
    package var compiled: CompiledForm { context.form }
    /// Increases by one with each transaction that changed something.
    package internal(set) var revision: UInt64 = 0
    /// How many rules and conditions were evaluated since the form was opened.
    package internal(set) var evaluations = EvaluationCounts()

    var context: FormContext
    var fields: FieldTable
    var session = SessionState()

    /// Opens a form as its definition describes it. `values` replace initial texts of the definition.
    ///
    /// The values are formatted and become the initial values of their fields; nothing is validated.
    /// Throws `unknownField`, `invalidText`, `textTooLong`, `invalidArgument` (locale) and `outOfRange` (traits).
    ///
    /// - Parameters:
    ///   - today: the day on which the form is opened; `perform` receives the days after it.
    ///   - now: the seconds since 1970, for a form that records when it is filled in.
    ///   - attempt: the plug-ins' answers so far. A missing answer counts as late: `awaitsAnswers` is then `true`.
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
        self.init(context, RowNumbers(placement))
        var transaction = Transaction(on: &self, attempt)
        defer { transaction.end(&self) }
        attempt.task = "opening the form, with its values, conditions, rules and computations,"
        try transaction.open(values)
        transaction.form.session.opened = now
    }

    /// Creates a form without fields.
    init(_ context: FormContext, _ rowNumbers: RowNumbers) {
        self.context = context
        fields = FieldTable()
        session.rowNumbers = rowNumbers
    }

    /// Performs operations as one transaction: all of them or none.
    ///
    /// Throws the error of the first operation that is refused; the form is then unchanged. `submit` must be the last
    /// operation, `undo` and `redo` must be the only one. A `submit` that is the only operation shows the errors that
    /// it finds. A `submit` after other operations rolls them back, and its errors with them: the texts that they
    /// describe are gone.
    ///
    /// - Parameters:
    ///   - today: the date in the user's time zone; `nil` if it is the date of the last call.
    ///   - now: the seconds since 1970, for a form that records when it is filled in.
    ///   - attempt: the plug-ins' answers so far. If an answer is missing, the outcome has `questions`, and the form is
    ///     unchanged.
    ///   - saving: which record the transaction needs. If there is one, the transaction stays open: see
    ///     `Transition`.
    package mutating func perform(
        _ operations: [Operation],
        today: CalendarDay? = nil,
        now: Int? = nil,
        attempt: Attempt = Attempt(),
        saving: Saving = .nothing
    ) throws(FormError) -> Outcome {
        var transaction = Transaction(on: &self, attempt)
        defer { transaction.end(&self) }
        return try transaction.perform(operations, today: today, now: now, saving: saving)
    }
}

/// One field of a review page, with its answer.
package struct ReviewedAnswer: Sendable, Hashable {
    package var field: String
    package var label: String
    /// The text that the field shows.
    package var text: String
}

// MARK: - Reading

extension Form {
    package var definition: FormDefinition { context.form.definition }
    package var placement: Placement { context.placement }
    package var fieldCount: Int { fields.count }
    var history: History { session.history }

    /// The properties of the session, without those of its fields.
    package var reading: SessionReading {
        SessionReading(session: session, context: context, revision: revision)
    }

    package subscript<Value>(dynamicMember path: KeyPath<SessionReading, Value>) -> Value {
        reading[keyPath: path]
    }

    /// The properties of one field; `index` is below `fieldCount`.
    package func field(_ index: Int) -> FieldReading {
        FieldReading(
            field: fields[index],
            context: context,
            refusals: session.refusals.field == index ? session.refusals.list : []
        )
    }

    /// The index of the field with this name.
    package func index(ofField id: String) -> Int? { context.placement.indices[id] }

    /// The name of a field; `index` is below `fieldCount`.
    package func name(ofField index: Int) -> String { fields[index].id }

    /// The unformatted values in the form's order. Hidden fields are left out unless their definition keeps their
    /// values.
    package func values(includingSecrets: Bool) -> [FieldValue] {
        var values: [FieldValue] = []
        values.reserveCapacity(fields.count)
        var rest = context.placement.constants[...]
        func addConstants(before index: Int) {
            values += constants(before: index, of: &rest).map { FieldValue(field: $0.id, value: $0.text) }
        }
        for field in fields.all {
            addConstants(before: field.index)
            if field.isNote || field.isSecret && !includingSecrets || !field.isRelevant { continue }
            values.append(FieldValue(field: field.id, value: field.fieldValue))
        }
        addConstants(before: fields.count)
        return values + record
    }

    /// The visible constants before a field. They are taken from the beginning of `rest`.
    func constants(before index: Int, of rest: inout ArraySlice<Outline.Constant>) -> [FormStructure.Constant] {
        let passed = rest.prefix { $0.index <= index }
        rest.removeFirst(passed.count)
        return passed.filter { (session.hidden?.value).shows($0.parts) }.map(\.definition)
    }

    /// The times at which the form was opened and submitted, under the names that the definition gives them. A time
    /// that has not come yet is empty.
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

    /// The answers of a review page: the label and the text of each visible field, in the form's order. Secrets and
    /// notes are left out.
    package var review: [ReviewedAnswer] {
        fields.all.compactMap { field in
            guard !field.isNote, !field.isSecret, !field.isHidden else { return nil }
            let text = field.showsPrefixOnly ? "" : field.text.string
            let label = FieldReading(field: field, context: context).label
            return ReviewedAnswer(field: field.id, label: label, text: text)
        }
    }

    /// Whether plug-ins owe answers that a `refresh` would apply.
    package var awaitsAnswers: Bool {
        fields.all.contains { $0.plugins?.value.awaited.isEmpty == false || $0.flags.contains(.pending) }
    }

    /// Evaluates every rule and condition and reports the results, in the order of fields and rules. Changes nothing.
    ///
    /// Throws `limitExceeded` if the attempt's time is used up.
    ///
    /// - Parameter clock: a monotonic clock, in nanoseconds.
    package func explain(
        attempt: Attempt = Attempt(),
        clock: () -> UInt64
    ) throws(FormError) -> [RuleExplanation] {
        try Judge(fields: fields.all, context: context, attempt: attempt).explain(clock: clock)
    }

    /// The approximate number of bytes that the session takes besides its compiled form: texts, undo steps and plug-in
    /// answers.
    package var byteCount: Int {
        fields.all.reduce(2_048 + history.size) { $0 + $1.byteCount }
    }
}
