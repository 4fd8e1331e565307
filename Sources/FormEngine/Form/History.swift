/// What undo and redo go through: for each step the fields whose text it changed, as they were before.
struct History: Sendable {
    struct Step: Sendable {
        let fields: [SavedField]
        /// Bytes.
        let size: Int

        init(fields: [SavedField]) {
            self.fields = fields
            size = fields.reduce(0) { $0 + MemoryLayout<SavedField>.stride + $1.state.text.utf8.count }
        }
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

    /// Steps with a bound: the oldest make room for the newest.
    struct Stack: Sendable {
        static let maximumSteps = 100
        /// Bytes of all steps together.
        static let maximumSize = 1 << 20

        private(set) var steps: [Step] = []
        private var size = 0

        var isEmpty: Bool { steps.isEmpty }

        mutating func push(_ fields: [SavedField]) {
            let step = Step(fields: fields)
            steps.append(step)
            size += step.size
            var dropped = 0
            while steps.count - dropped > Self.maximumSteps || size > Self.maximumSize && steps.count - dropped > 1 {
                size -= steps[dropped].size
                dropped += 1
            }
            if dropped > 0 { steps.removeFirst(dropped) }
        }

        mutating func pop() -> [SavedField]? {
            guard let step = steps.popLast() else { return nil }
            size -= step.size
            return step.fields
        }

        mutating func removeAll() {
            steps.removeAll()
            size = 0
        }

        mutating func forget(_ field: Int) {
            steps = steps.compactMap { step in
                let fields = step.fields.filter { $0.index != field }
                return fields.isEmpty ? nil : Step(fields: fields)
            }
            size = steps.reduce(0) { $0 + $1.size }
        }
    }

    var undo = Stack()
    var redo = Stack()
    var burst: Burst?

    mutating func push(_ fields: [SavedField]) {
        forgetRedo()
        undo.push(fields)
    }

    /// Adds to the last step what a later key of the same burst changed besides its own field.
    mutating func amend(_ fields: [SavedField]) {
        guard !fields.isEmpty, let last = undo.pop() else { return }
        undo.push(last + fields.filter { field in !last.contains { $0.index == field.index } })
    }

    mutating func forgetRedo() {
        if !redo.isEmpty { redo.removeAll() }
    }

    /// Forgets every text of a field that has become secret.
    mutating func forget(_ field: Int) {
        undo.forget(field)
        redo.forget(field)
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
