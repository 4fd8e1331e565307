/// A style with what it says of things that have a say of their own: placeholders and the hint's visibility.
package struct StyleSheet: Sendable {
    @Shared package var style: Style
    /// What a placeholder of the service looks like where its entry says nothing.
    package var floating: FloatingPlaceholderStyle
    package var fixed: StaticPlaceholderStyle
    package var native: NativePlaceholderStyle
    /// The same for services of plug-ins, by type; objects that are merged in this order, below the entry's own keys.
    package var plugins: [String: [JSONValue]] = [:]
    /// The states in which a field shows its hint unless it says otherwise itself.
    package var visibleHintStates: ContainerStates
}

extension StyleSheet {
    /// The style that every other one is derived from, as a one-line field has it.
    package static let underlined = StyleSheet(
        style: .underlined,
        floating: FloatingPlaceholderStyle(
            height: 19,
            topInsets: Insets(top: 2, left: 16, bottom: 0, right: 16),
            bottomInsets: Insets(top: 23, left: 15, bottom: 0, right: 16),
            increasedRightPadding: 70,
            smallFontSize: 12,
            bigFontSize: 16,
            topColors: StateColors(
                normal: Palette.gray,
                active: Palette.accent,
                error: Palette.gray,
                disabled: Palette.gray
            ),
            bottomColors: StateColors(
                normal: Palette.white,
                active: Palette.accent,
                error: Palette.white,
                disabled: Palette.gray
            )
        ),
        fixed: StaticPlaceholderStyle(
            fontSize: 12,
            height: 19,
            insets: Insets(top: 2, left: 16, bottom: 0, right: 16),
            colors: StateColors(
                normal: Palette.gray,
                active: Palette.accent,
                error: Palette.gray,
                disabled: Palette.gray
            )
        ),
        native: NativePlaceholderStyle(
            fontSize: 16,
            height: 19,
            insets: Insets(top: 23, left: 16, bottom: 0, right: 16),
            increasedRightPadding: 60,
            colors: StateColors(
                normal: Palette.white,
                active: Palette.accent,
                error: Palette.red,
                disabled: Palette.gray
            ),
            role: .main,
            behavior: .hideOnInput
        ),
        visibleHintStates: [.active, .error]
    )
}

extension Style {
    /// The `underlined` style of a one-line field.
    package static let underlined = Style(
        text: TextStyle(
            font: Font(family: "", size: 16),
            padding: Insets(top: 0, left: 0, bottom: 0, right: 0),
            increasedPadding: Insets(top: 0, left: 0, bottom: 0, right: 40),
            tint: Palette.accent,
            colors: StateColors(
                normal: Palette.white,
                active: Palette.white,
                error: Palette.white,
                disabled: Palette.gray
            )
        ),
        line: LineStyle(
            insets: Insets(top: 5, left: 16, bottom: 0, right: 16),
            height: 1,
            activeHeight: 2,
            cornerRadius: 1,
            colors: StateColors(
                normal: Palette.container,
                active: Palette.accent,
                error: Palette.red,
                disabled: Palette.container
            )
        ),
        hint: HintStyle(
            font: Font(family: "", size: 12),
            lineHeight: 16,
            colors: StateColors(
                normal: Palette.gray,
                active: Palette.gray,
                error: Palette.red,
                disabled: Palette.gray
            )
        ),
        border: BorderStyle(
            width: 0,
            cornerRadius: 0,
            colors: StateColors(
                normal: Palette.clear,
                active: Palette.clear,
                error: Palette.clear,
                disabled: Palette.clear
            ),
            insets: Insets(top: 0, left: 0, bottom: 0, right: 0),
            height: 0
        ),
        background: Palette.background,
        actionButton: ButtonStyle(
            image: "eyeOff",
            alternateImage: "eyeOn",
            normalColor: Palette.accent,
            pressedColor: Palette.pressed,
            width: 44,
            height: 44,
            trailing: 16
        ),
        layout: LayoutConstants(
            topMargin: 18,
            leading: 16,
            trailing: 16,
            textHeight: 30,
            hintGap: 9,
            hintLeading: 16,
            hintTrailing: 16,
            hintMinimumHeight: 15,
            hintHeight: nil
        ),
        height: .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: false),
        clearButton: ButtonStyle(
            image: "clear",
            alternateImage: "",
            normalColor: Palette.accent,
            pressedColor: Palette.pressed,
            width: 44,
            height: 28,
            trailing: 0
        )
    )
}
