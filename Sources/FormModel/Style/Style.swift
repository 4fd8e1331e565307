/// How a field looks, with every number given: what `extends` names has been merged in. The numbers here are those of
/// the style `underlined`, which every other style is derived from, as a one-line field has it.
///
/// Lengths are logical pixels.
package struct Style: Sendable, Hashable {
    package var text = TextStyle()
    package var line = LineStyle()
    package var hint = HintStyle()
    package var border = BorderStyle()
    package var background = Color.background
    package var palettes = Palettes()
    package var actionButton = ButtonStyle()
    package var layout = LayoutConstants()
    package var height = HeightPolicy.flexible(minimum: 77, bottomInset: 5, ignoresEmptyHint: false)
    /// The clear button of a text view, and its position.
    package var clearButton = ButtonStyle(image: "clear", alternateImage: "", height: 28, trailing: 0)

    package static let underlined = Style()
}

package struct Font: Sendable, Hashable {
    /// Empty for the client's default font.
    package var family: String
    package var size: Double

    package init(family: String = "", size: Double) {
        self.family = family
        self.size = size
    }

    static let keys = KeyTable<Font>("a font", schemaName: "font") {
        Key("family", \.family, .string(limit: DefinitionLimits.resourceName), "empty for the client's own font")
        Key("size", \.size, .fontSize)
    }
}

package struct Insets: Sendable, Hashable {
    package var top: Double
    package var left: Double
    package var bottom: Double
    package var right: Double

    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    static let keys = KeyTable<Insets>("insets", words: "insets", schemaName: "insets") {
        Key("top", \.top, .length)
        Key("left", \.left, .length)
        Key("bottom", \.bottom, .length)
        Key("right", \.right, .length)
    }
}

/// One colour for each container state.
package struct StateColors: Sendable, Hashable {
    package var normal: Color
    package var active: Color
    package var error: Color
    package var disabled = Color.disabled

    static let keys = KeyTable<StateColors>("colours", words: "colours", schemaName: "stateColors") {
        Key("normal", \.normal, Color.reader)
        Key("active", \.active, Color.reader)
        Key("error", \.error, Color.reader)
        Key("disabled", \.disabled, Color.reader)
    }
}

package struct TextStyle: Sendable, Hashable {
    package var font = Font(size: 16)
    package var padding = Insets()
    /// Used instead of `padding` while a button is present.
    package var increasedPadding = Insets(right: 40)
    package var tint = Color.accent
    package var colors = StateColors(normal: .white, active: .white, error: .white)

    static let keys = KeyTable<TextStyle>("a text", schemaName: "textStyle") {
        Key("font", \.font, Font.keys)
        Key("padding", \.padding, Insets.keys)
        Key("increasedPadding", \.increasedPadding, Insets.keys, "the padding while there is a button")
        Key("tint", \.tint, Color.reader)
        Key("colors", \.colors, StateColors.keys)
    }
}

package struct LineStyle: Sendable, Hashable {
    /// `top` is relative to the lower edge of the input.
    package var insets = Insets(top: 5, left: 16, right: 16)
    package var height = 1.0
    package var activeHeight = 2.0
    package var cornerRadius = 1.0
    package var colors = StateColors(normal: .container, active: .accent, error: .red, disabled: .disabledContainer)

    static let keys = KeyTable<LineStyle>("a line", schemaName: "line") {
        Key("insets", \.insets, Insets.keys, "`top` is the distance from the lower edge of the text")
        Key("height", \.height, .length)
        Key("activeHeight", \.activeHeight, .length)
        Key("cornerRadius", \.cornerRadius, .length)
        Key("colors", \.colors, StateColors.keys)
    }
}

package struct HintStyle: Sendable, Hashable {
    package var font = Font(size: 12)
    package var lineHeight = 16.0
    package var colors = StateColors(normal: .gray, active: .gray, error: .red)
}

package struct BorderStyle: Sendable, Hashable {
    package var width = 0.0
    package var cornerRadius = 0.0
    package var colors = StateColors(normal: .clear, active: .clear, error: .clear, disabled: .clear)
    /// In the field's coordinates; `right` is relative to the right edge. No border is drawn if `height` is 0.
    package var insets = Insets()
    package var height = 0.0

    static let keys = KeyTable<BorderStyle>("a border", schemaName: "border") {
        Key("width", \.width, .length)
        Key("cornerRadius", \.cornerRadius, .length)
        Key("colors", \.colors, StateColors.keys)
        Key("insets", \.insets, Insets.keys)
        Key("height", \.height, .length, "0 for no border")
    }
}

package struct ButtonStyle: Sendable, Hashable {
    package var image = "eyeOff"
    package var alternateImage = "eyeOn"
    package var normalColor = Color.accent
    package var pressedColor = Color.pressed
    package var width = 44.0
    package var height = 44.0
    package var trailing = 16.0

    static let keys = KeyTable<ButtonStyle>("a button", schemaName: "button") {
        Key("images", \.self, images, "names of pictures, which the client provides")
        Key("colors", \.self, colors)
        Key("width", \.width, .length)
        Key("height", \.height, .length)
        Key("trailing", \.trailing, .length)
    }

    private static let images = KeyTable<ButtonStyle>("images") {
        Key("normal", \.image, .name())
        Key("alternate", \.alternateImage, .name())
    }

    private static let colors = KeyTable<ButtonStyle>("colours") {
        Key("normal", \.normalColor, Color.reader)
        Key("pressed", \.pressedColor, Color.reader)
    }
}

