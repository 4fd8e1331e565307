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

/// A question to a type that a definition names, with the type's configuration. The answer depends only on these.
///
/// Two questions are equal if a plug-in would get the same bytes: texts are compared by code points, not by canonical
/// equivalence, because a type may answer "é" differently from "e" with a combining accent.
package final class TypeQuestion: Sendable {
    /// The type's name, as the definition has it.
    package let name: String
    /// The type's configuration, a JSON object.
    package let configuration: String
    package let question: PluginQuestion
    /// Whether the question contains the text of a secret field. Such a question is sent only to plug-ins that may
    /// receive secrets, and its answer is not cached.
    package let isSecret: Bool
    /// The frame that is sent over the socket, or the error if the question cannot be encoded.
    package let frame: Result<AskFrame, WireError>
    private let hash: Int

    package init(_ name: String, configuration: String, _ question: PluginQuestion, isSecret: Bool = false) {
        self.name = name
        self.configuration = configuration
        self.question = question
        self.isSecret = isSecret
        frame = Result { () throws(WireError) in
            try AskFrame { writer throws(WireError) in try question.write(to: &writer) }
        }
        var hasher = Hasher()
        if case .success(let frame) = frame { frame.combine(into: &hasher) }
        hash = hasher.finalize()
    }

    package var type: TypeIdentity { TypeIdentity(question.kind, name) }

    /// The number of bytes of the question and its configuration.
    package var size: Int {
        configuration.utf8.count + ((try? frame.get().bytes.count) ?? 0)
    }
}

extension TypeQuestion: Hashable {
    package static func == (one: TypeQuestion, other: TypeQuestion) -> Bool {
        if one === other { return true }
        guard one.hash == other.hash, one.type == other.type, one.isSecret == other.isSecret,
            one.configuration.utf8.elementsEqual(other.configuration.utf8)
        else { return false }
        return switch (one.frame, other.frame) {
        case (.success(let frame), .success(let otherFrame)): frame.bytes == otherFrame.bytes
        // Questions that cannot be sent have no answer, so all with the same error are equal.
        case (.failure(let error), .failure(let otherError)): error == otherError
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

/// An answer of a type of any kind.
package enum PluginAnswer: Sendable, Hashable {
    case placeholder([PlaceholderLayer])
    case formatter(FieldText)
    case validator(ValidatorVerdict)
    case measurer(TextMeasure)

    /// Why the answer cannot be used, in words that repeat nothing of it; `nil` if it can be used.
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

    /// An estimate of the bytes that a remembered answer takes.
    package var size: Int {
        switch self {
        case .placeholder(let layers): layers.reduce(0) { $0 + $1.text.utf8.count + 128 }
        case .formatter(let text): text.text.utf8.count + text.value.utf8.count
        case .validator(let verdict): verdict.message.utf8.count
        case .measurer: 24
        }
    }
}

/// The result of a question.
package enum TypeResult: Sendable, Hashable {
    /// There is an answer that can be used.
    case answer(PluginAnswer)
    /// The answer has not come in time; it may follow.
    case late
    /// There is no answer and there will be none. The reason has nothing of the field's text.
    case unavailable(reason: String)
}
