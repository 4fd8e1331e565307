package import PluginWire

/// A question to a type of any kind.
package enum PluginQuestion: Sendable, Hashable {
    case placeholder(FieldContext)
    case formatter(FormatterQuestion)
    case validator(ValidatorQuestion)
    case measurer(TextToMeasure)

    package var kind: TypeKind {
        switch self {
        case .placeholder: .placeholder
        case .formatter: .formatter
        case .validator: .validator
        case .measurer: .measurer
        }
    }
}

extension PluginQuestion {
    /// What nearly always tells one question from another.
    fileprivate func combineMostTelling(into hasher: inout Hasher) {
        switch self {
        case .placeholder(let context):
            hasher.combine(context.text)
            hasher.combine(context.width)
        case .formatter(let question):
            switch question.operation {
            case .apply(let edit, let current):
                hasher.combine(edit)
                hasher.combine(current.text)
            case .format(let text): hasher.combine(text)
            case .finish(let current): hasher.combine(current)
            case .prefix: break
            }
        case .validator(let question): hasher.combine(question)
        case .measurer(let text): hasher.combine(text)
        }
    }
}

/// A question to one of a definition's types. The answer follows from this and nothing else.
///
/// It goes from hand to hand and is looked up many times before it is answered: so it is one object, which knows its hash.
package final class TypeQuestion: Sendable {
    /// The type's name, as the definition has it.
    package let name: String
    /// A JSON object.
    package let configuration: String
    package let question: PluginQuestion
    /// Whether a secret is in it: then not every plug-in may be asked, and no answer is remembered.
    package let isSecret: Bool
    private let hash: Int

    package init(_ name: String, configuration: String, _ question: PluginQuestion, isSecret: Bool = false) {
        self.name = name
        self.configuration = configuration
        self.question = question
        self.isSecret = isSecret
        var hasher = Hasher()
        question.combineMostTelling(into: &hasher)
        hash = hasher.finalize()
    }

    package var type: TypeIdentity { TypeIdentity(question.kind, name) }
}

extension TypeQuestion: Hashable {
    package static func == (one: TypeQuestion, other: TypeQuestion) -> Bool {
        if one === other { return true }
        return one.hash == other.hash && one.name == other.name && one.configuration == other.configuration
            && one.question == other.question && one.isSecret == other.isSecret
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }

    package var hashValue: Int { hash }
}

/// An answer of any kind of type.
package enum PluginAnswer: Sendable, Hashable {
    case placeholder([PlaceholderLayer])
    case formatter(FieldText)
    case validator(ValidatorVerdict)
    case measurer(TextMeasure)

    /// What makes it useless, in words that repeat nothing of it; nil when nothing does.
    package var fault: String? {
        switch self {
        case .placeholder(let layers):
            for layer in layers {
                if let fault = layer.fault { return fault }
            }
            return nil
        case .formatter(let text): return text.fault
        case .validator(let verdict): return verdict.fault
        case .measurer(let measure): return measure.fault
        }
    }

    /// In bytes, about: what it costs to remember.
    package var size: Int {
        switch self {
        case .placeholder(let layers): layers.reduce(0) { $0 + $1.text.utf8.count + 128 }
        case .formatter(let text): text.text.utf8.count + text.value.utf8.count
        case .validator(let verdict): verdict.message.utf8.count
        case .measurer: 24
        }
    }
}

/// What becomes of a question.
package enum TypeResult: Sendable, Hashable {
    /// Without a fault.
    case answer(PluginAnswer)
    /// The answer has not come in time; it may follow.
    case late
    /// There is no answer. The reason has nothing of the field's text.
    case unavailable(reason: String)
}
