import FormModel

/// How other rows are put in place: fields come and go, and everything that knows fields by their numbers learns the new
/// ones.
extension Form {
    /// The only thing that can fail happens first.
    mutating func setRows(_ rows: [[Int]], restoring kept: SavedRows? = nil) throws(FormError) {
        let old = compiled
        let (new, numbers) = try old.with(rows: rows)
        if let focus = session.focus, numbers[focus] == nil { blur(validates: false) }
        session.isSubmitted = false

        var before = RowsBefore(
            saved: SavedRows(rows: old.definition.rows, locale: session.locale),
            numbers: numbers
        )
        for (index, number) in numbers.enumerated() where number == nil {
            let name = old.definition.fields[index].id
            before.removed.append(name)
            session.replace(SessionState.Share(of: counted(index)), with: .none)
            if !fields[index].isSecret { before.saved.fields[name] = savedRowField(index) }
        }
        let neighbours = fields.indices.map { (neighbour(of: $0, forward: true), neighbour(of: $0, forward: false)) }
        renumber(old.definition, new, numbers)
        var isOld = [Bool](repeating: false, count: new.fields.count)
        for case .some(let number) in numbers { isOld[number] = true }
        before.added = isOld.indices.filter { !isOld[$0] }
        for index in before.added {
            begin(new.fields[index], value: nil)
            if let kept, let field = kept.fields[new.definition.fields[index].id] {
                bring(back: field, at: index, from: kept)
            }
        }
        open(before.added)
        for (index, (next, previous)) in neighbours.enumerated() {
            guard let number = numbers[index] else { continue }
            var changed: FieldProperties = []
            let nextNow = neighbour(of: number, forward: true)
            if before.place(of: next) != nextNow { changed.insert(.nextField) }
            if before.place(of: previous) != neighbour(of: number, forward: false) { changed.insert(.previousField) }
            // The key says whether there is a next field.
            if (next == nil) != (nextNow == nil) { changed.insert(.returnKey) }
            if !changed.isEmpty { before.rewired[number] = changed }
        }
        notes.rows = before
    }

    /// The state that stands in the session's counts.
    private func counted(_ index: Int) -> FieldStorage {
        saved.first { $0.index == index }?.state ?? fields[index]
    }

    private func savedRowField(_ index: Int) -> SavedRowField {
        var state = fields[index]
        state.flags.subtract(.transient)
        state.textOrigin = nil
        func name(_ neighbour: CompiledNeighbour?) -> String? {
            guard case .field(let index?) = neighbour else { return nil }
            return compiled.definition.fields[index].id
        }
        let own = state.overrides?.value
        return SavedRowField(state: state, next: name(own?.next), previous: name(own?.previous))
    }

    private mutating func renumber(_ old: FormDefinition, _ new: CompiledForm, _ numbers: [Int?]) {
        forgetRefusals()
        func number(_ index: Int?) -> Int? { index.flatMap { numbers.indices.contains($0) ? numbers[$0] : nil } }
        var states = Array(repeating: FieldStorage(), count: new.fields.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            states[number] = fields[index]
            states[number].move(to: new.fields[number]) { neighbour in
                guard case .field(let index?) = neighbour else { return neighbour }
                return numbers.indices.contains(index) ? numbers[index].map { .field($0) } : nil
            }
        }
        fields = states
        compiled = new
        session.focus = number(session.focus)
        session.scrollTarget = number(session.scrollTarget)
        saved = saved.compactMap { field in
            numbers[field.index].map { SavedField(index: $0, state: field.state) }
        }
        history.renumber(from: old, to: new.definition)
        let answers = awaited
        awaited = [:]
        for (index, answers) in answers { number(index).map { awaited[$0] = answers } }
        let placeholders = pluginPlaceholders
        pluginPlaceholders = [:]
        for (slot, placeholder) in placeholders {
            guard let number = number(slot.field) else { continue }
            pluginPlaceholders[PluginSlot(field: number, placeholder: slot.placeholder)] = placeholder
        }
    }

    /// A field that was there before is as it was, without the focus; its prefix belongs to that. What conditions say of
    /// it is said anew.
    private mutating func bring(back field: SavedRowField, at index: Int, from rows: SavedRows) {
        let indices = compiled.definition.indices
        var state = field.state
        state.flags.subtract([.focused, .hidden, .blocked, .demanded, .disabled])
        if state.flags.contains(.off) { state.flags.insert(.disabled) }
        state.move(to: compiled.fields[index]) { _ in nil }
        if field.next != nil || field.previous != nil {
            state.override { own in
                own.next = field.next.flatMap { indices[$0] }.map { .field($0) }
                own.previous = field.previous.flatMap { indices[$0] }.map { .field($0) }
            }
        }
        // Lines may be those of another width.
        state.hintLines = 0
        state.flags.remove(.hintVisible)
        state.flags.formUnion([.verdictDirty, .hintDirty, .textDirty])
        fields[index] = state
        showOrWithdrawPrefix(index)
        if compiled.fields[index].hasPicker { translateChoice(of: index) }
        if rows.locale != session.locale {
            localizeFormatter(of: index)
            repeatJudgement(of: index)
        }
    }
}

extension FieldStorage {
    /// Makes the state that of a field with another number; `renumbered` says what neighbours that the session named are
    /// now, nil: none of them any more.
    fileprivate mutating func move(
        to field: CompiledField,
        _ renumbered: (CompiledNeighbour) -> CompiledNeighbour?
    ) {
        guard var own = overrides?.value else { return }
        own.next = own.next.flatMap(renumbered)
        own.previous = own.previous.flatMap(renumbered)
        if case .some(.some(let formatter)) = own.formatter { own.formatter = .some(formatter.bound(to: field.index)) }
        if let configured = own.configured { own.configured = CompiledField(configured.definition, configuring: field) }
        overrides = Boxed(own)
    }
}
