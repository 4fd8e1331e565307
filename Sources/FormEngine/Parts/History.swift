/// The steps for undo and redo. A step holds the fields whose text it changed, as they were before.
struct History: Sendable {
    final class Step: Sendable {
        let fields: [Entry]
        /// The former rows, for a change of rows, which is a step of its own.
        let rows: SavedRows?
        /// The approximate number of bytes.
        let size: Int

        init(fields: [Entry] = [], rows: SavedRows? = nil) {
            self.fields = fields
            self.rows = rows
            size = fields.reduce(rows?.size ?? 0) { $0 + $1.size }
        }
    }

    /// A field as it was before a step. It is identified by its name, because its index changes when rows are added or
    /// removed.
    struct Entry: Sendable {
        let id: String
        let message: ShownMessage?
        /// `nil` if only the field's message changed, because of another field's text. The text is not kept then,
        /// because it may be a secret.
        let field: FormField?

        init(_ field: FormField, isMessageOnly: Bool = false) {
            id = field.id
            message = field.message
            self.field = isMessageOnly ? nil : field
        }

        /// An entry that is read from a saved record.
        init(id: String, message: ShownMessage?, field: FormField?) {
            self.id = id
            self.message = message
            self.field = field
        }

        /// The approximate number of bytes.
        var size: Int { field?.byteCount ?? 128 + (message?.text?.utf8.count ?? 0) }
    }

    /// How a transaction changed the history.
    enum Update {
        case none
        case step([Entry])
        /// The entries that were added to the last step.
        case addition([Entry])
        case traverse(back: Bool)
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

        mutating func push(_ step: Step) {
            steps.append(step)
            size += step.size
        }

        /// Drops the oldest steps beyond the limits.
        mutating func trim() {
            while steps.count > Self.maximumSteps || size > Self.maximumSize && steps.count > 1 {
                size -= steps.removeFirst().size
            }
        }

        mutating func removeLast() {
            if let step = steps.popLast() { size -= step.size }
        }

        /// Removes all but the first `count` steps, and restores the last of those.
        mutating func remove(after count: Int, _ last: Step?) {
            while steps.count > count { removeLast() }
            guard let last, last !== steps.last else { return }
            removeLast()
            push(last)
        }

        mutating func removeAll() {
            steps.removeAll()
            size = 0
        }

        /// Removes the entries of these fields.
        mutating func forget(_ fields: Set<String>) {
            steps = ArraySlice(
                steps.compactMap { step in
                    guard step.rows == nil else { return step }
                    let rest = step.fields.filter { !fields.contains($0.id) }
                    return rest.isEmpty ? nil : Step(fields: rest)
                }
            )
            size = steps.reduce(0) { $0 + $1.size }
        }
    }

    private(set) var undo: Stack
    private(set) var redo: Stack
    /// The burst of the last step; `nil` if it cannot be continued.
    private(set) var burst: Burst?

    init(undo: Stack = Stack(), redo: Stack = Stack()) {
        self.undo = undo
        self.redo = redo
    }

    /// The approximate number of bytes of all steps.
    var size: Int { undo.steps.reduce(0) { $0 + $1.size } + redo.steps.reduce(0) { $0 + $1.size } }

    /// Adds a step. Undone steps can no longer be redone.
    mutating func record(_ step: Step, burst: Burst?) {
        redo.removeAll()
        undo.push(step)
        self.burst = burst
    }

    /// Adds to the last step the other fields that a later key of the same burst changed.
    mutating func extend(by entries: [Entry], burst: Burst?) {
        if !redo.isEmpty { redo.removeAll() }
        self.burst = burst
        guard !entries.isEmpty, let last = undo.last else { return }
        undo.removeLast()
        let new = entries.filter { entry in !last.fields.contains { $0.id == entry.id } }
        undo.push(Step(fields: last.fields + new))
    }

    /// Undoes or redoes the last step, and moves its inverse to the other stack.
    ///
    /// - Parameter inverse: `nil` if the step could not be applied; it is then dropped.
    mutating func traverse(back: Bool, inverse: Step?) {
        if back { undo.removeLast() } else { redo.removeLast() }
        if let inverse { if back { redo.push(inverse) } else { undo.push(inverse) } }
        burst = nil
    }

    mutating func endBurst() {
        if burst != nil { burst = nil }
    }

    /// Drops the oldest steps beyond the limits. To be called once the transaction cannot be rolled back any more.
    mutating func trim() {
        undo.trim()
        redo.trim()
    }

    /// The state of a history before a transaction, for a rollback.
    struct Moment: Sendable {
        /// `nil` if the transaction only adds steps, as most do: with a copy, the first step that is added would copy
        /// the whole stack, which costs 0.4 µs a key on average.
        fileprivate let undo: Stack?
        fileprivate let count: Int
        fileprivate let last: Step?
        fileprivate let redo: Stack
        fileprivate let burst: Burst?
    }

    func moment(beforeAddition: Bool) -> Moment {
        Moment(
            undo: beforeAddition ? nil : undo,
            count: undo.steps.count,
            last: undo.last,
            redo: redo,
            burst: burst
        )
    }

    mutating func goBack(to moment: Moment) {
        if let undo = moment.undo { self.undo = undo } else { undo.remove(after: moment.count, moment.last) }
        redo = moment.redo
        burst = moment.burst
    }

    /// Removes all entries of these fields, such as of one that has become secret.
    mutating func forget(_ fields: Set<String>) {
        undo.forget(fields)
        redo.forget(fields)
        burst = nil
    }
}
