import FormModel
import TextEditing

/// What a transaction announces: for each changed field its changed properties and then its events, and the session
/// last. A field or session with a changed property gets the new revision, which is announced as well.
struct Announcement {
    private(set) var changes: [Change] = []
    private let before: FormContext
    private let context: FormContext
    private let revision: UInt64
    /// The dirty aspects that all fields share: language, layout traits and date.
    private let sharedAspects: FieldAspects

    /// - Parameters:
    ///   - before: the context before the transaction.
    ///   - revision: the revision that changed fields and the session get.
    init(from before: FormContext, to context: FormContext, revision: UInt64) {
        self.before = before
        self.context = context
        self.revision = revision
        var aspects: FieldAspects = []
        if context !== before {
            if context.locale != before.locale { aspects.insert(.language) }
            if context.traits != before.traits { aspects.insert(.traits) }
            if context.today != before.today { aspects.insert(.today) }
        }
        sharedAspects = aspects
    }

    // MARK: Fields

    /// Announces the changes of fields. The field that lost the focus comes first.
    mutating func add(_ fields: FieldTable) {
        changes.reserveCapacity(4)
        if let rows = fields.rows {
            changes.append(.rows(added: rows.added, removed: rows.removed.map(\.now.id)))
            for index in rows.added { fields[index].revision = revision }
        }
        let left = fields.changes.firstIndex { $0.before.isFocused && !$0.now.isFocused }
        if let left { add(fields.changes[left]) }
        for position in fields.changes.indices where position != left { add(fields.changes[position]) }
    }

    private mutating func add(_ change: FieldChange) {
        let (before, now, index) = (change.before, change.now, change.now.index)
        var properties = FieldReading(field: now, context: context)
            .properties(differingFrom: FieldReading(field: before, context: self.before), in: aspects(of: change))
        if !properties.isEmpty {
            now.revision = revision
            properties.insert(.revision)
            changes.append(.fieldProperties(index, properties))
        }
        if properties.contains(.state) {
            changes.append(.field(index, .stateChanged(now.containerState, previous: before.containerState)))
        }
        if now.occurrences.contains(.validationFailed), now.hasError {
            changes.append(.field(index, .validationFailed(message: now.message?.text ?? "")))
        }
        if properties.contains(.height) {
            changes.append(.field(index, .heightChanged(now.layout.height, previous: before.layout.height)))
        }
        if now.isFocused, !before.isFocused { changes.append(.field(index, .editingBegan)) }
        if let origin = now.textOrigin, change.isText { changes.append(.field(index, .textChanged(origin))) }
        if properties.contains(.date) { changes.append(.field(index, .dateChanged)) }
        if before.isFocused, !now.isFocused { changes.append(.field(index, .editingEnded)) }
        if now.occurrences.contains(.returnPressed) { changes.append(.field(index, .returnPressed)) }
        if now.occurrences.contains(.actionPressed) { changes.append(.field(index, .actionPressed)) }
    }

    /// The aspects whose properties may differ: the written aspects, and those that depend on several of them.
    private func aspects(of change: FieldChange) -> FieldAspects {
        let (before, now) = (change.before, change.now)
        var aspects = now.dirty.union(sharedAspects)
        if before.drawsText != now.drawsText || before.text.isEmpty != now.text.isEmpty { aspects.insert(.emptiness) }
        if !aspects.isDisjoint(with: [.emptiness, FieldAspects(.entered)]), before.showsButton != now.showsButton {
            aspects.insert(.button)
        }
        if now.plan.hasCardNumber, !aspects.isDisjoint(with: [.text, .value, .formatter]) {
            aspects.insert(.cardBrands)
        }
        return aspects
    }

    // MARK: The session

    /// The events of a session that are not changes of its properties.
    struct Occurrences {
        var focusRefusal: SessionEvent?
        var validation: SessionEvent?
        /// `submitted` or `submitRequested`, if the transaction did that.
        var submission: SessionEvent?
    }

    /// Announces the changes of the session, and its events.
    ///
    /// - Parameter before: the session before the transaction.
    mutating func addSession(of form: inout Form, since before: SessionReading, _ occurrences: Occurrences) {
        let properties = addSessionProperties(of: &form, since: before)
        if properties.contains(.focusedField) {
            // The present index of the field that had the focus; `nil` if the field's row was removed.
            let previous = before.focusedField.flatMap { context.placement.indices[before.name(ofField: $0)] }
            changes.append(.session(.focusChanged(form.session.focus, previous: previous)))
        }
        if properties.contains(.contentHeight) {
            let height = form.session.contentHeight
            changes.append(.session(.heightChanged(height, previous: before.contentHeight)))
        }
        if let refusal = occurrences.focusRefusal { changes.append(.session(refusal)) }
        if properties.contains(.page) {
            changes.append(.session(.pageChanged(form.session.page, previous: before.page)))
        }
        if let validation = occurrences.validation { changes.append(.session(validation)) }
        if let submission = occurrences.submission { changes.append(.session(submission)) }
    }

    private mutating func addSessionProperties(
        of form: inout Form,
        since before: SessionReading
    ) -> SessionProperties {
        var aspects = form.session.aspects(differingFrom: before.session)
        aspects.formUnion(context.aspects(differingFrom: self.before))
        guard !aspects.isEmpty else { return [] }
        var properties = form.reading.properties(differingFrom: before, in: aspects)
        guard !properties.isEmpty else { return [] }
        form.session.revision = revision
        properties.insert(.revision)
        changes.append(.sessionProperties(properties))
        return properties
    }
}
