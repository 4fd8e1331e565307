import EventLoop
import FormPlugin
import PluginWire

extension TypeResult {
    /// Converts a plug-in's reply to a result.
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
            // The messages of these refusals could contain the user's text.
            case .question: self = .unavailable(reason: "\(type.name) does not understand the question")
            case .noAnswer: self = .unavailable(reason: "\(type.name) has no answer")
            }
        case .unavailable(let reason, _):
            self = .unavailable(reason: "\(type.name) is not available: \(reason)")
        }
    }

    /// The approximate size of the cached result in bytes.
    var size: Int {
        switch self {
        case .answer(let answer): answer.size
        case .late: 0
        case .unavailable(let reason): reason.utf8.count
        }
    }
}

extension PluginRunner.Reply {
    /// Whether the same question would get the same reply: an answer depends only on the question, and a question that
    /// has killed the process twice would kill it again.
    var isLasting: Bool {
        switch self {
        case .late: false
        // A validator that has no result now may have one later.
        case .answer(.validator(.unavailable)): false
        case .answer, .refused: true
        case .unavailable(_, let isCulprit): isCulprit
        }
    }
}
