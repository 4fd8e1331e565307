import FormModel

extension Form {
    /// What the field's judges say of its text; nil: it has none.
    ///
    /// Empty text fails where it is required and passes every rule but those that judge it themselves. A text that is
    /// longer than the limit, which only a program can have put there, fails. With `validateWithFormatter` the
    /// formatter's completeness decides in place of the rules.
    func verdict(of index: Int) -> Verdict? {
        let field = compiled.fields[index]
        let judgesByFormatter = field.validatesWithFormatter && fields[index].formatter(field) != nil
        let maximum = fields[index].maxLength(field)
        if !field.hasJudge, !judgesByFormatter {
            // Bytes are never fewer than clusters.
            guard let maximum, fields[index].text.utf8.count > maximum else { return nil }
        }
        let locale = session.locale
        let text = fields[index].judgedText(field)
        if text.isEmpty, field.isRequired {
            return .invalid(
                field.definition.requiredMessage?.text(in: locale) ?? DefaultMessage.required.text(in: locale)
            )
        }
        if let maximum {
            let limited = fields[index].formatter(field) == nil ? text : fields[index].value
            if limited.utf8.count > maximum, limited.count > maximum {
                return .invalid(DefaultMessage.tooLong(maximum: maximum).text(in: locale))
            }
        }
        if case .date(let picker) = field.picker, !text.isEmpty,
            let complaint = picker.complaint(about: text, today: session.today, locale: locale)
        {
            return .invalid(complaint)
        }
        if judgesByFormatter {
            if fields[index].flags.contains(.complete) { return .valid }
            let message: DefaultMessage = fields[index].value.isEmpty && text.isEmpty ? .required : .wrongFormat
            return .invalid(message.text(in: locale))
        }
        guard field.hasJudge else { return nil }
        var warning: Verdict?
        for rule in field.rules where rule.judgesEmptyText || !text.isEmpty {
            switch rule.judge.judge(text: text, locale: locale) {
            case .valid: break
            case .warning(let message): warning = warning ?? .warning(message)
            case .invalid(let message) where rule.severity == .warning: warning = warning ?? .warning(message)
            case .invalid(let message): return .invalid(message)
            case .unavailable(let message): return .unavailable(message)
            }
        }
        return warning ?? .valid
    }

    /// Judges a field now and shows the result. Without a judge an error that is shown stays.
    @discardableResult
    mutating func runValidation(of index: Int) -> Verdict? {
        touch(index)
        fields[index].flags.insert(.touched)
        let verdict = verdict(of: index)
        switch verdict {
        case nil: break
        case .valid, .warning: if fields[index].hasError { fields[index].clearError() }
        case .invalid(let message), .unavailable(let message):
            fields[index].raiseError(message.isEmpty ? nil : message, isJudged: true)
        }
        let passes = verdict?.isValid ?? !fields[index].hasError
        if passes { fields[index].flags.insert(.passes) } else { fields[index].flags.remove(.passes) }
        fields[index].flags.remove(.verdictDirty)
        if fields[index].hasError { fields[index].flags.insert(.validationFailed) }
        return verdict
    }

    /// The explicit validation of one field: without `force`, one that shows an error stays as it is.
    mutating func validate(_ index: Int, force: Bool) -> (isValid: Bool, message: String) {
        if fields[index].hasError, !force { return (false, fields[index].errorMessage ?? "") }
        let verdict = runValidation(of: index)
        if case .warning(let message) = verdict { return (true, message) }
        return (!fields[index].hasError, fields[index].errorMessage ?? "")
    }

    /// Validates every field that is not disabled, or those of one page.
    mutating func validateAll(force: Bool, in range: Range<Int>? = nil) -> [FieldMessage] {
        var errors: [FieldMessage] = []
        for index in range ?? fields.indices where !fields[index].isDisabled {
            let (isValid, message) = validate(index, force: force)
            if !isValid { errors.append(FieldMessage(field: compiled.fields[index].definition.id, message: message)) }
        }
        return errors
    }

    mutating func submit(_ failure: inout FormError?) -> OperationResult {
        let errors = validateAll(force: true)
        notes.validation = .validated(valid: errors.isEmpty, errors: errors)
        guard let first = errors.first else {
            notes.isSubmission = true
            session.isSubmitted = true
            return .values(values(includingSecrets: true))
        }
        failure = showFirst(first)
        return .validation(valid: false, errors: errors)
    }

    /// Brings the first field that was found wrong into view; what its finding is called as an error.
    mutating func showFirst(_ first: FieldMessage) -> FormError {
        if let index = compiled.definition.indices[first.field], session.focus != index {
            showWithoutValidation(index)
        }
        return FormError(.notValid, first.message.isEmpty ? first.field : "\(first.field): \(first.message)")
    }

    /// Moves the focus to a field that has been found wrong; all fields have just been validated.
    private mutating func showWithoutValidation(_ index: Int) {
        blur(validates: false)
        guard !focus(index) else { return }
        session.scrollTarget = index
        if compiled.hasPages, let page = compiled.definition.page(ofField: index) { session.page = page }
    }

    mutating func setErrors(_ errors: [String: String]) throws(FormError) {
        for id in errors.keys.sorted() { _ = try compiled.index(of: id) }
        for index in fields.indices {
            guard let message = errors[compiled.fields[index].definition.id] else { continue }
            try setError(message, of: index)
        }
    }

    mutating func setError(_ message: String?, of index: Int) throws(FormError) {
        if let message { try checkText(message, of: compiled.fields[index]) }
        touch(index)
        session.isSubmitted = false
        if let message {
            fields[index].raiseError(message, isJudged: false)
        } else if !fields[index].hasError {
            fields[index].raiseError(nil, isJudged: false)
        }
    }

    mutating func resetError(of index: Int) {
        guard fields[index].hasError else { return }
        touch(index)
        fields[index].clearError()
    }
}
