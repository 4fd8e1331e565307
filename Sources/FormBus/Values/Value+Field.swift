import DBus
import FormEngine
import FormModel
import FormPlugin

/// The values of the Field interface's structured properties.
extension Value {
    /// `aa{sv}`, back to front.
    static func placeholders(_ readings: [PlaceholderReading]) -> Value {
        .array(
            .properties,
            readings.map { reading in
                .properties([
                    ("service", .string(reading.service)),
                    ("text", .string(reading.layer.text)),
                    ("visible", .boolean(reading.layer.isVisible)),
                    ("frame", .frame(reading.layer.frame)),
                    ("fontSize", .double(reading.layer.fontSize)),
                    ("color", .string(reading.layer.color)),
                    ("position", .string(reading.layer.position)),
                ])
            }
        )
    }

    /// `a{sv}`: each part of the field with its frame, its lengths in logical pixels and its colour in this state.
    static func presentation(_ presentation: Presentation) -> Value {
        var parts: [(String, Value)] = [
            (
                "text",
                .properties([
                    ("frame", .frame(presentation.text.frame)),
                    ("padding", .insets(presentation.text.padding)),
                    ("fontFamily", .string(presentation.text.font.family)),
                    ("fontSize", .double(presentation.text.font.size)),
                    ("color", .color(presentation.text.color)),
                    ("tint", .color(presentation.text.tint)),
                    ("scrolls", .boolean(presentation.text.scrolls)),
                ])
            ),
            (
                "line",
                .properties([
                    ("frame", .frame(presentation.line.frame)),
                    ("cornerRadius", .double(presentation.line.cornerRadius)),
                    ("color", .color(presentation.line.color)),
                ])
            ),
            (
                "border",
                .properties([
                    ("frame", .frame(presentation.border.frame)),
                    ("width", .double(presentation.border.width)),
                    ("cornerRadius", .double(presentation.border.cornerRadius)),
                    ("color", .color(presentation.border.color)),
                ])
            ),
            (
                "hint",
                .properties([
                    ("frame", .frame(presentation.hint.frame)),
                    ("fontFamily", .string(presentation.hint.font.family)),
                    ("fontSize", .double(presentation.hint.font.size)),
                    ("lineHeight", .double(presentation.hint.lineHeight)),
                    ("color", .color(presentation.hint.color)),
                ])
            ),
            ("background", .color(presentation.background)),
        ]
        if let button = presentation.button { parts.append(("button", .properties([("frame", .frame(button))]))) }
        return .properties(parts)
    }

    /// `a{sv}`
    static func actionButton(_ button: ActionButton) -> Value {
        .properties([
            ("present", .boolean(button.isPresent)),
            ("visible", .boolean(button.isVisible)),
            ("image", .string(button.image)),
            ("color", .color(button.color)),
            ("pressedColor", .color(button.pressedColor)),
        ])
    }

    /// `a{sv}`: what an on-screen keyboard and an input method want to know.
    static func keyboard(_ keyboard: Keyboard, contentType: String?, isSecret: Bool) -> Value {
        var hints: [String] = []
        if keyboard.spellcheck, !isSecret { hints.append("spellcheck") }
        if isSecret { hints.append("private") }
        return .properties([
            ("purpose", .string(keyboard.purpose.rawValue)),
            ("hints", .strings(hints)),
            ("autocapitalization", .string(keyboard.autocapitalization.rawValue)),
            ("correction", .boolean(keyboard.autocorrection && !isSecret)),
            ("contentType", .string(contentType ?? "")),
        ])
    }

    /// `(dddd)`: x, y, width, height.
    private static func frame(_ frame: Frame) -> Value {
        .structure([.double(frame.x), .double(frame.y), .double(frame.width), .double(frame.height)])
    }

    /// `(dddd)`: top, left, bottom, right.
    private static func insets(_ insets: Insets) -> Value {
        .structure([.double(insets.top), .double(insets.left), .double(insets.bottom), .double(insets.right)])
    }

    private static func color(_ color: Color) -> Value {
        .string(color.hex)
    }
}
