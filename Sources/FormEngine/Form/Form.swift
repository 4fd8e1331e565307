package import FormModel

/// The form of one session: what every field holds, shows and says, as a pure function of the operations so far.
///
/// An operation goes through `perform`, which is one transaction: it succeeds as a whole or leaves the form as it was.
/// The cost of editing one field does not depend on the number of fields.
package struct Form: Sendable {
    /// Shared by all sessions of the form; once rows come or go, the session's own.
    package internal(set) var compiled: CompiledForm
    /// Grows by one with each transaction that changed something.
    package internal(set) var revision: UInt64 = 0

    var fields: [FieldStorage]
    var session: SessionState
    var history = History()
    /// The highest number that a row has had, by group.
    var lastRows: [Int] = []
    /// What plug-ins were asked and what they answered, for the fields that have placeholders of theirs.
    var pluginPlaceholders: [PluginSlot: PluginPlaceholder] = [:]
    /// Whether a transaction may need a plug-in's answer.
    var asksPlugins: Bool
    /// The fields that wait for answers that were late.
    var awaited: [Int: AwaitedAnswers] = [:]
    /// The fields that the open transaction has touched, as they were before it.
    var saved: [SavedField] = []
    /// What the open transaction noted down for its end.
    var notes = TransactionNotes()
    /// What rules and conditions were asked since the form was opened.
    package internal(set) var evaluations = EvaluationCounts()

    /// A form as its definition has it, with `values` in place of the definition's own where they are given.
    ///
    /// The values go through the formatters and count as the initial ones; nothing is validated.
    /// Throws `unknownField`, `invalidText`, `textTooLong`, `invalidArgument` (locale) and `outOfRange` (width).
    ///
    /// - Parameter today: the day on which the form is opened; `perform` is told of later ones.
    package init(
        _ compiled: CompiledForm,
        locale: String = "en",
        width: Double = 320,
        values: [String: String] = [:],
        today: CalendarDay = .epoch
    ) throws(FormError) {
        let compiled = try Self.compiled(compiled, withRowsFor: values)
        self.compiled = compiled
        asksPlugins = compiled.asksPlugins
        lastRows = compiled.definition.rows.map { $0.max() ?? 0 }
        session = SessionState(
            locale: try Self.checkedLocale(locale),
            width: try Self.checkedWidth(width),
            today: today
        )
        fields = []
        fields.reserveCapacity(compiled.fields.count)
        for id in values.keys.sorted() { _ = try compiled.index(of: id) }
        for field in compiled.fields {
            var value = values[field.definition.id]
            if let given = value {
                try compiled.check(given, of: field)
                if shownText(forProgramText: given, of: field).choice == .none {
                    let formatter = field.formatter?.localized(to: session.locale) ?? field.formatter
                    value = try filtered(given, field, formatter)
                }
            }
            fields.append(FieldStorage())
            begin(field, value: value)
        }
        // Only now: rules and conditions may read any field.
        open(fields.indices)
        if compiled.hasPages {
            session.page = firstPage
            session.heightUnits = shownHeight()
        }
        noteLateAnswers()
        updateReach()
    }

    /// Makes a field what its definition says, with another initial text where one is given. What depends on other fields
    /// is not known yet.
    mutating func begin(_ field: CompiledField, value: String?) {
        var state = FieldStorage()
        if !field.definition.isEnabled { state.flags.formUnion([.disabled, .off]) }
        if !field.definition.isFocusable { state.flags.insert(.vetoed) }
        if field.isSecret { state.flags.insert(.secret) }
        if case .password = field.definition.mode { state.flags.insert(.secure) }
        if let value { state.override { $0.initialText = value } }
        if let formatter = field.formatter?.localized(to: session.locale) {
            state.override { $0.formatter = .some(formatter) }
        }
        state.becomePristine(field)
        fields[field.index] = state
        if field.hasPicker { showInitialChoice(field.index) }
    }

    /// Makes fields that have begun part of the form: what other fields say of them, and what they add to it.
    mutating func open(_ indices: some Collection<Int>) {
        applyConditions(of: indices)
        for index in indices {
            settle(configured(index))
            fields[index].flags.subtract(.transient)
            fields[index].textOrigin = nil
            session.replace(.none, with: SessionState.Share(of: fields[index]))
        }
        let opened = Set(indices)
        saved.removeAll { opened.contains($0.index) }
    }

    /// Compiles the definition for this one form.
    package init(
        definition: FormDefinition,
        types: FormTypes,
        locale: String,
        width: Double,
        values: [String: String],
        today: CalendarDay = .epoch
    ) throws(FormError) {
        try self.init(
            CompiledForm(definition, types: types),
            locale: locale,
            width: width,
            values: values,
            today: today
        )
    }
}

extension Form {
    package enum State: String, Sendable {
        case editing, submitted
    }

    package var definition: FormDefinition { compiled.definition }
    package var fieldCount: Int { fields.count }
    package var state: State { session.isSubmitted ? .submitted : .editing }
    package var title: String { compiled.definition.title.text(in: session.locale) }
    /// No field shows an error.
    package var isValid: Bool { session.errorCount == 0 }
    /// Every field that is visible and not disabled would pass validation now.
    package var isComplete: Bool { session.incompleteCount == 0 }
    package var focusedField: Int? { session.focus }
    package var locale: String { session.locale }
    /// Logical pixels, as are the heights.
    package var width: Double { session.width }
    package var contentHeight: Double { session.contentHeight }
    package var scrollOffset: Double { session.scrollOffset }
    /// Whether `focusNext` and `focusPrevious` lead anywhere.
    package var hasNext: Bool { session.hasNext }
    package var hasPrevious: Bool { session.hasPrevious }
    package var canUndo: Bool { !history.undo.isEmpty }
    package var canRedo: Bool { !history.redo.isEmpty }

    /// The unformatted texts in the form's order, those of fields that are not visible left out unless their definition
    /// keeps them.
    package func values(includingSecrets: Bool) -> [FieldValue] {
        var values: [FieldValue] = []
        values.reserveCapacity(fields.count)
        for (state, field) in zip(fields, compiled.fields) where includingSecrets || !state.isSecret {
            if state.isHidden, field.conditions?.whenIrrelevant != .keep { continue }
            values.append(FieldValue(field: field.definition.id, value: state.fieldValue(field)))
        }
        return values
    }

    /// A field as this session has it. Inlined: a call would copy the form.
    @inline(__always)
    func configured(_ index: Int) -> CompiledField {
        fields[index].configured(compiled.fields[index])
    }

    /// All that can be read of one field; `index` is below `fieldCount`.
    package func field(_ index: Int) -> FieldReading {
        FieldReading(
            state: fields[index],
            field: configured(index),
            form: compiled,
            locale: session.locale,
            width: session.width,
            today: session.today,
            plugins: pluginPlaceholders,
            refusals: session.refusals.field == index && !fields[index].isSecret ? session.refusals.list : []
        )
    }
}

extension Form {
    static func checkedLocale(_ locale: String) throws(FormError) -> String {
        let isTag = locale.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
                || byte >= 0x30 && byte <= 0x39
        }
        guard isTag, (1...63).contains(locale.utf8.count) else {
            throw FormError(.invalidArgument, "\"\(locale.prefix(64))\" is not a BCP 47 tag of 1 to 63 characters")
        }
        return locale
    }

    static func checkedWidth(_ width: Double) throws(FormError) -> Double {
        guard width.isFinite, width > 0, width <= 65_536 else {
            throw FormError(.outOfRange, "the width \(width) is not above 0 and at most 65536")
        }
        return width
    }
}
