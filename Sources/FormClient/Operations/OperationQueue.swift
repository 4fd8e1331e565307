import DBus

/// The operations of one session that wait to be sent, in order.
///
/// Operations do not wait for the answers to others, with two exceptions:
///
/// - An operation on the focused field waits while one is unanswered that may move the focus: only its answer tells which
///   field the key is for. What comes after it waits behind it, so that the order is kept.
/// - At most `window` operations are unanswered. The daemon lets 256 of all clients wait in a session while a plug-in is
///   asked, and refuses more.
struct OperationQueue<Item> {
    static var window: Int { 64 }
    /// More operations are refused: nobody answers.
    static var limit: Int { 10_000 }

    struct Entry {
        let operation: Operation
        let item: Item
    }

    /// Whether the daemon is out of reach.
    var isSuspended = true
    private(set) var unanswered = 0
    private var unansweredMoves = 0
    private var waiting: [Entry] = []
    /// Those before were sent.
    private var first = 0

    var waitingCount: Int { waiting.count - first }

    /// - Throws: `LimitsExceeded` if too many wait.
    mutating func add(_ operation: Operation, _ item: Item) throws(BusError) {
        guard waitingCount < Self.limit else {
            throw BusError(.limitsExceeded, "\(Self.limit) operations wait to be sent")
        }
        waiting.append(Entry(operation: operation, item: item))
    }

    /// Takes out the next operation that is to be sent now. `answered` is to follow.
    mutating func next() -> Entry? {
        guard first < waiting.count, !isSuspended, unanswered < Self.window else { return nil }
        let entry = waiting[first]
        if entry.operation.target == .focusedField, unansweredMoves > 0 { return nil }
        first += 1
        if first == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 1_000 {
            waiting.removeFirst(first)
            first = 0
        }
        unanswered += 1
        if !entry.operation.keepsFocus { unansweredMoves += 1 }
        return entry
    }

    /// An operation that `next` gave was answered, or failed.
    mutating func answered(_ operation: Operation) {
        unanswered -= 1
        if !operation.keepsFocus { unansweredMoves -= 1 }
    }

    /// Takes out everything that waits.
    mutating func removeAll() -> [Entry] {
        defer {
            waiting = []
            first = 0
        }
        return Array(waiting[first...])
    }
}
