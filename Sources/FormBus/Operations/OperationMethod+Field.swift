import DBus
import FormEngine
import FormRuntime

/// The methods of the Field interface.
extension OperationMethod {
    private static let edited: [Argument] = [("newText", "s"), ("caret", "u"), ("accepted", "b")]

    static let field: [OperationMethod] = [
        OperationMethod(field: "Focus", returns: [("focused", "b")]) { _, _ in
            .focus
        } reply: { result in
            guard case .focused(let focused) = result else { return [.boolean(false)] }
            return [.boolean(focused)]
        },
        OperationMethod(field: "Blur") { _, _ in .blur },
        OperationMethod(field: "InsertText", [("text", "s")], returns: edited) { arguments, _ in
            .insertText(try arguments.string(0))
        } reply: {
            $0.edit
        },
        OperationMethod(field: "DeleteBackward", returns: edited) { _, _ in
            .deleteBackward
        } reply: {
            $0.edit
        },
        OperationMethod(field: "DeleteForward", returns: edited) { _, _ in
            .deleteForward
        } reply: {
            $0.edit
        },
        OperationMethod(
            field: "ReplaceRange",
            [("start", "u"), ("length", "u"), ("text", "s")],
            returns: edited
        ) { arguments, _ in
            .replaceRange(
                start: try arguments.count(0),
                length: try arguments.count(1),
                text: try arguments.string(2)
            )
        } reply: {
            $0.edit
        },
        OperationMethod(field: "Select", [("start", "u"), ("length", "u")]) { arguments, _ in
            .select(start: try arguments.count(0), length: try arguments.count(1))
        },
        OperationMethod(
            field: "PerformEditAction",
            [("action", "s"), ("text", "s")],
            returns: [("result", "s")]
        ) { arguments, _ in
            .performEditAction(
                try arguments.word(0, "action", EditAction.self),
                text: try arguments.string(1)
            )
        } reply: { result in
            guard case .action(let text) = result else { return [.string("")] }
            return [.string(text)]
        },
        OperationMethod(field: "Clear") { _, _ in .clear },
        OperationMethod(field: "PressReturn") { _, _ in .pressReturn },
        OperationMethod(field: "PressActionButton") { _, _ in .pressActionButton },
        OperationMethod(field: "SelectOption", [("index", "u")]) { arguments, _ in
            .selectOption(try arguments.count(0))
        },
        OperationMethod(field: "SelectDate", [("date", "s")]) { arguments, _ in
            .selectDate(try arguments.string(0))
        },
        OperationMethod(field: "SetText", [("text", "s"), ("options", "a{sv}")]) { arguments, _ in
            let options = try arguments.options(1, allowed: ["format", "validate"])
            return .setText(
                try arguments.string(0),
                formats: try options.boolean("format") ?? true,
                validates: try options.boolean("validate") ?? true
            )
        },
        OperationMethod(field: "SetError", [("message", "s")]) { arguments, _ in
            .setError(try arguments.string(0))
        },
        OperationMethod(field: "ResetError") { _, _ in .resetError },
        OperationMethod(field: "Reset") { _, _ in .reset },
        OperationMethod(
            field: "Validate",
            [("force", "b")],
            returns: [("valid", "b"), ("message", "s")]
        ) { arguments, _ in
            .validate(force: try arguments.boolean(0))
        } reply: { result in
            guard case .verdict(let valid, let message) = result else { return [.boolean(false), .string("")] }
            return [.boolean(valid), .string(message)]
        },
        OperationMethod(field: "SetMask", [("formatter", "s")]) { arguments, context in
            let json = try arguments.string(0)
            guard !json.isEmpty else { return .setFormatter(nil) }
            return .setFormatter(try context.compiler.formatter(json))
        },
        OperationMethod(field: "SetMode", [("mode", "s")]) { arguments, context in
            .setMode(try context.compiler.mode(try arguments.string(0)))
        },
        OperationMethod(field: "SetMetrics", [("metrics", "a{sv}")]) { arguments, _ in
            let metrics = try arguments.options(0, allowed: ["hintLines", "textLines"])
            return .setMetrics(hintLines: try metrics.count("hintLines"), textLines: try metrics.count("textLines"))
        },
    ]

    static let fieldByName = Dictionary(uniqueKeysWithValues: field.map { ($0.name.string, $0) })
}

extension OperationResult {
    fileprivate var edit: [Value] {
        guard case .edit(let text, let caret, let accepted) = self else {
            return [.string(""), .uint32(0), .boolean(false)]
        }
        return [.string(text), .uint32(UInt32(clamping: caret)), .boolean(accepted)]
    }
}
