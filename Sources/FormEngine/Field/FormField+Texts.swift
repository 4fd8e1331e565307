import FormModel
import FormPlugin
import Rules
import TextEditing

// Initial state, texts, compositions, messages and permissions of a field.

// MARK: - Opening

extension FormField {
    /// Creates a new field, or restores one of a row that an undo brings back. It belongs to the open transaction.
    ///
    /// - Parameter other: the field as it was when its row was removed. It is restored without the focus, and its
    ///   conditions are evaluated again. A secret is empty then.
    convenience init(opening place: FieldPlace, from other: FormField? = nil) {
        if let other, !other.isSecret {
            self.init(copying: other)
            self.place = place
            flags.subtract([.focused, .hidden, .disabledByCondition, .demanded, .disabled, .hintVisible])
            endComposition()
            // The lines may have been counted for another width.
            layout.hintLines = 0
            isBack = true
        } else {
            self.init(at: place)
            if let other { plan = other.plan }
            overrides = other?.overrides
            formatter = other?.formatter ?? plan.formatter
            if let other {
                flags.formUnion(other.flags.intersection([.disabledByProgram, .vetoed, .secret, .secure]))
            } else {
                if !definition.isEnabled { flags.insert(.disabledByProgram) }
                if !definition.isFocusable { flags.insert(.vetoed) }
            }
            if plan.definition.isSecret { flags.insert(.secret) }
            if plan.isNote { flags.insert(.note) }
        }
        isOpen = true
        set(.disabled, flags.contains(.disabledByProgram))
        dirty = FieldAspects(rawValue: .max)
        needsVerdict = true
    }

    /// The field as an undo restores it with its row: without texts that are computed, or filled in, from other fields,
    /// which may have become secret by then.
    var inRemovedRow: FormField {
        if isSecret { return withoutSecret }
        let isComputed = plan.computed != nil
        guard isComputed || shown != nil || message != messageToRestore else { return self }
        let field = FormField(copying: self)
        field.message = messageToRestore
        field.shown = nil
        if isComputed { field.takeFormatted(nil) }
        field.close()
        return field
    }

    /// What may be kept of the field, in memory or on disk: of a secret only what a program set, neither text nor
    /// message, nor whether the user has typed; of any other field everything.
    var withoutSecret: FormField {
        guard isSecret else { return self }
        let field = FormField(at: place)
        field.plan = plan
        field.formatter = formatter
        field.flags = flags.subtracting([
            .touched, .entered, .modified, .verbatim, .complete, .left, .pending, .pendingIsShown,
        ])
        field.overrides = overrides
        if overrides?.value.initialText != nil { field.override { $0.initialText = nil } }
        field.revision = revision
        field.close()
        return field
    }

    /// Creates a field whose saved state is about to be read.
    convenience init(savedAt place: FieldPlace, _ context: FormContext) {
        self.init(at: place)
        formatter = plan.formatter?.localized(to: context.locale) ?? plan.formatter
    }

    /// Makes this a new field in its place. The text that the session was opened with is kept.
    func beginAnew() {
        let new = FormField(opening: place)
        let initialText = overrides?.value.initialText
        plan = place.plan
        formatter = new.formatter
        flags = new.flags
        overrides = nil
        plugins = nil
        if let initialText { override { $0.initialText = initialText } }
        needsVerdict = true
    }
}

// MARK: - Texts

extension FormField {
    /// Sets the text, with the caret at its end.
    func replaceText(_ text: FormText) {
        self.text = text
        completionLength = 0
        selection = TextSelection(start: text.count)
    }

    /// Sets the text to a formatter's result.
    func take(_ result: FormattedText) {
        text = result.text
        selection = text.widened(result.selection)
        value = result.value
        completionLength = result.completionLength
        flags.remove(.verbatim)
        set(.complete, result.isComplete)
    }

    /// Sets the text to what a formatter made of a whole text; empties the field if the formatter found no value in it.
    func takeFormatted(_ result: FormattedText?) {
        guard let result, !result.value.isEmpty else {
            replaceText(.empty)
            value = ""
            flags.subtract([.verbatim, .complete])
            return
        }
        take(result)
        selection = TextSelection(start: text.count)
    }

