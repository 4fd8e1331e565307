import DBus
import FormEngine

extension OperationMethod {
    /// The methods of the Session interface that are operations.
    static let session: [OperationMethod] = [
        OperationMethod("Validate", reply: \.validation) { (_, force: Bool) in .validate(force: force) },
        OperationMethod("Submit", reply: \.values) { _ in .submit },
        OperationMethod("SubmitDocument", reply: \.document) { _ in .submitDocument },
        OperationMethod("RequestSubmit") { _ in .requestSubmit },
        OperationMethod("SetErrors") { (context, errors: [String: String]) in
            for field in errors.keys.sorted() { _ = try context.index(ofField: field) }
            return .setErrors(errors)
        },
        OperationMethod("Reset") { _ in .reset },
        OperationMethod("FocusNext") { _ in .focusNext },
        OperationMethod("FocusPrevious") { _ in .focusPrevious },
        OperationMethod("FocusField") { (context, field: String) in .field(try context.index(ofField: field), .focus) },
        OperationMethod("Blur") { _ in .blur },
        OperationMethod("SetValues") { (context, values: [String: String]) in
            for field in values.keys.sorted() { _ = try context.index(ofField: field) }
            return .setValues(values)
        },
        OperationMethod("SetViewport") { (_, height: Double, keyboardInset: Double) in
            .setViewport(height: height, keyboardInset: keyboardInset)
        },
        OperationMethod("AddRow", reply: \.row) { (_, group: String, position: Int32) in
            .addRow(group: group, position: position == -1 ? nil : Int(position))
        },
        OperationMethod("RemoveRow") { (_, group: String, row: UInt32) in .removeRow(group: group, row: Int(row)) },
        OperationMethod("MoveRow") { (_, group: String, row: UInt32, position: UInt32) in
            .moveRow(group: group, row: Int(row), position: Int(position))
        },
        OperationMethod("NextPage", reply: \.page) { _ in .nextPage },
        OperationMethod("PreviousPage", reply: \.page) { _ in .previousPage },
        OperationMethod("ShowPage", reply: \.page) { (_, page: UInt32) in .showPage(Int(page)) },
        OperationMethod("Undo", reply: \.restoredField) { _ in .undo },
        OperationMethod("Redo", reply: \.restoredField) { _ in .redo },
    ]
}

/// The result in the type of the reply; an empty value if the operation has a result of another type.
extension OperationReply {
    fileprivate var validation: (Bool, [FieldMessage]) {
        if case .validation(let valid, let errors) = result { (valid, errors) } else { (false, []) }
    }

    fileprivate var values: Texts {
        if case .values(let values) = result { Texts(values) } else { Texts([FieldValue]()) }
    }

    fileprivate var document: String {
        if case .document(let document) = result { document } else { "" }
    }

    fileprivate var row: UInt32 {
        if case .row(let row) = result { UInt32(clamping: row) } else { 0 }
    }

    fileprivate var page: UInt32 {
        if case .page(let page) = result { UInt32(clamping: page) } else { 0 }
    }

    fileprivate var restoredField: (String, UInt64) {
        if case .restored(let field) = result { (field, revision) } else { ("", revision) }
    }
}
