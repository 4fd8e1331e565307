extension DecodingContext {
    /// Reports keys that are right by themselves but mean nothing, or something unlikely, in this field.
    func checkCombinations(_ keys: FieldKeys, of field: FieldDefinition) {
        switch field.kind {
        case .text:
            for key in [FieldKey.maxTextHeight, .fixedTextHeight, .clearButton] {
                if let value = keys[key] { error("only a text view has the key \(quoted(key.name))", at: value) }
            }
        case .textView:
            if field.mode != .plain, let value = keys[.mode] {
                error("a text view has no action button, so no mode but “plain”", at: value)
            }
            if field.input != .keyboard, let value = keys[.input] {
                error("a text view is typed into, so it has no input but “keyboard”", at: value)
            }
            if let value = keys[own: .onReturn] {
                warning("in a text view the return key breaks the line", at: value)
            }
            if let maximum = field.maxTextHeight, let fixed = field.fixedTextHeight, fixed > maximum,
                let value = keys[.fixedTextHeight]
            {
                warning("the fixed text height passes the maximum, and wins", at: value)
            }
        }
        if field.validatesWithFormatter, field.formatter == nil, keys[.formatter] == nil,
            let value = keys[.validateWithFormatter]
        {
            error("there is no formatter to validate with", at: value)
        }
        if field.validatesWithFormatter, let value = keys[own: .validators], value.elements?.isEmpty == false {
            warning("no validator is asked: the formatter decides", at: value)
        }
        if case .options = field.input, let value = keys[.formatter] {
            error("a label is not formatted: a field of options has no formatter", at: value)
        }
        if let value = keys[.whenIrrelevant], field.visibleWhen == nil, keys[.visibleWhen] == nil {
            warning("the field is always visible: the key “visibleWhen” is missing", at: value)
        }
        if let value = keys[.requiredWhen], field.isRequired {
            warning("the field is required whatever the condition says", at: value)
        }
        if let value = keys[.requiredMessage], !field.isRequired, keys[.requiredWhen] == nil {
            warning("the message is never shown: the field is not required", at: value)
        }
        for key in [FieldKey.filterInserted, .filterProgram] where keys[.allowedCharacters] == nil {
            if let value = keys[key] {
                warning("there is no filter: the key “allowedCharacters” is missing", at: value)
            }
        }
        if field.isReadOnly, let value = keys[.allowedEdits] {
            warning("the field is read-only, whatever edits it allows", at: value)
        }
        if let value = keys[.pasteOverflow], keys[.maxLength] == nil {
            warning("nothing can overflow: the key “maxLength” is missing", at: value)
        }
        checkSecret(keys, of: field)
        checkLengths(keys, of: field)
    }

    private func checkSecret(_ keys: FieldKeys, of field: FieldDefinition) {
        if case .password = field.mode, !field.isSecret, let value = keys[.secret] {
            warning("the password is stored, signalled and published", at: value)
        }
        if field.clearsOnRefocus, !field.isSecret, let value = keys[.clearOnRefocus] {
            warning("only a secret field is emptied", at: value)
        }
        if field.isSecret, !field.value.isEmpty, let value = keys[.value] {
            warning("the secret stands in the definition, which others can read", at: value)
        }
    }

    /// Reports rules that no text which a user can enter will pass.
    private func checkLengths(_ keys: FieldKeys, of field: FieldDefinition) {
        guard let maximum = field.maxLength, let value = keys[.maxLength] else { return }
        if maximum == 0 { return warning("the field takes no text", at: value) }
        let needed = field.rules.lazy.map { rule in
            switch rule.kind {
            case .length(let length): length.unit == .grapheme ? length.minimum : 0
            case .textField(let textField): textField.minLength
            default: 0
            }
        }
        if let needed = needed.max(), needed > maximum {
            warning("a validator asks for at least \(needed) characters, which do not fit", at: value)
        }
    }
}
