package import FormModel
package import FormPlugin

/// How a field is drawn in its present state: frames in its own coordinates, colours and insets resolved.
package struct Presentation: Sendable, Hashable {
    package var text: Text
    package var line: Line
    package var border: Border
    package var hint: Hint
    /// Where the button at the right end stands; `nil` if the field has none.
    package var button: Frame?
    package var background: Color

    package struct Text: Sendable, Hashable {
        package var frame: Frame
        package var padding: Insets
        package var font: Font
        package var color: Color
        package var tint: Color
        /// The text is higher than its frame.
        package var scrolls: Bool
    }

    package struct Line: Sendable, Hashable {
        package var frame: Frame
        package var cornerRadius: Double
        package var color: Color
    }

    package struct Border: Sendable, Hashable {
        package var frame: Frame
        package var width: Double
        package var cornerRadius: Double
        package var color: Color
    }

    package struct Hint: Sendable, Hashable {
        package var frame: Frame
        package var font: Font
        package var lineHeight: Double
        package var color: Color
    }
}

/// The button at the right end: the eye of a password, a custom one, or a text view's clear button.
package struct ActionButton: Sendable, Hashable {
    /// Takes up room.
    package var isPresent: Bool
    package var isVisible: Bool
    /// A name for the client to look up.
    package var image: String
    package var color: Color
    package var pressedColor: Color
}

extension FieldReading {
    package var presentation: Presentation {
        let style = field.definition.style
        let input = field.inputFrame(width: width)
        let container = field.containerState
        let lower = input.y + input.height
        return Presentation(
            text: Presentation.Text(
                frame: input,
                padding: field.hasActionButton ? style.text.increasedPadding : style.text.padding,
                font: style.text.font,
                color: style.text.colors.color(in: container),
                tint: style.text.tint,
                scrolls: field.scrolls
            ),
            line: Presentation.Line(
                frame: Frame(
                    x: style.line.insets.left,
                    y: lower + style.line.insets.top,
                    width: max(0, width - style.line.insets.left - style.line.insets.right),
                    height: field.fieldState == .active ? style.line.activeHeight : style.line.height
                ),
                cornerRadius: style.line.cornerRadius,
                color: style.line.colors.color(in: container)
            ),
            border: Presentation.Border(
                frame: Frame(insets: style.border.insets, width: width, height: style.border.height),
                width: style.border.width,
                cornerRadius: style.border.cornerRadius,
                color: style.border.colors.color(in: container)
            ),
            hint: Presentation.Hint(
                frame: Frame(
                    x: style.layout.hintLeading,
                    y: lower + style.layout.hintGap,
                    width: max(0, width - style.layout.hintLeading - style.layout.hintTrailing),
                    height: style.layout.hintHeight ?? max(hintHeight, style.layout.hintMinimumHeight)
                ),
                font: style.hint.font,
                lineHeight: style.hint.lineHeight,
                color: style.hint.colors.color(in: container)
            ),
            button: buttonFrame(input),
            background: style.background
        )
    }

    private var width: Double { context.width }

    private func buttonFrame(_ input: Frame) -> Frame? {
        guard actionButton.isPresent else { return nil }
        let style = field.definition.style
        let button = field.plan.isTextView ? style.clearButton : style.actionButton
        // The clear button of a text view keeps to the upper edge, whatever the text's height.
        return Frame(
            x: width - button.trailing - button.width,
            y: field.plan.isTextView ? 0 : input.y + (input.height - button.height) / 2,
            width: button.width,
            height: button.height
        )
    }

    package var actionButton: ActionButton {
        let style = field.definition.style
        let button = field.plan.isTextView ? style.clearButton : style.actionButton
        var reading = ActionButton(
            isPresent: field.plan.isTextView ? field.definition.hasClearButton : field.hasActionButton,
            isVisible: field.showsButton,
            image: button.image,
            color: button.normalColor,
            pressedColor: button.pressedColor
        )
        switch field.mode {
        case .plain: break
        // The crossed-out eye stands for hidden text.
        case .password: reading.image = isSecureEntry ? button.image : button.alternateImage
        case .custom(let image, let normalColor, let pressedColor):
            if !field.plan.isTextView {
                reading.image = image
                reading.color = normalColor
                reading.pressedColor = pressedColor
            }
        }
        return reading
    }
}

// MARK: - Values

extension Presentation: PropertyConvertible {
    /// Each part of the field with its frame, its lengths in logical pixels and its colour in this state.
    var propertyValue: PropertyValue {
        let padding = text.padding
        var parts: [PropertyValue.Member] = [
            .init(
                name: "text",
                value: .record([
                    "frame": text.frame.propertyValue,
                    "padding": .tuple([
                        .double(padding.top), .double(padding.left), .double(padding.bottom), .double(padding.right),
                    ]),
                    "fontFamily": .string(text.font.family),
                    "fontSize": .double(text.font.size),
                    "color": text.color.propertyValue,
                    "tint": text.tint.propertyValue,
                    "scrolls": .boolean(text.scrolls),
                ])
            ),
            .init(
                name: "line",
                value: .record([
                    "frame": line.frame.propertyValue,
                    "cornerRadius": .double(line.cornerRadius),
                    "color": line.color.propertyValue,
                ])
            ),
            .init(
                name: "border",
                value: .record([
                    "frame": border.frame.propertyValue,
                    "width": .double(border.width),
                    "cornerRadius": .double(border.cornerRadius),
                    "color": border.color.propertyValue,
                ])
            ),
            .init(
                name: "hint",
                value: .record([
                    "frame": hint.frame.propertyValue,
                    "fontFamily": .string(hint.font.family),
                    "fontSize": .double(hint.font.size),
                    "lineHeight": .double(hint.lineHeight),
                    "color": hint.color.propertyValue,
                ])
            ),
            .init(name: "background", value: background.propertyValue),
        ]
        if let button { parts.append(.init(name: "button", value: .record(["frame": button.propertyValue]))) }
        return .record(parts)
    }
}

extension ActionButton: PropertyConvertible {
    var propertyValue: PropertyValue {
        .record([
            "present": .boolean(isPresent),
            "visible": .boolean(isVisible),
            "image": .string(image),
            "color": color.propertyValue,
            "pressedColor": pressedColor.propertyValue,
        ])
    }
}

extension Color {
    fileprivate var propertyValue: PropertyValue { .string(hex) }
}

// MARK: - Markup

/// A part of one of a field's texts that is drawn in its own way.
package struct MarkupReading: Sendable, Hashable {
    package enum Part: String, Sendable {
        case text, label, hint
        /// An option's label. The run's start is the option's place in the list.
        case option
    }

    package var part: Part
    package var run: MarkupRun
}

extension FieldReading {
    /// Styles in the texts, each text's outer ones before those inside, and pictures.
    package var markup: [MarkupReading] {
        var markup: [MarkupReading] = []
        func add(_ part: MarkupReading.Part, _ runs: [MarkupRun]) {
            markup += runs.map { MarkupReading(part: part, run: $0) }
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
        if let list = field.plan.picker?.list {
            for (place, option) in list.options.prefix(Self.shownOptions).enumerated() {
                if let name = option.image { add(.option, [image(name, at: place)]) }
            }
        }
        return markup
    }
}

extension MarkupReading: PropertyConvertible {
    /// The text's name, start and length in code points, the style, and a link's address or a picture's name.
    var propertyValue: PropertyValue {
        .tuple([
            .string(part.rawValue), .number(run.start), .number(run.length), .string(run.style.rawValue),
            .string(run.target),
        ])
    }
}
