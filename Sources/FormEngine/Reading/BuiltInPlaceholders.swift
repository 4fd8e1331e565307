import FormModel
import FormPlugin

extension FloatingPlaceholderStyle {
    /// On top while the field is active or has text, at the bottom otherwise; always visible.
    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        let isOnTop = field.fieldState == .active || !field.text.isEmpty
        let colors = isOnTop ? topColors : bottomColors
        var insets = isOnTop ? topInsets : bottomInsets
        if field.hasActionButton { insets.right = increasedRightPadding }
        return [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: true,
                frame: Frame(insets: insets, width: field.width, height: height),
                fontSize: isOnTop ? smallFontSize : bigFontSize,
                color: colors.color(in: field.containerState).hex,
                position: isOnTop ? "top" : "bottom"
            )
        ]
    }
}

extension StaticPlaceholderStyle {
    /// In one place and always visible; only its colour follows the state.
    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: true,
                frame: Frame(insets: insets, width: field.width, height: height),
                fontSize: fontSize,
                color: colors.color(in: field.containerState).hex
            )
        ]
    }
}

extension NativePlaceholderStyle {
    /// Gives way to text. As a support it shows only in an active field.
    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        let isActive = field.fieldState == .active
        let fits =
            switch role {
            case .main: !(isActive && behavior == .hideOnFocus)
            case .support: isActive && behavior == .hideOnInput
            }
        var insets = insets
        if field.hasActionButton { insets.right = increasedRightPadding }
        return [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: field.text.isEmpty && fits,
                frame: Frame(insets: insets, width: field.width, height: height),
                fontSize: fontSize,
                color: colors.color(in: field.containerState).hex
            )
        ]
    }
}

extension Frame {
    /// The lower inset does not count.
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
