@testable import FormModel

/// The numbers of the style that every other one is derived from.
enum TestStyle {
    static let white = Color(argb: 0xFFFE_FEFE)
    static let gray = Color(argb: 0xFF9F_ACC7)
    static let accent = Color(argb: 0xFFFF_9D2B)
    static let red = Color(argb: 0xFFFF_4747)
    static let container = Color(argb: 0xFF34_364E)
    static let background = Color(argb: 0xFF1F_2032)

    static func style(_ kind: FieldKind) -> Style {
        let none = Insets(top: 0, left: 0, bottom: 0, right: 0)
        return Style(
            text: TextStyle(
                font: Font(family: "", size: 16),
                padding: none,
                increasedPadding: Insets(top: 0, left: 0, bottom: 0, right: 40),
                tint: accent,
                colors: StateColors(normal: white, active: white, error: white, disabled: gray)
            ),
            line: LineStyle(
                insets: Insets(top: 5, left: 16, bottom: 0, right: 16),
                height: 1,
                activeHeight: 2,
                cornerRadius: 1,
                colors: StateColors(normal: container, active: accent, error: red, disabled: container)
            ),
            hint: HintStyle(
                font: Font(family: "", size: 12),
                lineHeight: 16,
                colors: StateColors(normal: gray, active: gray, error: red, disabled: gray)
            ),
            border: BorderStyle(
                width: 0,
                cornerRadius: 0,
                colors: StateColors(normal: container, active: container, error: container, disabled: container),
                insets: none,
                height: 0
            ),
            background: background,
            actionButton: button(width: 44, height: 44, trailing: 16, image: "eyeOff", alternate: "eyeOn"),
            layout: LayoutConstants(
                topMargin: kind == .text ? 18 : 28,
                leading: 16,
                trailing: 16,
                textHeight: kind == .text ? 30 : 20,
                hintGap: 9,
                hintLeading: 16,
                hintTrailing: 16,
                hintMinimumHeight: 15,
                hintHeight: nil
            ),
            height: .flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: kind == .textView),
            clearButton: button(width: 44, height: 28, trailing: 0, image: "clear", alternate: "")
        )
    }

    private static func button(
        width: Double,
        height: Double,
        trailing: Double,
        image: String,
        alternate: String
    ) -> ButtonStyle {
        ButtonStyle(
            image: image,
            alternateImage: alternate,
            normalColor: accent,
            pressedColor: accent,
            width: width,
            height: height,
            trailing: trailing
        )
    }

    static func floating(_ kind: FieldKind = .text, text: String = "Label") -> PlaceholderDefinition {
        PlaceholderDefinition(
            text: LocalizedText(text),
            service: .floating(
                FloatingPlaceholderStyle(
                    height: 19,
                    topInsets: Insets(top: 2, left: 16, bottom: 0, right: kind == .text ? 16 : 50),
                    bottomInsets: Insets(top: 23, left: 15, bottom: 0, right: 16),
                    increasedRightPadding: 70,
                    smallFontSize: 12,
                    bigFontSize: 16,
                    topColors: StateColors(normal: gray, active: accent, error: gray, disabled: gray),
                    bottomColors: StateColors(normal: white, active: accent, error: white, disabled: gray)
                )
            )
        )
    }

    static func native(
        _ role: NativeRole,
        _ behavior: NativeBehavior,
        colors: StateColors? = nil
    ) -> PlaceholderDefinition {
        PlaceholderDefinition(
            text: LocalizedText("Native"),
            service: .native(
                NativePlaceholderStyle(
                    fontSize: 16,
                    height: 19,
                    insets: Insets(top: 23, left: 16, bottom: 0, right: 16),
                    increasedRightPadding: 60,
                    colors: colors ?? StateColors(normal: white, active: accent, error: red, disabled: gray),
                    role: role,
                    behavior: behavior
                )
            )
        )
    }

    static func fixed(text: String = "Static") -> PlaceholderDefinition {
        PlaceholderDefinition(
            text: LocalizedText(text),
            service: .static(
                StaticPlaceholderStyle(
                    fontSize: 14,
                    height: 19,
                    insets: Insets(top: 13, left: 16, bottom: 0, right: 16),
                    colors: StateColors(normal: gray, active: accent, error: red, disabled: gray)
                )
            )
        )
    }
}
