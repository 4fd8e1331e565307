package import FormPlugin
import FormModel

/// A layer with the name of the service that it comes from.
package struct PlaceholderReading: Sendable, Hashable {
    package var service: String
    package var layer: PlaceholderLayer
}

extension FieldReading {
    /// The first placeholder's text.
    package var placeholder: String { state.placeholderText(field, 0, locale: locale) }

    /// Every layer of every placeholder, back to front.
    package var placeholders: [PlaceholderReading] {
        var readings: [PlaceholderReading] = []
        for (index, placeholder) in field.definition.placeholders.enumerated() {
            let context = state.context(field, placeholder: index, locale: locale, width: width)
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

    private func answeredLayers(
        _ placeholder: Int,
        _ type: String,
        _ configuration: String
    ) -> [PlaceholderLayer]? {
        guard let plugin = plugins[PluginSlot(field: field.index, placeholder: placeholder)],
            plugin.asked.name == type, plugin.asked.configuration == configuration
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

extension FieldStorage {
    /// A program may replace the first placeholder's text.
    func placeholderText(_ field: CompiledField, _ placeholder: Int, locale: String) -> String {
        if placeholder == 0, let own = overrides?.value.placeholder { return own }
        guard field.definition.placeholders.indices.contains(placeholder) else { return "" }
        return field.definition.placeholders[placeholder].text?.text(in: locale) ?? ""
    }

    func context(_ field: CompiledField, placeholder: Int, locale: String, width: Double) -> FieldContext {
        FieldContext(
            fieldState: fieldState,
            containerState: containerState,
            text: publishedText,
            placeholder: placeholderText(field, placeholder, locale: locale),
            width: width,
            inputFrame: inputFrame(field, width: width),
            hasActionButton: hasActionButton(field)
        )
    }

    /// Where the text is drawn, its padding included.
    func inputFrame(_ field: CompiledField, width: Double) -> Frame {
        let metrics = field.metrics
        return Frame(
            x: metrics.leading,
            y: metrics.topMargin,
            width: max(0, width - metrics.leading - metrics.trailing),
            height: textHeight(field)
        )
    }
}
