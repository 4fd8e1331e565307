import Foundation
import Testing

/// Plays a trace on a stage and compares what it says step by step, and what it shows at the end.
package struct TraceRunner<Stage: TraceStage> {
    private let stage: Stage
    private let trace: Trace
    private let names: [String]
    private let isSingle: Bool
    /// The field whose height was overwritten: the next step takes that back, whatever else it does.
    private var overwritten: String?

    package init(_ trace: Trace, on stage: Stage) throws {
        self.trace = trace
        self.stage = stage
        names = try TraceDefinition.form(trace.definition).names
        isSingle = trace.definition["fields"] == nil
    }

    package mutating func run() async throws {
        for (number, step) in trace.steps.enumerated() {
            let said = try await play(step.command)
            let comment = Comment(rawValue: "step \(number + 1), \(step.command)")
            let isHeight: (String) -> Bool = { $0.contains("height=") }
            // What may veto the focus says nothing here: it is asked beforehand.
            let expected = step.expected.filter { !$0.hasSuffix("shouldBegin") }.map(published)
            #expect(said.filter { !isHeight($0) } == expected.filter { !isHeight($0) }, comment)
            #expect(said.filter(isHeight) == expected.filter(isHeight), comment)
        }
        if isSingle {
            compare(trace.final, with: try await stage.reading(of: names[0]))
            return
        }
        for (key, value) in trace.final.map {
            if key == "focused" {
                let focused = try await stage.focusedField()
                #expect(focused == (value.text == "none" ? "" : value.text))
            } else if names.contains(key) {
                compare(value, with: try await stage.reading(of: key))
            }
        }
    }

    // MARK: Commands

    private mutating func play(_ command: String) async throws -> [String] {
        let words = TraceCommand(command)
        let field = words.field(among: names)
        func on(_ action: TraceAction.Field) -> [TraceAction] { [.field(field, action)] }
        switch words.name {
        case "focus": return try await perform(on(.focus))
        case "blur", "toolbar_done": return try await perform([.blur])
        case "type":
            var said: [String] = []
            for cluster in words.string { said += try await perform(on(.insert(String(cluster)))) }
            return said
        case "paste": return try await perform(on(.editAction("paste", text: words.string)))
        case "backspace":
            var said: [String] = []
            for _ in 0..<max(1, words.count) { said += try await perform(on(.deleteBackward)) }
            return said
        case "set_text":
            let formats = !words.mentions("ignore_formatter")
            let skips = words.mentions("no_validate") || words.mentions("validate: false")
            return try await perform(on(.setText(words.string, formats: formats, validates: !skips)))
        case "set_error": return try await perform(on(.setError(words.mentions("nil") ? nil : words.string)))
        case "reset_error": return try await perform(on(.resetError))
        case "reset": return try await perform(on(.reset))
        case "set_hint": return try await perform(on(.setHint(words.string)))
        case "validate": return try await perform(on(.validate(force: words.mentions("true"))))
        case "enabled": return try await perform(on(.setEnabled(words.mentions("true"))))
        case "caret":
            let offset = try await scalars(words.count, in: field)
            return try await perform(on(.select(start: offset, length: 0)))
        case "replace":
            let lower = try await scalars(words.range.start, in: field)
            let upper = try await scalars(words.range.end, in: field)
            return try await perform(on(.replace(start: lower, length: upper - lower, text: words.string)))
        case "action": return try await perform(on(.editAction(words.action, text: words.string)))
        case "disable":
            let actions = words.actions.map { "\"\($0)\"" }.joined(separator: ",")
            return try await perform(on(.configure(#"{"disabledEditActions": [\#(actions)]}"#)))
        case "tap_button": return try await perform(on(.pressButton))
        case "tap_clear": return try await perform(on(.clear))
        case "press_return": return try await perform(on(.pressReturn))
        case "toolbar_next": return try await perform([.focusNext])
        case "toolbar_previous", "toolbar_prev": return try await perform([.focusPrevious])
        // Without its own neighbour the field has none, as the others that name none.
        case "next":
            let said = try await perform(on(.setNext(nil)))
            return try await said + perform(on(.configure(#"{"onReturn": "blur"}"#)))
        case "select":
            let options = trace.definition["picker"]?.list.map(\.text) ?? []
            return try await perform(on(.selectOption(options.firstIndex(of: words.string) ?? -1)))
        case "update_base_height":
            let height = #"{"height": {"policy": "fixed", "height": \#(words.count)}}"#
            let said = try await perform(on(.configure(height)))
            overwritten = field
            return said
        default: throw TraceDefinition.Unknown(description: "the command \(command)")
        }
    }

    private mutating func perform(_ actions: [TraceAction]) async throws -> [String] {
        var actions = actions
        if let overwritten { actions.insert(.field(overwritten, .configure("")), at: 0) }
        overwritten = nil
        return try await stage.perform(actions).compactMap(describe)
    }

    private func describe(_ event: TraceEvent) -> String? {
        let prefix = isSingle ? "" : event.field + "."
        switch event.kind {
        case .state(let state): return prefix + "state=\(state)"
        case .validationFailed: return prefix + "validateFail"
        case .height(let height): return prefix + "height=\(YAML.number(height).text)"
        case .began: return prefix + "begin"
        case .ended: return prefix + "end"
        case .returnPressed: return prefix + "return"
        case .actionPressed: return prefix + "action"
        case .date(let date): return prefix + "date=\(date)"
        case .text(let text, let value, let origin):
            // The rows tell of what users do; a program's own changes and trims have signals of their own origin.
            guard ["user", "picker", "clear"].contains(origin) else { return nil }
            let shown = definition(of: event.field)["trim_spaces"]?.bool == true ? value : text
            return prefix + "text=\"\(shown.replacing("\n", with: "\\n"))\""
        }
    }

    private func definition(of field: String) -> YAML {
        trace.definition["fields"]?[field] ?? trace.definition
    }

    /// The rows show a secret's text; everybody else sees bullets.
    private func published(_ event: String) -> String {
        guard let start = event.range(of: "text=\""), event.hasSuffix("\""),
            isSecret(isSingle ? names[0] : String(event.prefix { $0 != "." }))
        else { return event }
        let text = event[start.upperBound...].dropLast()
        return event[..<start.upperBound] + bullets(text) + "\""
    }

    private func isSecret(_ field: String) -> Bool {
        guard let mode = definition(of: field)["mode"] else { return false }
        return mode.text != "plain" && mode.text != "custom"
    }

    private func bullets(_ text: some StringProtocol) -> String {
        String(repeating: "•", count: text.unicodeScalars.count)
    }

    private func scalars(_ utf16: Int, in field: String) async throws -> Int {
        let text = try await stage.reading(of: field).text
        let position = String.Index(utf16Offset: min(utf16, text.utf16.count), in: text)
        return text.unicodeScalars.distance(from: text.startIndex, to: position)
    }

    // MARK: The end

    private func compare(_ final: YAML, with field: TraceReading) {
        for (key, value) in final.map {
            let comment = Comment(rawValue: key)
            switch key {
            case "text":
                let text = TraceDefinition.unescaped(value.text)
                #expect(field.text == text || field.text == bullets(text) && isSecret(names[0]), comment)
            case "value", "raw": #expect(field.value == value.text, comment)
            case "complete": #expect((field.maskStatus == "complete") == value.bool, comment)
            case "state": #expect(field.state == value.text, comment)
            case "valid": #expect(field.isValid == value.bool, comment)
            case "hint": #expect(field.hintText == TraceDefinition.unescaped(value.text), comment)
            case "hintVisible": #expect(field.isHintVisible == value.bool, comment)
            case "height": #expect(field.height == value.number, comment)
            case "textHeight": #expect(field.textHeight == value.number, comment)
            case "clearHidden": #expect(field.showsButton != value.bool, comment)
            case "secure": #expect(field.isSecureEntry == value.bool, comment)
            case "caret":
                let position = String.Index(utf16Offset: value.int ?? -1, in: field.text)
                let caret = field.text.unicodeScalars.distance(from: field.text.startIndex, to: position)
                #expect(caret == field.caret, comment)
            // “default” is what the original sets when it forgets a neighbour; a derived key is “done” again.
            case "returnKey": #expect(field.returnKey == (value.text == "default" ? "done" : value.text), comment)
            case "button":
                if let hidden = value["hidden"]?.bool { #expect(field.hasButton != hidden, comment) }
                if let alpha = value["alpha"]?.number, field.hasButton {
                    #expect(field.showsButton == (alpha > 0), comment)
                }
            case "placeholders": compare(value.list, with: field.placeholders)
            default: Issue.record("the row's end has the unknown key \(key)")
            }
        }
    }

    private func compare(_ expected: [YAML], with readings: [TraceReading.Placeholder]) {
        #expect(expected.count == readings.count)
        for (row, reading) in zip(expected, readings) {
            for (key, value) in row.map {
                let comment = Comment(rawValue: "placeholder \(key)")
                switch key {
                case "kind": #expect(reading.service == value.text, comment)
                case "pos": #expect(reading.position == value.text, comment)
                case "visible": #expect(reading.isVisible == value.bool, comment)
                case "font": #expect(reading.fontSize == value.number, comment)
                case "color": #expect(reading.color == Self.colors[value.text], comment)
                case "frame": #expect(reading.frame == value.list.compactMap(\.number), comment)
                case "text": #expect(reading.text == value.text, comment)
                // The definition says it, no reading does.
                case "role": break
                default: Issue.record("the row's placeholder has the unknown key \(key)")
                }
            }
        }
    }

    private static var colors: [String: String] {
        ["gray": "#9FACC7", "white": "#FEFEFE", "accent": "#FF9D2B", "red": "#FF4747", "container": "#34364E"]
    }
}
