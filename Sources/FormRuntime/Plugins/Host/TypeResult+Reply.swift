import FormPlugin
import PluginWire

extension TypeResult {
    /// What a plug-in's reply means to who asked.
    init(_ reply: PluginRunner.Reply, type: TypeIdentity) {
        switch reply {
        case .late:
            self = .late
        case .answer(let answer):
            if let fault = answer.fault {
                self = .unavailable(reason: "\(type.name) gave an answer that cannot be used: \(fault)")
            } else {
                self = .answer(answer)
            }
        case .refused(let refusal):
            switch refusal.reason {
            case .configuration:
                let message = refusal.message.printable(limit: 1024)
                self = .unavailable(reason: "\(type.name) refuses its configuration: \(message)")
            // Their messages could repeat what was typed.
            case .question: self = .unavailable(reason: "\(type.name) does not understand the question")
            case .noAnswer: self = .unavailable(reason: "\(type.name) has no answer")
            }
        case .unavailable(let reason, _):
            self = .unavailable(reason: "\(type.name) is not available: \(reason)")
        }
    }

    /// In bytes, about: what it costs to remember.
    var size: Int {
        switch self {
        case .answer(let answer): answer.size
        case .late: 0
        case .unavailable(let reason): reason.utf8.count
        }
    }
}

extension TypeQuestion {
    /// In bytes, about: what it costs to remember.
    var size: Int {
        let texts: Int =
            switch question {
            case .placeholder(let context): context.text.utf8.count + context.placeholder.utf8.count
            case .formatter(let question):
                switch question.operation {
                case .apply(let edit, let text): edit.replacement.utf8.count + text.text.utf8.count
                case .format(let text): text.utf8.count
                case .finish(let text): text.text.utf8.count
                case .prefix: 0
                }
            case .validator(let question):
                question.text.utf8.count + question.fields.reduce(0) { $0 + $1.value.utf8.count }
            case .measurer(let text): text.text.utf8.count
            }
        return texts + configuration.utf8.count
    }
}

extension PluginRunner.Reply {
    /// Whether the same question would get the same reply: what a plug-in says follows from the question alone, and one
    /// that kills it will kill it again.
    var isLasting: Bool {
        switch self {
        case .late: false
        // What cannot be told now may be told later.
        case .answer(.validator(.unavailable)): false
        case .answer, .refused: true
        case .unavailable(_, let isCulprit): isCulprit
        }
    }
}
