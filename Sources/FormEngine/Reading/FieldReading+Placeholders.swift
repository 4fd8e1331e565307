package import FormPlugin
import FormModel

/// A layer with the name of the service that it comes from.
package struct PlaceholderReading: Sendable, Hashable {
    package var service: String
    package var layer: PlaceholderLayer

    /// Texts are compared by code points.
    package static func == (one: PlaceholderReading, other: PlaceholderReading) -> Bool {
        one.service == other.service && one.layer == other.layer
            && one.layer.text.hasSameCodePoints(as: other.layer.text)
    }
}

extension FieldReading {
    /// The first placeholder's text.
    package var placeholder: String { field.placeholderText(0, in: context.locale) }

    /// Every layer of every placeholder, back to front.
    package var placeholders: [PlaceholderReading] {
        var readings: [PlaceholderReading] = []
        for (index, placeholder) in field.definition.placeholders.enumerated() {
            let context = field.placeholderContext(index, context)
            let (service, layers): (String, [PlaceholderLayer]) =
                switch placeholder.service {
                case .floating(let style): ("floating", style.layers(for: context))
                case .static(let style): ("static", style.layers(for: context))
                case .native(let style): ("native", style.layers(for: context))
                case .plugin(type: let type, configuration: let configuration):
                    (type, answeredLayers(index, type, configuration) ?? standIn(for: context))
                }
            for layer in layers { readings.append(PlaceholderReading(service: service, layer: layer)) }
        }
        return readings
    }

    private func answeredLayers(_ number: Int, _ type: String, _ configuration: String) -> [PlaceholderLayer]? {
        guard let plugin = field.plugins?.value.placeholders[number], plugin.asked.name == type,
            plugin.asked.configuration == configuration
        else { return nil }
        return plugin.layers
    }

    /// What is shown while a plug-in has not answered: its text, where the definition gives one.
    private func standIn(for context: FieldContext) -> [PlaceholderLayer] {
        guard !context.placeholder.isEmpty else { return [] }
        let style = field.definition.style
        return [
            PlaceholderLayer(
                text: context.placeholder,
                isVisible: context.text.isEmpty,
                frame: context.inputFrame,
                fontSize: style.text.font.size,
                color: style.hint.colors.color(in: context.containerState).hex
            )
        ]
    }
}

extension PlaceholderReading: PropertyConvertible {
    var propertyValue: PropertyValue {
        .record([
            "service": .string(service),
            "text": .string(layer.text),
            "visible": .boolean(layer.isVisible),
            "frame": layer.frame.propertyValue,
            "fontSize": .double(layer.fontSize),
            "color": .string(layer.color),
            "position": .string(layer.position),
        ])
    }
}

extension Frame {
    /// x, y, width, height.
    var propertyValue: PropertyValue { .tuple([.double(x), .double(y), .double(width), .double(height)]) }
}
