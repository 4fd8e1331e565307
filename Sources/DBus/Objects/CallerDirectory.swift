/// Knows the user of each sender on a message bus.
///
/// A bus never gives the same unique name twice, so the result of a look-up holds until the name vanishes. During a look-up
/// all messages of the sender wait, in order. This type only decides: `arrived` returns what to do with a message, the
/// caller looks the sender up, and `resolved` returns the messages that waited.
struct CallerDirectory<Waiting> {
    /// Limits on the memory that strangers can take.
    struct Limits: Sendable {
        /// The number of known senders. At the limit all of them are forgotten, and looked up again when they call.
        var known = 4096
        /// The number of look-ups at one time.
        var lookUps = 1024
        /// The number of messages of one sender that wait for its look-up.
        var waiting = 128
    }

    enum Step: Hashable {
        /// The sender is known: serve the message.
        case serve(uid: UInt32)
        /// The message waits. If `lookUp` is true, the caller has to look the sender up; else a look-up is under way.
        case wait(lookUp: Bool)
        /// Too much waits already. The message was not kept.
        case refuse
    }

    private let limits: Limits
    private var known: [BusName: UInt32] = [:]
    private var waiting: [BusName: [Waiting]] = [:]

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// The user of a sender that is known.
    func user(of sender: BusName) -> UInt32? { known[sender] }

    mutating func arrived(_ message: Waiting, from sender: BusName) -> Step {
        if let uid = known[sender] { return .serve(uid: uid) }
        if let count = waiting[sender]?.count {
            guard count < limits.waiting else { return .refuse }
            waiting[sender]?.append(message)
            return .wait(lookUp: false)
        }
        guard waiting.count < limits.lookUps else { return .refuse }
        waiting[sender] = [message]
        return .wait(lookUp: true)
    }

    /// Ends a look-up. Returns the messages that waited for it, in order: none if the sender has vanished meanwhile.
    /// - Parameter uid: `nil` if the look-up failed; the next message then starts another.
    mutating func resolved(_ sender: BusName, uid: UInt32?) -> [Waiting] {
        guard let messages = waiting.removeValue(forKey: sender) else { return [] }
        if let uid {
            if known.count >= limits.known { known.removeAll(keepingCapacity: true) }
            known[sender] = uid
        }
        return messages
    }

    /// Forgets a sender that has left the bus, and its messages: nobody would read the replies.
    mutating func vanished(_ sender: BusName) {
        known[sender] = nil
        waiting[sender] = nil
    }
}
