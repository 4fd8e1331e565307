/// A question to a formatter.
package struct FormatterQuestion: Sendable, Hashable {
    package enum Operation: Sendable, Hashable {
        case apply(FieldEdit, to: FieldText)
        case format(String)
        case finish(FieldText)
        case prefix
    }

    package var operation: Operation
    /// The session's language, a BCP 47 tag.
    package var locale: String

    package init(_ operation: Operation, locale: String) {
        self.operation = operation
        self.locale = locale
    }
}

extension FormatterService {
    package func answer(_ question: FormatterQuestion) -> FieldText {
        switch question.operation {
        case .apply(let edit, let current): apply(edit, to: current, locale: question.locale)
        case .format(let text): format(text, locale: question.locale)
        case .finish(let current): finish(current, locale: question.locale)
        case .prefix: prefix(locale: question.locale)
        }
    }
}
