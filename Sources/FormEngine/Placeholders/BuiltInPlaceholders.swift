import FormModel
import FormPlugin

extension FloatingPlaceholderStyle {
    /// On top while the field is active or has text, at the bottom else; always visible.
    func look(_ cue: PlaceholderCue) -> PlaceholderLook {
        let isOnTop = cue.fieldState == .active || cue.hasText
        let colors = isOnTop ? topColors : bottomColors
        return PlaceholderLook(isOnTop: isOnTop, color: colors.color(in: cue.containerState))
    }

    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        let look = look(PlaceholderCue(field))
        var insets = look.isOnTop ? topInsets : bottomInsets
        if field.hasActionButton { insets.right = increasedRightPadding }
        return [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: look.isVisible,
                frame: Frame(insets: insets, width: field.width, height: height),
                fontSize: look.isOnTop ? smallFontSize : bigFontSize,
                color: look.color.hex,
                position: look.isOnTop ? "top" : "bottom"
            )
        ]
    }
}

extension StaticPlaceholderStyle {
    /// In one place and always visible; only its colour follows the state.
    func look(_ cue: PlaceholderCue) -> PlaceholderLook {
        PlaceholderLook(color: colors.color(in: cue.containerState))
    }

    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: true,
                frame: Frame(insets: insets, width: field.width, height: height),
                fontSize: fontSize,
                color: look(PlaceholderCue(field)).color.hex
            )
        ]
    }
}

extension NativePlaceholderStyle {
    /// Gives way to text. As a support it shows only in an active field.
    func look(_ cue: PlaceholderCue) -> PlaceholderLook {
        let isActive = cue.fieldState == .active
        let fits =
            switch role {
            case .main: !(isActive && behavior == .hideOnFocus)
            case .support: isActive && behavior == .hideOnInput
            }
        return PlaceholderLook(isVisible: !cue.hasText && fits, color: colors.color(in: cue.containerState))
    }

    func layers(for field: FieldContext) -> [PlaceholderLayer] {
        let look = look(PlaceholderCue(field))
        var insets = insets
        if field.hasActionButton { insets.right = increasedRightPadding }
        return [
            PlaceholderLayer(
                text: field.placeholder,
                isVisible: look.isVisible,
                frame: Frame(insets: insets, width: field.width, height: height),
                fontSize: fontSize,
                color: look.color.hex
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
