import FormModel
import FormPlugin
import TextEditing

/// A placeholder that a plug-in computes: the last question and the last answer.
struct PluginPlaceholder: Sendable {
    var asked: TypeQuestion
    /// The layers of the answer; `nil` if the placeholder's own text replaces them.
    var layers: [PlaceholderLayer]?
    /// The number of wrong guesses in a row.
    var misses = 0

    /// After this many wrong guesses there are no more: each of them costs a question.
    static let mostMisses = 2
}

/// The answers of plug-ins about a field, and the answers that are still missing.
struct PluginAnswers: Sendable {
    /// The placeholders by their indices in the definition.
    var placeholders: [Int: PluginPlaceholder] = [:]
    var awaited = AwaitedAnswers()
    /// The guessed questions of the open transaction, by the placeholder's index.
    var anticipated: [Int: FieldContext] = [:]
}

/// The answers that were missing when their transaction ended.
struct AwaitedAnswers: Sendable {
    /// The question to the formatter, and the unformatted text that the field shows until the answer comes.
    var format: (question: TypeQuestion, text: String)?
    /// Heights are computed from the reference metrics until the measurement comes.
    var measures = false
    /// Placeholders show older answers until the new ones come.
    var placeholders = false

    var isEmpty: Bool { format == nil && !measures && !placeholders }
}

extension FormField {
    /// Asks the plug-in of every placeholder whose context has changed since the last question.
    func askAboutPlaceholders(_ context: FormContext, asking attempt: Attempt) {
        var answers = plugins?.value ?? PluginAnswers()
        let isAwaited = answers.awaited.placeholders
        answers.awaited.placeholders = false
        for number in plan.pluginPlaceholders {
            guard
                case .plugin(type: let type, configuration: let configuration) = definition.placeholders[number].service
            else { continue }
            let last = answers.placeholders[number].flatMap {
                // An answer of another type or configuration is not an answer of this placeholder.
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
            // The answer to an earlier question stays until the new one comes.
            case .late, nil: break
            }
            answers.placeholders[number] = placeholder
        }
        answers.anticipated = [:]
        plugins = Boxed(answers)
    }

    /// Asks the placeholders' plug-in while the formatter's plug-in is still formatting an edit. The question guesses
    /// that the formatter leaves the text as it was typed, as most formatters do with most keys.
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

    /// The answers that were missing when their transaction ended.
    var awaited: AwaitedAnswers {
        get { plugins?.value.awaited ?? AwaitedAnswers() }
        set {
            guard plugins != nil || !newValue.isEmpty else { return }
            var answers = plugins?.value ?? PluginAnswers()
            answers.awaited = newValue
            plugins = Boxed(answers)
        }
    }

    /// The context that a placeholder service gets. Services compute for the style's own text size and a left-to-right
    /// layout; their answers are scaled and mirrored afterwards.
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

    /// A placeholder's own text. A program can replace that of the first placeholder.
    func placeholderText(_ number: Int, in locale: String) -> String {
        if number == 0, let own = overrides?.value.placeholder { return own }
        guard definition.placeholders.indices.contains(number) else { return "" }
        return definition.placeholders[number].text?.text(in: locale) ?? ""
    }
}

extension FieldContext {
    /// Whether a service would get the same question. Texts are compared by code points.
    fileprivate func isSame(as other: FieldContext) -> Bool {
        self == other && text.hasSameCodePoints(as: other.text)
            && placeholder.hasSameCodePoints(as: other.placeholder)
    }
}
