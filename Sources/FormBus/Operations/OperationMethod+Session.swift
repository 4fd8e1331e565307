import DBus
import FormEngine

/// The methods of the Session interface that are operations of its form.
extension OperationMethod {
    static let session: [OperationMethod] = [
        OperationMethod("Validate", [("force", "b")], returns: [("valid", "b"), ("errors", "a(ss)")]) { arguments, _ in
            .validate(force: try arguments.boolean(0))
        } reply: { result in
            guard case .validation(let valid, let errors) = result else { return [.boolean(false), .messages([])] }
            return [.boolean(valid), .messages(errors)]
        },
        OperationMethod("Submit", returns: [("values", "a{ss}")]) { _, _ in
            .submit
        } reply: { result in
            guard case .values(let values) = result else { return [.texts([])] }
            return [.texts(values)]
        },
        OperationMethod("SetErrors", [("errors", "a{ss}")]) { arguments, context in
            let errors = try arguments.strings(0)
            for field in errors.keys.sorted() { _ = try context.index(ofField: field) }
            return .setErrors(errors)
        },
        OperationMethod("Reset") { _, _ in .reset },
        OperationMethod("FocusNext") { _, _ in .focusNext },
        OperationMethod("FocusPrevious") { _, _ in .focusPrevious },
        OperationMethod("FocusField", [("field", "s")]) { arguments, context in
            .field(try context.index(ofField: try arguments.string(0)), .focus)
        },
        OperationMethod("Blur") { _, _ in .blur },
        OperationMethod("SetValues", [("values", "a{ss}")]) { arguments, context in
            let values = try arguments.strings(0)
            for field in values.keys.sorted() { _ = try context.index(ofField: field) }
            return .setValues(values)
        },
        OperationMethod("SetViewport", [("height", "d"), ("keyboardInset", "d")]) { arguments, _ in
            .setViewport(height: try arguments.double(0), keyboardInset: try arguments.double(1))
        },
        OperationMethod("AddRow", [("group", "s"), ("position", "i")], returns: [("row", "u")]) { arguments, _ in
            let position = try arguments.integer(1)
            return .addRow(group: try arguments.string(0), position: position == -1 ? nil : position)
        } reply: { result in
            guard case .row(let row) = result else { return [.uint32(0)] }
            return [.uint32(UInt32(clamping: row))]
        },
        OperationMethod("RemoveRow", [("group", "s"), ("row", "u")]) { arguments, _ in
            .removeRow(group: try arguments.string(0), row: try arguments.count(1))
        },
        OperationMethod("MoveRow", [("group", "s"), ("row", "u"), ("position", "u")]) { arguments, _ in
            .moveRow(
                group: try arguments.string(0),
                row: try arguments.count(1),
                position: try arguments.count(2)
            )
        },
        OperationMethod("NextPage", returns: [("page", "u")]) { _, _ in
            .nextPage
        } reply: {
            $0.page
        },
        OperationMethod("PreviousPage", returns: [("page", "u")]) { _, _ in
            .previousPage
        } reply: {
            $0.page
        },
        OperationMethod("ShowPage", [("page", "u")], returns: [("page", "u")]) { arguments, _ in
            .showPage(try arguments.count(0))
        } reply: {
            $0.page
        },
        OperationMethod("Undo") { _, _ in .undo },
        OperationMethod("Redo") { _, _ in .redo },
    ]

    static let sessionByName = Dictionary(uniqueKeysWithValues: session.map { ($0.name.string, $0) })
}

extension OperationResult {
    fileprivate var page: [Value] {
        guard case .page(let page) = self else { return [.uint32(0)] }
        return [.uint32(UInt32(clamping: page))]
    }
}

extension Value {
    /// `a(ss)`: field and message.
    static func messages(_ messages: [FieldMessage]) -> Value {
        .array(
            .structure([.string, .string]),
            messages.map { .structure([.string($0.field), .string($0.message)]) }
        )
    }

    /// `a{ss}`: field and value.
    static func texts(_ values: [FieldValue]) -> Value {
        .dictionary(.string, .string, values.map { Entry(.string($0.field), .string($0.value)) })
    }
}
