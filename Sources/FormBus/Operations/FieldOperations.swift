import DBus
import FormEngine
import FormModel
import FormRuntime
import TextEditing

extension OperationMethod {
    /// The methods of the Field interface that are operations.
    static let field: [OperationMethod] = [
        OperationMethod(field: "Focus", reply: \.focused) { _ in .focus },
        OperationMethod(field: "Blur") { _ in .blur },
        OperationMethod(field: "InsertText", reply: \.edit) { (_, text: String) in .insertText(text) },
        OperationMethod(field: "DeleteBackward", reply: \.edit) { _ in .deleteBackward },
        OperationMethod(field: "DeleteForward", reply: \.edit) { _ in .deleteForward },
        OperationMethod(field: "ReplaceRange", reply: \.edit) { (_, start: UInt32, length: UInt32, text: String) in
            .replaceRange(start: Int(start), length: Int(length), text: text)
        },
        OperationMethod(field: "Delete", reply: \.edit) { (_, unit: String, count: Int32) in
            .delete(try TextUnit(word: unit, argument: "unit"), count: Int(count))
        },
        OperationMethod(field: "MoveCaret", reply: \.caret) { (_, unit: String, count: Int32, extend: Bool) in
            .moveCaret(try TextUnit(word: unit, argument: "unit"), count: Int(count), extends: extend)
        },
        OperationMethod(field: "SetComposition") { (_, text: String, caret: UInt32) in
            .setComposition(text, caret: Int(caret))
        },
        OperationMethod(field: "Select") { (_, start: UInt32, length: UInt32) in
            .select(start: Int(start), length: Int(length))
        },
        OperationMethod(field: "PerformEditAction", reply: \.action) { (_, action: String, text: String) in
            .performEditAction(try EditAction(word: action, argument: "action"), text: text)
        },
        OperationMethod(field: "Clear") { _ in .clear },
        OperationMethod(field: "PressReturn") { _ in .pressReturn },
        OperationMethod(field: "PressActionButton") { _ in .pressActionButton },
        OperationMethod(field: "SelectOption") { (_, index: UInt32) in .selectOption(Int(index)) },
        OperationMethod(field: "SelectOptions") { (_, indices: [UInt32]) in .selectOptions(indices.map(Int.init)) },
        OperationMethod(field: "Toggle", reply: \.isOn) { _ in .toggle },
        OperationMethod(field: "StepUp", reply: \.edit) { (_, count: UInt32) in .step(Int(count)) },
        OperationMethod(field: "StepDown", reply: \.edit) { (_, count: UInt32) in .step(-Int(count)) },
        OperationMethod(field: "SelectDate") { (_, date: String) in .selectDate(date) },
        OperationMethod(field: "SetText") { (_, text: String, options: [String: Value]) in
            let options = try Options(options, allowed: ["format", "validate"])
            return .setText(
                text,
                formats: try options.value("format") ?? true,
                validates: try options.value("validate") ?? true
            )
        },
        OperationMethod(field: "SetError") { (_, message: String) in .setError(message.isEmpty ? nil : message) },
        OperationMethod(field: "ResetError") { _ in .resetError },
        OperationMethod(field: "Reset") { _ in .reset },
        OperationMethod(field: "Validate", reply: \.verdict) { (_, force: Bool) in .validate(force: force) },
        OperationMethod(field: "SetMask") { (context, json: String) in
            let formatter = json.isEmpty ? nil : try context.compiler.formatter(json, within: context.timeToRead)
            return .setFormatter(formatter, json: json)
        },
        OperationMethod(field: "SetMode") { (context, json: String) in
            .setMode(try context.compiler.mode(json), json: json)
        },
        OperationMethod(field: "Configure") { (context, json: String) in
            guard !json.isEmpty else { return .configure(nil) }
            let field = context.session.form.field(try context.subject.index(in: context.session)).definition
            let form = context.session.definition
            return .configure(
                try context.compiler.configuration(json, of: field, in: form, within: context.timeToRead),
                json: json
            )
        },
        OperationMethod(field: "SetMetrics") { (_, metrics: [String: Value]) in
            let metrics = try Options(metrics, allowed: ["hintLines", "textLines"])
            return .setMetrics(
                hintLines: try metrics.value("hintLines", UInt32.self).map(Int.init),
                textLines: try metrics.value("textLines", UInt32.self).map(Int.init)
            )
        },
    ]
}

/// The result in the type of the reply; an empty value if the operation has a result of another type.
extension OperationReply {
    fileprivate var focused: Bool {
        if case .focused(let focused) = result { focused } else { false }
    }

    fileprivate var edit: (String, UInt32, Bool, UInt64) {
        if case .edit(let text, let caret, let accepted) = result {
            (text, UInt32(clamping: caret), accepted, revision)
        } else {
            ("", 0, false, revision)
        }
    }

    fileprivate var caret: (UInt32, UInt64) {
        if case .caret(let caret) = result { (UInt32(clamping: caret), revision) } else { (0, revision) }
    }

    fileprivate var isOn: Bool {
        if case .toggled(let isOn) = result { isOn } else { false }
    }

    fileprivate var action: String {
        if case .action(let text) = result { text } else { "" }
    }

    fileprivate var verdict: (Bool, String) {
        if case .verdict(let valid, let message) = result { (valid, message) } else { (false, "") }
    }
}
