/// One placeholder of a field.
package struct PlaceholderDefinition: Sendable, Hashable {
    package var text: LocalizedText?
    package var service: Service

    package enum Service: Sendable, Hashable {
        case floating(FloatingPlaceholderStyle)
        case `static`(StaticPlaceholderStyle)
        case native(NativePlaceholderStyle)
        /// A plug-in's type, with its configuration as a JSON object.
        case plugin(type: String, configuration: String)
    }

    package init(text: LocalizedText?, service: Service) {
        self.text = text
        self.service = service
    }
}
