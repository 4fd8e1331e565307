import EventLoop

/// The other end of one private connection: what it was named, what it asked to be told.
@LoopActor
final class Peer {
    enum State {
        /// It has not said anything yet, and is told nothing: the first thing a bus client wants to hear is the reply
        /// to its `Hello`.
        case silent
        case open
        /// It watches, filtered by these rules (none: everything), and may not say anything any more.
        case monitor([MatchRule])
    }

    let connection: Connection
    let uid: UInt32
    /// The peer as a caller.
    private(set) var caller: Caller
    var state = State.silent
    /// How often each rule was added.
    private(set) var rules: [MatchRule: Int] = [:]
    private(set) var ruleCount = 0

    /// Whether it has called an object. It may have opened something that ends with its connection.
    var hasCalled = false
    /// Whether the end of the connection would be a loss.
    var isInUse: Bool { hasCalled || ruleCount > 0 || isMonitor }

    /// For a log line.
    var description: String {
        "the private connection \(name?.string ?? "without a name") of uid \(uid)"
    }

    init(_ connection: Connection, uid: UInt32) {
        self.connection = connection
        self.uid = uid
        caller = .peer(connection, uid: uid, name: nil)
    }

    /// Given with `Hello`; a plain peer never has one.
    var name: BusName? { caller.sender }

    var isMonitor: Bool {
        if case .monitor = state { true } else { false }
    }

    /// - Returns: false when it has a name.
    func adopt(_ name: BusName) -> Bool {
        guard self.name == nil else { return false }
        caller = .peer(connection, uid: uid, name: name)
        return true
    }

    func add(_ rule: MatchRule) {
        rules[rule, default: 0] += 1
        ruleCount += 1
    }

    /// - Returns: false when it never added this rule.
    func remove(_ rule: MatchRule) -> Bool {
        guard let count = rules[rule] else { return false }
        rules[rule] = count > 1 ? count - 1 : nil
        ruleCount -= 1
        return true
    }

    func becomeMonitor(_ rules: [MatchRule]) {
        state = .monitor(rules)
        self.rules = [:]
        ruleCount = 0
    }
}
