package import FormModel

/// What users do to texts. Each edit is filtered, limited and formatted; one that leaves the text as it was is not
/// accepted and announces nothing, and an error that is shown stays.
///
/// An edit does not need the focus, nor does it take it: a script may type into any field that is enabled.
extension Form {
    mutating func insert(_ text: String, in index: Int, isPaste: Bool) throws(FormError) -> OperationResult {
        let field = configured(index)
        try checkEditable(field, by: isPaste ? .clipboard : .typing)
        try compiled.check(text, of: field)
        let selection = fields[index].selection
        let accepted = try edit(
            TextEdit(range: selection, replacement: text, origin: isPaste ? .paste : .key),
            in: field
        )
        if accepted, !isPaste, selection.length == 0, text.isKey {
            noteKey(.insert, in: index, before: selection.start)
        }
        return result(of: index, accepted: accepted)
    }

    mutating func delete(in index: Int, forward: Bool) throws(FormError) -> OperationResult {
        let field = configured(index)
        try checkEditable(field, by: .typing)
        var range = fields[index].selection
        let isKey = range.length == 0
        if isKey { range = fields[index].cluster(beside: range.start, forward: forward) }
        guard range.length > 0 else { return result(of: index, accepted: false) }
        let caret = fields[index].selection.start
        let accepted = try edit(
            TextEdit(range: range, replacement: "", origin: forward ? .deleteForward : .deleteBackward),
            in: field
        )
        if accepted, isKey { noteKey(forward ? .deleteForward : .deleteBackward, in: index, before: caret) }
        return result(of: index, accepted: accepted)
    }

    mutating func replace(
        start: Int,
        length: Int,
        with text: String,
        in index: Int
    ) throws(FormError) -> OperationResult {
        let field = configured(index)
        try checkEditable(field, by: .replacement)
        try compiled.check(text, of: field)
        try checkRange(start: start, length: length, in: index)
        let range = fields[index].widened(TextSelection(start: start, length: length))
        let accepted = try edit(TextEdit(range: range, replacement: text, origin: .paste), in: field)
        return result(of: index, accepted: accepted)
    }

    /// Positions inside a cluster move outwards to its ends, and a caret out of what a formatter has around the text.
    mutating func select(start: Int, length: Int, in index: Int) throws(FormError) {
        try checkRange(start: start, length: length, in: index)
        touch(index)
        var selection = fields[index].widened(TextSelection(start: start, length: length))
        if selection.length == 0, let caret = fields[index].caret(at: selection.start, configured(index)) {
            selection.start = caret
        }
        fields[index].selection = selection
    }

    /// The clear button of a text view.
    mutating func clear(_ index: Int) throws(FormError) {
        let field = configured(index)
        try checkEditable(field, by: .clear)
        guard field.isTextView, field.definition.hasClearButton else {
            throw FormError(.actionDisabled, "the field \(field.definition.id) has no clear button")
        }
        let everything = TextSelection(start: 0, length: Int(fields[index].textSize))
        guard everything.length > 0 else { return }
        if try edit(TextEdit(range: everything, replacement: "", origin: .cut), in: field) {
            fields[index].textOrigin = .clear
        }
    }

    /// What a cut or a copy took; else empty. Nothing is ever taken from a secret field.
    mutating func perform(_ action: EditAction, text: String, in index: Int) throws(FormError) -> String {
        let field = configured(index)
        guard !field.definition.disabledEditActions.contains(action.option) else {
            throw FormError(.actionDisabled, "the form's definition disables \(action) in \(field.definition.id)")
        }
        let selection = fields[index].selection
        switch action {
        case .cut, .copy:
            guard !fields[index].isSecret else {
                throw FormError(.actionDisabled, "\(action) is disabled in the secret field \(field.definition.id)")
            }
            if action == .cut { try checkEditable(field, by: .clipboard) }
            let taken = fields[index].text(in: selection)
            if action == .cut, selection.length > 0 {
                _ = try edit(TextEdit(range: selection, replacement: "", origin: .cut), in: field)
            }
            return taken
        case .paste: _ = try insert(text, in: index, isPaste: true)
        case .delete:
            try checkEditable(field, by: .clipboard)
            if selection.length > 0 {
                _ = try edit(TextEdit(range: selection, replacement: "", origin: .cut), in: field)
            }
        case .selectAll:
            touch(index)
            fields[index].selection = TextSelection(start: 0, length: Int(fields[index].textSize))
        case .select:
            touch(index)
            // Where a secret's words begin and end is a part of it.
            fields[index].selection =
                fields[index].isSecret
                ? TextSelection(start: 0, length: Int(fields[index].textSize))
                : fields[index].word(around: selection.start)
        }
        return ""
    }

    @inline(__always)
    private func result(of index: Int, accepted: Bool) -> OperationResult {
        // The text alone is asked for first: what is published is worked out from a copy of the whole field.
        let text = fields[index].isSecret ? fields[index].publishedText : fields[index].text
        return .edit(text: text, caret: fields[index].selection.end, accepted: accepted)
    }

    /// Throws `disabled`, and `actionDisabled` where users are not to change the text by this way.
    ///
    /// `mutating` for the call's sake alone: without it each key copies the form.
    mutating func checkEditable(_ field: CompiledField, by origin: EditOrigins) throws(FormError) {
        let index = field.index
        try checkEnabled(index)
        guard fields[index].allowedEdits(field).contains(origin) else {
            let id = field.definition.id
            if fields[index].isReadOnly(field) { throw FormError(.actionDisabled, "the field \(id) is read-only") }
            let name = EditOrigins.named.first { $0.origin == origin }?.name ?? ""
            throw FormError(.actionDisabled, "the field \(id) takes no edits by \(name)")
        }
    }

    private func checkRange(start: Int, length: Int, in index: Int) throws(FormError) {
        let size = Int(fields[index].textSize)
        guard start >= 0, length >= 0, start <= size, length <= size - start else {
            throw FormError(.outOfRange, "the range \(start), \(length) is not in a text of \(size) code points")
        }
    }

    private mutating func noteKey(_ kind: History.Burst.Kind, in index: Int, before caret: Int) {
        notes.continuesBurst = history.burst == History.Burst(field: index, kind: kind, caret: caret)
        notes.burst = History.Burst(field: index, kind: kind, caret: fields[index].selection.start)
    }
}

extension String {
    /// Whether this is what one key types: a cluster, and no line break.
    fileprivate var isKey: Bool {
        utf8.count == 1 ? utf8.first != 0x0A : utf8.count <= 16 && clusterCount == 1
    }
}

extension EditAction {
    package var option: EditActions {
        switch self {
        case .cut: .cut
        case .copy: .copy
        case .paste: .paste
        case .select: .select
        case .selectAll: .selectAll
        case .delete: .delete
        }
    }
}
