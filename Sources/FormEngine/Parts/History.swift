/// What undo and redo go through: for each step the fields whose text it changed, as they were before.
struct History: Sendable {
    final class Step: Sendable {
        let fields: [Entry]
        /// For a change of rows: the rows as they were, and nothing else.
        let rows: SavedRows?
        /// Bytes, about.
        let size: Int

        init(fields: [Entry] = [], rows: SavedRows? = nil) {
            self.fields = fields
            self.rows = rows
            size = fields.reduce(rows?.size ?? 0) { $0 + $1.size }
        }
    }

    /// A field as it was. Steps know fields by name: their places change when rows come and go.
    struct Entry: Sendable {
        let id: String
        let message: ShownMessage?
        /// `nil` if another field's text changed what this field said, and nothing else. The text is not kept then: it may
        /// be a secret.
        let field: FormField?

        init(_ field: FormField, isMessageOnly: Bool = false) {
            id = field.id
            message = field.message
            self.field = isMessageOnly ? nil : field
        }

        /// One that was saved.
        init(id: String, message: ShownMessage?, field: FormField?) {
            self.id = id
            self.message = message
            self.field = field
        }

        /// Bytes, about.
        var size: Int { field?.byteCount ?? 128 + (message?.text?.utf8.count ?? 0) }
    }

    /// What a transaction did to undo and redo.
    enum Update {
        case none
        case step([Entry])
        /// More for the last step.
        case addition([Entry])
        case travel(back: Bool)
    }

    /// A run of single keys in one field that counts as one step.
    struct Burst: Sendable, Equatable {
        var field: String
        var kind: Kind
        /// Where the next key must be typed to belong to it.
        var caret: Int

        enum Kind: Sendable {
            case insert, deleteBackward, deleteForward, step
        }
    }

    /// Steps with a bound: the oldest make room for the newest.
    struct Stack: Sendable {
        static let maximumSteps = 100
        /// Bytes of all steps together.
        static let maximumSize = 1 << 20

        /// A slice, since it drops its first elements without moving the others.
        private(set) var steps: ArraySlice<Step> = []
        private var size = 0

        var isEmpty: Bool { steps.isEmpty }
        var last: Step? { steps.last }

        mutating func push(_ step: Step) {
            steps.append(step)
            size += step.size
        }

        /// Makes room for the steps to come.
        mutating func trim() {
            while steps.count > Self.maximumSteps || size > Self.maximumSize && steps.count > 1 {
                size -= steps.removeFirst().size
            }
        }

        mutating func removeLast() {
            if let step = steps.popLast() { size -= step.size }
        }

        /// Takes back steps that were added, and puts the last one of those before them in its place again.
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

        /// Forgets what some fields were.
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
    /// The burst that the last step belongs to, if it is one.
    private(set) var burst: Burst?

    init(undo: Stack = Stack(), redo: Stack = Stack()) {
        self.undo = undo
        self.redo = redo
    }

    /// Bytes of all steps, about.
    var size: Int { undo.steps.reduce(0) { $0 + $1.size } + redo.steps.reduce(0) { $0 + $1.size } }

    /// Adds a step for what a transaction did. What was undone before cannot be redone any more.
    mutating func record(_ step: Step, burst: Burst?) {
        redo.removeAll()
        undo.push(step)
        self.burst = burst
    }

    /// Adds to the last step what a later key of the same burst changed besides its own field.
    mutating func extend(by entries: [Entry], burst: Burst?) {
        if !redo.isEmpty { redo.removeAll() }
        self.burst = burst
        guard !entries.isEmpty, let last = undo.last else { return }
        undo.removeLast()
        let new = entries.filter { entry in !last.fields.contains { $0.id == entry.id } }
        undo.push(Step(fields: last.fields + new))
    }

    /// Moves the last step of one stack to the other: it has been undone, or redone.
    ///
    /// - Parameter inverse: what leads back; `nil` if the step could not be taken, and is dropped.
    mutating func travel(back: Bool, inverse: Step?) {
        if back { undo.removeLast() } else { redo.removeLast() }
        if let inverse { if back { redo.push(inverse) } else { undo.push(inverse) } }
        burst = nil
    }

    mutating func endBurst() {
        if burst != nil { burst = nil }
    }

    /// Makes room for the steps to come, once a transaction counts.
    mutating func trim() {
        undo.trim()
        redo.trim()
    }

    /// What leads back to a history as it was before a transaction.
    struct Moment: Sendable {
        /// `nil` if the transaction only adds to the steps, as most do: a copy of a hundred steps would take as long as a tenth
        /// of the key.
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

    /// Forgets every text of some fields, such as one that has become secret.
    mutating func forget(_ fields: Set<String>) {
        undo.forget(fields)
        redo.forget(fields)
        burst = nil
    }
}
