import FormModel
import FormPlugin
import Rules
import TextEditing

/// What the application does to a form, and what concerns the whole form: texts, layout traits, language, late answers.
extension Transaction {
    /// Performs one operation.
    ///
    /// - Parameter failure: set by an operation whose effects stay although it failed.
    mutating func run(_ operation: Operation, _ failure: inout FormError?) throws(FormError) -> OperationResult {
        switch operation {
        case .field(let index, let operation):
            guard form.fields.indices.contains(index) else {
                throw FormError(.unknownField, "the form has no field number \(index)")
            }
            return try run(operation, on: index)
        case .focused(let operation):
            guard let index = form.session.focus else { throw FormError(.unknownField, "no field has the focus") }
            let field = form.fields[index]
            if case .configure(let definition?, _) = operation, definition.id != field.plan.definition.id {
                throw FormError(.invalidArgument, "the focus has moved from \(definition.id) to \(field.id)")
            }
            focusedFields.append(field.id)
            return try run(operation, on: index)
        case .validate(let force): return validateAll(force: force)
        case .submit: return try submit(asDocument: false, &failure)
        case .submitDocument: return try submit(asDocument: true, &failure)
        case .requestSubmit: return try requestSubmit(&failure)
        case .setErrors(let errors): try setErrors(errors)
        case .reset: try resetAll()
        case .focusNext: moveFocus(forward: true)
        case .focusPrevious: moveFocus(forward: false)
        case .blur: blur(validates: true)
        case .setValues(let values): try setValues(values)
        case .setViewport(let height, let keyboardInset):
            try form.session.viewport.resize(height: height, keyboardInset: keyboardInset)
        case .undo: return .restored(field: traverse(back: true))
        case .redo: return .restored(field: traverse(back: false))
        case .setLocale(let locale): try setLocale(locale)
        case .setWidth(let width): try setTraits { $0.width = width }
        case .setTextScale(let scale): try setTraits { $0.textScale = scale }
        case .setColorScheme(let scheme): try setTraits { $0.colorScheme = scheme }
        case .refresh: takeLateAnswers()
        case .restart(let values): try restart(values)
        case .takeUp(let draft): return .leftOut(takeUp(draft))
        case .addRow(let group, let position):
            let (rows, row) = try form.session.rowNumbers.adding(to: group, at: position, context)
            setRows(rows)
            for index in self.rows?.added ?? [] {
                try context.form.check(form.fields[index].text.string, for: form.fields[index].id)
            }
            return .row(row)
        case .removeRow(let group, let row): setRows(try form.session.rowNumbers.removing(row, from: group, context))
        case .moveRow(let group, let row, let position):
            let rows = try form.session.rowNumbers.moving(row, of: group, to: position, context)
            if rows != context.placement.rows { setRows(rows) }
        case .nextPage: return try turnPage(forward: true, &failure)
        case .previousPage: return try turnPage(forward: false, &failure)
        case .showPage(let page): return try goToPage(page, &failure)
        }
        return .none
    }

