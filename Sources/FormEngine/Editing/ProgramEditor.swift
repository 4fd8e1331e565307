import Formatters
import FormModel
import TextEditing

/// Sets a program's text in a field. The maximum length does not apply: a text that is too long is an error that a
/// validation shows.
struct ProgramEditor {
    /// The field, which the open transaction may write.
    let field: FormField
    let context: FormContext
    let attempt: Attempt

    /// Sets a text, formatted if `formats` is set. Throws `invalidText`, `textTooLong` and `limitExceeded`.
    func put(_ text: String, formats: Bool) throws(FormError) {
        let formatter = formats ? field.formatter(asking: attempt) : nil
        var choice = Choice.none
        var text = text
        if let picker = field.picker {
            if formats || picker.isChosenOnly || !picker.canHold(text, .none) {
                choice = picker.choice(forProgramText: text, locale: context.locale)
            }
            guard picker.canHold(text, choice) else { throw notListed(text) }
            if choice != .none || picker.isChosenOnly {
                text = picker.text(of: choice, locale: context.locale)
                try context.form.check(text, for: field.id)
            }
        }
        if choice == .none { text = try filtered(text, formatter) }
        if let formatter {
            try fill(with: text, by: formatter)
        } else {
            field.replaceText(FormText(text))
            field.value = ""
            field.flags = field.flags.subtracting(.complete).union(.verbatim)
        }
        field.choice = choice
        if choice == .none { field.followText(context) }
        field.lastEdit = .none
    }

    /// Sets the text that the session is opened with. Throws `actionDisabled`, `invalidText` and `textTooLong`.
    func begin(with text: String) throws(FormError) {
        try field.checkIsNoNote()
        try context.form.check(text, for: field.id)
        let choice = field.plan.picker?.choice(forProgramText: text, locale: context.locale) ?? .none
        guard field.plan.picker?.canHold(text, choice) ?? true else { throw notListed(text) }
        let formatter = (field.formatter?.localized(to: context.locale) ?? field.formatter)?
            .formatter(for: Asker(attempt: attempt, field: field.index, isSecret: field.isSecret))
        let initial = choice == .none ? try filtered(text, formatter) : text
        field.override { $0.initialText = initial }
    }

    /// Formats a value and shows it. Throws `limitExceeded` if the time budget does not allow it, and `textTooLong` and
    /// `invalidText` if the field cannot hold the result.
    func fill(with value: String, by formatter: any TextFormatter) throws(FormError) {
        guard attempt.hasTime(for: value.formattingWork) else { throw attempt.outOfTime }
        let result = value.isEmpty ? nil : formatter.format(value)
        if let result { try context.form.check(result.text.string, for: field.id) }
        field.takeFormatted(result)
    }

    /// The text after the definition's filter. Throws `invalidText` if the definition does not allow characters to be
    /// dropped.
    private func filtered(_ text: String, _ formatter: (any TextFormatter)?) throws(FormError) -> String {
        guard field.definition.filtersProgram, let filtered = field.plan.filter?.filtered(text, formatter) else {
            return text
        }
        guard field.definition.filtersInserted else {
            throw FormError(
                .invalidText,
                "the text for \(field.words(in: context.locale)) has characters that it does not take"
            )
        }
        return filtered
    }

    private func notListed(_ text: String) -> FormError {
        let text = field.isSecret ? "the text" : quoted(String(text.prefix(80)))
        let name = field.words(in: context.locale)
        let message =
            switch field.plan.picker {
            case .several(let selection):
                "\(text) is no JSON array of at most \(selection.most) different values of the options of \(name)"
            case .toggle: "\(text) is neither “true” nor “false”, one of which \(name) is"
            case .options, .date, nil: "\(text) is none of the options of \(name)"
            }
        return FormError(.invalidText, message)
    }
}
