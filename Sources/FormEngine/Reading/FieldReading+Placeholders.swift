package import FormModel
package import FormPlugin
import TextEditing

/// A layer of a placeholder, with the name of its service and the role of its colour.
package struct PlaceholderReading: Sendable, Hashable {
    package var service: String
    package var layer: PlaceholderLayer
    package var role: ColorRole?

    /// Texts are compared by code points.
    package static func == (one: PlaceholderReading, other: PlaceholderReading) -> Bool {
        one.service == other.service && one.layer == other.layer && one.role == other.role
            && one.layer.text.hasSameCodePoints(as: other.layer.text)
    }
}

extension FieldReading {
    /// The first placeholder's text.
    package var placeholder: String { field.placeholderText(0, in: context.locale) }

    /// All layers of all placeholders, from back to front; empty without a layout.
    package var placeholders: [PlaceholderReading] {
        guard context.isLaidOut else { return [] }
        return field.definition.placeholders.enumerated().flatMap { number, placeholder in
            switch placeholder.service {
            case .floating(let style): [reading("floating", number, style.line(for: field))]
            case .static(let style): [reading("static", number, style.line(for: field))]
            case .native(let style): [reading("native", number, style.line(for: field))]
            case .plugin(type: let type, configuration: let configuration):
                answeredLayers(number, type, configuration)?.map { reading(type, $0) } ?? standIn(number, type)
            }
        }
    }

    /// Whether placeholders differ from those of the same field at another moment. Placeholders are computed only if
    /// the state that they depend on has changed, which few keys do.
    func drawsPlaceholders(unlike other: FieldReading) -> Bool {
        let (now, before) = (field, other.field)
        let isSameState =
            context === other.context && now.plan === before.plan && now.overrides === before.overrides
            && now.containerState == before.containerState && now.fieldState == before.fieldState
        if isSameState, now.plan.pluginPlaceholders.isEmpty {
            guard now.drawsText != before.drawsText else { return false }
            guard now.definition.placeholders.contains(where: { $0.service.followsText(in: now.fieldState) }) else {
                return false
            }
        }
        return placeholders != other.placeholders
    }

    private func reading(_ service: String, _ number: Int, _ line: PlaceholderLine) -> PlaceholderReading {
        let color = drawn(line.colors.color(in: field.containerState))
        let layer = PlaceholderLayer(
            text: field.placeholderText(number, in: context.locale),
            isVisible: line.isVisible,
            frame: column.placed(Frame(insets: line.insets, width: column.width, height: line.height)),
            fontSize: line.fontSize * context.traits.textScale,
            color: color.hex,
            position: line.position
        )
        return PlaceholderReading(service: service, layer: layer, role: color.role)
    }

    private func answeredLayers(_ number: Int, _ type: String, _ configuration: String) -> [PlaceholderLayer]? {
        guard let plugin = field.plugins?.value.placeholders[number], plugin.asked.name == type,
            plugin.asked.configuration == configuration
        else { return nil }
        return plugin.layers
    }

    /// Scales and mirrors a plug-in's layer, which was computed for the style's own text size and from left to right.
    private func reading(_ service: String, _ answer: PlaceholderLayer) -> PlaceholderReading {
        var layer = answer
        switch answer.anchor {
        case .field: layer.frame = column.placed(answer.frame)
        case .text(let space, let margin):
            let frame = field.frame(ofFollower: answer, space: space, margin: margin, context)
            layer.frame = column.mirrored(frame)
        }
        layer.fontSize *= context.traits.textScale
        guard let role = ColorRole(rawValue: answer.color) else {
            return PlaceholderReading(service: service, layer: layer)
        }
        layer.color = drawn(.standard(role)).hex
        return PlaceholderReading(service: service, layer: layer, role: role)
    }

    /// The layer while a plug-in has not answered: the placeholder's text in the definition, if there is one.
    private func standIn(_ number: Int, _ service: String) -> [PlaceholderReading] {
        let text = field.placeholderText(number, in: context.locale)
        guard !text.isEmpty else { return [] }
        let color = drawn(field.plan.style.wrappedValue.hint.colors.color(in: field.containerState))
        let layer = PlaceholderLayer(
            text: text,
            isVisible: !field.drawsText,
            frame: column.mirrored(field.inputFrame(metrics, width: column.width)),
            fontSize: metrics.textFontSize,
            color: color.hex
        )
        return [PlaceholderReading(service: service, layer: layer, role: color.role)]
    }
}

extension PlaceholderReading: PropertyConvertible {
    var propertyValue: PropertyValue {
        let follower: (space: Double, margin: Double)? =
            if case .text(let space, let margin) = layer.anchor { (space, margin) } else { nil }
        return .record([
            "service": .string(service),
            "text": .string(layer.text),
            "visible": .boolean(layer.isVisible),
            "frame": layer.frame.propertyValue,
            "fontSize": .double(layer.fontSize),
            "color": .string(layer.color),
            "colorRole": .string(role?.rawValue ?? ""),
            "position": .string(layer.position),
            "anchor": .string(follower == nil ? "field" : "text"),
            "space": follower.map { .double($0.space) },
            "margin": follower.map { .double($0.margin) },
        ])
    }
}

extension Frame {
    /// x, y, width, height.
    var propertyValue: PropertyValue { .tuple([.double(x), .double(y), .double(width), .double(height)]) }
}
