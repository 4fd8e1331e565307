package import PluginWire

/// The answer of a placeholder service, with its encoding.
package struct PlaceholderAnswer: Sendable, Hashable {
    package static let maximumLayers = 64

    /// The layers, back to front.
    package var layers: [PlaceholderLayer]

    package init(layers: [PlaceholderLayer]) {
        self.layers = layers
    }
}

extension PlaceholderAnswer: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let count = Int(try reader.uint16())
        guard count <= Self.maximumLayers else { throw .tooLong(count, limit: Self.maximumLayers) }
        var layers: [PlaceholderLayer] = []
        for _ in 0..<count {
            layers.append(try PlaceholderLayer(from: &reader))
        }
        // A plug-in that knows no anchors ends here.
        let anchored = reader.isAtEnd ? 0 : try reader.uint16()
        for _ in 0..<anchored {
            let place = Int(try reader.uint16())
            guard layers.indices.contains(place) else { throw .unknownValue(UInt8(clamping: place), of: "layer") }
            layers[place].anchor = .text(space: try reader.double(), margin: try reader.double())
        }
        self.init(layers: layers)
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        guard layers.count <= Self.maximumLayers else {
            throw .tooLong(layers.count, limit: Self.maximumLayers)
        }
        writer.uint16(UInt16(layers.count))
        for layer in layers {
            try layer.write(to: &writer)
        }
        let anchored = layers.enumerated().filter { $0.element.anchor != .field }
        guard !anchored.isEmpty else { return }
        writer.uint16(UInt16(anchored.count))
        for (place, layer) in anchored {
            guard case .text(let space, let margin) = layer.anchor else { continue }
            writer.uint16(UInt16(place))
            try writer.double(space)
            try writer.double(margin)
        }
    }
}

/// A layer but its anchor: anchors stand behind all layers.
extension PlaceholderLayer: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let text = try reader.string()
        let isVisible = try reader.bool()
        self.init(
            text: text,
            isVisible: isVisible,
            frame: try Frame(from: &reader),
            fontSize: try reader.double(),
            color: try reader.string(),
            position: try reader.string()
        )
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.string(text)
        writer.bool(isVisible)
        try frame.write(to: &writer)
        try writer.double(fontSize)
        try writer.string(color)
        try writer.string(position)
    }
}
