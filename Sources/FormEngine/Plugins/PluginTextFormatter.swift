import FormPlugin

/// A formatter that a plug-in provides. Without an answer the text stays as it was typed.
struct PluginTextFormatter: TextFormatter {
    var type: AskedType
    var locale = "en"

    var isPlugin: Bool { true }

    func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        answer(.apply(FieldEdit(edit), to: FieldText(current))) ?? current.unformatted(edit)
    }

    func format(_ text: String) -> FormattedText {
        answer(.format(text)) ?? FormattedText(FieldText(text))
    }

    func finish(_ current: FormattedText) -> FormattedText {
        answer(.finish(FieldText(current))) ?? current
    }

    var prefix: FormattedText {
        answer(.prefix) ?? FormattedText(FieldText())
    }

    func localized(to locale: String) -> (any TextFormatter)? {
        guard locale != self.locale else { return nil }
        var localized = self
        localized.locale = locale
        return localized
    }

    /// For a field by its place in the form.
    func bound(to field: Int) -> PluginTextFormatter {
        var bound = self
        bound.type.field = field
        return bound
    }

    /// For a text that not every plug-in may read.
    var forSecret: PluginTextFormatter {
        var secret = self
        secret.type.isSecret = true
        return secret
    }

    private func answer(_ operation: FormatterQuestion.Operation) -> FormattedText? {
        let question = FormatterQuestion(operation, locale: locale)
        guard case .answer(.formatter(let text)) = type.ask(.formatter(question), .edit) else { return nil }
        return FormattedText(text)
    }
}

extension FormattedText {
    /// This after an edit that nobody formats.
    func unformatted(_ edit: TextEdit) -> FormattedText {
        FormattedText(FieldText(self).applying(FieldEdit(edit)))
    }

    init(_ text: FieldText) {
        self.init(
            text: text.text,
            selection: TextSelection(start: text.selectionStart, length: text.selectionLength),
            value: text.value,
            isComplete: text.isComplete
        )
    }
}

extension FieldText {
    fileprivate init(_ text: FormattedText) {
        self.init(
            text: text.text.string,
            selectionStart: text.selection.start,
            selectionLength: text.selection.length,
            value: text.value,
            isComplete: text.isComplete
        )
    }
}

extension FieldEdit {
    fileprivate init(_ edit: TextEdit) {
        self.init(
            start: edit.range.start,
            length: edit.range.length,
            replacement: edit.replacement,
            origin: Origin(edit.origin)
        )
    }
}

extension FieldEdit.Origin {
    fileprivate init(_ origin: TextEdit.Origin) {
        switch origin {
        case .key: self = .key
        case .paste: self = .paste
        case .deleteBackward: self = .deleteBackward
        case .deleteForward: self = .deleteForward
        case .cut: self = .cut
        case .program: self = .program
        }
    }
}
