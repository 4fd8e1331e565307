import EventLoop

/// The other end of one private connection: its name, and its subscriptions.
@LoopActor
final class Peer {
    enum State {
        /// The peer has not sent a message yet. It is sent no signals, because a bus client expects the reply to its
        /// `Hello` first.
        case silent
        case open
        /// The peer is shown the messages that match one of these rules, or all if there are no rules. It may not send
        /// any.
        case monitor([MatchRule])
    }

    let connection: Connection
    let uid: UInt32
    /// The peer as the sender of calls.
    private(set) var caller: Caller
    var state = State.silent
    /// The number of times that each rule was added.
    private(set) var rules: [MatchRule: Int] = [:]
    private(set) var ruleCount = 0

    /// When the peer last sent a message.
    var lastUse = EventLoop.Instant.now
    /// Whether the peer has called an object. It may have opened something that ends with its connection.
    var hasCalled = false
    /// Whether closing the connection would cost the peer anything.
    var isInUse: Bool { hasCalled || ruleCount > 0 || isMonitor }

    /// The description of the peer in log messages.
    var description: String {
        "the private connection \(name?.string ?? "without a name") of uid \(uid)"
    }

    init(_ connection: Connection, uid: UInt32) {
        self.connection = connection
        self.uid = uid
        caller = .peer(connection, uid: uid, name: nil)
    }

    /// The unique name that was assigned to the peer when it called `Hello`; `nil` before that, or if it never does.
    var name: BusName? { caller.sender }

    var isMonitor: Bool {
        if case .monitor = state { true } else { false }
    }

    /// Assigns a name to the peer. Returns `false` if it already has one.
    func adopt(_ name: BusName) -> Bool {
        guard self.name == nil else { return false }
        caller = .peer(connection, uid: uid, name: name)
        return true
    }

    func add(_ rule: MatchRule) {
        rules[rule, default: 0] += 1
        ruleCount += 1
    }

    /// Removes a rule. Returns `false` if the peer has not added it.
    func remove(_ rule: MatchRule) -> Bool {
        guard let count = rules[rule] else { return false }
        rules[rule] = count > 1 ? count - 1 : nil
        ruleCount -= 1
        return true
    }

    func becomeMonitor(_ rules: [MatchRule]) {
        state = .monitor(rules)
        connection.isMonitor = true
        self.rules = [:]
        ruleCount = 0
    }
}
