import FormPlugin

extension CompiledForm {
    /// About the bytes that the definition and what it was compiled to take, however many sessions share them.
    package var byteCount: Int { 4_096 + fields.count * 4_096 }

    /// About the bytes of a session of the form before anybody types.
    package var sessionByteCount: Int {
        2_048 + fields.count * (MemoryLayout<FieldStorage>.stride + 256)
    }
}

extension Form {
    /// About the bytes that the form takes: texts, undo and what plug-ins have drawn; not what it shares with others.
    package var byteCount: Int {
        let texts = fields.reduce(0) { $0 + 2 * $1.text.utf8.count }
        let drawn = pluginPlaceholders.values.reduce(0) { $0 + $1.asked.size + 256 }
        return compiled.sessionByteCount + texts + drawn + history.undo.size + history.redo.size
    }
}

extension Operation {
    /// About the bytes that the operation brings: texts, and what a row or another formatter takes.
    package var byteCount: Int {
        switch self {
        case .field(_, .insertText(let text)), .field(_, .replaceRange(_, _, let text)),
            .field(_, .performEditAction(_, let text)), .field(_, .setText(let text, _, _)),
            .field(_, .setHint(let text)), .field(_, .setPlaceholder(let text)), .field(_, .setError(let text?)):
            text.utf8.count
        case .setErrors(let texts), .setValues(let texts):
            texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        case .addRow, .field(_, .setFormatter), .field(_, .configure): 4_096
        default: 0
        }
    }
}