    /// Performs an operation of the application on one field.
    mutating func set(_ operation: FieldOperation, of index: Int) throws(FormError) {
        switch operation {
        case .setText(let text, let formats, let validates):
            try setText(text, of: index, formats: formats, validates: validates)
        case .setError(let message): try setError(message, of: index)
        case .resetError: if form.fields[index].hasError { change(index).clearMessage() }
        case .reset: try reset(index)
        case .setFormatter(let definition, let json): try setFormatter(definition, json: json, of: index)
        case .setMode(let mode, let json): try setMode(mode, json: json, of: index)
        case .setMetrics(let hintLines, let textLines):
            for lines in [hintLines, textLines].compactMap(\.self) where !(0...10_000).contains(lines) {
                throw FormError(.outOfRange, "\(lines) lines are not from 0 to 10000")
            }
            change(index).override { own in
                if let hintLines { own.hintLines = hintLines == 0 ? nil : hintLines }
                if let textLines { own.textLines = textLines == 0 ? nil : textLines }
            }
        case .setEnabled(let isEnabled):
            guard form.fields[index].flags.contains(.disabledByProgram) == isEnabled else { return }
            change(index).set(.disabledByProgram, !isEnabled)
            updateDisabled(index)
        case .setReadOnly(let isReadOnly):
            guard form.fields[index].isReadOnly != isReadOnly else { return }
            try form.fields[index].checkNotComputed()
            change(index).override { $0.isReadOnly = isReadOnly }
            // Undo would change the text, which a read-only field does not allow.
            if isReadOnly { recording.forget(form.fields[index]) }
        case .setHint(let hint):
            try context.form.check(hint, for: form.fields[index].id)
            change(index).override { $0.hint = hint }
        case .setMaxLength(let length):
            if let length, length < 0 { throw FormError(.outOfRange, "the maximum length \(length) is negative") }
            let field = change(index)
            field.override { $0.maxLength = .some(length) }
            field.needsVerdict = true
        case .setPlaceholder(let text):
            try context.form.check(text, for: form.fields[index].id)
            change(index).override { $0.placeholder = text }
        case .setSecureEntry(let isSecure): change(index).set(.secure, isSecure)
        case .setNextField(let id): try setNeighbour(id, of: index, \.next)
        case .setPreviousField(let id): try setNeighbour(id, of: index, \.previous)
        case .setFocusable(let isFocusable): change(index).set(.vetoed, !isFocusable)
        case .configure(let definition, let json):
            let field = change(index)
            field.override { $0.configurationJSON = definition == nil ? nil : json }
            do {
                let plan = field.place.plan
                field.plan = try definition.map { try context.form.plan($0, configuring: plan) } ?? plan
            } catch {
                throw FormError(.invalidArgument, "\(field.id) cannot be configured: \(error)")
            }
        case .focus, .blur, .insertText, .deleteBackward, .deleteForward, .delete, .replaceRange, .select, .moveCaret,
            .setComposition,
            .performEditAction, .clear,
            .pressReturn, .pressActionButton, .selectOption, .selectOptions, .toggle, .step, .selectDate, .validate:
            break
        }
    }

    private mutating func setNeighbour(
        _ id: String,
        of index: Int,
        _ path: WritableKeyPath<FieldOverrides, Neighbour?>
    ) throws(FormError) {
        if !id.isEmpty { _ = try context.placement.index(of: id) }
        change(index).override { $0[keyPath: path] = id.isEmpty ? .formOrder : .field(id) }
    }

    // MARK: Texts

    private func programEditor(of field: FormField) -> ProgramEditor {
        ProgramEditor(field: field, context: context, attempt: attempt)
    }

    private mutating func setText(
        _ text: String,
        of index: Int,
        formats: Bool,
        validates: Bool?
    ) throws(FormError) {
        try form.fields[index].checkIsNoNote()
        try context.form.check(text, for: form.fields[index].id)
        try form.fields[index].checkNotComputed()
        let field = change(index)
        form.session.refusals.forget()
        let old = field.text
        try programEditor(of: field).put(text, formats: formats)
        finishProgramEdit(index, old: old, origin: .program)
        if validates ?? (!text.isEmpty && !field.isToggledOff || field.flags.contains(.touched)) {
            runValidation(of: index)
        }
    }

    /// - Parameter isAnswer: whether the text may be another answer, so that the form can be submitted again.
    mutating func finishProgramEdit(_ index: Int, old: FormText, origin: TextOrigin, isAnswer: Bool = true) {
        updatePrefix(of: index)
        let field = change(index)
        field.updateModified(context, asking: attempt)
        guard field.text != old else { return }
        field.textOrigin = origin
        if isAnswer { form.session.isSubmitted = false }
    }

    /// Applies a draft's texts to the form. Returns the names of the fields that did not take theirs.
    private mutating func takeUp(_ draft: [String: String]) -> [String] {
        // Undo must not lead from the draft's texts back to earlier ones.
        recording.restart()
        if let rows = try? context.form.placed(withRowsFor: draft).rows, rows != context.placement.rows {
            setRows(rows)
        }
        var leftOut: [String] = []
        for (id, text) in draft.sorted(by: { $0.key < $1.key }) {
            guard let index = form.index(ofField: id), !form.fields[index].isSecret, attempt.hasTime() else {
                // An empty text that is not applied loses nothing.
                if !text.isEmpty { leftOut.append(id) }
                continue
            }
            guard !form.fields[index].fieldValue.hasSameCodePoints(as: text) else { continue }
            do {
                try setText(text, of: index, formats: true, validates: false)
            } catch {
                leftOut.append(id)
            }
        }
        form.context = context.with(leftOut: leftOut)
        return leftOut
    }

    private mutating func setValues(_ values: [String: String]) throws(FormError) {
        for id in values.keys.sorted() { _ = try context.placement.index(of: id) }
        for index in form.fields.indices {
            guard let text = values[form.fields[index].id], form.fields[index].plan.computed == nil,
                attempt.hasTime()
            else { continue }
            try setText(text, of: index, formats: true, validates: nil)
        }
    }

