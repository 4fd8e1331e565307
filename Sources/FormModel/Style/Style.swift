/// How a field looks, with every number given: what `extends` names has been merged in.
///
/// Lengths are logical pixels.
package struct Style: Sendable, Hashable {
    package var text: TextStyle
    package var line: LineStyle
    package var hint: HintStyle
    package var border: BorderStyle
    package var background: Color
    package var actionButton: ButtonStyle
    package var layout: LayoutConstants
    package var height: HeightPolicy
    /// Where the clear button of a text view stands.
    package var clearButton: ButtonStyle
}

package struct Font: Sendable, Hashable {
    /// Empty: the client's own.
    package var family: String
    package var size: Double

    package init(family: String = "", size: Double) {
        self.family = family
        self.size = size
    }
}

package struct Insets: Sendable, Hashable {
    package var top: Double
    package var left: Double
    package var bottom: Double
    package var right: Double

    package init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

/// One colour for each container state.
package struct StateColors: Sendable, Hashable {
    package var normal: Color
    package var active: Color
    package var error: Color
    package var disabled: Color

    package init(normal: Color, active: Color, error: Color, disabled: Color) {
        self.normal = normal
        self.active = active
        self.error = error
        self.disabled = disabled
    }
}

package struct TextStyle: Sendable, Hashable {
    package var font: Font
    package var padding: Insets
    /// Used instead of `padding` while a button is present.
    package var increasedPadding: Insets
    package var tint: Color
    package var colors: StateColors
}

package struct LineStyle: Sendable, Hashable {
    /// `top` counts from the lower edge of the input.
    package var insets: Insets
    package var height: Double
    package var activeHeight: Double
    package var cornerRadius: Double
    package var colors: StateColors
}

package struct HintStyle: Sendable, Hashable {
    package var font: Font
    package var lineHeight: Double
    package var colors: StateColors
}

package struct BorderStyle: Sendable, Hashable {
    package var width: Double
    package var cornerRadius: Double
    package var colors: StateColors
    /// In the field's coordinates; `right` counts from the right edge. `height` 0: no border.
    package var insets: Insets
    package var height: Double
}

package struct ButtonStyle: Sendable, Hashable {
    package var image: String
    package var alternateImage: String
    package var normalColor: Color
    package var pressedColor: Color
    package var width: Double
    package var height: Double
    package var trailing: Double
}

/// Where the parts of a field stand.
package struct LayoutConstants: Sendable, Hashable {
    package var topMargin: Double
    package var leading: Double
    package var trailing: Double
    package var textHeight: Double
    package var hintGap: Double
    package var hintLeading: Double
    package var hintTrailing: Double
    package var hintMinimumHeight: Double
    /// nil: the hint is as high as its text.
    package var hintHeight: Double?
}

package enum HeightPolicy: Sendable, Hashable {
    case fixed(height: Double)
    case flexible(minimum: Double, bottomInset: Double, ignoresEmptyHint: Bool)
}
