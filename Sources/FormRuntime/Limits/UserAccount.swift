package import EventLoop
package import FormEngine
import Synchronization

/// The memory that all users use together.
package final class MemoryBudget: Sendable {
    private let used = Atomic(0)

    package init() {}

    fileprivate var byteCount: Int { used.load(ordering: .relaxed) }

    fileprivate func add(_ more: Int) { used.wrappingAdd(more, ordering: .relaxed) }
}

/// One user's use of formd's memory and processor time, and its limits.
///
/// Memory is counted by purpose. A request for memory is refused if it exceeds the limit, which is lower when others use
/// much. Memory that grows by itself, such as unread replies, is measured and leaves less for requests.
package struct UserAccount: Sendable {
    /// What the memory is used for.
    package enum Purpose: Int, CaseIterable, Sendable, CustomStringConvertible {
        /// Texts, undo and everything else of open sessions.
        case sessions
        /// Definitions that the user sent, and their compiled forms.
        case definitions
        /// Calls that wait for their turn, for a plug-in or for the disk.
        case calls
        /// Replies and signals that the user's clients on the bus have not read.
        case replies
        /// Buffers of connections to the private socket: incomplete messages and unread ones.
        case connections
        /// Cached answers of plug-ins.
        case answers

        /// The name in `GetStatistics`.
        package var description: String {
            switch self {
            case .sessions: "sessions"
            case .definitions: "definitions"
            case .calls: "calls"
            case .replies: "replies"
            case .connections: "connections"
            case .answers: "answers"
            }
        }
    }

    package let user: UInt32
    private let limits: Limits
    private let budget: MemoryBudget
    private var bytes = [Int](repeating: 0, count: Purpose.allCases.count)
    package private(set) var sessions = 0
    package private(set) var fields = 0
    /// The number of sessions of each definition that the user sent.
    private var definitions: [ObjectIdentifier: Int] = [:]
    /// The processor time of the user's calls.
    package private(set) var time = Duration.zero
    /// The evaluations of rules and conditions by the forms of closed sessions.
    package private(set) var evaluations = EvaluationCounts()

    /// - Parameter budget: what the user shares with others.
    package init(user: UInt32, limits: Limits, budget: MemoryBudget = MemoryBudget()) {
        self.user = user
        self.limits = limits
        self.budget = budget
    }

    package var byteCount: Int { bytes.reduce(0, +) }

    /// How much the user may use at present: as much as half of what the others leave of the memory for all.
    package var limit: Int {
        let others = budget.byteCount - byteCount
        return min(limits.bytesPerUser, max(limits.bytesCertain, (limits.bytesOfAll - others) / 2))
    }

    package subscript(purpose: Purpose) -> Int { bytes[purpose.rawValue] }

    // MARK: Bytes

    /// Throws `limitExceeded` if the user may not use this much more memory.
    package func checkRoom(for more: Int) throws(RuntimeError) {
        guard more > 0, byteCount + more > limit else { return }
        throw RuntimeError(.limitExceeded, "user \(user) uses \(byteCount) of \(limit) bytes; this needs \(more) more")
    }

    /// Counts memory that is about to be used. Throws `limitExceeded`.
    package mutating func take(_ more: Int, for purpose: Purpose) throws(RuntimeError) {
        try checkRoom(for: more)
        add(more, for: purpose)
    }

    /// Counts memory without checking the limit; a negative number releases memory.
    package mutating func add(_ more: Int, for purpose: Purpose) {
        set(bytes[purpose.rawValue] + more, for: purpose)
    }

    /// Whether the user's connections may use this much memory. A minimum is always allowed, because even a user at the
    /// limit must be able to make a call and receive the error.
    package func hasRoom(forConnections bytes: Int) -> Bool {
        bytes <= limits.bytesUnread || byteCount - self[.connections] + bytes <= limit
    }

    /// Throws `limitExceeded` if the user is above the limit because of unread messages; then no call is served until
    /// the user reads them. A user who is above the limit for another reason is served, in order to be able to release
    /// memory.
    package func checkReading() throws(RuntimeError) {
        let unread = self[.replies] + self[.connections]
        guard byteCount > limit, unread > limits.bytesUnread else { return }
        let use = "\(byteCount) of \(limit) bytes"
        throw RuntimeError(.limitExceeded, "user \(user) uses \(use), of which \(unread) must be read first")
    }

    /// Sets the memory of a purpose to a measured value.
    package mutating func set(_ measured: Int, for purpose: Purpose) {
        let before = bytes[purpose.rawValue]
        bytes[purpose.rawValue] = max(0, measured)
        budget.add(bytes[purpose.rawValue] - before)
    }

    // MARK: Sessions

    /// A definition that the user sent. Its sessions share the compiled form.
    package struct Definition: Sendable {
        package let form: ObjectIdentifier
        package let bytes: Int

        package init(form: ObjectIdentifier, bytes: Int) {
            self.form = form
            self.bytes = bytes
        }
    }

    /// Counts a session that is about to be created. Throws `limitExceeded`.
    ///
    /// - Parameter definition: the session's definition, unless it is installed.
    package mutating func open(fields more: Int, bytes: Int, of definition: Definition? = nil) throws(RuntimeError) {
        guard sessions < limits.sessionsPerUser else {
            throw RuntimeError(.limitExceeded, "user \(user) has \(limits.sessionsPerUser) sessions open")
        }
        guard fields + more <= limits.fieldsPerUser else {
            let limit = "\(fields) of \(limits.fieldsPerUser) fields open"
            throw RuntimeError(.limitExceeded, "user \(user) has \(limit); this form has \(more)")
        }
        let isNew = definition.map { definitions[$0.form] == nil } ?? false
        let definitionBytes = isNew ? definition?.bytes ?? 0 : 0
        try checkRoom(for: bytes + definitionBytes)
        add(bytes, for: .sessions)
        add(definitionBytes, for: .definitions)
        if let definition { definitions[definition.form, default: 0] += 1 }
        sessions += 1
        fields += more
    }

    package mutating func close(
        fields gone: Int,
        bytes: Int,
        of definition: Definition? = nil,
        evaluations: EvaluationCounts = EvaluationCounts()
    ) {
        add(-bytes, for: .sessions)
        sessions -= 1
        fields -= gone
        self.evaluations += evaluations
        guard let definition, let open = definitions[definition.form] else { return }
        definitions[definition.form] = open > 1 ? open - 1 : nil
        if open == 1 { add(-definition.bytes, for: .definitions) }
    }

    // MARK: Time

    package mutating func spend(_ time: Duration) {
        self.time += time
    }
}

/// The accounts of all users.
@LoopActor
package final class UserAccounts {
    private var accounts: [UInt32: UserAccount] = [:]
    private let limits: Limits
    private let budget = MemoryBudget()

    package init(limits: Limits) {
        self.limits = limits
    }

    package subscript(user: UInt32) -> UserAccount {
        get { accounts[user] ?? UserAccount(user: user, limits: limits, budget: budget) }
        _modify { yield &accounts[user, default: UserAccount(user: user, limits: limits, budget: budget)] }
    }

    package var all: some Collection<UserAccount> { accounts.values }

    /// Resets the unread replies, because the connection to the bus was lost.
    package func forgetReplies() {
        for user in accounts.keys { accounts[user]?.set(0, for: .replies) }
    }
}
