package import FormModel
package import Languages
package import PCRE2
import Synchronization
import TextEditing

/// A rule of a definition, ready for evaluation. A pure function of its arguments, which any thread may call.
package protocol RuleJudge: AnyObject, Sendable {
    /// The rule's result for a text.
    ///
    /// - Parameter locale: the language of the message, a BCP 47 tag; `nil` if the message is not needed and may be
    ///   empty.
    func judge(_ subject: RuleSubject, locale: String?) -> Verdict
}

extension RuleJudge {
    package func judge(text: String, locale: String) -> Verdict {
        judge(RuleSubject(text), locale: locale)
    }
}

/// One of formd's own rules, ready for evaluation.
package final class CompiledRule: RuleJudge {
    package let rule: Rule
    private let aids: RuleAids
    /// A copy of the rule's property. The rule is large, so that reading the property from it for every key would cost
    /// more than the comparison.
    private let comparesOnly: Bool
    /// The rules of which one must accept a text; empty for any other rule.
    private let alternatives: [CompiledRule]
    private let messages: MessageTexts

    /// - Throws: the error of the pattern; a broken pattern is never ignored.
    package init(_ rule: Rule, patterns: PatternCache, messages: MessageTexts) throws(PatternError) {
        self.rule = rule
        self.messages = messages
        comparesOnly = rule.kind.comparesOnly
        var alternatives: [CompiledRule] = []
        for rule in rule.kind.alternatives {
            alternatives.append(try CompiledRule(rule, patterns: patterns, messages: messages))
        }
        self.alternatives = alternatives
        let pattern: Pattern? = if let text = rule.kind.pattern { try patterns.pattern(text) } else { nil }
        aids = RuleAids(pattern: pattern, compatibility: rule.compatibility, countWords: messages.wordCount)
    }

    package func judge(_ subject: RuleSubject, locale: String?) -> Verdict {
        if comparesOnly, let other = subject.reading?.other, subject.value.hasSameCodePoints(as: other) {
            return .valid
        }
        if !alternatives.isEmpty { return judgeAlternatives(subject, locale: locale) }
        guard let finding = rule.kind.finding(in: subject, aids) else { return .valid }
        let isUnavailable = finding.fault == .checkUnavailable
        var message = ""
        if let locale {
            // The author's message is for invalid texts, not for texts that could not be validated.
            let own = isUnavailable ? nil : finding.message ?? rule.message
            message = messages.text(finding.fault, in: locale, own: own ?? rule.formMessages[finding.fault])
        }
        if isUnavailable { return .unavailable(message) }
        return rule.severity == .warning ? .warning(message) : .invalid(message)
    }

    /// Valid if one of the rules accepts the text. Otherwise the message is the rule's own, or that of the first
    /// failing one.
    private func judgeAlternatives(_ subject: RuleSubject, locale: String?) -> Verdict {
        var failure: Verdict?
        for alternative in alternatives {
            if subject.text.isEmpty, !alternative.rule.judgesEmptyText { return .valid }
            let verdict = alternative.judge(subject, locale: locale)
            if verdict.isValid { return .valid }
            if case .unavailable = verdict { failure = verdict } else { failure = failure ?? verdict }
        }
        guard case .invalid(let first) = failure else { return failure ?? .valid }
        let message = locale.flatMap { rule.message?.text(in: $0) } ?? first
        return rule.severity == .warning ? .warning(message) : .invalid(message)
    }
}

extension Pattern: TextPattern {
    package func matches(_ text: String) -> Bool? {
        switch match(text) {
        case .matched: true
        case .notMatched: false
        case .limitReached: nil
        }
    }
}

/// The result of a rule for a text.
package enum Verdict: Sendable, Hashable {
    case valid
    case warning(String)
    /// If the message is empty, the field shows the error state without a message.
    case invalid(String)
    /// The rule could not be evaluated, for example because a pattern exceeded its limit. Never counts as valid.
    case unavailable(String)
    /// A plug-in has been asked and has not answered yet. Never counts as valid.
    case pending

    package var isValid: Bool {
        switch self {
        case .valid, .warning: true
        case .invalid, .unavailable, .pending: false
        }
    }
}

extension Verdict {
    /// The message; empty for a valid text.
    package var message: String {
        switch self {
        case .valid, .pending: ""
        case .warning(let message), .invalid(let message), .unavailable(let message): message
        }
    }
}

/// The compiled patterns of one form, which fields with the same pattern share. Thread-safe.
package final class PatternCache: Sendable {
    private let compiled = Mutex<[String: Pattern]>([:])

    package init() {}

    /// - Parameter text: a regular expression, or `@` and the name of a shared one.
    package func pattern(_ text: String) throws(PatternError) -> Pattern {
        // Shared patterns are cached for all forms.
        if self !== Self.named, SharedPattern(reference: text) != nil { return try Self.named.pattern(text) }
        if let pattern = compiled.withLock({ $0[text] }) { return pattern }
        guard let expression = SharedPattern.expression(of: text) else {
            throw PatternError(reason: "no shared pattern has this name", offset: 0)
        }
        let pattern = try Pattern(expression)
        compiled.withLock { $0[text] = pattern }
        return pattern
    }

    private static let named = PatternCache()
}
