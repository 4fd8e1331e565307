package import FormModel

/// Where a form gets its formatters and rules from, and how long its texts may be.
package struct FormTypes: Sendable {
    package var makeFormatter: @Sendable (FormatterDefinition) throws -> any TextFormatter
    /// Rules with the same pattern share it through the cache.
    package var ruleMaker: @Sendable (Rule, PatternCache) throws -> any RuleJudge
    /// The form's own patterns.
    package var patterns = PatternCache()
    package var makeMeasurer: @Sendable (TypeReference) -> PluginMeasurer? = { _ in nil }
    /// Whom the types of plug-ins ask; nil: there are none.
    package var oracle: (any TypeOracle)?
    /// Code points in one field.
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

    func makeRule(_ rule: Rule) throws -> any RuleJudge { try ruleMaker(rule, patterns) }
}

extension FormTypes {
    /// The formatters and rules that need no plug-in, in English and without a calendar.
    package static let builtIn = builtIn(symbols: EnglishSymbols()) { nil }

    /// The formatters and rules that need no plug-in.
    ///
    /// - Parameters:
    ///   - symbols: how languages write numbers and dates; asked when a session opens.
    ///   - today: what day it is where the form is used, for rules that compare with it; nil: unknown.
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
