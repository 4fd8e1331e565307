import EventLoop
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
            // The messages of these refusals could repeat what was typed.
            case .question: self = .unavailable(reason: "\(type.name) does not understand the question")
            case .noAnswer: self = .unavailable(reason: "\(type.name) has no answer")
            }
        case .unavailable(let reason, _):
            self = .unavailable(reason: "\(type.name) is not available: \(reason)")
        }
    }

    /// About the bytes that it takes to remember the result.
    var size: Int {
        switch self {
        case .answer(let answer): answer.size
        case .late: 0
        case .unavailable(let reason): reason.utf8.count
        }
    }
}

extension PluginRunner.Reply {
    /// Whether the same question would get the same reply: an answer follows from the question alone, and a question that
    /// killed the process twice would kill it again.
    var isLasting: Bool {
        switch self {
        case .late: false
        // A validator that cannot tell now may be able to later.
        case .answer(.validator(.unavailable)): false
        case .answer, .refused: true
        case .unavailable(_, let isCulprit): isCulprit
        }
    }
}
