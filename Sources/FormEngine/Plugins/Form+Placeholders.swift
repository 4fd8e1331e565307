import FormModel
import FormPlugin

/// One placeholder that a plug-in computes.
struct PluginSlot: Hashable, Sendable {
    var field: Int
    var placeholder: Int
}

/// What a plug-in was asked last, and what it last answered. nil: its text stands in for the answer.
struct PluginPlaceholder: Sendable {
    var asked: TypeQuestion
    var layers: [PlaceholderLayer]?
    var guess = PlaceholderGuess()
}

/// What a placeholder is likely to be asked next, and how good the last guesses were.
struct PlaceholderGuess: Sendable {
    private static let mostMisses = 2

    private var question: TypeQuestion?
    private var misses = 0

    /// Whether one of the last guesses was right.
    var isPromising: Bool { misses < Self.mostMisses }

    mutating func make(_ question: TypeQuestion) {
        self.question = question
    }

    /// The guessed question, if this is what is asked.
    mutating func take(_ type: String, _ configuration: String, _ context: FieldContext) -> TypeQuestion? {
        guard let question = question.take() else { return nil }
        guard question.name == type, question.configuration == configuration,
            case .placeholder(context) = question.question
        else {
            misses += 1
            return nil
        }
        misses = 0
        return question
    }
}

extension Form {
    /// What a form that has just been opened asks of plug-ins.
    package mutating func firstQuestions() -> [Question] {
        var questions: [Question] = []
        for field in compiled.fields where field.hasPluginPlaceholders { ask(about: field.index, &questions) }
        return questions
    }

    /// What a transaction's fields ask of plug-ins, as soon as they are settled: the answer is on its way while the
    /// transaction comes to its end.
    mutating func askAboutPlaceholders() -> [Question] {
        var questions: [Question] = []
        for place in saved.indices where configured(saved[place].index).hasPluginPlaceholders {
            ask(about: saved[place].index, &questions)
        }
        if let rows = notes.rows { for index in rows.added { ask(about: index, &questions) } }
        if questions.count == 1 { compiled.types.oracle?.expect(questions[0].asked) }
        return questions
    }

    /// Guesses what a field's placeholders will be asked when a plug-in has formatted an edit: most formatters leave most
    /// keys as they were typed. So one plug-in can be asked while the other one is waited for.
    mutating func anticipatePlaceholders(after edit: TextEdit, in field: CompiledField) {
        let index = field.index
        guard let oracle = compiled.types.oracle, !fields[index].isSecret,
            let formatter = fields[index].formatter(field), formatter.isPlugin
        else { return }
        let isAppended = edit.range.start == Int(fields[index].textSize)
        let text =
            isAppended
            ? fields[index].text + edit.replacement : fields[index].formattedText.unformatted(edit).text.string
        for placeholder in field.pluginPlaceholders {
            let slot = PluginSlot(field: index, placeholder: placeholder)
            guard var known = pluginPlaceholders[slot], case .placeholder(var context) = known.asked.question
            else { continue }
            context.text = text
            let guess = TypeQuestion(known.asked.name, configuration: known.asked.configuration, .placeholder(context))
            if known.guess.isPromising { oracle.anticipate(guess) }
            known.guess.make(guess)
            pluginPlaceholders[slot] = known
        }
    }

    /// Takes plug-ins' answers. One that answers an older question than the last is dropped.
    ///
    /// - Parameter asTransaction: the answers are a transaction of their own, with a revision of its own; otherwise they
    ///   belong to the one that asked.
    package mutating func answer(_ answers: [Answer], asTransaction: Bool = false) -> [Change] {
        var changed: [Int] = []
        for answer in answers {
            guard let slot = slot(of: answer) else { continue }
            pluginPlaceholders[slot]?.layers = answer.layers
            if !changed.contains(slot.field) { changed.append(slot.field) }
        }
        if !changed.isEmpty, asTransaction { revision &+= 1 }
        return changed.map { .fieldProperties($0, .placeholders) }
    }

    /// The placeholder that an answer is for; nil: none that waits for it.
    private func slot(of answer: Answer) -> PluginSlot? {
        func waits(_ slot: PluginSlot) -> Bool {
            guard let known = pluginPlaceholders[slot], known.layers != answer.layers else { return false }
            return known.asked == answer.question.asked
        }
        let slot = PluginSlot(field: answer.question.field, placeholder: answer.question.placeholder)
        if waits(slot) { return slot }
        // Rows may have come or gone since the question, and the field have another number.
        return compiled.definition.rows.isEmpty ? nil : pluginPlaceholders.keys.first(where: waits)
    }

    /// Asks about every placeholder of a field whose context is not the one of the last question.
    mutating func ask(about index: Int, _ questions: inout [Question]) {
        let field = configured(index)
        for placeholder in field.pluginPlaceholders {
            guard
                case .plugin(type: let type, configuration: let configuration) = field.definition.placeholders[
                    placeholder
                ].service
            else { continue }
            let context = fields[index].context(
                field,
                placeholder: placeholder,
                locale: session.locale,
                width: session.width
            )
            let slot = PluginSlot(field: index, placeholder: placeholder)
            let last = pluginPlaceholders[slot]
            // The answer to an older question is shown until the new one comes; not that of another placeholder.
            var layers: [PlaceholderLayer]?
            if let last, last.asked.name == type, last.asked.configuration == configuration {
                if case .placeholder(context) = last.asked.question { continue }
                layers = last.layers
            }
            var guess = last?.guess ?? PlaceholderGuess()
            let asked =
                guess.take(type, configuration, context)
                ?? TypeQuestion(type, configuration: configuration, .placeholder(context))
            pluginPlaceholders[slot] = PluginPlaceholder(asked: asked, layers: layers, guess: guess)
            questions.append(Question(field: index, placeholder: placeholder, asked: asked))
        }
    }
}
