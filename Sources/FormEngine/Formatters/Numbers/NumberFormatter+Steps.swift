package import FormModel

extension NumberFormatter {
    package var takesSteps: Bool { true }

    package func stepped(
        _ current: FormattedText,
        by count: Int,
        _ limits: StepLimits,
        today: CalendarDay
    ) -> FormattedText? {
        guard let (entry, _) = read(current.text.string) else { return nil }
        let start = number(entry)
        guard start != nil || entry.isEmpty else { return nil }
        var limits = limits
        if let minimum = definition.minimum { limits.tighten(minimum: .init(number: minimum)) }
        if let maximum = definition.maximum { limits.tighten(maximum: .init(number: maximum)) }
        if !definition.allowsNegative { limits.tighten(minimum: .init(number: .zero)) }
        guard let number = limits.number(from: start, by: count) else { return nil }
        let tidy = tidied(NumberEntry(number))
        return formatted(tidy, caret: tidy.count, skipsLiterals: false)
    }
}
