import FormModel
import Formatters
import Rules

extension FieldDefinition {
    var slider: SliderInput? {
        if case .slider(let slider) = input { slider } else { nil }
    }
}

/// A slider is a field with a number: its formatter, and its implicit rules.
extension SliderInput {
    /// For a field that names no formatter.
    var formatter: FormatterDefinition {
        var number = NumberDefinition()
        number.maximumFractionDigits = max(minimum.fraction.utf8.count, step.fraction.utf8.count)
        number.allowsNegative = minimum.isNegative
        return FormatterDefinition(number)
    }

    var rules: [Rule] {
        [Rule(MinimumRule(minimum)), Rule(MaximumRule(maximum))]
            + [StepRule(step: step, base: minimum)].compactMap { $0.map { Rule($0) } }
    }
}
