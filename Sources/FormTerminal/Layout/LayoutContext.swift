package import FormClient
package import FormPresentation

/// Everything that a screen is drawn from.
package struct LayoutContext: Sendable {
    package let mirror: SessionMirror
    package let state: ViewState
    package let outline: FormOutline
    package let size: Size
    /// The screen's own texts.
    let words: InterfaceWords
    /// The side on which lines begin.
    let direction: TextDirection
    private let settings: ScreenSettings
    private let labels: [String: String]

    package init(
        _ mirror: SessionMirror,
        _ state: ViewState,
        _ size: Size,
        _ settings: ScreenSettings = ScreenSettings(),
        outline: FormOutline? = nil
    ) {
        self.mirror = mirror
        self.state = state
        self.size = size
        self.settings = settings
        words = .nearest(to: mirror.locale)
        let isRightToLeft = mirror.direction == "rtl"
        direction = !settings.ordersTexts ? .unordered : isRightToLeft ? .rightToLeft : .leftToRight
        self.outline =
            outline
            ?? FormOutline(
                mirror,
                review: state.review,
                extraButtons: settings.extraButtons.count,
                hiddenButtons: settings.hiddenButtons
            )
        labels = mirror.labels
    }

    func field(_ name: String) -> MirroredField { MirroredField(name, in: mirror) }

    /// The form's languages, and the one to which F2 switches; `nil` if there are not several.
    var languages: [String] { mirror.languages }
    var nextLanguage: String? {
        let locale = mirror.locale
        guard languages.count > 1 else { return nil }
        let shown = languages.firstIndex { locale == $0 } ?? languages.firstIndex { locale.hasPrefix($0 + "-") }
        return languages[((shown ?? -1) + 1) % languages.count]
    }

    var calendar: CalendarWords { settings.calendar(mirror.locale) }

    /// The direction of an answer without letters. Numbers run from left to right in every language.
    var answerDirection: TextDirection { direction == .rightToLeft ? .leftToRight : direction }

    /// The direction of a field's text while it has no letters.
    func direction(of field: MirroredField) -> TextDirection {
        field.text.isEmpty && !field.expectsLeftToRight ? direction : answerDirection
    }

    /// The focused button of the screen, or the session's focused field.
    package var focus: Control? { state.button ?? mirror.focusedField.map { .field($0) } }

    func isFocused(_ control: Control) -> Bool { focus == control && state.overlay == nil }

    /// The label of a button: the program's own, otherwise the session's.
    func word(_ name: String) -> String { labels[name] ?? name }

    var asksBeforeLeaving: Bool { settings.asksBeforeLeaving }
    var isKiosk: Bool { settings.isKiosk }
    var canSubmit: Bool { !settings.hiddenButtons.contains(.submit) }

    func title(of control: Control) -> String {
        switch control {
        case .field(let name), .answer(let name): field(name).label
        case .removeRow: word("removeRow")
        case .addRow: word("addRow")
        case .previousPage: word("previous")
        case .nextPage: word("next")
        case .submit: word("submit")
        case .cancel: word("cancel")
        case .extra(let place): settings.extraButtons.indices.contains(place) ? settings.extraButtons[place] : ""
        }
    }

    /// Draws a button. Returns the column behind it.
    @discardableResult
    func draw(_ button: Control, titled title: String? = nil, on canvas: inout Canvas, x: Int, y: Int) -> Int {
        let text = "[ \(title ?? self.title(of: button)) ]"
        let role: Role = focus == button ? .focusedButton : .button
        let end = canvas.put(text, x: x, y: y, role)
        canvas.mark(.control(button), x: x, y: y, width: end - x)
        if isFocused(button) { canvas.cursor = Point(x: min(x + 2, max(canvas.width - 1, 0)), y: y) }
        return end
    }
}

extension Canvas {
    /// Writes a text on as many lines as it needs. Returns the line below.
    ///
    /// - Parameters:
    ///   - offset: the position of the text inside the text that the markup refers to, in code points.
    ///   - textDirection: the direction of a text without letters; `nil` for that of the canvas.
    @discardableResult
    mutating func put(
        wrapped text: String,
        from offset: Int = 0,
        x: Int,
        y: Int,
        width: Int,
        _ role: Role,
        _ markup: [MarkupRun] = [],
        textDirection: TextDirection? = nil
    ) -> Int {
        let lines = WrappedText(text, width: width, textDirection ?? direction).lines
        for (number, line) in lines.enumerated() {
            grow(to: y + number + 1)
            put(line, x: x, y: y + number, width: width) { Style(role, .of(markup, at: offset + $0.offset)) }
        }
        return y + lines.count
    }
}

extension Style.Emphasis {
    /// The emphasis of the runs that contain a position.
    fileprivate static func of(_ markup: [MarkupRun], at offset: Int) -> Style.Emphasis {
        var emphasis: Style.Emphasis = []
        for run in markup where run.range.contains(offset) {
            switch run.kind {
            case "strong": emphasis.insert(.strong)
            case "emphasis": emphasis.insert(.emphasis)
            case "link": emphasis.insert(.underlined)
            case "code": emphasis.insert(.strong)
            default: break
            }
        }
        return emphasis
    }
}
