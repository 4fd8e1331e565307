import Formatters
import FormModel
import FormPlugin
import Languages
import Rules
import TextEditing

/// The field that a question to a plug-in concerns, and the attempt that records it.
struct Asker {
    let attempt: Attempt
    /// The field's index in the form.
    let field: Int
    /// Whether the question contains a secret.
    let isSecret: Bool

    func ask(_ type: TypeReference, _ question: PluginQuestion, _ stage: QuestionStage) -> TypeReply? {
        let question = TypeQuestion(type.name, configuration: type.configuration, question, isSecret: isSecret)
        return attempt.reply(to: question, of: stage, field: field)
    }
}

// MARK: - Formatters

/// A field's formatter in the session's language. It is a class, so that a field without a formatter pays only for a
/// pointer.
final class FieldFormatter: Sendable {
    private enum Kind {
        case builtIn(any TextFormatter)
        case plugin(TypeReference, locale: String)
    }

    private let kind: Kind
    /// The approximate number of bytes that the formatter takes.
    let byteCount: Int

    init(_ formatter: any TextFormatter, byteCount: Int) {
        kind = .builtIn(formatter)
        self.byteCount = byteCount
    }

    /// - Parameter locale: a BCP 47 tag.
    init(plugin type: TypeReference, locale: String = "en") {
        kind = .plugin(type, locale: locale)
        byteCount = 1_024
    }

    /// The formatter, if it is built in.
    var builtIn: (any TextFormatter)? {
        if case .builtIn(let formatter) = kind { formatter } else { nil }
    }

    var isPlugin: Bool {
        if case .plugin = kind { true } else { false }
    }

    /// The formatter; a plug-in's formatter asks through `asker`.
    func formatter(for asker: @autoclosure () -> Asker) -> any TextFormatter {
        switch kind {
        case .builtIn(let formatter): formatter
        case .plugin(let type, let locale): PluginTextFormatter(type: type, locale: locale, asker: asker())
        }
    }

    /// The formatter in another language; `nil` if it is the same there.
    func localized(to locale: String) -> FieldFormatter? {
        switch kind {
        case .builtIn(let formatter): formatter.localized(to: locale).map { FieldFormatter($0, byteCount: byteCount) }
        case .plugin(let type, let own): own == locale ? nil : FieldFormatter(plugin: type, locale: locale)
        }
    }
}

/// A formatter of a plug-in. Without an answer the text stays as it was typed.
struct PluginTextFormatter: TextFormatter {
    let type: TypeReference
    let locale: String
    nonisolated(unsafe) let asker: Asker

    func apply(_ edit: TextEdit, to current: FormattedText) -> FormattedText {
        answer(FormatterQuestion(.apply(FieldEdit(edit), to: FieldText(current)), locale: locale))
            ?? current.unformatted(edit)
    }

    func format(_ text: String) -> FormattedText {
        answer(FormatterQuestion(.format(text), locale: locale)) ?? FormattedText(FieldText(text))
    }

    func finish(_ current: FormattedText) -> FormattedText {
        answer(FormatterQuestion(.finish(FieldText(current)), locale: locale)) ?? current
    }

    var prefix: FormattedText {
        answer(FormatterQuestion(.prefix, locale: locale)) ?? FormattedText(FieldText())
    }

    private func answer(_ question: FormatterQuestion) -> FormattedText? {
        guard case .answer(.formatter(let text)) = asker.ask(type, .formatter(question), .edit) else { return nil }
        return FormattedText(text)
    }
}

extension PluginQuestion {
    /// The text that replaces a formatter's missing answer.
    var unformatted: String? {
        guard case .formatter(let question) = self else { return nil }
        return switch question.operation {
        case .apply(let edit, let current): current.applying(edit).text
        case .format(let text): text
        case .finish(let current): current.text
        case .prefix: nil
        }
    }
}

extension FormattedText {
    /// The text after an edit without formatting.
    func unformatted(_ edit: TextEdit) -> FormattedText {
        FormattedText(FieldText(self).applying(FieldEdit(edit)))
    }

    init(_ text: FieldText) {
        self.init(
            text: FormText(text.text),
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
        let origin: Origin =
            switch edit.origin {
            case .key: .key
            case .paste: .paste
            case .deleteBackward: .deleteBackward
            case .deleteForward: .deleteForward
            case .cut: .cut
            case .program: .program
            }
        self.init(start: edit.range.start, length: edit.range.length, replacement: edit.replacement, origin: origin)
    }
}

// MARK: - Validators

extension Rule {
    /// Asks the plug-in of this rule. Without an answer the verdict is *unavailable*, never *valid*.
    func verdict(
        _ type: TypeReference,
        _ question: ValidatorQuestion,
        _ stage: QuestionStage,
        _ asker: Asker,
        _ messages: MessageTexts
    ) -> Verdict {
        let locale = question.locale
        func text(_ message: DefaultMessage) -> String {
            messages.text(message, in: locale, own: formMessages[message])
        }
        // The message of the form's author has precedence over the plug-in's.
        func sentence(_ words: String) -> String {
            message?.text(in: locale) ?? (words.isEmpty ? text(.wrongFormat) : words)
        }
        switch asker.ask(type, .validator(question), stage) {
        case .answer(.validator(.valid)): return .valid
        case .answer(.validator(.warning(let words))): return .warning(sentence(words))
        case .answer(.validator(.invalid(let words))): return .invalid(sentence(words))
        case .answer(.validator(.unavailable(let words))):
            return .unavailable(words.isEmpty ? text(.checkUnavailable) : words)
        case .late, nil: return .pending
        case .answer, .unavailable: return .unavailable(text(.checkUnavailable))
        }
    }
}
