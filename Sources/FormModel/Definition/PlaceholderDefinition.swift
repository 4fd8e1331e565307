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

package struct FloatingPlaceholderStyle: Sendable, Hashable {
    package var height: Double
    package var topInsets: Insets
    package var bottomInsets: Insets
    /// The right inset while a button is present.
    package var increasedRightPadding: Double
    package var smallFontSize: Double
    package var bigFontSize: Double
    package var topColors: StateColors
    package var bottomColors: StateColors
}

package struct StaticPlaceholderStyle: Sendable, Hashable {
    package var fontSize: Double
    package var height: Double
    package var insets: Insets
    package var colors: StateColors
}

package struct NativePlaceholderStyle: Sendable, Hashable {
    package var fontSize: Double
    package var height: Double
    package var insets: Insets
    package var increasedRightPadding: Double
    package var colors: StateColors
    package var role: NativeRole
    package var behavior: NativeBehavior
}

package enum NativeRole: String, Sendable, CaseIterable {
    case main, support
}

package enum NativeBehavior: String, Sendable, CaseIterable {
    case hideOnFocus, hideOnInput
}
