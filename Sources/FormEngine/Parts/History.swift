/// The steps for undo and redo. A step holds what a transaction changed, as it was before: an undo restores it, and
/// leaves what the undo changed as a step for redo.
struct History: Sendable {
    final class Step: Sendable {
        let fields: [Entry]
        /// The former rows, if the transaction changed them.
        let rows: Rows?
        /// The approximate number of bytes.
        let size: Int

        init(fields: [Entry], rows: Rows? = nil) {
            self.fields = fields
            self.rows = rows
            size = fields.reduce(64 * (rows?.rows.count ?? 0)) { $0 + $1.size }
        }
    }

    /// The rows before a step that changed them. The fields of removed rows are among those of the step.
    struct Rows: Sendable {
        /// The row numbers by the group's full name.
        var rows: [String: [Int]]
        /// The row numbers that groups had used which have been removed since.
        var numbers: RowNumbers
        /// The language of the fields' texts.
        var locale: String
    }

    /// A field as it was before a step. It is identified by its name, because its index changes when rows are added or
    /// removed.
    struct Entry: Sendable {
        let id: String
        let message: ShownMessage?
        /// `nil` if only the field's message changed, because of another field's text. The text is not kept then,
        /// because it may be a secret.
        let field: FormField?

        /// The approximate number of bytes.
        var size: Int { field?.byteCount ?? 128 + (message?.text?.utf8.count ?? 0) }
    }

    /// What a transaction does to the history.
    enum Update: Sendable {
        case none
        /// Adds steps, of which an undo takes the last one first.
        case steps([Step])
        /// Adds fields to the last step.
        case addition([Entry])
        /// Removes the last step, which was undone or redone, and adds its inverse to the other stack.
        case traverse(back: Bool, inverse: Step)
        /// Removes all steps.
        case restart
    }

    /// A sequence of single keys in one field that form one step.
    struct Burst: Sendable, Equatable {
        var field: String
        var kind: Kind
        /// The caret position at which the next key continues the burst.
        var caret: Int

        enum Kind: Sendable {
            case insert, deleteBackward, deleteForward, step
        }
    }

    /// A stack with a limited size: the oldest steps are removed for new ones.
    struct Stack: Sendable {
        static let maximumSteps = 100
        /// The maximum size of all steps together, in bytes.
        static let maximumSize = 1 << 20

        /// A slice, which can remove its first elements without moving the others.
        private(set) var steps: ArraySlice<Step> = []
        private var size = 0

        var isEmpty: Bool { steps.isEmpty }
        var last: Step? { steps.last }

        /// Adds a step, and drops the oldest steps beyond the limits.
        mutating func push(_ step: Step) {
            steps.append(step)
            size += step.size
            while steps.count > Self.maximumSteps || size > Self.maximumSize && steps.count > 1 {
                size -= steps.removeFirst().size
            }
        }

        mutating func removeLast() {
            if let step = steps.popLast() { size -= step.size }
        }

        mutating func removeAll() {
            steps.removeAll()
            size = 0
        }

        /// Removes the entries of these fields.
        mutating func forget(_ fields: Set<String>) {
            steps = ArraySlice(
                steps.compactMap { step in
                    let rest = step.fields.filter { !fields.contains($0.id) }
                    return rest.isEmpty && step.rows == nil ? nil : Step(fields: rest, rows: step.rows)
                }
            )
            size = steps.reduce(0) { $0 + $1.size }
        }
    }

    private(set) var undo: Stack
    private(set) var redo: Stack
    /// The burst of the last step; `nil` if it cannot be continued.
    var burst: Burst?

    init(undo: Stack = Stack(), redo: Stack = Stack()) {
        self.undo = undo
        self.redo = redo
    }

    /// The approximate number of bytes of all steps.
    var size: Int { undo.steps.reduce(0) { $0 + $1.size } + redo.steps.reduce(0) { $0 + $1.size } }

    /// Applies what a transaction does. Steps that it adds replace those for redo.
    mutating func apply(_ update: Update) {
        switch update {
        case .none: break
        case .steps(let steps):
            redo.removeAll()
            for step in steps { undo.push(step) }
        case .addition(let entries):
            if !redo.isEmpty { redo.removeAll() }
            guard !entries.isEmpty, let last = undo.last else { return }
            undo.removeLast()
            // What an earlier key changed was recorded as it was before that key.
            let new = entries.filter { entry in !last.fields.contains { $0.id == entry.id } }
            undo.push(Step(fields: last.fields + new, rows: last.rows))
        case .traverse(let back, let inverse):
            if back {
                undo.removeLast()
                redo.push(inverse)
            } else {
                redo.removeLast()
                undo.push(inverse)
            }
        case .restart: self = History()
        }
    }

    /// Removes all entries of these fields, such as of one that has become secret.
    mutating func forget(_ fields: Set<String>) {
        undo.forget(fields)
        redo.forget(fields)
        burst = nil
    }
}

extension History.Entry {
    init(_ field: FormField, isMessageOnly: Bool = false) {
        self.init(id: field.id, message: field.messageToRestore, field: isMessageOnly ? nil : field)
    }
}
