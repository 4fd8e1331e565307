import FormPlugin
import PluginWire

extension PlaceholderResult {
    /// What a plug-in's reply means to who asked.
    init(_ reply: PluginRunner.Reply, type: String) {
        switch reply {
        case .late:
            self = .late
        case .answer(.placeholder(let layers)):
            if let fault = layers.lazy.compactMap(\.fault).first {
                self = .unavailable(reason: "\(type) gave layers that cannot be shown: \(fault)")
            } else {
                self = .layers(layers)
            }
        case .refused(let refusal):
            switch refusal.reason {
            case .configuration:
                let message = refusal.message.printable(limit: 1024)
                self = .unavailable(reason: "\(type) refuses its configuration: \(message)")
            // Their messages could repeat what was typed.
            case .question: self = .unavailable(reason: "\(type) does not understand the question")
            case .noAnswer: self = .unavailable(reason: "\(type) has no answer")
            }
        case .unavailable(let reason, _):
            self = .unavailable(reason: "\(type) is not available: \(reason)")
        }
    }
}

extension PluginRunner.Reply {
    /// Whether the same question would get the same reply: what a plug-in says follows from the question alone, and one
    /// that kills it will kill it again.
    var isLasting: Bool {
        switch self {
        case .late: false
        case .answer, .refused: true
        case .unavailable(_, let isCulprit): isCulprit
        }
    }
}