    /// Resets a field to its state when the session was opened: text, error, and the flags of an edited field. The
    /// focus stays, and so do properties that the application set.
    private mutating func reset(_ index: Int) throws(FormError) {
        form.session.refusals.forget()
        let field = change(index)
        let old = field.text
        field.becomePristine(context, asking: attempt)
        try context.form.check(field.text.string, for: field.id)
        finishProgramEdit(index, old: old, origin: .reset)
    }

    private mutating func resetAll() throws(FormError) {
        for index in form.fields.indices
        where !form.fields[index].isNote && attempt.hasTime(for: form.fields[index].formattingWork) { try reset(index) }
        form.session.isSubmitted = false
        form.session.scrollTarget = nil
        guard !context.placement.pages.isEmpty else { return }
        // With the initial texts, conditions may hide the focused field or the page.
        updateConditions()
        if form.session.focus == nil { form.session.page = pageOrder.first }
    }

    // MARK: Formatters and modes

    private mutating func setFormatter(
        _ definition: FormatterDefinition?,
        json: String,
        of index: Int
    ) throws(FormError) {
        if let picker = form.fields[index].plan.picker, !picker.takesFormatter, definition != nil {
            let message = "what is chosen is not formatted: the field \(form.fields[index].id) can have no formatter"
            throw FormError(.invalidArgument, message)
        }
        var formatter: FieldFormatter?
        do {
            formatter = try definition.map(context.form.types.fieldFormatter)
        } catch {
            throw FormError(.invalidArgument, "formatter of \(form.fields[index].id): \(error)")
        }
        formatter = formatter?.localized(to: context.locale) ?? formatter
        let field = change(index)
        let old = field.text
        let value = field.formatter != nil && !field.flags.contains(.verbatim) ? field.value : old.string
        field.formatter = formatter
        field.override { $0.formatterJSON = json }
        if let formatter = field.formatter(asking: attempt) {
            try programEditor(of: field).fill(with: value, by: formatter)
        } else {
            field.replaceText(FormText(value))
            field.value = ""
            field.flags.subtract([.verbatim, .complete])
        }
        field.needsVerdict = true
        // The texts of earlier steps have the format of another formatter.
        recording.forget(field)
        finishProgramEdit(index, old: old, origin: .mask)
    }

    private mutating func setMode(_ mode: FieldMode, json: String, of index: Int) throws(FormError) {
        guard !form.fields[index].plan.isTextView || mode == .plain else {
            let message = "the text view \(form.fields[index].id) has no action button, so no mode but plain"
            throw FormError(.invalidArgument, message)
        }
        guard form.fields[index].plan.picker?.isChosenOnly != true || mode == .plain else {
            let message = "what is chosen in \(form.fields[index].id) can be seen, so that it has no mode but plain"
            throw FormError(.invalidArgument, message)
        }
        let field = change(index)
        field.override { own in
            own.mode = mode
            own.modeJSON = json
        }
        if case .password = mode {
            field.flags.formUnion([.secure, .secret])
            field.endComposition()
            recording.forget(field)
            propagateSecrecy(from: index)
        } else {
            field.set(.secure, false)
        }
    }

    // MARK: Language, traits

    /// Changes the language of all texts, messages of rules included.
    private mutating func setLocale(_ locale: String) throws(FormError) {
        let locale = try FormContext.checkedLocale(locale)
        guard locale != context.locale else { return }
        form.context = context.with(locale: locale)
        changeAll()
        for index in form.fields.indices where attempt.hasTime(for: form.fields[index].formattingWork) {
            change(index).dirty.insert(.language)
            if form.fields[index].isNote { change(index).updateNoteText(context) }
            localizeFormatter(of: index)
        }
        for index in form.fields.indices where form.fields[index].plan.picker != nil {
            translateChoice(of: index)
            // The same text may match another option in this language, or none.
            change(index).needsVerdict = true
        }
        for index in form.fields.indices { repeatJudgement(of: index) }
    }

    /// Translates a message of the field's rules.
    mutating func repeatJudgement(of index: Int) {
        guard var message = form.fields[index].message, message.isJudged else { return }
        switch judge.verdict(of: form.fields[index], needsMessage: true) {
        case .invalid(let words), .unavailable(let words), .warning(let words):
            message.text = words.isEmpty ? nil : words
            change(index).message = message
        case nil, .valid, .pending:
            // The old text may show an answer that has become secret.
            if !form.fields[index].plan.messageAnswers.isEmpty {
                message.text = nil
                change(index).message = message
            }
        }
    }

