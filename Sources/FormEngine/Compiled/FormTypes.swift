package import FormModel

/// Where a form gets its formatters and rules from, and how long its texts may be.
package struct FormTypes: Sendable {
    package var makeFormatter: @Sendable (FormatterDefinition) throws -> any TextFormatter
    package var makeRule: @Sendable (Rule) throws -> any RuleJudge
    /// Code points in one field.
    package var maximumTextSize: Int

    package init(
        maximumTextSize: Int = 65_536,
        makeFormatter: @escaping @Sendable (FormatterDefinition) throws -> any TextFormatter,
        makeRule: @escaping @Sendable (Rule) throws -> any RuleJudge
    ) {
        self.maximumTextSize = maximumTextSize
        self.makeFormatter = makeFormatter
        self.makeRule = makeRule
    }
}

extension FormTypes {
    /// The formatters and rules that need no plug-in.
    package static let builtIn = builtIn { nil }

    /// The same with a calendar: what day it is where the form is used, for rules that compare with it; nil: unknown.
    package static func builtIn(today: @escaping @Sendable () -> CalendarDay?) -> FormTypes {
        FormTypes(
            makeFormatter: { definition in
                switch definition {
                case .mask(let mask): try MaskFormatter(mask)
                case .blockMask(let mask): try BlockMaskFormatter(mask)
                case .grouping(let grouping): GroupingFormatter(grouping)
                }
            },
            makeRule: { try CompiledRule($0, today: today) }
        )
    }
}
