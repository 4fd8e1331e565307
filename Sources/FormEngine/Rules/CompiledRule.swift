package import FormModel
package import PCRE2

/// A rule that is ready to judge. It has no state: any thread may ask it, and the same text gets the same verdict on the
/// same day.
package final class CompiledRule: Sendable {
    package let rule: Rule
    let pattern: Pattern?
    /// Apart from the rest of the rule, which is long to copy.
    private let isEquality: Bool
    /// The values of `oneOf`.
    let listed: Set<String>
    let today: @Sendable () -> CalendarDay?

    /// - Parameter today: asked by rules about dates that compare with the present day; nil: it is not known.
    /// - Throws: the pattern's error; a broken pattern is never ignored.
    package init(
        _ rule: Rule,
        patterns: PatternCache,
        today: @escaping @Sendable () -> CalendarDay? = { nil }
    ) throws(PatternError) {
        self.rule = rule
        self.today = today
        isEquality = rule.otherField != nil
        pattern =
            switch rule.kind {
            case .regex(let text): try patterns.pattern(text)
            case .email(.simple): try patterns.pattern("@" + SharedPattern.email.rawValue)
            case .textField(let rule):
                if let text = rule.pattern { try patterns.pattern(text) } else { nil }
            default: nil
            }
        listed = if case .oneOf(let values) = rule.kind { Set(values) } else { [] }
    }

    package convenience init(_ rule: Rule, today: @escaping @Sendable () -> CalendarDay? = { nil }) throws(PatternError)
    {
        try self.init(rule, patterns: PatternCache(), today: today)
    }

    /// - Parameter locale: a BCP 47 tag.
    package func judge(text: String, locale: String) -> Verdict {
        judge(RuleSubject(text), locale: locale)
    }

    /// - Parameter locale: a BCP 47 tag; nil: nobody reads the message, and it is empty.
    package func judge(_ subject: RuleSubject, locale: String?) -> Verdict {
        if isEquality, let other = subject.other, subject.value == other { return .valid }
        guard let finding = finding(subject) else { return .valid }
        let isUnavailable = finding.defaultMessage == .checkUnavailable
        var message = ""
        if let locale {
            // What the author says of wrong text would be a lie about text that nobody could judge.
            let own = isUnavailable ? nil : finding.message ?? rule.message
            message = finding.defaultMessage.text(in: locale, own: own ?? rule.formMessages[finding.defaultMessage])
        }
        return switch rule.severity {
        case .warning: .warning(message)
        case .error: isUnavailable ? .unavailable(message) : .invalid(message)
        }
    }

    /// What is wrong with a text.
    struct Finding {
        var defaultMessage: DefaultMessage
        /// The message for just this fault, before the rule's own.
        var message: LocalizedText?

        init(_ defaultMessage: DefaultMessage, message: LocalizedText? = nil) {
            self.defaultMessage = defaultMessage
            self.message = message
        }
    }
}

extension DefaultMessage {
    /// The message, or what stands in its place.
    func text(in locale: String, own: LocalizedText?) -> String {
        guard let own else { return text(in: locale) }
        let text = own.text(in: locale)
        return text.utf8.contains(UInt8(ascii: "{")) ? text.filled(with: parameters(in: locale)) : text
    }
}
