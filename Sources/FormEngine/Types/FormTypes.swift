package import FormMessages
package import FormModel
import FormPlugin

/// Where a form gets its formatters and rules from, and how long its texts may be.
package struct FormTypes: Sendable {
    /// How languages write numbers and dates.
    package var symbols: any LocaleSymbols
    /// What formd says to users.
    package let messages: MessageTexts
    /// The form's own patterns: rules with the same pattern share it.
    package var patterns = PatternCache()
    /// Whether definitions may name types of plug-ins.
    package var allowsPlugins = false
    /// The most code points that one field holds.
    package var maximumTextSize: Int

    /// - Parameter catalogue: the catalogue of messages of the language nearest to a BCP 47 tag.
    package init(
        symbols: any LocaleSymbols = EnglishSymbols(),
        catalogue: @escaping @Sendable (_ locale: String) -> MessageCatalogue = { _ in .english },
        maximumTextSize: Int = 65_536
    ) {
        self.symbols = symbols
        messages = MessageTexts(symbols: symbols, catalogue: catalogue)
        self.maximumTextSize = maximumTextSize
    }

    /// formd's own formatters and rules, in English.
    package static let builtIn = FormTypes()

    /// These types, and those of plug-ins.
    package var withPlugins: FormTypes {
        var types = self
        types.allowsPlugins = true
        return types
    }

    /// Whether a text has more code points than one field holds.
    package func isTooLong(_ text: String) -> Bool {
        text.utf8.count > maximumTextSize && text.unicodeScalars.count > maximumTextSize
    }

    /// A rule that is built in. Throws why it cannot be made.
    package func makeRule(_ rule: Rule) throws -> any RuleJudge {
        try CompiledRule(rule, patterns: patterns, messages: messages)
    }

    /// A formatter that is built in. Throws why it cannot be made.
    package func makeFormatter(_ definition: FormatterDefinition) throws -> any TextFormatter {
        // A plug-in's kind is none that the engine makes.
        guard let kind = definition.kind as? any TextFormatterKind else {
            throw FormError(.pluginUnavailable, "no plug-in has the formatter \(definition.kind.typeName)")
        }
        return try kind.makeFormatter(symbols)
    }

    /// A formatter of either kind. Throws why it cannot be made.
    func fieldFormatter(_ definition: FormatterDefinition) throws -> FieldFormatter {
        if let type = definition.kind.plugin, allowsPlugins { return FieldFormatter(plugin: type) }
        return FieldFormatter(try makeFormatter(definition), byteCount: definition.byteCount)
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
    package func judge(
        _ text: String,
        by rules: [Rule],
        locale: String,
        today: CalendarDay?,
        attempt: Attempt
    ) throws -> Verdict {
        var warning: Verdict?
        let subject = RuleSubject(text: text, value: text, today: today)
        for rule in rules where !text.isEmpty || rule.judgesEmptyText {
            guard attempt.hasTimeForRule(WorkBudget.largeStep) else {
                return .unavailable(messages.text(.checkUnavailable, in: locale))
            }
            let verdict: Verdict
            if let type = rule.kind.plugin, allowsPlugins {
                let question = ValidatorQuestion(text: text, value: text, locale: locale)
                let asker = Asker(attempt: attempt, field: 0, isSecret: false)
                verdict = rule.verdict(type, question, .verdict, asker, messages)
            } else {
                verdict = try makeRule(rule).judge(subject, locale: locale)
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
