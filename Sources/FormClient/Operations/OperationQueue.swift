import DBus

/// The operations of a session that wait to be sent, in order.
///
/// An operation is sent without waiting for earlier replies, with two exceptions:
///
/// - An operation on the focused field waits while an operation that may move the focus is unanswered, because only the
///   reply tells which field the key is for. Later operations wait behind it, which keeps the order.
/// - At most `window` operations are unanswered. The daemon queues 256 operations of all clients of a session while it
///   asks a plug-in, and refuses more.
struct OperationQueue<Item> {
    static var window: Int { 64 }
    /// The maximum number of waiting operations, for the case that the daemon does not answer.
    static var limit: Int { 10_000 }

    struct Entry {
        let operation: Operation
        let item: Item
    }

    /// Whether the daemon is unreachable.
    var isSuspended = true
    private(set) var unanswered = 0
    private var unansweredMoves = 0
    private var waiting: [Entry] = []
    /// The index in `waiting` of the first operation that was not sent yet.
    private var first = 0

    var waitingCount: Int { waiting.count - first }

    /// - Throws: `LimitsExceeded` if too many operations are waiting.
    mutating func add(_ operation: Operation, _ item: Item) throws(BusError) {
        guard waitingCount < Self.limit else {
            throw BusError(.limitsExceeded, "\(Self.limit) operations wait to be sent")
        }
        waiting.append(Entry(operation: operation, item: item))
    }

    /// Removes the next operation to send. The caller must call `answered` when its reply arrives.
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

    /// Records that an operation from `next` was answered or failed.
    mutating func answered(_ operation: Operation) {
        unanswered -= 1
        if !operation.keepsFocus { unansweredMoves -= 1 }
    }

    /// Removes all waiting operations.
    mutating func removeAll() -> [Entry] {
        defer {
            waiting = []
            first = 0
        }
        return Array(waiting[first...])
    }
}
