import DBus

/// The operations of a session that wait to be sent, in order.
///
/// An operation is sent without waiting for the replies to earlier ones. The queue only bounds: at most `window`
/// operations are unanswered, because the daemon queues 256 operations of all clients of a session while it asks a
/// plug-in, and refuses more. And it keeps operations while the daemon is unreachable.
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
    private var waiting: [Entry] = []
    /// The index in `waiting` of the first operation that was not sent yet.
    private var first = 0

    /// Whether every operation was sent and answered.
    var isEmpty: Bool { unanswered == 0 && first == waiting.count }

    /// - Throws: `LimitsExceeded` if too many operations are waiting.
    mutating func add(_ operation: Operation, _ item: Item) throws(BusError) {
        guard waiting.count - first < Self.limit else {
            throw BusError(.limitsExceeded, "\(Self.limit) operations wait to be sent")
        }
        waiting.append(Entry(operation: operation, item: item))
    }

    /// Removes the next operation to send. The caller must call `answered` when its reply arrives.
    mutating func next() -> Entry? {
        guard first < waiting.count, !isSuspended, unanswered < Self.window else { return nil }
        let entry = waiting[first]
        first += 1
        if first == waiting.count || first > 1_000 {
            waiting.removeFirst(first)
            first = 0
        }
        unanswered += 1
        return entry
    }

    /// Records that an operation from `next` was answered or failed.
    mutating func answered() { unanswered -= 1 }

    /// Removes all waiting operations.
    mutating func removeAll() -> [Entry] {
        defer { (waiting, first) = ([], 0) }
        return Array(waiting[first...])
    }
}
