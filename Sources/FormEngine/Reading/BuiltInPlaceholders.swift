import FormModel
import FormPlugin

/// One line of text of a built-in placeholder, in the lengths of the style.
struct PlaceholderLine {
    var isVisible = true
    var insets: Insets
    var height: Double
    var fontSize: Double
    var colors: StateColors
    var position = ""
}

extension PlaceholderDefinition.Service {
    /// Whether the placeholder looks different when the field is empty.
    func followsText(in state: FieldState) -> Bool {
        switch self {
        case .floating: state != .active
        case .static: false
        case .native, .plugin: true
        }
    }
}

extension FloatingPlaceholderStyle {
    /// Always visible: at the top while the field is active or has a text, otherwise at the bottom.
    func line(for field: FormField) -> PlaceholderLine {
        let isOnTop = field.fieldState == .active || field.drawsText
        var line = PlaceholderLine(
            insets: isOnTop ? topInsets : bottomInsets,
            height: height,
            fontSize: isOnTop ? smallFontSize : bigFontSize,
            colors: isOnTop ? topColors : bottomColors,
            position: isOnTop ? "top" : "bottom"
        )
        if field.hasActionButton { line.insets.right = increasedRightPadding }
        return line
    }
}

extension StaticPlaceholderStyle {
    /// Always visible at the same place; only the colour depends on the state.
    func line(for field: FormField) -> PlaceholderLine {
        PlaceholderLine(insets: insets, height: height, fontSize: fontSize, colors: colors)
    }
}

extension NativePlaceholderStyle {
    /// Visible while the field is empty. With the role `support` only in an active field.
    func line(for field: FormField) -> PlaceholderLine {
        let isActive = field.fieldState == .active
        let fits =
            switch role {
            case .main: !(isActive && behavior == .hideOnFocus)
            case .support: isActive && behavior == .hideOnInput
            }
        var line = PlaceholderLine(
            isVisible: !field.drawsText && fits,
            insets: insets,
            height: height,
            fontSize: fontSize,
            colors: colors
        )
        if field.hasActionButton { line.insets.right = increasedRightPadding }
        return line
    }
}

extension Frame {
    /// The lower inset is ignored.
    init(insets: Insets, width: Double, height: Double) {
        self.init(
            x: insets.left,
            y: insets.top,
            width: max(0, width - insets.left - insets.right),
            height: height
        )
    }
}

extension StateColors {
    func color(in state: ContainerState) -> Color {
        switch state {
        case .error: error
        case .active: active
        case .normal: normal
        case .disabled: disabled
        }
    }
}
