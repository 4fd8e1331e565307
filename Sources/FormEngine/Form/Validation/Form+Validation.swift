import FormModel

extension Form {
    mutating func verdict(of index: Int) -> Verdict? {
        verdict(of: configured(index), speaks: true)
    }

    /// What the field's judges say of its text; nil: it has none.
    ///
    /// Empty text fails where it is required and passes every rule but those that judge it themselves. A text that is
    /// longer than the limit, which only a program can have put there, fails. With `validateWithFormatter` the
    /// formatter's completeness decides in place of the rules.
    ///
    /// - Parameter speaks: false: nobody reads the message, and it may be empty.
    mutating func verdict(of field: CompiledField, speaks: Bool) -> Verdict? {
        let index = field.index
        let hasFormatter = fields[index].hasFormatter(field)
        let judgesByFormatter = field.validatesWithFormatter && hasFormatter
        let maximum = fields[index].maxLength(field)
        let complains = hasFormatter && fields[index].formatter(field)?.complains == true
        if !field.hasJudge, !judgesByFormatter, !complains {
            // Bytes are never fewer than clusters.
            guard let maximum, fields[index].text.utf8.count > maximum else { return nil }
        }
        // Most fields neither format nor trim nor choose, and their text alone is no copy of all that they are.
        let isPlain = !hasFormatter && !field.trims && !field.hasPicker
        let text = isPlain ? fields[index].text : fields[index].judgedText(field)
        if text.isEmpty, fields[index].isRequired(field) {
            guard speaks else { return .invalid("") }
            return .invalid(field.definition.requiredMessage?.text(in: session.locale) ?? say(.required))
        }
        if let maximum {
            let limited = hasFormatter ? fields[index].value : text
            if limited.utf8.count > maximum, limited.clusterCount > maximum {
                return .invalid(speaks ? say(.tooLong(maximum: maximum)) : "")
            }
        }
        if complains, !text.isEmpty, let complaint = complaint(ofFormatterOf: field) {
            return verdict(complaint, speaks: speaks)
        }
        if !text.isEmpty, let complaint = complaint(ofCalendarOf: field, about: text) {
            return verdict(complaint, speaks: speaks)
        }
        if judgesByFormatter {
            return text.isEmpty || fields[index].flags.contains(.complete)
                ? .valid : .invalid(speaks ? say(.wrongFormat) : "")
        }
        guard field.hasJudge else { return complains ? .valid : nil }
        let subject = subject(text, of: field)
        return field.definition.showsAllMessages
            ? collectedVerdict(of: subject, field, speaks) : firstVerdict(of: subject, field, speaks)
    }

    /// What a field's rules are asked about.
    @inline(__always)
    func subject(_ text: String, of field: CompiledField) -> RuleSubject {
        let index = field.index
        let isText = !field.hasPicker && !fields[index].hasFormatter(field)
        var subject = RuleSubject(text: text, value: isText ? text : fields[index].fieldValue(field))
        subject.isSimple = fields[index].flags.contains(.simple)
        return subject
    }

    func say(_ message: DefaultMessage) -> String {
        message.text(in: session.locale, own: compiled.definition.messages[message])
    }

    /// What the first rule that fails says, else the first that warns.
    private mutating func firstVerdict(of subject: RuleSubject, _ field: CompiledField, _ speaks: Bool) -> Verdict {
        var warning: Verdict?
        for place in field.rules.indices {
            switch ask(field.rules[place], about: subject, at: field.index, speaks: speaks) {
            case .valid: break
            case .warning(let message): warning = warning ?? .warning(message)
            case .invalid(let message): return .invalid(message)
            case .unavailable(let message): return .unavailable(message)
            case .pending: return .pending
            }
        }
        return warning ?? .valid
    }

    /// What all rules that fail say, a line each, else all that warn.
    private mutating func collectedVerdict(
        of subject: RuleSubject,
        _ field: CompiledField,
        _ speaks: Bool
    ) -> Verdict {
        var errors: [String] = []
        var warnings: [String] = []
        var isInvalid = false
        var isPending = false
        for rule in field.rules {
            switch ask(rule, about: subject, at: field.index, speaks: speaks) {
            case .valid: break
            case .warning(let message): warnings.append(message)
            case .invalid(let message):
                errors.append(message)
                isInvalid = true
            case .unavailable(let message): errors.append(message)
            case .pending: isPending = true
            }
        }
        func joined(_ messages: [String]) -> String {
            messages.lazy.filter { !$0.isEmpty }.joined(separator: "\n")
        }
        if !errors.isEmpty { return isInvalid ? .invalid(joined(errors)) : .unavailable(joined(errors)) }
        if isPending { return .pending }
        return warnings.isEmpty ? .valid : .warning(joined(warnings))
    }

