import FormModel

/// What the application does to a form.
extension Form {
    /// Any text, whatever the field's filter and limit; too long a one is an error that the validation shows.
    mutating func setText(
        _ text: String,
        of index: Int,
        formats: Bool,
        validates: Bool?
    ) throws(FormError) {
        let field = configured(index)
        try compiled.check(text, of: field)
        var (text, choice) = formats ? shownText(forProgramText: text, of: field) : (text, .none)
        if choice == .none { text = try filtered(text, field, formats ? fields[index].formatter(field) : nil) }
        touch(index)
        forgetRefusals()
        let old = fields[index].text
        if let formatter = fields[index].formatter(field), formats {
            let result = text.isEmpty ? nil : formatter.format(text)
            if let result { try compiled.check(result.text.string, of: field) }
            fields[index].takeFormatted(result)
        } else {
            fields[index].replaceText(text)
            fields[index].value = ""
            fields[index].flags.remove(.complete)
            fields[index].flags.insert(.verbatim)
        }
        fields[index].choice = choice
        if field.hasPicker, choice == .none { followText(index) }
        fields[index].lastEdit = .none
        noteProgram(index, old: old, origin: .program)
        if validates ?? (!text.isEmpty || fields[index].flags.contains(.touched)) { runValidation(of: index) }
    }

    /// A program's text as the definition has it filtered. Throws `invalidText` where nothing may be left out.
    func filtered(
        _ text: String,
        _ field: CompiledField,
        _ formatter: (any TextFormatter)?
    ) throws(FormError) -> String {
        guard let filtered = field.programFilter?.filtered(text, formatter) else { return text }
        guard field.definition.filtersInserted else {
            throw FormError(.invalidText, "the text for \(field.definition.id) has characters that it does not take")
        }
        return filtered
    }

    private mutating func noteProgram(_ index: Int, old: String, origin: TextOrigin) {
        showOrWithdrawPrefix(index)
        updateModified(index)
        guard fields[index].text != old else { return }
        fields[index].textOrigin = origin
        session.isSubmitted = false
    }

    mutating func setValues(_ values: [String: String]) throws(FormError) {
        for id in values.keys.sorted() { _ = try compiled.index(of: id) }
        for index in fields.indices {
            guard let text = values[compiled.fields[index].definition.id] else { continue }
            try setText(text, of: index, formats: true, validates: nil)
        }
    }

    /// As the session was opened: text, error and everything that tells a touched field from an untouched one. The
    /// focus stays, and so does what the application set besides the text.
    mutating func reset(_ index: Int) {
        touch(index)
        forgetRefusals()
        let old = fields[index].text
        fields[index].becomePristine(configured(index))
        if compiled.fields[index].hasPicker { showInitialChoice(index) }
        noteProgram(index, old: old, origin: .reset)
    }

    mutating func resetAll() {
        for index in fields.indices { reset(index) }
        session.isSubmitted = false
        session.scrollTarget = nil
        guard compiled.hasPages else { return }
        // The field with the focus may go with the text that it was there for, and so may the page.
        updateConditions()
        if session.focus == nil { session.page = firstPage }
    }

    /// The value stays and is formatted anew.
    mutating func setFormatter(_ definition: FormatterDefinition?, of index: Int) throws(FormError) {
        let field = configured(index)
        if definition != nil, case .options = field.picker {
            let message = "a label is not formatted: the field \(field.definition.id) has options, and no formatter"
            throw FormError(.invalidArgument, message)
        }
        var override = FieldOverrides.Formatter.none
        if let definition {
            do {
                let formatter = try compiled.types.makeFormatter(definition).bound(to: index)
                override = .some(formatter.localized(to: session.locale) ?? formatter)
                if case .plugin = definition { asksPlugins = true }
            } catch {
                throw FormError(.invalidArgument, "formatter of \(field.definition.id): \(error)")
            }
        }
        touch(index)
        let old = fields[index].text
        let isVerbatim = fields[index].flags.contains(.verbatim)
        let hadFormatter = fields[index].hasFormatter(field)
        let value = hadFormatter && !isVerbatim ? fields[index].value : old
        fields[index].override { $0.formatter = override }
        if case .some(let formatter) = override {
            fields[index].takeFormatted(value.isEmpty ? nil : formatter.format(value))
        } else {
            fields[index].replaceText(value)
            fields[index].value = ""
            fields[index].flags.subtract([.verbatim, .complete])
        }
        // The texts of earlier steps have the shape of another formatter.
        notes.forgottenHistory.append(index)
        noteProgram(index, old: old, origin: .mask)
    }

