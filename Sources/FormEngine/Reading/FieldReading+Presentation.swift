package import FormModel
package import FormPlugin

/// How the field is drawn in its present state: frames in the field's coordinates, and resolved colours and insets. The
/// session's text scale and direction are applied.
package struct Presentation: Sendable, Hashable {
    package var text: Text
    package var line: Line
    package var border: Border
    package var hint: Hint
    /// The frame of the button at the field's end; `nil` if there is none.
    package var button: Frame?
    package var background: DrawnColor

    package struct Text: Sendable, Hashable {
        package var frame: Frame
        package var padding: Insets
        package var font: Font
        package var color: DrawnColor
        package var tint: DrawnColor
        /// Whether the text is higher than its frame.
        package var scrolls: Bool
    }

    package struct Line: Sendable, Hashable {
        package var frame: Frame
        package var cornerRadius: Double
        package var color: DrawnColor
    }

    package struct Border: Sendable, Hashable {
        package var frame: Frame
        package var width: Double
        package var cornerRadius: Double
        package var color: DrawnColor
    }

    package struct Hint: Sendable, Hashable {
        package var frame: Frame
        package var font: Font
        package var lineHeight: Double
        package var color: DrawnColor
    }
}

/// The button at the field's end: that of a password, a custom one, or a text view's clear button.
package struct ActionButton: Sendable, Hashable {
    /// Whether the field reserves space for the button.
    package var isPresent: Bool
    package var isVisible: Bool
    /// A name that the client maps to an image.
    package var image: String
    /// The colours; `nil` without a layout.
    package var color: DrawnColor?
    package var pressedColor: DrawnColor?
}

extension FieldReading {
    /// Resolves a colour of the field's style in the session's colour scheme.
    func drawn(_ color: Color) -> DrawnColor {
        field.plan.style.wrappedValue.palettes.drawn(color, in: context.traits.colorScheme)
    }

    package var presentation: Presentation { presentation(in: field.plan.style.wrappedValue) }

    /// - Parameter style: the field's. It is passed on, because a copy would take longer than all of the presentation.
    private func presentation(in style: Style) -> Presentation {
        let scale = context.traits.textScale
        let metrics = metrics
        let container = field.containerState
        let input = field.inputFrame(metrics, width: width)
        let lower = input.y + input.height
        return Presentation(
            text: Presentation.Text(
                frame: column.mirrored(input),
                padding: context.placed(field.hasActionButton ? style.text.increasedPadding : style.text.padding),
                font: style.text.font.scaled(by: scale),
                color: drawn(style.text.colors.color(in: container)),
                tint: drawn(style.text.tint),
                scrolls: field.scrolls(metrics)
            ),
            line: Presentation.Line(
                frame: column.mirrored(
                    Frame(
                        x: style.line.insets.left,
                        y: lower + style.line.insets.top * scale,
                        width: max(0, width - style.line.insets.left - style.line.insets.right),
                        height: field.fieldState == .active ? style.line.activeHeight : style.line.height
                    )
                ),
                cornerRadius: style.line.cornerRadius,
                color: drawn(style.line.colors.color(in: container))
            ),
            border: Presentation.Border(
                frame: column.placed(Frame(insets: style.border.insets, width: width, height: style.border.height)),
                width: style.border.width,
                cornerRadius: style.border.cornerRadius,
                color: drawn(style.border.colors.color(in: container))
            ),
            hint: Presentation.Hint(
                frame: column.mirrored(
                    Frame(
                        x: style.layout.hintLeading,
                        y: lower + metrics.hintGap,
                        width: max(0, width - metrics.hintMargins),
                        height: metrics.hintHeight ?? max(hintHeight, metrics.hintMinimumHeight)
                    )
                ),
                font: style.hint.font.scaled(by: scale),
                lineHeight: metrics.hintLineHeight,
                color: drawn(style.hint.colors.color(in: container))
            ),
            button: buttonFrame(input, in: style).map(column.mirrored),
            background: drawn(style.background)
        )
    }

    private var width: Double { column.width }

    private func buttonFrame(_ input: Frame, in style: Style) -> Frame? {
        guard hasButton else { return nil }
        let button = field.plan.isTextView ? style.clearButton : style.actionButton
        // The clear button of a text view stays at the upper edge, whatever the text's height.
        return Frame(
            x: width - button.trailing - button.width,
            y: field.plan.isTextView ? 0 : input.y + (input.height - button.height) / 2,
            width: button.width,
            height: button.height
        )
    }

    private var hasButton: Bool {
        field.plan.isTextView ? field.plan.definition.hasClearButton : field.hasActionButton
    }

    package var actionButton: ActionButton { actionButton(in: field.plan.style.wrappedValue) }

