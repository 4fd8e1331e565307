import FormEngine
import FormModel
import FormPlugin
import Testing

/// Plays a trace and compares what it says step by step.
struct TraceRunner {
    private(set) var driver: FormDriver
    private let trace: Trace
    private let names: [String]
    private let vetoing: Set<String>
    private var isSingle: Bool { trace.definition["fields"] == nil }

    init(_ trace: Trace) throws {
        self.trace = trace
        let (fields, vetoing) = try TraceDefinition.fields(trace.definition)
        names = fields.map(\.id)
        self.vetoing = vetoing
        driver = try FormDriver(fields)
        answer(driver.form.firstQuestions())
    }

    mutating func run() throws {
        for (number, step) in trace.steps.enumerated() {
            let said = try play(step.command)
            let comment = Comment(rawValue: "step \(number + 1), \(step.command)")
            let isHeight: (String) -> Bool = { $0.contains("height=") }
            let expected = step.expected.filter { !$0.hasSuffix("shouldBegin") }
            #expect(said.filter { !isHeight($0) } == expected.filter { !isHeight($0) }, comment)
            #expect(said.filter(isHeight) == expected.filter(isHeight), comment)
        }
        if isSingle {
            try compare(trace.final, with: 0)
        } else {
            for (key, value) in trace.final.map {
                if key == "focused" {
                    let focused = driver.form.focusedField.map { names[$0] } ?? "none"
                    #expect(focused == value.text)
                } else if let index = names.firstIndex(of: key) {
                    try compare(value, with: index)
                }
            }
        }
    }

    // MARK: Commands

    private mutating func play(_ command: String) throws -> [String] {
        var words = TraceCommand(command)
        let name = words.takeName()
        let index = words.takeField(among: names) ?? 0
        switch name {
        case "focus":
            if vetoing.contains(names[index]) { return [] }
            return try perform([.field(index, .focus)])
        case "blur": return try perform([.blur])
        case "type":
            var said: [String] = []
            for cluster in words.string { said += try perform([.field(index, .insertText(String(cluster)))]) }
            return said
        case "paste": return try perform([.field(index, .performEditAction(.paste, text: words.string))])
        case "backspace":
            var said: [String] = []
            for _ in 0..<max(1, words.count) { said += try perform([.field(index, .deleteBackward)]) }
            return said
        case "set_text":
            let formats = !command.contains("ignore_formatter")
            let skips = command.contains("no_validate") || command.contains("validate: false")
            return try perform([
                .field(index, .setText(words.string, formats: formats, validates: skips ? false : nil))
            ])
        case "set_error":
            return try perform([.field(index, .setError(command.hasSuffix("nil") ? nil : words.string))])
        case "reset_error": return try perform([.field(index, .resetError)])
        case "reset": return try perform([.field(index, .reset)])
        case "set_hint": return try perform([.field(index, .setHint(words.string))])
        case "validate": return try perform([.field(index, .validate(force: command.contains("true")))])
        case "enabled": return try perform([.field(index, .setEnabled(command.contains("true")))])
        case "caret":
            let offset = try scalars(words.count, in: index)
            return try perform([.field(index, .select(start: offset, length: 0))])
        case "replace":
            let (start, end) = words.range
            let lower = try scalars(start, in: index)
            let upper = try scalars(end, in: index)
            return try perform([
                .field(index, .replaceRange(start: lower, length: upper - lower, text: words.string))
            ])
        case "action":
            guard let action = words.action else { throw TraceDefinition.Unknown(description: command) }
            return try perform([.field(index, .performEditAction(action, text: words.string))])
        case "disable":
            return try perform([.field(index, .setDisabledEditActions(try words.actions()))])
        case "tap_button": return try perform([.field(index, .pressActionButton)])
        case "tap_clear": return try perform([.field(index, .clear)])
        case "press_return": return try perform([.field(index, .pressReturn)])
        case "toolbar_next": return try perform([.focusNext])
        case "toolbar_previous", "toolbar_prev": return try perform([.focusPrevious])
        case "toolbar_done": return try perform([.blur])
        case "select":
            guard let place = driver.form.field(index).options.firstIndex(of: words.string) else {
                throw TraceDefinition.Unknown(description: "the option \(words.string)")
            }
            return try perform([.field(index, .selectOption(place))])
        case "next": return try perform([.field(index, .setNextField(""))])
        default: throw TraceDefinition.Unknown(description: "the command \(command)")
        }
    }

    /// A transaction; one that is refused says nothing.
    private mutating func perform(_ operations: [Operation]) throws -> [String] {
        do {
            let outcome = try driver.form.perform(operations)
            answer(outcome.questions)
            return try outcome.changes.compactMap { try describe($0) }
        } catch let error as FormError {
            switch error.code {
            case .actionDisabled, .disabled: return []
            default: throw error
            }
        }
    }

