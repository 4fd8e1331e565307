/// The limits of one user's memory and processor time. Every limit has an error that names it.
package struct Limits: Sendable {
    /// Bytes of sessions, definitions, waiting calls, unread replies and cached answers together.
    package var bytesPerUser = 64 << 20
    /// The same of all users together. A user may have half of what the others leave, so that some room is always left.
    package var bytesOfAll = 256 << 20
    /// What a user may have in any case.
    package var bytesCertain = 4 << 20
    /// Unread bytes that a user may have even above `bytesPerUser`.
    package var bytesUnread = 8 << 20
    /// Calls that wait for their user's turn.
    package var waitingCalls = 1_024
    /// The time of one iteration of the loop that a user may use while others wait, and that all waiting users together
    /// may use.
    package var share: Duration = .milliseconds(1)
    package var turn: Duration = .milliseconds(4)
    /// The loop's time that a user may use in a burst, and per second on average, while others call, in seconds.
    package var burstInCompany = 0.1
    package var shareInCompany = 0.05
    package var sessionsPerUser = 4_096
    package var fieldsPerUser = 200_000
    /// Calls of one user that wait for one session: for a plug-in or the disk.
    package var queuedTransactions = 1_024
    /// How often one transaction may ask plug-ins. Each round asks questions that result from the previous answers.
    package var questionRounds = 256
    /// Connections that are subscribed to one session.
    package var subscribersPerSession = 64
    /// Drafts of one user, and the code points of a draft's name.
    package var draftsPerUser = 256
    package var draftName = 64
    /// Bytes on the disk of one user's drafts.
    package var draftBytesPerUser = 64 << 20
    /// Submissions of one user that have not arrived yet, and their bytes on the disk.
    package var submissionsPerUser = 10_000
    package var submissionBytesPerUser = 1 << 30
    /// How long a program may take for one submission.
    package var submissionTime: Duration = .seconds(30)
    /// How long a submission may wait for its target before formd says so.
    package var submissionAge: Duration = .seconds(3_600)
    /// How long fetching a bundle of forms may take.
    package var bundleTime: Duration = .seconds(60)
    /// Users with a role in one session.
    package var membersPerSession = 64
    /// The processor time that a call may use for the form, and for all its rules. A step that has started ends within
    /// 25 ms. Decoding the call and encoding its record, reply and signals come in addition. Reading a stored session may
    /// take ten times as long.
    package var workTime: Duration = .milliseconds(75)
    package var timeForRules: Duration = .milliseconds(50)
    /// Operations of one `Apply`.
    package var operationsPerTransaction = 4_096
    /// The time after which an idle session is closed, in seconds.
    package var idleTimeout: UInt32 = 24 * 60 * 60

    package init() {}
}

/// Why the runtime refused a call. Nothing has changed.
package struct RuntimeError: Error, Sendable, Hashable {
    package var code: Code
    /// Names the value at fault; for a limit, its number.
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
