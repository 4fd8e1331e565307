/// The users of the senders on a message bus.
///
/// A bus never assigns a unique name twice, so the result of a look-up is valid until the name vanishes. During a
/// look-up all messages of the sender wait, in order. This type only makes the decisions: `arrived` returns how to
/// handle a message, the caller looks the sender up, and `resolved` returns the waiting messages.
struct CallerDirectory<Waiting> {
    /// Limits of the memory that unknown senders can use.
    struct Limits: Sendable {
        /// The number of known senders. When it is reached, all of them are removed, and looked up again at their next
        /// call.
        var known = 4096
        /// The number of look-ups at one time.
        var lookUps = 1024
        /// The number of messages of one sender that wait for its look-up.
        var waiting = 128
        /// The bytes of all messages that wait.
        var waitingBytes = 16 << 20
    }

    enum Step: Hashable {
        /// The sender is known: serve the message.
        case serve(uid: UInt32)
        /// The message waits. If `lookUp` is true, the caller has to look the sender up; else a look-up is under way.
        case wait(lookUp: Bool)
        /// Too many messages are waiting. The message was not stored.
        case refuse
    }

    private let limits: Limits
    private var known: [BusName: UInt32] = [:]
    private var waiting: [BusName: (messages: [Waiting], bytes: Int)] = [:]
    private var waitingBytes = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The user of a sender that is known.
    func user(of sender: BusName) -> UInt32? { known[sender] }

    /// - Parameter bytes: the size of the message.
    mutating func arrived(_ message: Waiting, of bytes: Int, from sender: BusName) -> Step {
        if let uid = known[sender] { return .serve(uid: uid) }
        let isNew = waiting[sender] == nil
        var (messages, size) = waiting[sender] ?? ([], 0)
        guard messages.count < limits.waiting, !isNew || waiting.count < limits.lookUps,
            waitingBytes + bytes <= limits.waitingBytes
        else { return .refuse }
        messages.append(message)
        size += bytes
        waitingBytes += bytes
        waiting[sender] = (messages, size)
        return .wait(lookUp: isNew)
    }

    /// Ends a look-up. Returns the messages that waited for it, in order: none if the sender has vanished meanwhile.
    /// - Parameter uid: `nil` if the look-up failed; the next message then starts another.
    mutating func resolved(_ sender: BusName, uid: UInt32?) -> [Waiting] {
        let messages = takeWaiting(sender)
        if let uid, !messages.isEmpty {
            if known.count >= limits.known { known.removeAll(keepingCapacity: true) }
            known[sender] = uid
        }
        return messages
    }

    /// Removes a sender that has left the bus, and its messages, because nobody would read the replies.
    mutating func vanished(_ sender: BusName) {
        known[sender] = nil
        _ = takeWaiting(sender)
    }

    private mutating func takeWaiting(_ sender: BusName) -> [Waiting] {
        guard let (messages, bytes) = waiting.removeValue(forKey: sender) else { return [] }
        waitingBytes -= bytes
        return messages
    }
}
