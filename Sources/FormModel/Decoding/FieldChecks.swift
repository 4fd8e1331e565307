/// Checks one field for combinations of keys that are valid separately but contradict each other or are probably a
/// mistake.
struct FieldChecks {
    let members: FieldMembers
    let context: DecodingContext
    /// Whether a page, a section or a group that contains the field has a condition.
    let standsInConditionalPart: Bool

    func run(_ field: FieldDefinition) {
        checkKind(field)
        checkFormatter(field)
        checkInput(field)
        checkConditions(field)
        if field.computed != nil { checkComputed(field) }
        if members["value"] != nil || field.computed != nil { error("the field has a value already", at: "initially") }
        if field.computed != nil { error("the field has a value at all times", at: "setOnChange") }
        checkEdits(field)
        checkSecret(field)
        checkLengths(field)
    }

    /// Reports a key, if the field has it.
    private func error(_ message: String, at key: String) {
        if let value = members[key] { context.error(message, at: value) }
    }

    /// Warns about a key, if the field has it.
    private func warning(_ message: String, at key: String) {
        if let value = members[key] { context.warning(message, at: value) }
    }

    private func checkKind(_ field: FieldDefinition) {
        switch field.kind {
        case .note: break
        case .text:
            for key in ["maxTextHeight", "fixedTextHeight", "clearButton"] {
                error("only a text view has the key \(quoted(key))", at: key)
            }
        case .textView:
            if field.mode != .plain { error("a text view has no action button, so no mode but “plain”", at: "mode") }
            if field.input != .keyboard {
                error("a text view is typed into, so it has no input but “keyboard”", at: "input")
            }
            if let value = members[own: "onReturn"] {
                context.warning("in a text view the return key breaks the line", at: value)
            }
            if let maximum = field.maxTextHeight, let fixed = field.fixedTextHeight, fixed > maximum {
                warning("the fixed text height passes the maximum, and wins", at: "fixedTextHeight")
            }
        }
    }

    private func checkFormatter(_ field: FieldDefinition) {
        guard field.validatesWithFormatter else { return }
        if members["formatter"] == nil { error("there is no formatter to validate with", at: "validateWithFormatter") }
        if let value = members[own: "validators"], value.elements?.isEmpty == false {
            context.warning("no validator is asked: the formatter decides", at: value)
        }
    }

    private func checkInput(_ field: FieldDefinition) {
        var takesSeveral = false
        switch field.input {
        case .keyboard, .date: break
        case .slider:
            let isNumber = field.formatter.map { $0.kind.valueKind == .number } ?? true
            if !isNumber { error("a slider's formatter writes numbers", at: "formatter") }
        case .options(let input):
            takesSeveral = input.allowsSeveral
            if takesSeveral {
                checkChosen(field, "several options")
            } else {
                error("a label is not formatted: a field of options has no formatter", at: "formatter")
            }
            if let strange = input.strangeValue(in: field.value) {
                error("\(quoted(strange)) is the value or the label of no option", at: "value")
            }
        case .toggle:
            checkChosen(field, "a toggle")
            if !["", "true", "false"].contains(field.value) {
                error("a toggle is true or false, not \(quoted(field.value))", at: "value")
            }
        }
        guard let value = members["value"] else { return }
        if let formatter = field.formatter, !field.value.isEmpty, context.hasTime(for: WorkBudget.largeStep),
            formatter.kind.loses(field.value)
        {
            let text = field.isSecret ? "the text" : quoted(field.value)
            context.warning("the formatter has no place for all characters of \(text)", at: value)
        }
        if value.bool != nil, field.input != .toggle { context.mismatch("a string", at: value) }
        if value.elements != nil, !takesSeveral { context.mismatch("a string", at: value) }
    }

    /// Reports keys about typed text in a field whose text can only be chosen.
    private func checkChosen(_ field: FieldDefinition, _ noun: String) {
        let keys = [
            "formatter", "maxLength", "pasteOverflow", "allowedCharacters", "inputValidators", "trim", "keyboard",
            "clearOnRefocus",
        ]
        for key in keys {
            guard let value = members[own: key] else { continue }
            context.error("\(noun): nothing is typed, so that there is no \(quoted(key))", at: value)
        }
        if field.mode != .plain, let value = members["mode"] {
            context.error("\(noun): there is no text to hide and no button, so no mode but “plain”", at: value)
        } else if field.isSecret {
            error("\(noun): what is chosen can be seen, so that it is no secret", at: "secret")
        }
    }

    private func checkConditions(_ field: FieldDefinition) {
        if members["visibleWhen"] == nil, !standsInConditionalPart {
            warning("the field is always visible: the key “visibleWhen” is missing", at: "whenIrrelevant")
        }
        if field.isRequired {
            warning("the field is required whatever the condition says", at: "requiredWhen")
        } else if members["requiredWhen"] == nil {
            warning("the message is never shown: the field is not required", at: "requiredMessage")
        }
    }

    /// Reports keys about user input in a computed field, which no user can edit.
    private func checkComputed(_ field: FieldDefinition) {
        for key in ["value", "input", "inputValidators", "allowedEdits", "allowedCharacters", "clearOnRefocus"] {
            error("the field is computed, so nobody enters what \(quoted(key)) is about", at: key)
        }
        if field.whenIrrelevant == .clear {
            error("a computed value is left out or kept, and not emptied", at: "whenIrrelevant")
        }
    }

    private func checkEdits(_ field: FieldDefinition) {
        if members["allowedCharacters"] == nil {
            for key in ["filterInserted", "filterProgram"] {
                warning("there is no filter: the key “allowedCharacters” is missing", at: key)
            }
        }
        if field.isReadOnly { warning("the field is read-only, whatever edits it allows", at: "allowedEdits") }
        if members["maxLength"] == nil {
            warning("nothing can overflow: the key “maxLength” is missing", at: "pasteOverflow")
        }
    }

    private func checkSecret(_ field: FieldDefinition) {
        guard field.isSecret else {
            if case .password = field.mode { warning("the password is stored, signalled and published", at: "secret") }
            if field.clearsOnRefocus { warning("only a secret field is emptied", at: "clearOnRefocus") }
            return
        }
        if !field.value.isEmpty { warning("the secret stands in the definition, which others can read", at: "value") }
    }

    /// Reports rules that no text of at most `maxLength` can satisfy.
    private func checkLengths(_ field: FieldDefinition) {
        guard let maximum = field.maxLength else { return }
        if maximum == 0 { return warning("the field takes no text", at: "maxLength") }
        let needed = field.rules.lazy.map(\.kind.leastCharacters).max() ?? 0
        if needed > maximum {
            warning("a validator asks for at least \(needed) characters, which do not fit", at: "maxLength")
        }
    }
}

extension OptionsInput {
    /// A part of an initial value that is not an option; `nil` if all parts are options.
    fileprivate func strangeValue(in text: String) -> String? {
        guard allowsSeveral else { return text.isEmpty || has(text, orLabel: true) ? nil : text }
        guard !text.isEmpty else { return nil }
        guard let values = Self.values(in: text) else { return text }
        return values.first { !has($0, orLabel: false) }
    }

    private func has(_ text: String, orLabel: Bool) -> Bool {
        options.contains { option in
            option.value.utf8.elementsEqual(text.utf8)
                || orLabel && option.label.translations.contains { $0.text == text }
        }
    }
}