    /// One rule's verdict about a field's text as rules see it. A rule that reads a field that is not visible has nothing
    /// to compare with, and passes.
    mutating func ask(
        _ rule: JudgedRule,
        about subject: RuleSubject,
        at index: Int,
        speaks: Bool = true
    ) -> Verdict {
        if subject.text.isEmpty, !rule.judgesEmptyText { return .valid }
        if let other = rule.other, fields[other].isHidden { return .valid }
        evaluations.rules &+= 1
        let locale = speaks ? session.locale : nil
        let verdict: Verdict
        if rule.asksPlugin {
            verdict = judge(rule.judge, subject.text, of: index)
        } else if let other = rule.other {
            var subject = subject
            subject.other = readValue(of: other)
            verdict = rule.judge.judge(subject, locale: locale)
        } else {
            verdict = rule.judge.judge(subject, locale: locale)
        }
        if rule.isWarning, case .invalid(let message) = verdict { return .warning(message) }
        return verdict
    }
}

extension Form {
    func complaint(ofFormatterOf field: CompiledField) -> FormatterComplaint? {
        let state = fields[field.index]
        return state.formatter(field)?.complaint(about: state.formattedText, today: session.today)
    }

    func complaint(ofCalendarOf field: CompiledField, about text: String) -> FormatterComplaint? {
        guard case .date(let picker) = field.picker else { return nil }
        return picker.complaint(about: text, today: session.today, locale: session.locale)
    }

    func verdict(_ complaint: FormatterComplaint, speaks: Bool) -> Verdict {
        let message = speaks ? complaint.text(in: session.locale, messages: compiled.definition.messages) : ""
        return complaint.reason == .checkUnavailable ? .unavailable(message) : .invalid(message)
    }

    /// Judges a field now and shows the result. Without a judge an error that is shown stays.
    @discardableResult
    mutating func runValidation(of index: Int) -> Verdict? {
        touch(index)
        fields[index].flags.insert(.touched)
        let verdict = verdict(of: index)
        present(verdict, at: index)
        if fields[index].hasError { fields[index].flags.insert(.validationFailed) }
        return verdict
    }

    /// Shows a verdict in place of what was shown before. The field has been saved.
    mutating func present(_ verdict: Verdict?, at index: Int) {
        switch verdict {
        case nil, .pending: break
        case .valid:
            if !fields[index].flags.isDisjoint(with: [.error, .warning]) { fields[index].clearError() }
        case .warning(let message): fields[index].raiseWarning(message)
        case .invalid(let message), .unavailable(let message):
            fields[index].raiseError(message.isEmpty ? nil : message, isJudged: true)
        }
        let passes = verdict?.isValid ?? true
        if passes { fields[index].flags.insert(.passes) } else { fields[index].flags.remove(.passes) }
        fields[index].flags.remove(.verdictDirty)
        fields[index].notePending(verdict, isShown: true)
    }

    /// The explicit validation of one field: without `force`, one that shows an error stays as it is. One that is not
    /// visible has no say.
    mutating func validate(_ index: Int, force: Bool) -> (isValid: Bool, message: String) {
        if fields[index].isHidden { return (true, "") }
        if fields[index].hasError, !force { return (false, fields[index].errorMessage ?? "") }
        let verdict = runValidation(of: index)
        if case .warning(let message) = verdict { return (true, message) }
        if case .pending = verdict { return (false, say(.checkUnavailable)) }
        return (!fields[index].hasError, fields[index].errorMessage ?? "")
    }

    /// Validates every field that is visible and not disabled.
    mutating func validateAll(force: Bool) -> [FieldMessage] {
        var errors: [FieldMessage] = []
        for index in fields.indices where fields[index].isJudged {
            let (isValid, message) = validate(index, force: force)
            if !isValid { errors.append(FieldMessage(field: compiled.fields[index].definition.id, message: message)) }
        }
        return errors
    }

    mutating func setError(_ message: String?, of index: Int) throws(FormError) {
        if let message { try compiled.check(message, of: configured(index)) }
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