/// The positions of the parts of a field.
package struct LayoutConstants: Sendable, Hashable {
    package var topMargin = 18.0
    package var leading = 16.0
    package var trailing = 16.0
    package var textHeight = 30.0
    package var hintGap = 9.0
    package var hintLeading = 16.0
    package var hintTrailing = 16.0
    package var hintMinimumHeight = 15.0
    /// `nil` for a hint with the height of its text.
    package var hintHeight: Double?

    static let keys = KeyTable<LayoutConstants>("a layout", schemaName: "layout") {
        Key("topMargin", \.topMargin, .length)
        Key("leading", \.leading, .length)
        Key("trailing", \.trailing, .length)
        Key("textHeight", \.textHeight, .length)
        Key("hintGap", \.hintGap, .length)
        Key("hintLeading", \.hintLeading, .length)
        Key("hintTrailing", \.hintTrailing, .length)
        Key("hintMinimumHeight", \.hintMinimumHeight, .length)
        Key("hintHeight", \.hintHeight, .length, "the height of the text by default")
    }
}

/// How the height of a field is determined.
package enum HeightPolicy: Sendable, Hashable {
    case fixed(height: Double)
    case flexible(minimum: Double, bottomInset: Double, ignoresEmptyHint: Bool)
}

extension HeightPolicy {
    /// The policy of a definition, which is merged with that of the field's style.
    private struct Draft {
        var name: PolicyName
        var height: Double?
        var minimum = 77.0
        var bottomInset = 5.0
        var ignoresEmptyHint: Bool

        init(_ policy: HeightPolicy, kind: FieldKind) {
            switch policy {
            case .fixed(let height):
                name = .fixed
                self.height = height
                ignoresEmptyHint = kind == .textView
            case .flexible(let minimum, let bottomInset, let ignoresEmptyHint):
                name = .flexible
                self.minimum = minimum
                self.bottomInset = bottomInset
                self.ignoresEmptyHint = ignoresEmptyHint
            }
        }
    }

    private enum PolicyName: String, CaseIterable, Sendable {
        case fixed, flexible
    }

    private static let policy = ValueReader<PolicyName>.choice()

    private static let fixed = KeyTable<Draft>("a fixed height") {
        Key("policy", \.name, policy)
        Key("height", \.height, .length)
    }

    private static let flexible = KeyTable<Draft>("a flexible height") {
        Key("policy", \.name, policy)
        Key("minimum", \.minimum, .length)
        Key("bottomInset", \.bottomInset, .length, "below the hint")
        Key("ignoresEmptyHint", \.ignoresEmptyHint, .bool, "whether a field without a hint omits `bottomInset`")
    }

    static var schema: ValueSchema { .any(of: [fixed.schema(), flexible.schema()]).named("height") }
    static let words = """
        `{"policy": "fixed", "height": …}` or \
        `{"policy": "flexible", "minimum": …, "bottomInset": …, "ignoresEmptyHint": …}`
        """

    /// Reads a height policy and merges it with that of the style. Omitted values keep the style's values; if the
    /// policy differs from the style's, they get the defaults of the kind of field.
    mutating func read(_ value: JSONValue, kind: FieldKind, _ context: DecodingContext) {
        guard let object = value.object else { return context.mismatch("an object", at: value) }
        var draft = Draft(self, kind: kind)
        if let name = object["policy"] {
            guard let name = Self.policy.read(name, context) else { return }
            draft.name = name
        }
        switch draft.name {
        case .fixed:
            Self.fixed.read(value, into: &draft, context)
            if let height = draft.height {
                self = .fixed(height: height)
            } else if object["height"] == nil {
                context.error("a fixed height needs the key “height”", at: value)
            }
        case .flexible:
            Self.flexible.read(value, into: &draft, context)
            self = .flexible(
                minimum: draft.minimum,
                bottomInset: draft.bottomInset,
                ignoresEmptyHint: draft.ignoresEmptyHint
            )
        }
    }
}

package enum FieldKind: String, Sendable, CaseIterable {
    case text, textView
    /// A text of the form's author between fields. A note cannot be edited or focused, and has no value.
    case note

    /// The values of a definition's `type`.
    static let named: [FieldKind] = [.text, .textView]
}

package struct ContainerStates: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let error = ContainerStates(rawValue: 1)
    package static let disabled = ContainerStates(rawValue: 2)
    package static let normal = ContainerStates(rawValue: 4)
    package static let active = ContainerStates(rawValue: 8)
}

extension ContainerStates {
    static let reader = ValueReader<ContainerStates>.options([
        ("normal", .normal), ("active", .active), ("error", .error), ("disabled", .disabled),
    ])
}
