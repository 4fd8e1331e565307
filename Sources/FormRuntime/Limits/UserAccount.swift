package import EventLoop
package import FormEngine

/// What one user holds of formd's memory, and how much of its time the user took, against what a user may have.
///
/// Bytes are counted by purpose. What is counted before it is made is refused when there is no room; what grows unasked,
/// such as replies that nobody reads, is set as it is measured and leaves less room for the rest.
package struct UserAccount: Sendable {
    /// What bytes are held for.
    package enum Purpose: Int, CaseIterable, Sendable, CustomStringConvertible {
        /// Texts, undo and everything else of open sessions.
        case sessions
        /// Definitions that the user sent along, and what they were compiled to.
        case definitions
        /// Calls that wait for their turn, or for a plug-in.
        case calls
        /// Replies and signals that the user's clients on the bus have not read.
        case replies
        /// What connections to the private socket hold: messages that have come in part, and what is not read.
        case connections
        /// Plug-ins' answers that are remembered.
        case answers

        /// As `GetStatistics` names it.
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
    private var bytes = [Int](repeating: 0, count: Purpose.allCases.count)
    package private(set) var sessions = 0
    package private(set) var fields = 0
    /// How many sessions each definition has that the user sent along.
    private var definitions: [ObjectIdentifier: Int] = [:]
    /// The time that the user's calls took.
    package private(set) var time = Duration.zero
    /// What the forms of sessions that are closed have asked their rules and conditions.
    package private(set) var evaluations = EvaluationCounts()

    package init(user: UInt32, limits: Limits) {
        self.user = user
        self.limits = limits
    }

    package var byteCount: Int { bytes.reduce(0, +) }

    package subscript(purpose: Purpose) -> Int { bytes[purpose.rawValue] }

    // MARK: Bytes

    /// Throws `limitExceeded` if the user may not hold so many bytes more.
    package func checkRoom(for more: Int) throws(RuntimeError) {
        guard more > 0, byteCount + more > limits.bytesPerUser else { return }
        let limit = "\(byteCount) of \(limits.bytesPerUser) bytes"
        throw RuntimeError(.limitExceeded, "user \(user) holds \(limit); this needs \(more) more")
    }

    /// Counts bytes that are about to be held. Throws `limitExceeded`.
    package mutating func take(_ more: Int, for purpose: Purpose) throws(RuntimeError) {
        try checkRoom(for: more)
        add(more, for: purpose)
    }

    /// Counts bytes that are held whether there is room or not; a negative number gives bytes back.
    package mutating func add(_ more: Int, for purpose: Purpose) {
        bytes[purpose.rawValue] = max(0, bytes[purpose.rawValue] + more)
    }

    /// Whether the user's connections may hold so many bytes. Some they may in any case: a user without room for more is told
    /// so, which takes a call and its reply.
    package func hasRoom(forConnections bytes: Int) -> Bool {
        bytes <= limits.bytesUnread || byteCount - self[.connections] + bytes <= limits.bytesPerUser
    }

    /// Throws `limitExceeded` if the user holds too much because of what the user has not read: nothing is served until
    /// the user reads. Whoever holds too much for other reasons is served, in order to give something back.
    package func checkReading() throws(RuntimeError) {
        let unread = self[.replies] + self[.connections]
        guard byteCount > limits.bytesPerUser, unread > limits.bytesUnread else { return }
        let limit = "\(byteCount) of \(limits.bytesPerUser) bytes"
        throw RuntimeError(.limitExceeded, "user \(user) holds \(limit), of which \(unread) are to be read first")
    }

    /// Sets the bytes of a purpose to what was measured.
    package mutating func set(_ measured: Int, for purpose: Purpose) {
        bytes[purpose.rawValue] = max(0, measured)
    }

    // MARK: Sessions

    /// A definition that the user sent along. Sessions of one definition share what it was compiled to.
    package struct Definition: Sendable {
        package let form: ObjectIdentifier
        package let bytes: Int

        package init(form: ObjectIdentifier, bytes: Int) {
            self.form = form
            self.bytes = bytes
        }
    }

    /// Counts a session that is about to be made. Throws `limitExceeded`.
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

    package init(limits: Limits) {
        self.limits = limits
    }

    package subscript(user: UInt32) -> UserAccount {
        get { accounts[user] ?? UserAccount(user: user, limits: limits) }
        _modify { yield &accounts[user, default: UserAccount(user: user, limits: limits)] }
    }

    package var all: some Collection<UserAccount> { accounts.values }

    /// The bus has gone, and what was to be read there with it.
    package func forgetReplies() {
        for user in accounts.keys { accounts[user]?.set(0, for: .replies) }
    }
}
