import FormModel

/// What undo and redo go through: for each step the fields whose text it changed, as they were before.
struct History: Sendable {
    struct Step: Sendable {
        var fields: [SavedField]
        /// For a change of rows: the rows as they were, and nothing else.
        let rows: SavedRows?
        /// Bytes.
        let size: Int

        init(fields: [SavedField], rows: SavedRows? = nil) {
            self.fields = fields
            self.rows = rows
            let texts = fields.reduce(0) { $0 + MemoryLayout<SavedField>.stride + $1.state.text.utf8.count }
            size = texts + (rows?.size ?? 0)
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

        /// A slice, since it drops its first elements without moving the others.
        private(set) var steps: ArraySlice<Step> = []
        private(set) var size = 0

        var isEmpty: Bool { steps.isEmpty }

        mutating func push(_ fields: [SavedField], rows: SavedRows? = nil) {
            let step = Step(fields: fields, rows: rows)
            steps.append(step)
            size += step.size
            while steps.count > Self.maximumSteps || size > Self.maximumSize && steps.count > 1 {
                size -= steps.removeFirst().size
            }
        }

        mutating func pop() -> Step? {
            guard let step = steps.popLast() else { return nil }
            size -= step.size
            return step
        }

        mutating func removeAll() {
            steps.removeAll()
            size = 0
        }

        mutating func forget(_ field: Int) {
            change { step in
                guard step.rows == nil else { return step }
                let fields = step.fields.filter { $0.index != field }
                return fields.isEmpty ? nil : Step(fields: fields)
            }
        }

        /// Puts other steps in the place of each; nil: none.
        mutating func change(_ change: (Step) -> Step?) {
            steps = ArraySlice(steps.compactMap(change))
            size = steps.reduce(0) { $0 + $1.size }
        }
    }

    var undo = Stack()
    var redo = Stack()
    var burst: Burst?
    /// The names of fields that steps speak of, but that are in no row now. A step has the complement of the place here
    /// for the number of such a field.
    private var absent: [String] = []

    mutating func push(_ fields: [SavedField], rows: SavedRows? = nil) {
        forgetRedo()
        undo.push(fields, rows: rows)
    }

    /// Adds to the last step what a later key of the same burst changed besides its own field.
    mutating func amend(_ fields: [SavedField]) {
        guard !fields.isEmpty, let last = undo.pop() else { return }
        undo.push(last.fields + fields.filter { field in !last.fields.contains { $0.index == field.index } })
    }

    /// Fields have other numbers now.
    mutating func renumber(from old: FormDefinition, to new: FormDefinition) {
        func name(_ index: Int) -> String? {
            if index < 0 { return absent.indices.contains(~index) ? absent[~index] : nil }
            return old.fields.indices.contains(index) ? old.fields[index].id : nil
        }
        var places: [String: Int] = [:]
        var gone: [String] = []
        func number(_ index: Int) -> Int? {
            guard let name = name(index) else { return nil }
            if let index = new.indices[name] { return index }
            if let place = places[name] { return ~place }
            places[name] = gone.count
            gone.append(name)
            return ~(gone.count - 1)
        }
        func renumbered(_ step: Step) -> Step {
            var step = step
            step.fields = step.fields.compactMap { field in
                number(field.index).map { number in
                    var field = field
                    field.index = number
                    return field
                }
            }
            return step
        }
        undo.change(renumbered)
        redo.change(renumbered)
        absent = gone
        burst = nil
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