    /// Sets a text that no user typed, formatted if the field has a formatter.
    func show(_ text: String, asking attempt: Attempt) {
        if let formatter = formatter(asking: attempt) {
            takeFormatted(text.isEmpty ? nil : formatter.format(text))
        } else {
            replaceText(FormText(text))
        }
    }

    /// Resets the field to the text that the session was opened with, and clears the flags of an edited field.
    func becomePristine(_ context: FormContext, asking attempt: Attempt) {
        guard !isNote else { return updateNoteText(context) }
        clearMessage()
        endComposition()
        lastEdit = .none
        flags.subtract([.touched, .entered, .modified, .left])
        if case .password = mode { flags.insert(.secure) }
        guard plan.computed == nil else { return }
        flags.subtract([.verbatim, .complete])
        show(initialText, asking: attempt)
        chooseByText(initialText, context, asking: attempt)
    }

    /// Empties the field; a toggle is then off.
    func empty(_ context: FormContext, asking attempt: Attempt) {
        takeFormatted(nil)
        chooseByText("", context, asking: attempt)
    }

    /// Makes the choice that a program's text names, and shows its label.
    private func chooseByText(_ text: String, _ context: FormContext, asking attempt: Attempt) {
        guard let picker else { return }
        choice = picker.choice(forProgramText: text, locale: context.locale)
        guard choice != .none || picker.isChosenOnly else { return }
        show(picker.text(of: choice, locale: context.locale), asking: attempt)
    }

    /// Sets a note's text in the session's language.
    func updateNoteText(_ context: FormContext) {
        let text = shown?.value.note.text ?? definition.note?.text(in: context.locale) ?? ""
        if !self.text.string.hasSameCodePoints(as: text) { replaceText(FormText(text)) }
    }

    /// Restores a former text with its selection, value and choice. Focus, availability and overrides stay.
    func restoreText(of other: FormField) {
        text = other.text
        value = other.value
        completionLength = other.completionLength
        selection = other.selection
        lastEdit = other.lastEdit
        choice = other.choice
        flags = flags.subtracting(.undoable).union(other.flags.intersection(.undoable))
        textOrigin = .undo
    }

    /// Updates what the formatter still expects behind the text, and whether the text can become complete.
    func lookAhead(asking attempt: Attempt) {
        guard !dirty.isDisjoint(with: [.text, .value, .formatter, FieldAspects(.verbatim)]) else { return }
        guard !flags.contains(.verbatim), let formatter = formatter(asking: attempt) else {
            if !tail.isEmpty { tail = "" }
            return set(.possible, true)
        }
        let current = formattedText
        let tail = formatter.tail(of: current)
        if !tail.hasSameCodePoints(as: self.tail) { self.tail = tail }
        set(.possible, formatter.canComplete(current))
    }

    /// Updates whether the text differs from the initial one.
    func updateModified(_ context: FormContext, asking attempt: Attempt) {
        guard plan.computed == nil else { return }
        let initial = initialText
        let isInitial: Bool
        if plan.picker != nil, let picker, choice != .none || picker.isChosenOnly {
            isInitial = picker.choice(forProgramText: initial, locale: context.locale) == choice
        } else if formatter == nil || text.string.hasSameCodePoints(as: initial) {
            isInitial = text.string.hasSameCodePoints(as: initial)
        } else if value.isEmpty, !flags.contains(.verbatim) {
            isInitial = initial.isEmpty
        } else {
            isInitial = !initial.isEmpty && text == formatter(asking: attempt)?.format(initial).text
        }
        set(.modified, !isInitial)
    }

    /// Updates the choice from a typed text.
    func followText(_ context: FormContext) {
        guard let picker else { return }
        choice = picker.choice(forText: enteredText, current: choice, locale: context.locale)
    }

    func set(_ flag: FieldFlags, _ isSet: Bool) {
        guard flags.contains(flag) != isSet else { return }
        if isSet { flags.insert(flag) } else { flags.remove(flag) }
    }
}

// MARK: - Leaving

