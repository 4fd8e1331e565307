package import FormModel
import FormPlugin

/// Where a form gets its formatters and rules from, and how long its texts may be.
package struct FormTypes: Sendable {
    /// Makes a formatter that is built in.
    package var makeFormatter: @Sendable (FormatterDefinition) throws -> any TextFormatter
    /// Makes a rule that is built in. Rules with the same pattern share it through the cache.
    package var ruleMaker: @Sendable (Rule, PatternCache) throws -> any RuleJudge
    /// The form's own patterns.
    package var patterns = PatternCache()
    /// Whether definitions may name types of plug-ins.
    package var allowsPlugins = false
    /// The most code points that one field holds.
    package var maximumTextSize: Int

    package init(
        maximumTextSize: Int = 65_536,
        makeFormatter: @escaping @Sendable (FormatterDefinition) throws -> any TextFormatter,
        makeRule: @escaping @Sendable (Rule, PatternCache) throws -> any RuleJudge
    ) {
        self.maximumTextSize = maximumTextSize
        self.makeFormatter = makeFormatter
        ruleMaker = makeRule
    }

    /// These types, and those of plug-ins.
    package var withPlugins: FormTypes {
        var types = self
        types.allowsPlugins = true
        return types
    }

    func makeRule(_ rule: Rule) throws -> any RuleJudge { try ruleMaker(rule, patterns) }

    /// A formatter of either kind. Throws why it cannot be made.
    func fieldFormatter(_ definition: FormatterDefinition) throws -> FieldFormatter {
        if case .plugin(let type) = definition, allowsPlugins { return FieldFormatter(plugin: type) }
        return FieldFormatter(try makeFormatter(definition))
    }
}

// MARK: - Without a form

extension FormTypes {
    /// What a formatter makes of a text, as if a program had set it; in English unless the formatter names a language.
    /// Throws why the formatter cannot be made.
    package func format(
        _ text: String,
        with definition: FormatterDefinition,
        attempt: Attempt
    ) throws -> FormattedText {
        let formatter = try fieldFormatter(definition)
        let asker = Asker(attempt: attempt, field: 0, isSecret: false)
        return (formatter.localized(to: "en") ?? formatter).formatter(for: asker).format(text)
    }

    /// What the first rule that fails says of a text, else the first that warns. Empty text passes as it does in a field that
    /// is not required. Throws why a rule cannot be made.
    package func judge(_ text: String, by rules: [Rule], locale: String, attempt: Attempt) throws -> Verdict {
        var warning: Verdict?
        for rule in rules where !text.isEmpty || rule.judgesEmptyText {
            let verdict: Verdict
            if case .plugin(let type, _) = rule.kind, allowsPlugins {
                let question = ValidatorQuestion(text: text, value: text, locale: locale)
                let asker = Asker(attempt: attempt, field: 0, isSecret: false)
                verdict = rule.verdict(type, question, .verdict, asker)
            } else {
                verdict = try makeRule(rule).judge(text: text, locale: locale)
            }
            switch verdict {
            case .valid: break
            case .warning(let message): warning = warning ?? .warning(message)
            case .invalid, .unavailable, .pending: return verdict
            }
        }
        return warning ?? .valid
    }
}

extension FormTypes {
    /// The formatters and rules that need no plug-in, in English and without a calendar.
    package static let builtIn = builtIn(symbols: EnglishSymbols()) { nil }

    /// The formatters and rules that need no plug-in.
    ///
    /// - Parameters:
    ///   - symbols: how languages write numbers and dates; asked when a session opens.
    ///   - today: what day it is where the form is used, for rules that compare with it; `nil` if that is unknown.
    package static func builtIn(
        symbols: any LocaleSymbols,
        today: @escaping @Sendable () -> CalendarDay?
    ) -> FormTypes {
        FormTypes(
            makeFormatter: { definition in
                switch definition {
                case .mask(let mask): try MaskFormatter(mask)
                case .blockMask(let mask): try BlockMaskFormatter(mask)
                case .grouping(let grouping): GroupingFormatter(grouping)
                case .number(let number): NumberFormatter(number, symbols: symbols)
                case .date(let date): DateFormatter(date, symbols: symbols)
                case .choice(let choice): EnumFormatter(choice)
                case .regexInput(let input): try RegexInputFormatter(input)
                case .plugin(let type):
                    throw FormError(.pluginUnavailable, "no plug-in has the formatter \(type.name)")
                }
            },
            makeRule: { try CompiledRule($0, patterns: $1, today: today) }
        )
    }
}
