package import FormModel
import FormPlugin

/// How a client draws a form: what heights, frames and colours depend on besides the form itself.
package struct LayoutTraits: Sendable, Hashable {
    package var mode: LayoutMode
    /// Logical pixels.
    package var width: Double
    /// How many times as large as in the form's styles text is. Fonts and all that lies above and below text grow with it:
    /// heights, vertical margins and insets. What lies beside text, lines, corners and buttons stay as they are.
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

/// How much of a session's layout is worked out.
package enum LayoutMode: String, Sendable, CaseIterable {
    case full
    /// No heights, frames and colours: the client draws as its toolkit does.
    case none
}

// MARK: - Frames

extension FormContext {
    /// Whether heights, frames and colours are worked out.
    var isLaidOut: Bool { traits.mode == .full }

    /// The numbers that heights come from, for texts of the session's size.
    func metrics(of plan: FieldPlan) -> FieldMetrics {
        traits.textScale == 1 ? plan.metrics : plan.metrics.scaled(by: traits.textScale)
    }

    /// A frame as it lies in the session's direction of reading, from one that lies from left to right.
    func mirrored(_ frame: Frame) -> Frame {
        guard isRightToLeft else { return frame }
        return Frame(x: width - frame.x - frame.width, y: frame.y, width: frame.width, height: frame.height)
    }

    /// Insets in the session's direction of reading and for its size of text, from those of a style.
    func placed(_ insets: Insets) -> Insets {
        Insets(
            top: insets.top * traits.textScale,
            left: isRightToLeft ? insets.right : insets.left,
            bottom: insets.bottom * traits.textScale,
            right: isRightToLeft ? insets.left : insets.right
        )
    }

    /// A frame of text in the session's direction of reading and for its size of text, from one for texts of a style's own
    /// size that lies from left to right.
    func placed(_ frame: Frame) -> Frame {
        let scale = traits.textScale
        return mirrored(Frame(x: frame.x, y: frame.y * scale, width: frame.width, height: frame.height * scale))
    }
}