    mutating func setMode(_ mode: FieldMode, of index: Int) throws(FormError) {
        let field = compiled.fields[index]
        guard !field.isTextView || mode == .plain else {
            let message = "the text view \(field.definition.id) has no action button, so no mode but plain"
            throw FormError(.invalidArgument, message)
        }
        touch(index)
        fields[index].override { $0.mode = mode }
        if case .password = mode {
            fields[index].flags.formUnion([.secure, .secret])
            notes.forgottenHistory.append(index)
        } else {
            fields[index].flags.remove(.secure)
        }
    }

    mutating func pressActionButton(of index: Int) throws(FormError) {
        let field = configured(index)
        guard fields[index].hasActionButton(field), fields[index].showsButton(field) else {
            throw FormError(.actionDisabled, "the field \(field.definition.id) shows no action button")
        }
        touch(index)
        fields[index].flags.insert(.actionPressed)
        if case .password = fields[index].mode(field) {
            fields[index].flags.formSymmetricDifference(.secure)
            fields[index].selection = TextSelection(start: Int(fields[index].textSize))
        }
    }

    /// Zero lines: back to the reference metrics.
    mutating func setMetrics(hintLines: Int?, textLines: Int?, of index: Int) throws(FormError) {
        for lines in [hintLines, textLines].compactMap(\.self) where !(0...10_000).contains(lines) {
            throw FormError(.outOfRange, "\(lines) lines are not from 0 to 10000")
        }
        touch(index)
        fields[index].override { overrides in
            if let hintLines { overrides.hintLines = hintLines == 0 ? nil : hintLines }
            if let textLines { overrides.textLines = textLines == 0 ? nil : textLines }
        }
    }

    mutating func setHint(_ hint: String, of index: Int) throws(FormError) {
        try compiled.check(hint, of: configured(index))
        touch(index)
        fields[index].override { $0.hint = hint }
    }

    mutating func setPlaceholder(_ text: String, of index: Int) throws(FormError) {
        try compiled.check(text, of: configured(index))
        touch(index)
        fields[index].override { $0.placeholder = text }
    }

    mutating func setMaxLength(_ length: Int, of index: Int) throws(FormError) {
        guard length >= 0 else { throw FormError(.outOfRange, "the maximum length \(length) is negative") }
        touch(index)
        fields[index].override { $0.maxLength = length }
        fields[index].flags.insert(.verdictDirty)
    }

    mutating func setReadOnly(_ isReadOnly: Bool, of index: Int) {
        guard fields[index].isReadOnly(configured(index)) != isReadOnly else { return }
        touch(index)
        fields[index].override { $0.isReadOnly = isReadOnly }
        // Undoing is a user's edit, too.
        if isReadOnly { notes.forgottenHistory.append(index) }
    }

    mutating func setSecureEntry(_ isSecure: Bool, of index: Int) {
        touch(index)
        if isSecure { fields[index].flags.insert(.secure) } else { fields[index].flags.remove(.secure) }
    }

    mutating func setNeighbour(_ id: String, of index: Int, forward: Bool) throws(FormError) {
        let formOrder = compiled.fields[index].formOrder
        let neighbour: CompiledNeighbour =
            id.isEmpty ? (forward ? formOrder.next : formOrder.previous) : .field(try compiled.index(of: id))
        touch(index)
        fields[index].override { overrides in
            if forward { overrides.next = neighbour } else { overrides.previous = neighbour }
        }
    }

