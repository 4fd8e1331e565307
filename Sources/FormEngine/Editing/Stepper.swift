import Formatters
import FormModel
import TextEditing

/// The result of stepping a field's value.
struct Stepper {
    let field: FormField
    let judge: Judge
    /// The number of steps; negative to step down.
    let count: Int

    private var context: FormContext { judge.context }

    /// The choice after the steps; `nil` if there is none. Throws `actionDisabled` for a field with several options.
    func choice(in picker: Picker) throws(FormError) -> Choice? {
        switch picker {
        case .options(let list): return option(of: list)
        case .date(let picker): return day(in: picker)
        case .toggle: return count > 0 ? .on : .off
        case .several:
            throw FormError(
                .actionDisabled,
                "the field \(field.id) takes several options, of which none is the next one"
            )
        }
    }

    /// The option `count` places further, or the last one in that direction.
    private func option(of list: OptionList) -> Choice? {
        guard list.count > 0 else { return nil }
        let before = count > 0 ? -1 : list.count
        let number = (field.choice.number.flatMap(list.number) ?? before) + count
        return Choice(list.index(at: min(max(0, number), list.count - 1)))
    }

    private func day(in picker: DatePicker) -> Choice? {
        let first = picker.minimum(today: context.today)
        let last = picker.maximum(today: context.today)
        guard let date = CalendarDay(field.choice) else {
            return field.text.isEmpty ? Choice(picker.initial(today: context.today).dayNumber) : nil
        }
        let position = field.selection.start
        let isBehind = field.selection.length == 0 && position >= field.text.count
        let component = isBehind ? nil : picker.component(at: position, of: date, locale: context.locale)
        let end = limits.moment(
            from: Moment(date: date),
            by: count,
            component ?? .day,
            between: first.map { Moment(date: $0) },
            and: last.map { Moment(date: $0) }
        )
        return end?.date.map { Choice($0.dayNumber) }
    }

    /// The formatted text after the steps; `nil` if they lead to no value. Throws `actionDisabled` if the field cannot
    /// be stepped.
    func text() throws(FormError) -> FormattedText? {
        guard let formatter = field.builtInFormatter, formatter.takesSteps else {
            let message = "the field \(field.id) has no number, date, time, option or toggle that could be stepped"
            throw FormError(.actionDisabled, message)
        }
        guard !field.flags.contains(.verbatim) else { return nil }
        return formatter.stepped(field.formattedText, by: count, limits, today: context.today)
    }

    /// The bounds and the step that the field's rules set.
    private var limits: StepLimits {
        var limits = StepLimits()
        for rule in field.plan.rules where rule.severity == .error {
            guard judge.attempt.hasTime(for: rule.work) else { break }
            let operands = rule.operands.isEmpty ? [] : rule.operandTexts(judge.values(for: field))
            rule.rule.kind.narrow(&limits, operands)
        }
        return limits
    }
}
