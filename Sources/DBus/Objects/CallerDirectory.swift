/// Which user each sender on a message bus is.
///
/// A unique name is never given twice on a bus, so what was looked up stays true until the name vanishes. While a look-up
/// runs, everything from that sender waits, in order. The type decides, its user looks up: `arrived` says what to do
/// with a message, `resolved` gives back those that waited.
struct CallerDirectory<Waiting> {
    /// Bounds on what strangers can make us remember.
    struct Limits: Sendable {
        /// Known senders; when full the directory forgets all of them and looks them up again as they call.
        var known = 4096
        /// Senders with a look-up under way.
        var lookUps = 1024
        /// Messages of one sender that wait for its look-up.
        var waiting = 128
    }

    enum Step: Hashable {
        /// The sender is known: serve the message.
        case serve(uid: UInt32)
        /// The message waits. Look the sender up when `lookUp` says so, else a look-up is under way.
        case wait(lookUp: Bool)
        /// Too much waits already; the message was not kept.
        case refuse
    }

    private let limits: Limits
    private var known: [BusName: UInt32] = [:]
    private var waiting: [BusName: [Waiting]] = [:]

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

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

    /// Ends a look-up. Returns what waited for it, in order: nothing when the sender vanished meanwhile.
    /// - Parameter uid: nil when the look-up failed; the next message starts another.
    mutating func resolved(_ sender: BusName, uid: UInt32?) -> [Waiting] {
        guard let messages = waiting.removeValue(forKey: sender) else { return [] }
        if let uid {
            if known.count >= limits.known { known.removeAll(keepingCapacity: true) }
            known[sender] = uid
        }
        return messages
    }

    /// Forgets a sender that left the bus, with what waited: nobody would read the replies.
    mutating func vanished(_ sender: BusName) {
        known[sender] = nil
        waiting[sender] = nil
    }
}
