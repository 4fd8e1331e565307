package import FormModel
package import PCRE2

/// A rule that is ready to judge. A value without state: any thread may ask it, and the same text gets the same
/// verdict.
package struct CompiledRule: Sendable {
    package let rule: Rule
    private let pattern: Pattern?

    /// - Throws: the pattern's error; a broken pattern is never ignored.
    package init(_ rule: Rule, patterns: inout PatternCache) throws(PatternError) {
        self.rule = rule
        pattern =
            switch rule.kind {
            case .length, .plugin: nil
            case .regex(let text): try patterns.pattern(text)
            case .textField(let rule):
                if let text = rule.pattern { try patterns.pattern(text) } else { nil }
            }
    }

    package init(_ rule: Rule) throws(PatternError) {
        var patterns = PatternCache()
        try self.init(rule, patterns: &patterns)
    }

    /// Whether the rule has an opinion of empty text. The others leave that to the field's `required`.
    package var judgesEmptyText: Bool {
        if case .textField = rule.kind { true } else { false }
    }

    /// - Parameter locale: a BCP 47 tag.
    package func judge(text: String, locale: String) -> Verdict {
        let finding: Finding? =
            switch rule.kind {
            case .length(let length): judge(text, length: length)
            case .regex: judgePattern(text, message: nil)
            case .textField(let rule): judge(text, textField: rule)
            case .plugin: Finding(defaultMessage: .checkUnavailable)
            }
        guard let finding else { return .valid }
        // What the author says of wrong text would be a lie about text that nobody could judge.
        let isUnavailable = finding.defaultMessage == .checkUnavailable
        let own = isUnavailable ? nil : finding.message ?? rule.message
        let message = own?.text(in: locale) ?? finding.defaultMessage.text(in: locale)
        return switch rule.severity {
        case .warning: .warning(message)
        case .error: isUnavailable ? .unavailable(message) : .invalid(message)
        }
    }
}

extension CompiledRule {
    /// What is wrong with a text.
    private struct Finding {
        var defaultMessage: DefaultMessage
        /// The message for just this fault, before the rule's own.
        var message: LocalizedText?
    }

    private func judge(_ text: String, length rule: LengthRule) -> Finding? {
        switch Length(of: text, minimum: rule.minimum, maximum: rule.maximum) {
        case .short(let minimum): Finding(defaultMessage: .tooShort(minimum: minimum), message: rule.shortMessage)
        case .long(let maximum): Finding(defaultMessage: .tooLong(maximum: maximum), message: rule.longMessage)
        case .fitting: nil
        }
    }

    private func judge(_ text: String, textField rule: TextFieldRule) -> Finding? {
        let global = rule.globalErrorMessage
        guard !text.isEmpty else {
            guard rule.minLength > 0, rule.isRequiredField else { return nil }
            return Finding(defaultMessage: .required, message: rule.messages.empty ?? global)
        }
        switch Length(of: text, minimum: rule.minLength, maximum: rule.maxLength) {
        case .short(let minimum):
            return Finding(defaultMessage: .tooShort(minimum: minimum), message: rule.messages.short ?? global)
        case .long(let maximum):
            return Finding(defaultMessage: .tooLong(maximum: maximum), message: rule.messages.large ?? global)
        case .fitting:
            return judgePattern(text, message: rule.messages.notValid ?? global)
        }
    }

    private func judgePattern(_ text: String, message: LocalizedText?) -> Finding? {
        guard let pattern else { return nil }
        return switch pattern.match(text) {
        case .matched: nil
        case .notMatched: Finding(defaultMessage: .wrongFormat, message: message)
        case .limitReached: Finding(defaultMessage: .checkUnavailable)
        }
    }
}

/// A text's length in grapheme clusters against its bounds, both included.
private enum Length {
    case short(minimum: Int)
    case fitting
    case long(maximum: Int)

    init(of text: String, minimum: Int, maximum: Int?) {
        let count = text.count
        self =
            if count < minimum {
                .short(minimum: minimum)
            } else if let maximum, count > maximum {
                .long(maximum: maximum)
            } else {
                .fitting
            }
    }
}
