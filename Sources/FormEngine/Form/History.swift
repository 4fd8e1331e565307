import FormModel

/// What undo and redo go through: for each step the fields whose text it changed, as they were before.
struct History: Sendable {
    struct Step: Sendable {
        var fields: [SavedField]
        /// For a change of rows: the rows as they were, and nothing else.
        var rows: SavedRows?
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
    /// The names of fields that steps speak of, but that are in no row now. A step has the complement of the place here
    /// for the number of such a field.
    private var absent: [String] = []

    mutating func push(_ fields: [SavedField], rows: SavedRows? = nil) {
        redo.removeAll()
        pushUndo(fields, rows: rows)
    }

    mutating func pushUndo(_ fields: [SavedField], rows: SavedRows? = nil) {
        let size = fields.reduce(0) { $0 + $1.state.text.utf8.count } + (rows?.size ?? 0)
        let step = Step(fields: fields, rows: rows, size: size)
        undo.append(step)
        undoSize += step.size
        var dropped = 0
        while undo.count - dropped > Self.maximumSteps || undoSize > Self.maximumSize && undo.count - dropped > 1 {
            undoSize -= undo[dropped].size
            dropped += 1
        }
        if dropped > 0 { undo.removeFirst(dropped) }
    }

    mutating func pushRedo(_ fields: [SavedField], rows: SavedRows? = nil) {
        redo.append(Step(fields: fields, rows: rows, size: 0))
    }

    mutating func popUndo() -> Step? {
        guard let step = undo.popLast() else { return nil }
        undoSize -= step.size
        return step
    }

    mutating func popRedo() -> Step? {
        redo.popLast()
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
        func renumbered(_ steps: [Step]) -> [Step] {
            steps.map { step in
                var step = step
                step.fields = step.fields.compactMap { field in
                    number(field.index).map { SavedField(index: $0, state: field.state) }
                }
                return step
            }
        }
        undo = renumbered(undo)
        redo = renumbered(redo)
        absent = gone
        burst = nil
    }

    mutating func forgetRedo() {
        if !redo.isEmpty { redo.removeAll() }
    }

    /// Forgets every text of a field that has become secret.
    mutating func forget(_ field: Int) {
        func purged(_ steps: [Step]) -> [Step] {
            steps.compactMap { step in
                guard step.rows == nil else { return step }
                let fields = step.fields.filter { $0.index != field }
                guard !fields.isEmpty else { return nil }
                return Step(fields: fields, rows: nil, size: fields.reduce(0) { $0 + $1.state.text.utf8.count })
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
}

/// The rows as they were, and the fields that were in those that are gone since, by name. Secrets are not kept.
struct SavedRows: Sendable {
    var rows: [[Int]]
    var fields: [String: FieldStorage]

    /// Bytes of text.
    var size: Int { fields.values.reduce(0) { $0 + $1.text.utf8.count } }
}