    private func actionButton(in style: Style) -> ActionButton {
        let button = field.plan.isTextView ? style.clearButton : style.actionButton
        var image = button.image
        var colors = (normal: button.normalColor, pressed: button.pressedColor)
        switch field.mode {
        case .plain: break
        // The crossed-out eye means that the text is hidden.
        case .password: image = isSecureEntry ? button.image : button.alternateImage
        case .custom(let own, let normalColor, let pressedColor):
            if !field.plan.isTextView { (image, colors) = (own, (normalColor, pressedColor)) }
        }
        return ActionButton(
            isPresent: hasButton,
            isVisible: field.showsButton,
            image: image,
            color: context.isLaidOut ? drawn(colors.normal) : nil,
            pressedColor: context.isLaidOut ? drawn(colors.pressed) : nil
        )
    }
}

extension Font {
    fileprivate func scaled(by scale: Double) -> Font { Font(family: family, size: size * scale) }
}

// MARK: - Values

extension Presentation: PropertyConvertible {
    /// What the field consists of, each with its frame, its lengths in logical pixels and its colour in this state.
    var propertyValue: PropertyValue {
        .record([
            "text": text.propertyValue,
            "line": .record([
                "frame": line.frame.propertyValue,
                "cornerRadius": .double(line.cornerRadius),
                "color": .string(line.color.hex),
                "colorRole": line.color.roleValue,
            ]),
            "border": .record([
                "frame": border.frame.propertyValue,
                "width": .double(border.width),
                "cornerRadius": .double(border.cornerRadius),
                "color": .string(border.color.hex),
                "colorRole": border.color.roleValue,
            ]),
            "hint": .record([
                "frame": hint.frame.propertyValue,
                "fontFamily": .string(hint.font.family),
                "fontSize": .double(hint.font.size),
                "lineHeight": .double(hint.lineHeight),
                "color": .string(hint.color.hex),
                "colorRole": hint.color.roleValue,
            ]),
            "background": .string(background.hex),
            "backgroundRole": background.roleValue,
            "button": button.map { .record(["frame": $0.propertyValue]) },
        ])
    }
}

extension Presentation.Text {
    fileprivate var propertyValue: PropertyValue {
        .record([
            "frame": frame.propertyValue,
            "padding": .tuple([padding.top, padding.left, padding.bottom, padding.right].map { .double($0) }),
            "fontFamily": .string(font.family),
            "fontSize": .double(font.size),
            "color": .string(color.hex),
            "colorRole": color.roleValue,
            "tint": .string(tint.hex),
            "tintRole": tint.roleValue,
            "scrolls": .boolean(scrolls),
        ])
    }
}

extension ActionButton: PropertyConvertible {
    var propertyValue: PropertyValue {
        .record([
            "present": .boolean(isPresent),
            "visible": .boolean(isVisible),
            "image": .string(image),
            "color": color.map { .string($0.hex) },
            "colorRole": color?.roleValue,
            "pressedColor": pressedColor.map { .string($0.hex) },
            "pressedColorRole": pressedColor?.roleValue,
        ])
    }
}

extension DrawnColor {
    /// The colour's role; empty for a colour that is given as a number.
    fileprivate var roleValue: PropertyValue { .string(role?.rawValue ?? "") }
}

// MARK: - Markup

/// A piece of one of the field's texts with a style of its own.
package struct MarkupReading: Sendable, Hashable {
    package enum Source: String, Sendable {
        case text, label, hint
        /// An option's label. The run's start is the index of the option.
        case option
    }

    package var source: Source
    package var run: MarkupRun
}

extension FieldReading {
    /// The styles in the texts, and pictures. Outer styles come before those inside them.
    package var markup: [MarkupReading] {
        var markup: [MarkupReading] = []
        func add(_ source: MarkupReading.Source, _ runs: [MarkupRun]) {
            markup += runs.map { MarkupReading(source: source, run: $0) }
        }
        func image(_ name: String, at start: Int = 0) -> MarkupRun {
            MarkupRun(start: start, length: 0, style: .image, target: name)
        }
        if let name = field.definition.image { add(field.isNote ? .text : .label, [image(name)]) }
        if let shown = field.shown?.value {
            add(.text, shown.note.runs)
            add(.label, shown.label.runs)
            if field.overrides?.value.hint == nil { add(.hint, shown.hint.runs) }
        }
        if let list = field.picker?.list {
            for index in 0..<min(list.count, Self.shownOptions) {
                if let name = list.options[list.index(at: index)].image { add(.option, [image(name, at: index)]) }
            }
        }
        return markup
    }
}

extension MarkupReading: PropertyConvertible {
    /// The text's name, start and length in code points, the style, and the address of a link or the name of a picture.
    var propertyValue: PropertyValue {
        .tuple([
            .string(source.rawValue), .number(run.start), .number(run.length), .string(run.style.rawValue),
            .string(run.target),
        ])
    }
}
