import FormModel

/// Choosing, and keeping text and choice in step.
extension Form {
    /// Chooses an option by its place in the whole list. Throws `disabled`, `actionDisabled` where there is no list or the
    /// picker is not to be used, and `outOfRange`.
    mutating func selectOption(_ place: Int, of index: Int) throws(FormError) {
        let field = compiled.fields[index]
        try checkEditable(field, by: .picker)
        guard case .options(let list) = field.picker else {
            throw FormError(.actionDisabled, "the field \(field.definition.id) has no options")
        }
        guard list.options.indices.contains(place) else {
            let count = "\(list.options.count) options"
            throw FormError(.outOfRange, "the field \(field.definition.id) has \(count), and no number \(place)")
        }
        try choose(Choice(place), of: index)
    }

    /// Chooses a day. Throws `disabled`, `actionDisabled` where there is no calendar, `invalidArgument` for what is no
    /// date and `outOfRange` for one that is not offered.
    mutating func selectDate(_ iso: String, of index: Int) throws(FormError) {
        let field = compiled.fields[index]
        try checkEditable(field, by: .picker)
        guard case .date(let picker) = field.picker else {
            throw FormError(.actionDisabled, "the field \(field.definition.id) has no calendar")
        }
        guard let date = CalendarDay(iso: iso) else {
            throw FormError(.invalidArgument, "\"\(iso.prefix(40))\" is not a date such as 2026-03-05")
        }
        if let refusal = picker.refusal(of: date, today: session.today) { throw FormError(.outOfRange, refusal) }
        try choose(Choice(date.dayNumber), of: index)
    }

    /// A user's choice: shown, and judged at once. Choosing anew what is chosen changes nothing.
    private mutating func choose(_ choice: Choice, of index: Int) throws(FormError) {
        guard try show(choice, of: index, origin: .picker) else { return }
        fields[index].flags.formUnion([.touched, .entered])
        runValidation(of: index)
    }

    /// An empty field that takes the focus may choose by itself.
    mutating func preselect(_ index: Int) {
        let field = compiled.fields[index]
        guard let picker = field.picker, fields[index].judgedText(field).isEmpty,
            fields[index].allowedEdits(configured(index)).contains(.picker)
        else { return }
        let choice = picker.preselection(today: session.today)
        guard choice != .none else { return }
        // The texts of a definition are never too long for a field.
        if (try? show(choice, of: index, origin: .picker)) == true {
            fields[index].flags.formUnion([.touched, .entered])
            if fields[index].hasError { fields[index].clearError() }
        }
    }

    /// Puts a choice's text in place, past filter and limit, as a program's text. False: it was there.
    private mutating func show(_ choice: Choice, of index: Int, origin: TextOrigin) throws(FormError) -> Bool {
        let field = compiled.fields[index]
        guard let picker = field.picker else { return false }
        let text = picker.text(of: choice, locale: session.locale)
        let shown = fields[index].formatter(field)?.format(text)
        try compiled.check(shown?.text.string ?? text, of: field)
        guard fields[index].choice != choice || fields[index].text != shown?.text.string ?? text else { return false }
        touch(index)
        let old = fields[index].text
        if fields[index].hasFormatter(field) {
            fields[index].takeFormatted(shown)
        } else {
            fields[index].replaceText(text)
            fields[index].flags.remove(.verbatim)
        }
        fields[index].choice = choice
        fields[index].lastEdit = .none
        if fields[index].text != old || origin == .picker { fields[index].textOrigin = origin }
        if origin == .picker { session.isSubmitted = false }
        updateModified(index)
        return true
    }

    /// Brings the choice in step with a text that was typed.
    mutating func followText(_ index: Int) {
        let field = compiled.fields[index]
        guard let picker = field.picker else { return }
        fields[index].choice = picker.choice(
            forText: fields[index].enteredText(field),
            current: fields[index].choice,
            locale: session.locale
        )
    }

    /// What a program's text becomes: where it is a value to choose, that value's text.
    func shownText(forProgramText text: String, of field: CompiledField) -> (text: String, choice: Choice) {
        guard let picker = field.picker else { return (text, .none) }
        let choice = picker.choice(forProgramText: text, locale: session.locale)
        return choice == .none ? (text, choice) : (picker.text(of: choice, locale: session.locale), choice)
    }

    /// The text that the session was opened with, where it is a value to choose.
    mutating func showInitialChoice(_ index: Int) {
        let field = compiled.fields[index]
        let initial = fields[index].overrides?.value.initialText ?? field.initialText
        fields[index].choice = .none
        let choice = field.picker?.choice(forProgramText: initial, locale: session.locale) ?? .none
        guard choice != .none, let picker = field.picker else { return }
        let text = picker.text(of: choice, locale: session.locale)
        if let formatter = fields[index].formatter(field) {
            fields[index].takeFormatted(formatter.format(text))
        } else {
            fields[index].replaceText(text)
        }
        fields[index].choice = choice
    }

    func isInitialChoice(_ index: Int) -> Bool {
        let field = compiled.fields[index]
        let initial = fields[index].overrides?.value.initialText ?? field.initialText
        return field.picker?.choice(forProgramText: initial, locale: session.locale) == fields[index].choice
    }

    /// Another day has come: bounds have moved, and what was a good day may be one no more.
    mutating func begin(_ today: CalendarDay) {
        session.today = today
        for field in compiled.fields {
            let asksFormatter = fields[field.index].formatter(field)?.asksForToday ?? false
            if case .date = field.picker {} else if !asksFormatter { continue }
            touch(field.index)
            fields[field.index].flags.insert(.verdictDirty)
        }
    }

    /// Says what is chosen in the session's language, where another one's text stands for it. A text that chose nothing
    /// may do so in the new language.
    mutating func translateChoice(of index: Int) {
        let field = compiled.fields[index]
        guard let picker = field.picker else { return }
        guard fields[index].choice != .none else { return followText(index) }
        let choice = fields[index].choice
        let isUnderstood =
            picker.choice(forText: fields[index].enteredText(field), current: choice, locale: session.locale) == choice
        if isUnderstood { return }
        let selection = fields[index].selection
        let origin = fields[index].textOrigin
        guard let changed = try? show(choice, of: index, origin: .mask), changed else { return }
        fields[index].selection = fields[index].widened(selection)
        if origin == .undo { fields[index].textOrigin = .undo }
    }
}

extension Form {
    func pickerProperties(
        _ field: CompiledField,
        was: FieldStorage,
        now: FieldStorage,
        before: SessionState
    ) -> FieldProperties {
        var changed: FieldProperties = []
        // What is chosen in a secret field is told to nobody.
        let chosenAnew = (was.isSecret ? .none : was.choice) != (now.isSecret ? .none : now.choice)
        switch field.picker {
        case .options(let list):
            if chosenAnew { changed.insert(.selectedOption) }
            if before.locale != session.locale,
                list.options.contains(where: { $0.label.text(in: before.locale) != $0.label.text(in: session.locale) })
            {
                changed.insert(.options)
            }
        case .date:
            if chosenAnew { changed.insert(.date) }
            if before.today != session.today { changed.insert(.dateRange) }
        case nil: break
        }
        return changed
    }
}
