import FormModel
import FormPlugin

/// One placeholder that a plug-in computes: what it was asked last, and what it last answered.
struct PluginPlaceholder: Sendable {
    var asked: TypeQuestion
    /// `nil`: the placeholder's own text stands in for the answer.
    var layers: [PlaceholderLayer]?
    /// How many of the last guesses in a row were wrong.
    var misses = 0

    /// Guessing costs a question each time it is wrong.
    static let mostMisses = 2
}

/// What plug-ins have answered about a field, and what they owe it.
struct PluginAnswers: Sendable {
    /// By the placeholder's number in the definition.
    var placeholders: [Int: PluginPlaceholder] = [:]
    var awaited = AwaitedAnswers()
    /// What placeholders were guessed to be asked in the open transaction, by their numbers.
    var anticipated: [Int: FieldContext] = [:]
}

/// Answers that a field waits for: they were not there when their transaction ended.
struct AwaitedAnswers: Sendable {
    /// What the formatter was asked, and the unformatted text that stands in for the answer.
    var format: (question: TypeQuestion, text: String)?
    /// Heights are by the reference metrics.
    var measures = false
    /// Placeholders show an older answer.
    var placeholders = false

    var isEmpty: Bool { format == nil && !measures && !placeholders }
}

extension FormField {
    /// Asks about every placeholder of a plug-in whose context is not the one of the last question.
    func askAboutPlaceholders(_ context: FormContext, asking attempt: Attempt) {
        var answers = plugins?.value ?? PluginAnswers()
        let isAwaited = answers.awaited.placeholders
        answers.awaited.placeholders = false
        for number in plan.pluginPlaceholders {
            guard
                case .plugin(type: let type, configuration: let configuration) = definition.placeholders[number].service
            else { continue }
            let last = answers.placeholders[number].flatMap {
                // What another placeholder answered that stood here before says nothing of this one.
                $0.asked.name == type && $0.asked.configuration == configuration ? $0 : nil
            }
            let now = placeholderContext(number, context)
            if let last, case .placeholder(let asked) = last.asked.question, asked.isSame(as: now), !isAwaited {
                continue
            }
            let question = TypeQuestion(type, configuration: configuration, .placeholder(now))
            var placeholder = last ?? PluginPlaceholder(asked: question)
            placeholder.asked = question
            if let guess = answers.anticipated[number] {
                placeholder.misses = guess == now ? 0 : placeholder.misses + 1
            }
            switch attempt.reply(to: question, of: .placeholder, field: index) {
            case .answer(.placeholder(let layers)): placeholder.layers = layers
            case .answer, .unavailable: placeholder.layers = nil
            // The answer to an older question is shown until the new one comes.
            case .late, nil: break
            }
            answers.placeholders[number] = placeholder
        }
        answers.anticipated = [:]
        plugins = Boxed(answers)
    }

    /// Guesses what the placeholders will be asked when a plug-in has formatted an edit: most formatters leave most keys as
    /// they were typed. So the placeholders' plug-in can be asked while the formatter's is waited for.
    func anticipatePlaceholders(after edit: TextEdit, asking attempt: Attempt) {
        guard !plan.pluginPlaceholders.isEmpty, formatter?.isPlugin == true, !isSecret else { return }
        guard var answers = plugins?.value else { return }
        let isAppended = edit.range.start == text.count
        let text = isAppended ? self.text.string + edit.replacement : formattedText.unformatted(edit).text.string
        for (number, placeholder) in answers.placeholders {
            guard case .placeholder(var context) = placeholder.asked.question else { continue }
            context.text = text
            answers.anticipated[number] = context
            guard placeholder.misses < PluginPlaceholder.mostMisses else { continue }
            let asked = placeholder.asked
            attempt.anticipate(TypeQuestion(asked.name, configuration: asked.configuration, .placeholder(context)))
        }
        plugins = Boxed(answers)
    }

    /// The answers that were late when their transaction ended.
    var awaited: AwaitedAnswers {
        get { plugins?.value.awaited ?? AwaitedAnswers() }
        set {
            guard plugins != nil || !newValue.isEmpty else { return }
            var answers = plugins?.value ?? PluginAnswers()
            answers.awaited = newValue
            plugins = Boxed(answers)
        }
    }

    /// All that a placeholder service may know of the field. A service works for texts of the style's own size in a field
    /// that lies from left to right: what it answers is scaled and mirrored.
    func placeholderContext(_ number: Int, _ context: FormContext) -> FieldContext {
        let width = context.column(of: place).width
        var input = inputFrame(context.metrics(of: plan), width: width)
        input.y /= context.traits.textScale
        input.height /= context.traits.textScale
        return FieldContext(
            fieldState: fieldState,
            containerState: containerState,
            text: published(drawnText),
            placeholder: placeholderText(number, in: context.locale),
            width: width,
            inputFrame: input,
            hasActionButton: hasActionButton
        )
    }

    /// A placeholder's own text. A program may replace that of the first one.
    func placeholderText(_ number: Int, in locale: String) -> String {
        if number == 0, let own = overrides?.value.placeholder { return own }
        guard definition.placeholders.indices.contains(number) else { return "" }
        return definition.placeholders[number].text?.text(in: locale) ?? ""
    }
}

extension FieldContext {
    /// Whether a service would be told the same. Texts are compared by code points.
    fileprivate func isSame(as other: FieldContext) -> Bool {
        self == other && text.hasSameCodePoints(as: other.text)
            && placeholder.hasSameCodePoints(as: other.placeholder)
    }
}
