/// The style of a placeholder of the service `floating`: large in an empty field, small above the text.
package struct FloatingPlaceholderStyle: Sendable, Hashable {
    package var height = 19.0
    package var topInsets = Insets(top: 2, left: 16, right: 16)
    package var bottomInsets = Insets(top: 23, left: 15, right: 16)
    /// The right inset while a button is present.
    package var increasedRightPadding = 70.0
    package var smallFontSize = 12.0
    package var bigFontSize = 16.0
    package var topColors = StateColors(normal: .gray, active: .accent, error: .gray)
    package var bottomColors = StateColors(normal: .white, active: .accent, error: .white)

    static let keys = KeyTable<FloatingPlaceholderStyle>("a floating placeholder") {
        Key("height", \.height, .length)
        Key("topInsets", \.topInsets, Insets.keys)
        Key("bottomInsets", \.bottomInsets, Insets.keys)
        Key("increasedRightPadding", \.increasedRightPadding, .length, "the right inset while there is a button")
        Key("smallFontSize", \.smallFontSize, .fontSize)
        Key("bigFontSize", \.bigFontSize, .fontSize)
        Key("topColors", \.topColors, StateColors.keys)
        Key("bottomColors", \.bottomColors, StateColors.keys)
    }
}

/// The style of a placeholder of the service `static`: always above the text.
package struct StaticPlaceholderStyle: Sendable, Hashable {
    package var fontSize = 12.0
    package var height = 19.0
    package var insets = Insets(top: 2, left: 16, right: 16)
    package var colors = StateColors(normal: .gray, active: .accent, error: .gray)

    static let keys = KeyTable<StaticPlaceholderStyle>("a static placeholder") {
        Key("fontSize", \.fontSize, .fontSize)
        Key("height", \.height, .length)
        Key("insets", \.insets, Insets.keys)
        Key("colors", \.colors, StateColors.keys)
    }
}

/// The style of a placeholder of the service `native`: in the place of the text while the field is empty.
package struct NativePlaceholderStyle: Sendable, Hashable {
    package var fontSize = 16.0
    package var height = 19.0
    package var insets = Insets(top: 23, left: 16, right: 16)
    package var increasedRightPadding = 60.0
    package var colors = StateColors(normal: .white, active: .accent, error: .red)
    package var role = NativeRole.main
    package var behavior = NativeBehavior.hideOnInput

    static let keys = KeyTable<NativePlaceholderStyle>("a native placeholder") {
        Key("fontSize", \.fontSize, .fontSize)
        Key("height", \.height, .length)
        Key("insets", \.insets, Insets.keys)
        Key("increasedRightPadding", \.increasedRightPadding, .length, "the right inset while there is a button")
        Key("colors", \.colors, StateColors.keys)
        Key("role", \.role, .choice())
        Key("behavior", \.behavior, .choice())
    }
}

package enum NativeRole: String, Sendable, CaseIterable {
    case main, support
}

package enum NativeBehavior: String, Sendable, CaseIterable {
    case hideOnFocus, hideOnInput
}
