import FormPlugin
import PluginWire

/// An answer of any kind of type.
enum PluginAnswer: Sendable, Hashable {
    case placeholder([PlaceholderLayer])

    init(kind: TypeKind, payload: [UInt8]) throws(WireError) {
        switch kind {
        case .placeholder: self = .placeholder(try PlaceholderAnswer(payload: payload).layers)
        }
    }
}