    private func describe(_ change: Change) throws -> String? {
        guard case .field(let index, let event) = change else { return nil }
        let prefix = isSingle ? "" : names[index] + "."
        let field = driver.form.field(index)
        switch event {
        case .stateChanged(let state, _): return prefix + "state=\(state)"
        case .validationFailed: return prefix + "validateFail"
        case .heightChanged(let height, _): return prefix + "height=\(YAML.number(height).text)"
        case .editingBegan: return prefix + "begin"
        case .editingEnded: return prefix + "end"
        case .returnPressed: return prefix + "return"
        case .actionPressed: return prefix + "action"
        case .dateChanged: return prefix + "date=\(field.date)"
        case .textChanged(let origin):
            // The rows tell of what users do; a program's own changes and trims have signals of their own origin.
            guard [.user, .picker, .clear].contains(origin) else { return nil }
            let isTrimmed = isSingle && trace.definition["trim_spaces"]?.bool == true
            let text = field.isSecret ? secret(index) : isTrimmed ? field.value : field.text
            return prefix + "text=\"\(text.replacing("\n", with: "\\n"))\""
        }
    }

    /// The rows show a secret's text where its signal has none.
    private func secret(_ index: Int) -> String {
        driver.form.values(includingSecrets: true)[index].value
    }

    private func scalars(_ utf16: Int, in index: Int) throws -> Int {
        let text = driver.form.values(includingSecrets: true)[index].value
        let shown = try driver.field(index).isSecret ? text : try driver.field(index).text
        let position = String.Index(utf16Offset: utf16, in: shown)
        return shown.unicodeScalars.distance(from: shown.startIndex, to: position)
    }

    // MARK: The end

    private func compare(_ final: YAML, with index: Int) throws {
        let field = try driver.field(index)
        for (key, value) in final.map {
            let comment = Comment(rawValue: key)
            switch key {
            case "text":
                let text = field.isSecret ? secret(index) : field.text
                #expect(text == TraceDefinition.unescaped(value.text), comment)
            case "value": #expect(field.value == value.text, comment)
            case "raw": #expect(field.value == value.text, comment)
            case "complete": #expect((field.maskStatus == .complete) == value.bool, comment)
            case "state": #expect(field.containerState.rawValue == value.text, comment)
            case "valid": #expect(field.isValid == value.bool, comment)
            case "hint": #expect(field.hintText == TraceDefinition.unescaped(value.text), comment)
            case "hintVisible": #expect(field.isHintVisible == value.bool, comment)
            case "height": #expect(field.height == value.number, comment)
            case "textHeight": #expect(field.textHeight == value.number, comment)
            case "clearHidden": #expect(field.actionButton.isVisible != value.bool, comment)
            case "secure": #expect(field.isSecureEntry == value.bool, comment)
            case "caret": #expect(try scalars(value.int ?? -1, in: index) == field.selection.end, comment)
            // "default" is what the original forgets to set; here the key is derived.
            case "returnKey": if value.text != "default" { #expect(field.returnKey.rawValue == value.text, comment) }
            case "button":
                if let hidden = value["hidden"]?.bool { #expect(field.actionButton.isPresent != hidden, comment) }
                if let alpha = value["alpha"]?.number, field.actionButton.isPresent {
                    #expect(field.actionButton.isVisible == (alpha > 0), comment)
                }
            case "placeholders": compare(value.list, with: field.placeholders)
            default: throw TraceDefinition.Unknown(description: "the final key \(key)")
            }
        }
    }

    private func compare(_ expected: [YAML], with readings: [PlaceholderReading]) {
        #expect(expected.count == readings.count)
        for (row, reading) in zip(expected, readings) {
            let layer = reading.layer
            for (key, value) in row.map {
                let comment = Comment(rawValue: "placeholder \(key)")
                switch key {
                case "kind": #expect(reading.service == value.text, comment)
                case "pos": #expect(layer.position == value.text, comment)
                case "visible": #expect(layer.isVisible == value.bool, comment)
                case "font": #expect(layer.fontSize == value.number, comment)
                case "color": #expect(layer.color == Self.colors[value.text], comment)
                case "frame":
                    let frame = [layer.frame.x, layer.frame.y, layer.frame.width, layer.frame.height]
                    #expect(frame == value.list.compactMap(\.number), comment)
                case "text": #expect(layer.text == value.text, comment)
                default: break
                }
            }
        }
    }

    private static let colors = [
        "gray": "#9FACC7", "white": "#FEFEFE", "accent": "#FF9D2B", "red": "#FF4747", "container": "#34364E",
    ]

    // MARK: The plug-in

    /// Answers as the currency plug-in does: the symbol stands behind the text.
    private mutating func answer(_ questions: [Question]) {
        let answers = questions.map { question in
            let numbers = question.configuration.split(separator: " ").compactMap { Double($0) }
            let (top, left, right, height, font) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
            let context = question.context
            let width = ReferenceMetrics.width(of: context.placeholder, fontSize: font).rounded(.up)
            let text = ReferenceMetrics.width(of: context.text, fontSize: font).rounded(.up)
            let x = min(context.inputFrame.x + text + left, context.width - right - width)
            let layer = PlaceholderLayer(
                text: context.placeholder,
                isVisible: !context.text.isEmpty,
                frame: Frame(x: x, y: top, width: width, height: height),
                fontSize: font,
                color: "#FEFEFE"
            )
            return Answer(question: question, layers: [layer])
        }
        _ = driver.form.answer(answers)
    }
}
