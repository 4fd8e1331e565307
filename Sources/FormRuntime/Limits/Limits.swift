/// How much one daemon and one user may hold. Every limit has an error that names it.
package struct Limits: Sendable {
    package var sessionsPerUser = 4_096
    package var fieldsPerUser = 200_000
    /// Transactions that wait while a plug-in is asked.
    package var queuedTransactions = 256
    /// How often one transaction asks plug-ins, each time with what the last answers led to.
    package var questionRounds = 256
    /// Connections that one session's signals are sent to.
    package var subscribersPerSession = 64
    /// Operations of one `Apply`.
    package var operationsPerTransaction = 4_096
    /// How long a session that nobody touches lives, in seconds.
    package var idleTimeout: UInt32 = 24 * 60 * 60

    package init() {}
}
