/// How much one user may hold and take. Every limit has an error that names it.
package struct Limits: Sendable {
    /// Bytes of sessions, definitions, waiting calls, unread replies and remembered answers together.
    package var bytesPerUser = 64 << 20
    /// Bytes that a user may leave unread however much the user holds.
    package var bytesUnread = 8 << 20
    /// Calls that wait until it is their user's turn.
    package var waitingCalls = 1_024
    /// How much of a turn of the loop a user may have while others wait, and all who wait together.
    package var share: Duration = .milliseconds(5)
    package var turn: Duration = .milliseconds(20)
    /// Seconds of the loop's time that a user may have at once, and in each second of the long run, while others call.
    package var burstInCompany = 0.1
    package var shareInCompany = 0.05
    package var sessionsPerUser = 4_096
    package var fieldsPerUser = 200_000
    /// Transactions that wait while a plug-in is asked.
    package var queuedTransactions = 256
    /// How often one transaction asks plug-ins, each time with what the last answers led to.
    package var questionRounds = 256
    /// Connections that one session's signals are sent to.
    package var subscribersPerSession = 64
    /// Drafts of one user, and the code points of a draft's name.
    package var draftsPerUser = 256
    package var draftName = 64
    /// Users who have been granted a role in one session.
    package var membersPerSession = 64
    /// How much of the processor's time one call may take, and how much of it rules may. No call holds the loop longer than
    /// 100 ms: a step that has begun ends within 25.
    package var workTime: Duration = .milliseconds(75)
    package var timeForRules: Duration = .milliseconds(50)
    /// Operations of one `Apply`.
    package var operationsPerTransaction = 4_096
    /// How long a session that nobody touches lives, in seconds.
    package var idleTimeout: UInt32 = 24 * 60 * 60

    package init() {}
}

/// Why the runtime refused something that is not an edit of a form. Nothing changed.
package struct RuntimeError: Error, Sendable, Hashable {
    package var code: Code
    /// Names the value at fault and, for a limit, the limit.
    package var message: String

    package enum Code: Sendable, Hashable {
        case unknownForm, invalidDefinition, unknownSession, sessionExists, accessDenied, limitExceeded, invalidArgument
        case staleRevision, pluginUnavailable
    }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
