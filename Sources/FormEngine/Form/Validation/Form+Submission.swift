import FormModel

/// The end of a form's life, and what a server says of it.
extension Form {
    /// Hands out the values if every field that is visible and enabled passes.
    ///
    /// What a program said of fields (`SetErrors`, `SetError`) was about the values of the last submission: it is
    /// withdrawn first, so that it never stands in the way of the next one. Where something does, the first such field
    /// gets the focus, what is wrong stays shown, and `failure` says which case it is. Throws `alreadySubmitted` where
    /// nothing has happened since the last submission.
    mutating func submit(_ failure: inout FormError?) throws(FormError) -> OperationResult {
        guard !session.isSubmitted else {
            let message = "the form has been submitted; an edit, SetErrors or Reset makes it ready for another time"
            throw FormError(.alreadySubmitted, message)
        }
        if let refusal = refuse(fields.indices, &failure) { return refusal }
        notes.isSubmission = true
        session.isSubmitted = true
        return .values(values(includingSecrets: true))
    }

    /// Judges some fields as a submission does. nil: all of them pass; else what the caller hears, with `failure` set
    /// and the first of them that is wrong in view.
    mutating func refuse(_ indices: Range<Int>, _ failure: inout FormError?) -> OperationResult? {
        var errors: [FieldMessage] = []
        var obstacles = Obstacles()
        for index in indices where fields[index].isJudged {
            if fields[index].hasError, !fields[index].flags.contains(.judged) {
                touch(index)
                fields[index].clearError()
            }
            let verdict = runValidation(of: index)
            switch verdict {
            case .invalid: obstacles.invalid = obstacles.invalid ?? index
            case .unavailable: obstacles.unavailable = obstacles.unavailable ?? index
            case .pending: obstacles.pending = obstacles.pending ?? index
            case nil, .valid, .warning:
                if fields[index].flags.contains(.pending) { obstacles.pending = obstacles.pending ?? index }
            }
            if let verdict, !verdict.isValid {
                errors.append(FieldMessage(field: compiled.fields[index].definition.id, message: verdict.message))
            }
        }
        let isValid = errors.isEmpty && obstacles.pending == nil
        notes.validation = .validated(valid: isValid, errors: errors)
        if isValid { return nil }
        failure = refusal(obstacles)
        // In the form's order, whatever the reason.
        if let first = errors.first.flatMap({ compiled.definition.indices[$0.field] }), session.focus != first {
            showWithoutValidation(first)
        }
        return .validation(valid: false, errors: errors)
    }

    /// The first field of each kind that stands in the way.
    private struct Obstacles {
        var invalid: Int?
        var unavailable: Int?
        var pending: Int?
    }

    /// What the user can mend comes first, what time mends last.
    private func refusal(_ obstacles: Obstacles) -> FormError {
        func sentence(_ index: Int, _ words: String) -> String {
            words.isEmpty ? compiled.fields[index].definition.id : "\(compiled.fields[index].definition.id): \(words)"
        }
        if let index = obstacles.invalid {
            return FormError(.notValid, sentence(index, fields[index].errorMessage ?? ""))
        }
        if let index = obstacles.unavailable {
            return FormError(.checkUnavailable, sentence(index, fields[index].errorMessage ?? ""))
        }
        return FormError(.pending, sentence(obstacles.pending ?? 0, "a verdict is awaited"))
    }

    /// Moves the focus to a field that has been found wrong; all fields have just been validated.
    private mutating func showWithoutValidation(_ index: Int) {
        blur(validates: false)
        guard !focus(index) else { return }
        session.scrollTarget = index
        if compiled.hasPages, let page = compiled.definition.page(ofField: index) { session.page = page }
    }

    /// What a server said after a submission. Each message is shown at its field until the field's next edit or the next
    /// submission. Without any, the form is ready to be submitted again all the same.
    mutating func setErrors(_ errors: [String: String]) throws(FormError) {
        for id in errors.keys.sorted() { _ = try compiled.index(of: id) }
        session.isSubmitted = false
        for index in fields.indices {
            guard let message = errors[compiled.fields[index].definition.id] else { continue }
            try setError(message, of: index)
        }
    }
}
