package import PluginWire

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One configured instance of a plug-in's type, whatever its kind: what a plug-in's process keeps, and what the daemon
/// keeps of a type that is built into it.
package enum PluginInstance: Sendable {
    case placeholder(any PlaceholderService)

    /// Throws what the type has to say against the configuration, a JSON object.
    package init(_ type: any PluginType.Type, configuration: String) throws(ConfigurationError) {
        let instance: any PluginType
        do {
            instance = try Self.make(type, configuration: configuration)
        } catch let error as ConfigurationError {
            throw error
        } catch let error as DecodingError {
            throw ConfigurationError(error)
        } catch {
            throw ConfigurationError("\(error)")
        }
        switch instance {
        case let service as any PlaceholderService: self = .placeholder(service)
        default: throw ConfigurationError("type \(type.typeName) is of no kind that can be asked")
        }
    }

    /// The answer's payload to a question's payload.
    package func answer(_ question: [UInt8]) throws(Refusal) -> [UInt8] {
        switch self {
        case .placeholder(let service):
            let context: FieldContext = try Self.decode(question)
            return try Self.encode(PlaceholderAnswer(layers: service.layers(for: context)))
        }
    }

    private static func make<Made: PluginType>(_: Made.Type, configuration: String) throws -> Made {
        let decoded = try JSONDecoder().decode(Made.Configuration.self, from: Data(configuration.utf8))
        return try Made(configuration: decoded)
    }

    private static func decode<Question: WireValue>(_ payload: [UInt8]) throws(Refusal) -> Question {
        do {
            return try Question(payload: payload)
        } catch {
            throw Refusal(.question, "\(error)")
        }
    }

    private static func encode(_ answer: some WireValue) throws(Refusal) -> [UInt8] {
        do {
            let payload = try answer.payload()
            guard payload.count <= WireFrame.maximumPayload else {
                throw WireError.tooLong(payload.count, limit: WireFrame.maximumPayload)
            }
            return payload
        } catch {
            throw Refusal(.noAnswer, "the answer cannot be sent: \(error)")
        }
    }
}

extension PluginType {
    /// The kind and name under which the daemon knows this type; nil for a type that is of no kind.
    package static var identity: TypeIdentity? {
        if self is any PlaceholderService.Type { return TypeIdentity(.placeholder, typeName) }
        return nil
    }
}

extension ConfigurationError {
    /// The decoder's words, with the path to the key at fault.
    package init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init("\(JSONPointer.path(context.codingPath + [key])): the key is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.isEmpty ? "/" : JSONPointer.path(context.codingPath)
            self.init("\(path): \(context.debugDescription)")
        @unknown default:
            self.init("\(error)")
        }
    }
}