    /// Changes the language of a formatter; the value stays and is formatted again.
    mutating func localizeFormatter(of index: Int) {
        guard let formatter = form.fields[index].formatter?.localized(to: context.locale) else { return }
        let field = change(index)
        let old = field.text
        field.formatter = formatter
        guard !field.flags.contains(.verbatim) else { return }
        let result = field.value.isEmpty ? nil : field.formatter(asking: attempt)?.format(field.value)
        if let result, !context.form.isWithinLimits(result.text) { return }
        field.takeFormatted(result)
        // The texts of earlier steps are in another language.
        recording.forget(field)
        finishProgramEdit(index, old: old, origin: .mask, isAnswer: false)
    }

    private mutating func setTraits(_ change: (inout LayoutTraits) -> Void) throws(FormError) {
        var traits = context.traits
        change(&traits)
        try traits.check()
        guard traits != context.traits else { return }
        form.context = context.with(traits: traits)
        guard context.isLaidOut else { return }
        changeAll()
        for change in form.fields.changes { change.now.dirty.insert(.traits) }
    }

    // MARK: Texts with answers

    var texts: FormTexts { FormTexts(context: context, judge: judge) }

    /// Updates texts that show changed answers, and all texts after a change of the language.
    mutating func updateTexts() {
        // A program may have configured texts with styles in a form that has none.
        guard
            context.placement.dependencies.hasTexts || !context.placement.titles.isEmpty
                || context.locale != before.context.locale
                || form.fields.changes.contains(where: { $0.now.dirty.contains(.configuration) })
        else { return }
        // What read a removed row is not a reader any more.
        let readers = updateTexts(
            of: rows == nil
                ? texts.readers(of: form.fields.changes)
                : form.fields.indices.filter { form.fields[$0].plan.texts != nil }
        )
        for index in readers.sorted() {
            let field = form.fields[index]
            if !field.plan.messageAnswers.isEmpty, field.message?.isJudged == true { repeatJudgement(of: index) }
        }
        if !readers.isEmpty { updateTitles() }
    }

    /// Updates the texts of these fields, and then those of fields that show an option whose label changed thereby. The
    /// decoder refuses options that show each other's answers in a circle.
    ///
    /// - Returns: all fields whose texts were updated.
    @discardableResult
    mutating func updateTexts(of indices: [Int]) -> Set<Int> {
        var said = Set(indices)
        var waiting = indices
        while !waiting.isEmpty {
            var next: Set<Int> = []
            for index in waiting where updateTexts(of: index) {
                next.formUnion(context.placement.dependencies.texts.readers(of: index))
            }
            waiting = next.sorted()
            said.formUnion(waiting)
        }
        return said
    }

    /// - Returns: whether the field's own answer changed.
    private mutating func updateTexts(of index: Int) -> Bool {
        let plan = form.fields[index].plan.texts
        guard plan != nil || form.fields[index].shown != nil, attempt.hasTime(for: plan?.work ?? 1) else {
            return false
        }
        let texts = texts.texts(of: form.fields[index])
        let last = form.fields[index].shown?.value
        guard texts != last else { return false }
        let field = change(index)
        field.shown = texts.map { Boxed($0) }
        if field.isNote { field.updateNoteText(context) }
        guard texts?.options != last?.options else { return false }
        let text = field.text
        translateChoice(of: index)
        return field.text != text
    }

    mutating func updateTitles() {
        guard !context.placement.titles.isEmpty else { return }
        let titles = texts.titles
        if titles != form.session.titles?.value { form.session.titles = Boxed(titles) }
    }

    // MARK: Late answers

    /// Applies the answers that plug-ins have given since: formats texts that have not changed, and updates verdicts,
    /// layout and placeholders. Questions that still have no answer stay open.
    private mutating func takeLateAnswers() {
        for index in form.fields.indices {
            let awaited = form.fields[index].awaited
            if !awaited.isEmpty {
                let field = change(index)
                field.awaited = AwaitedAnswers()
                field.awaited.placeholders = awaited.placeholders
                if let format = awaited.format { field.take(format, context, asking: attempt) }
                if awaited.measures { field.dirty.formUnion([.language, .text]) }
            }
            guard form.fields[index].flags.contains(.pending) else { continue }
            change(index).needsVerdict = true
            if form.fields[index].flags.contains(.pendingIsShown) { runValidation(of: index) }
        }
    }
}