extension FormField {
    /// Removes white space at the text's ends, if the definition demands it.
    func trim(_ context: FormContext, asking attempt: Attempt) {
        guard definition.trims, formatter == nil else { return }
        let trimmed = text.string.trimmed
        guard trimmed.utf8.count != text.string.utf8.count else { return }
        replaceText(FormText(trimmed))
        textOrigin = .trim
        followText(context)
        updateModified(context, asking: attempt)
    }

    /// Replaces a partly typed label by the only option that it can complete to. Empties the field if there is no such
    /// option.
    func settleOption(_ context: FormContext, asking attempt: Attempt, origin: TextOrigin) {
        guard case .options(let list) = picker, choice == .none, !text.isEmpty else { return }
        choice = list.choice(completing: enteredText, locale: context.locale)
        replaceText(FormText(list.label(of: choice, locale: context.locale)))
        textOrigin = origin
        updateModified(context, asking: attempt)
    }

    /// Applies a formatter's late answer, if the text is still the one that the question was about.
    func take(
        _ awaited: (question: TypeQuestion, text: String),
        _ context: FormContext,
        asking attempt: Attempt
    ) {
        guard text.string.hasSameCodePoints(as: awaited.text),
            case .answer(.formatter(let answer)) = attempt.reply(to: awaited.question, of: .edit, field: index)
        else { return }
        let result = FormattedText(answer)
        guard context.form.isWithinLimits(result.text) else { return }
        take(result)
        textOrigin = .mask
        updateModified(context, asking: attempt)
    }

    /// Lets the formatter complete the text when the focus leaves the field. An undo reverts this together with the
    /// typing before it.
    func finishFormatting(_ context: FormContext, asking attempt: Attempt) {
        guard let formatter = formatter(asking: attempt), !text.isEmpty, !flags.contains(.verbatim) else { return }
        let current = formattedText
        let result = formatter.finish(current)
        guard result != current, context.form.isWithinLimits(result.text) else { return }
        take(result)
        updateModified(context, asking: attempt)
        if result.text != current.text { textOrigin = .mask }
    }

    /// Whether the field is validated when it loses the focus.
    var isValidatedOnBlur: Bool {
        switch definition.validation {
        case .always: true
        case .notEmptyText: !judgedText.isEmpty && !isToggledOff
        case .afterChanges: flags.contains(.touched)
        case .never: false
        }
    }
}

// MARK: - Compositions

// A composition is the syllable, word or sentence that an input method is composing and the user has not committed
// yet. It is drawn in place of the selection, but is no part of the text: formatters, rules and undo do not see it.

extension FormField {
    /// Throws `disabled`, `actionDisabled`, `textTooLong`, `invalidText` and `outOfRange`.
    ///
    /// - Parameters:
    ///   - composition: empty if the composition has ended.
    ///   - caret: in code points of the composition; only checked, because the client draws it.
    func checkComposition(_ composition: String, caret: Int, _ context: FormContext) throws(FormError) {
        if !composition.isEmpty { try checkEditable(by: .typing) }
        guard composition.isEmpty || !plan.isToggle else {
            throw FormError(.actionDisabled, "the field \(id) is a toggle, in which nothing is composed")
        }
        try context.form.check(composition, for: id)
        let count = composition.unicodeScalars.count
        guard 0...count ~= caret else {
            throw FormError(.outOfRange, "the caret \(caret) is not in a composition of \(count) code points")
        }
    }

    /// Sets the composition. For a secret it keeps a bullet in place of the text.
    func compose(_ composition: String) {
        guard !composition.isEmpty else { return endComposition() }
        let shown = isSecret ? "•" : composition.withLineBreaks(asSpaces: !plan.isTextView)
        if self.composition?.value.hasSameCodePoints(as: shown) != true { self.composition = Boxed(shown) }
    }

    func endComposition() {
        if composition != nil { composition = nil }
    }

    /// Ends the composition if users may no longer type. Marks it as dirty if its position changed.
    func updateComposition() {
        if !isJudged || !allowedEdits.contains(.typing) { return endComposition() }
        if dirty.contains(.selection) { dirty.insert(.composition) }
    }

    /// The text with the composition in it, as it is drawn.
    var drawnText: FormText {
        guard let composition else { return text }
        return text.replacing(selection, with: composition.value)
    }

