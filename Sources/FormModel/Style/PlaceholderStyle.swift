/// How a placeholder of the service `floating` looks: large in an empty field, small above the text.
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

/// How a placeholder of the service `static` looks: always above the text.
package struct StaticPlaceholderStyle: Sendable, Hashable {
    package var fontSize: Double
    package var height: Double
    package var insets: Insets
    package var colors: StateColors

    static let keys = KeyTable<StaticPlaceholderStyle>("a static placeholder") {
        Key("fontSize", \.fontSize, .fontSize)
        Key("height", \.height, .length)
        Key("insets", \.insets, Insets.keys)
        Key("colors", \.colors, StateColors.keys)
    }
}

/// How a placeholder of the service `native` looks: in the text's place, until there is a text.
package struct NativePlaceholderStyle: Sendable, Hashable {
    package var fontSize: Double
    package var height: Double
    package var insets: Insets
    package var increasedRightPadding: Double
    package var colors: StateColors
    package var role: NativeRole
    package var behavior: NativeBehavior

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
