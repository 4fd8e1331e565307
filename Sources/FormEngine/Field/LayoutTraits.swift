package import FormModel
import FormPlugin

/// How a client draws a form: the settings that heights, frames and colours depend on.
package struct LayoutTraits: Sendable, Hashable {
    package var mode: LayoutMode
    /// Logical pixels.
    package var width: Double
    /// The factor by which the client enlarges text. Fonts and the heights, vertical margins and insets around text are
    /// multiplied by it. Horizontal distances, lines, corners and buttons stay as they are.
    package var textScale: Double
    package var colorScheme: ColorScheme

    package init(
        mode: LayoutMode = .full,
        width: Double = 320,
        textScale: Double = 1,
        colorScheme: ColorScheme = .dark
    ) {
        self.mode = mode
        self.width = width
        self.textScale = textScale
        self.colorScheme = colorScheme
    }

    static let maximumWidth = 65_536.0

    /// Throws `outOfRange`.
    func check() throws(FormError) {
        guard width.isFinite, width > 0, width <= Self.maximumWidth else {
            throw FormError(.outOfRange, "the width \(width) is not above 0 and at most 65536")
        }
        guard 0.5...4 ~= textScale else {
            throw FormError(.outOfRange, "the text scale \(textScale) is not from 0.5 to 4")
        }
    }
}

/// How much of a session's layout is computed.
package enum LayoutMode: String, Sendable, CaseIterable {
    case full
    /// Neither heights nor frames and colours: the client lays out with its toolkit.
    case none
}

// MARK: - Frames

extension FormContext {
    /// Whether heights, frames and colours are computed.
    var isLaidOut: Bool { traits.mode == .full }

    /// The measures that heights are computed from, for the session's text scale.
    func metrics(of plan: FieldPlan) -> FieldMetrics {
        traits.textScale == 1 ? plan.metrics : FieldMetrics(plan.definition, scale: traits.textScale)
    }

    /// Mirrors a left-to-right frame if the session's language is written from right to left.
    func mirrored(_ frame: Frame) -> Frame {
        guard isRightToLeft else { return frame }
        return Frame(x: width - frame.x - frame.width, y: frame.y, width: frame.width, height: frame.height)
    }

    /// Scales a style's insets by the session's text scale, and mirrors them in a right-to-left language.
    func placed(_ insets: Insets) -> Insets {
        Insets(
            top: insets.top * traits.textScale,
            left: isRightToLeft ? insets.right : insets.left,
            bottom: insets.bottom * traits.textScale,
            right: isRightToLeft ? insets.left : insets.right
        )
    }

    /// Scales a frame of text by the session's text scale, and mirrors it in a right-to-left language.
    func placed(_ frame: Frame) -> Frame {
        let scale = traits.textScale
        return mirrored(Frame(x: frame.x, y: frame.y * scale, width: frame.width, height: frame.height * scale))
    }
}
