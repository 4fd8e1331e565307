/// Checks of one field: keys that are right by themselves but mean nothing, or something unlikely, together.
struct FieldChecks {
    let members: FieldMembers
    let context: DecodingContext
    /// Whether a page, a section or a group that the field may stand in has a condition of its own.
    let standsInConditionalPart: Bool

    func run(_ field: FieldDefinition) {
        checkKind(field)
        checkFormatter(field)
        checkConditions(field)
        if field.computed != nil { checkComputed(field) }
        checkEdits(field)
        checkSecret(field)
        checkLengths(field)
    }

    private func checkKind(_ field: FieldDefinition) {
        switch field.kind {
        case .note: break
        case .text:
            for key in ["maxTextHeight", "fixedTextHeight", "clearButton"] {
                if let value = members[key] { context.error("only a text view has the key \(quoted(key))", at: value) }
            }
        case .textView:
            if field.mode != .plain, let value = members["mode"] {
                context.error("a text view has no action button, so no mode but “plain”", at: value)
            }
            if field.input != .keyboard, let value = members["input"] {
                context.error("a text view is typed into, so it has no input but “keyboard”", at: value)
            }
            if let value = members[own: "onReturn"] {
                context.warning("in a text view the return key breaks the line", at: value)
            }
            if let maximum = field.maxTextHeight, let fixed = field.fixedTextHeight, fixed > maximum,
                let value = members["fixedTextHeight"]
            {
                context.warning("the fixed text height passes the maximum, and wins", at: value)
            }
        }
    }

    private func checkFormatter(_ field: FieldDefinition) {
        if field.validatesWithFormatter, members["formatter"] == nil, let value = members["validateWithFormatter"] {
            context.error("there is no formatter to validate with", at: value)
        }
        if field.validatesWithFormatter, let value = members[own: "validators"], value.elements?.isEmpty == false {
            context.warning("no validator is asked: the formatter decides", at: value)
        }
        if case .options = field.input, let value = members["formatter"] {
            context.error("a label is not formatted: a field of options has no formatter", at: value)
        }
        if case .options(let input) = field.input, !field.value.isEmpty, let value = members["value"],
            !input.options.contains(where: { option in
                option.value == field.value || option.label.translations.contains { $0.text == field.value }
            })
        {
            context.error("\(quoted(field.value)) is the value or the label of no option", at: value)
        }
    }

    private func checkConditions(_ field: FieldDefinition) {
        if let value = members["whenIrrelevant"], members["visibleWhen"] == nil, !standsInConditionalPart {
            context.warning("the field is always visible: the key “visibleWhen” is missing", at: value)
        }
        if let value = members["requiredWhen"], field.isRequired {
            context.warning("the field is required whatever the condition says", at: value)
        }
        if let value = members["requiredMessage"], !field.isRequired, members["requiredWhen"] == nil {
            context.warning("the message is never shown: the field is not required", at: value)
        }
    }

    /// Nobody enters a computed value.
    private func checkComputed(_ field: FieldDefinition) {
        for key in ["value", "input", "inputValidators", "allowedEdits", "allowedCharacters", "clearOnRefocus"] {
            guard let value = members[key] else { continue }
            context.error("the field is computed, so nobody enters what \(quoted(key)) is about", at: value)
        }
        if field.whenIrrelevant == .clear, let value = members["whenIrrelevant"] {
            context.error("a computed value is left out or kept, and not emptied", at: value)
        }
    }

    private func checkEdits(_ field: FieldDefinition) {
        if members["allowedCharacters"] == nil {
            for key in ["filterInserted", "filterProgram"] {
                guard let value = members[key] else { continue }
                context.warning("there is no filter: the key “allowedCharacters” is missing", at: value)
            }
        }
        if field.isReadOnly, let value = members["allowedEdits"] {
            context.warning("the field is read-only, whatever edits it allows", at: value)
        }
        if let value = members["pasteOverflow"], members["maxLength"] == nil {
            context.warning("nothing can overflow: the key “maxLength” is missing", at: value)
        }
    }

    private func checkSecret(_ field: FieldDefinition) {
        if case .password = field.mode, !field.isSecret, let value = members["secret"] {
            context.warning("the password is stored, signalled and published", at: value)
        }
        if field.clearsOnRefocus, !field.isSecret, let value = members["clearOnRefocus"] {
            context.warning("only a secret field is emptied", at: value)
        }
        if field.isSecret, !field.value.isEmpty, let value = members["value"] {
            context.warning("the secret stands in the definition, which others can read", at: value)
        }
    }

    /// Reports rules that no text passes which a user can enter.
    private func checkLengths(_ field: FieldDefinition) {
        guard let maximum = field.maxLength, let value = members["maxLength"] else { return }
        if maximum == 0 { return context.warning("the field takes no text", at: value) }
        let needed = field.rules.lazy.map(\.kind.leastCharacters).max() ?? 0
        if needed > maximum {
            context.warning("a validator asks for at least \(needed) characters, which do not fit", at: value)
        }
    }
}
