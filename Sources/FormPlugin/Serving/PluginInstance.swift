package import PluginWire

/// One configured instance of a plug-in's type of any kind, which the plug-in's process keeps.
package enum PluginInstance: Sendable {
    case placeholder(any PlaceholderService)
    case formatter(any FormatterService)
    case validator(any ValidatorService)
    case measurer(any TextMeasurerService)

    /// Makes an instance from a configuration, a JSON object. Throws the type's error if it refuses the configuration.
    package init(_ type: any PluginType.Type, configuration: String) throws(ConfigurationError) {
        let instance: any PluginType = try type.init(json: configuration)
        switch instance {
        case let service as any PlaceholderService: self = .placeholder(service)
        case let service as any FormatterService: self = .formatter(service)
        case let service as any ValidatorService: self = .validator(service)
        case let service as any TextMeasurerService: self = .measurer(service)
        default: throw ConfigurationError("type \(type.typeName) is of no kind that can be asked")
        }
    }

    /// The answer to the question that a payload encodes.
    package func answer(payload: ArraySlice<UInt8>) throws(Refusal) -> PluginAnswer {
        do throws(WireError) {
            return switch self {
            case .placeholder(let service): .placeholder(service.layers(for: try FieldContext(payload: payload)))
            case .formatter(let service): .formatter(service.answer(try FormatterQuestion(payload: payload)))
            case .validator(let service): .validator(service.judge(try ValidatorQuestion(payload: payload)))
            case .measurer(let service): .measurer(service.measure(try TextToMeasure(payload: payload)))
            }
        } catch {
            throw Refusal(.question, "\(error)")
        }
    }
}

extension PluginType {
    /// The kind and name of this type; `nil` for a type that conforms to none of the kinds' protocols.
    package static var identity: TypeIdentity? {
        if self is any PlaceholderService.Type { return TypeIdentity(.placeholder, typeName) }
        if self is any FormatterService.Type { return TypeIdentity(.formatter, typeName) }
        if self is any ValidatorService.Type { return TypeIdentity(.validator, typeName) }
        if self is any TextMeasurerService.Type { return TypeIdentity(.measurer, typeName) }
        return nil
    }
}
