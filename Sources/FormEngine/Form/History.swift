/// What undo and redo go through: for each step the fields whose text it changed, as they were before.
struct History: Sendable {
    struct Step: Sendable {
        var fields: [SavedField]
        var size: Int
    }

    /// A run of single keys in one field that counts as one step.
    struct Burst: Sendable, Equatable {
        var field: Int
        var kind: Kind
        /// Where the next key must be typed to belong to it.
        var caret: Int

        enum Kind: Sendable {
            case insert, deleteBackward, deleteForward
        }
    }

    static let maximumSteps = 100
    /// Bytes of text in all steps together.
    static let maximumSize = 1 << 20

    private(set) var undo: [Step] = []
    private(set) var redo: [Step] = []
    private var undoSize = 0
    var burst: Burst?

    mutating func push(_ fields: [SavedField]) {
        redo.removeAll()
        pushUndo(fields)
    }

    mutating func pushUndo(_ fields: [SavedField]) {
        let step = Step(fields: fields, size: fields.reduce(0) { $0 + $1.state.text.utf8.count })
        undo.append(step)
        undoSize += step.size
        var dropped = 0
        while undo.count - dropped > Self.maximumSteps || undoSize > Self.maximumSize && undo.count - dropped > 1 {
            undoSize -= undo[dropped].size
            dropped += 1
        }
        if dropped > 0 { undo.removeFirst(dropped) }
    }

    /// Adds to the last step what a later key of the same burst changed besides its own field.
    mutating func amend(_ fields: [SavedField]) {
        guard !fields.isEmpty, let last = undo.indices.last else { return }
        for field in fields where !undo[last].fields.contains(where: { $0.index == field.index }) {
            let size = field.state.text.utf8.count
            undo[last].fields.append(field)
            undo[last].size += size
            undoSize += size
        }
    }

    mutating func pushRedo(_ fields: [SavedField]) {
        redo.append(Step(fields: fields, size: 0))
    }

    mutating func popUndo() -> [SavedField]? {
        guard let step = undo.popLast() else { return nil }
        undoSize -= step.size
        return step.fields
    }

    mutating func popRedo() -> [SavedField]? {
        redo.popLast()?.fields
    }

    mutating func forgetRedo() {
        if !redo.isEmpty { redo.removeAll() }
    }

    /// Forgets every text of a field that has become secret.
    mutating func forget(_ field: Int) {
        func purged(_ steps: [Step]) -> [Step] {
            steps.compactMap { step in
                let fields = step.fields.filter { $0.index != field }
                guard !fields.isEmpty else { return nil }
                return Step(fields: fields, size: fields.reduce(0) { $0 + $1.state.text.utf8.count })
            }
        }
        undo = purged(undo)
        redo = purged(redo)
        undoSize = undo.reduce(0) { $0 + $1.size }
        burst = nil
    }
}

/// A field as it was.
struct SavedField: Sendable {
    var index: Int
    var state: FieldStorage
    /// In a step of the history: only what the field said was changed, by another field's text.
    var isMessageOnly = false
}

extension SavedField {
    /// What the field said, without its text.
    var messageOnly: SavedField {
        var state = FieldStorage()
        state.flags = self.state.flags
        state.errorMessage = self.state.errorMessage
        return SavedField(index: index, state: state, isMessageOnly: true)
    }
}
