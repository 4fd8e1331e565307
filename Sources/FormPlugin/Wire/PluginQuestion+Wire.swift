package import PluginWire

extension PluginQuestion {
    package func write(to writer: inout PayloadWriter) throws(WireError) {
        switch self {
        case .placeholder(let context): try context.write(to: &writer)
        case .formatter(let question): try question.write(to: &writer)
        case .validator(let question): try question.write(to: &writer)
        case .measurer(let text): try text.write(to: &writer)
        }
    }
}

extension PluginAnswer {
    /// Decodes the answer of a type of this kind.
    package init(kind: TypeKind, payload: ArraySlice<UInt8>) throws(WireError) {
        switch kind {
        case .placeholder: self = .placeholder(try PlaceholderAnswer(payload: payload).layers)
        case .formatter: self = .formatter(try FieldText(payload: payload))
        case .validator: self = .validator(try ValidatorVerdict(payload: payload))
        case .measurer: self = .measurer(try TextMeasure(payload: payload))
        }
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        switch self {
        case .placeholder(let layers): try PlaceholderAnswer(layers: layers).write(to: &writer)
        case .formatter(let text): try text.write(to: &writer)
        case .validator(let verdict): try verdict.write(to: &writer)
        case .measurer(let measure): try measure.write(to: &writer)
        }
    }
}