    /// Whether there is a text or a composition to draw.
    var drawsText: Bool { !text.isEmpty || composition != nil }

    /// The text whose lines determine the height. A secret's composition does not change it.
    var measuredText: FormText { isSecret ? text : drawnText }
}

// MARK: - Messages

extension FormField {
    /// The message as an undo restores it. A text with answers is left out, because the fields of these answers may
    /// have become secret by then; it is made anew.
    var messageToRestore: ShownMessage? {
        guard var kept = message, kept.isJudged, !plan.messageAnswers.isEmpty else { return message }
        kept.text = nil
        return kept
    }

    func clearMessage() {
        if message != nil { message = nil }
    }

    func raiseError(_ text: String?, isJudged: Bool) {
        message = ShownMessage(severity: .error, text: text, isJudged: isJudged)
    }

    /// Shows a verdict in place of an earlier one.
    func present(_ verdict: Verdict?) {
        switch verdict {
        case nil, .pending: break
        case .valid: clearMessage()
        case .warning(let words): message = ShownMessage(severity: .warning, text: words, isJudged: true)
        case .invalid(let words), .unavailable(let words): raiseError(words.isEmpty ? nil : words, isJudged: true)
        }
        store(verdict, isShown: true)
    }

    /// Stores whether the field is valid, and whether it waits for a plug-in's verdict.
    ///
    /// - Parameter isShown: whether the missing verdict will be shown when it arrives.
    func store(_ verdict: Verdict?, isShown: Bool = false) {
        set(.passes, verdict?.isValid ?? true)
        if case .pending = verdict {
            set(.pending, true)
            if isShown { set(.pendingIsShown, true) }
        } else if flags.contains(.pending) {
            flags.subtract([.pending, .pendingIsShown])
        }
        needsVerdict = false
    }

    func hint(in locale: String) -> String {
        overrides?.value.hint ?? shown?.value.hint.text ?? definition.hint?.text(in: locale) ?? ""
    }

    /// The text in the hint's place: the message of the error or the warning, otherwise the hint.
    func shownHint(in locale: String) -> String {
        message?.text ?? hint(in: locale)
    }
}

// MARK: - Permissions

extension FormField {
    /// Throws `actionDisabled` for a note.
    func checkIsNoNote() throws(FormError) {
        guard !isNote else {
            throw FormError(
                .actionDisabled,
                "\(id) is a note: its text is the form's, and it has neither value nor focus"
            )
        }
    }

    /// Throws `disabled` if the field is disabled or hidden.
    func checkEnabled() throws(FormError) {
        guard isJudged else {
            throw FormError(.disabled, "the field \(id) \(isDisabled ? "is disabled" : "is not visible")")
        }
    }

    /// Throws `disabled`, and `actionDisabled` if users may not change the text in this way.
    func checkEditable(by origin: EditOrigins) throws(FormError) {
        try checkEnabled()
        guard allowedEdits.contains(origin) else {
            if isReadOnly { throw FormError(.actionDisabled, "the field \(id) is read-only") }
            let name = EditOrigins.named.first { $0.origin == origin }?.name ?? ""
            throw FormError(.actionDisabled, "the field \(id) does not allow edits by \(name)")
        }
    }

    /// Throws `actionDisabled` for a computed field.
    func checkNotComputed() throws(FormError) {
        guard plan.computed == nil else {
            throw FormError(.actionDisabled, "the field \(id) is computed from other fields")
        }
    }

    /// Throws `outOfRange` for a range outside of the text.
    func check(_ range: TextSelection) throws(FormError) {
        let (start, length) = (range.start, range.length)
        guard start >= 0, length >= 0, start <= text.count, length <= text.count - start else {
            throw FormError(.outOfRange, "the range \(start), \(length) is not in a text of \(text.count) code points")
        }
    }
}

// MARK: - The name

extension FormField {
    /// What users know the field by: its label in quotation marks, and without one its identifier.
    func words(in locale: String) -> String {
        let label = plan.label(in: locale)
        return label.isEmpty ? "the field \(id)" : quoted(label)
    }
}