    mutating func configure(_ definition: FieldDefinition?, _ index: Int) {
        touch(index)
        let field = compiled.fields[index]
        fields[index].override { overrides in
            overrides.configured = definition.map { CompiledField($0, configuring: field) }
        }
    }

    /// Everything that a person reads is said anew, the messages of judges included.
    mutating func setLocale(_ locale: String) throws(FormError) {
        let locale = try Self.checkedLocale(locale)
        guard locale != session.locale else { return }
        touchAll()
        session.locale = locale
        notes.isRelayout = true
        for index in fields.indices { localizeFormatter(of: index) }
        for index in fields.indices where compiled.fields[index].hasPicker {
            translateChoice(of: index)
            // The same text may stand for another value now, or for none.
            fields[index].flags.formUnion([.textDirty, .verdictDirty])
        }
        for index in fields.indices { repeatJudgement(of: index) }
    }

    /// Says what a judge found in the session's language.
    mutating func repeatJudgement(of index: Int) {
        guard fields[index].flags.contains(.judged) else { return }
        switch verdict(of: index) {
        case .invalid(let message), .unavailable(let message), .warning(let message):
            fields[index].errorMessage = message.isEmpty ? nil : message
        case nil, .valid, .pending: break
        }
    }

    /// Puts a formatter in the session's language; the value stays and is formatted anew.
    mutating func localizeFormatter(of index: Int) {
        let field = configured(index)
        guard let formatter = fields[index].formatter(field)?.localized(to: session.locale) else { return }
        let old = fields[index].text
        fields[index].override { $0.formatter = .some(formatter) }
        guard !fields[index].flags.contains(.verbatim) else { return }
        let value = fields[index].value
        let result = value.isEmpty ? nil : formatter.format(value)
        if let result, !compiled.isWithinLimits(result.text.string) { return }
        fields[index].takeFormatted(result)
        // The texts of earlier steps are in another language.
        notes.forgottenHistory.append(index)
        noteProgram(index, old: old, origin: .mask)
    }

    mutating func setWidth(_ width: Double) throws(FormError) {
        let width = try Self.checkedWidth(width)
        guard width != session.width else { return }
        touchAll()
        session.width = width
        notes.isRelayout = true
    }
}

extension FieldStorage {
    /// The text that the session was opened with, and nothing that has happened since.
    mutating func becomePristine(_ field: CompiledField) {
        let initial = overrides?.value.initialText ?? field.initialText
        flags.subtract([.error, .judged, .warning, .touched, .entered, .modified, .verbatim, .complete, .left])
        flags.insert(.hintDirty)
        errorMessage = nil
        lastEdit = .none
        if case .password = mode(field) { flags.insert(.secure) }
        if let formatter = formatter(field) {
            takeFormatted(initial.isEmpty ? nil : formatter.format(initial))
        } else {
            replaceText(initial)
        }
    }

    /// A text that a formatter made without an edit; where it found no value in it, none.
    mutating func takeFormatted(_ result: FormattedText?) {
        guard let result, !result.value.isEmpty else {
            replaceText("")
            value = ""
            flags.subtract([.verbatim, .complete])
            return
        }
        take(result)
        selection = TextSelection(start: Int(textSize))
    }

    /// Whether the button at the right end is to be seen: the eye of a password field hides until it is of use.
    func showsButton(_ field: CompiledField) -> Bool {
        if field.isTextView {
            return field.definition.hasClearButton && !text.isEmpty && allowedEdits(field).contains(.clear)
        }
        return switch mode(field) {
        case .plain: false
        case .custom, .password(reveal: .alwaysVisible): true
        case .password(reveal: .visibleOnNotEmptyText): !text.isEmpty
        case .password(reveal: .visibleAfterFirstEntry): flags.contains(.entered)
        }
    }
}
