import FormModel
import FormPlugin

/// One placeholder that a plug-in computes.
struct PluginSlot: Hashable, Sendable {
    var field: Int
    var placeholder: Int
}

/// What a plug-in was asked last, and what it last answered. nil: its text stands in for the answer.
struct PluginPlaceholder: Sendable {
    var asked: FieldContext
    var layers: [PlaceholderLayer]?
}

extension Form {
    /// What a form that has just been opened asks of plug-ins.
    package mutating func firstQuestions() -> [Question] {
        var questions: [Question] = []
        for field in compiled.fields where !field.pluginPlaceholders.isEmpty { ask(about: field.index, &questions) }
        return questions
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
        let question = answer.question
        let service = PlaceholderDefinition.Service.plugin(type: question.type, configuration: question.configuration)
        func waits(_ slot: PluginSlot) -> Bool {
            guard let known = pluginPlaceholders[slot], known.asked == question.context,
                known.layers != answer.layers, compiled.fields.indices.contains(slot.field)
            else { return false }
            return compiled.fields[slot.field].definition.placeholders[slot.placeholder].service == service
        }
        let slot = PluginSlot(field: question.field, placeholder: question.placeholder)
        if waits(slot) { return slot }
        // Rows may have come or gone since the question, and the field have another number.
        return compiled.definition.structure == nil ? nil : pluginPlaceholders.keys.first(where: waits)
    }

    /// Asks about every placeholder of a field whose context is not the one of the last question.
    mutating func ask(about index: Int, _ questions: inout [Question]) {
        let field = compiled.fields[index]
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
            guard pluginPlaceholders[slot]?.asked != context else { continue }
            pluginPlaceholders[slot, default: PluginPlaceholder(asked: context)].asked = context
            questions.append(
                Question(
                    field: index,
                    placeholder: placeholder,
                    type: type,
                    configuration: configuration,
                    context: context
                )
            )
        }
    }
}
