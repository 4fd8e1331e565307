package import EventLoop
package import FormEngine
package import FormModel
import FormPlugin
package import FormStore
import PluginHost

/// An open form: the engine's state, the users with access, and the subscribers.
///
/// Transactions are performed one after the other. While one waits for a plug-in's answer, the following ones are
/// queued; other sessions continue.
@LoopActor
package final class Session {
    package let identifier: SessionIdentifier
    /// The options of the session, without the initial values, which are part of the form.
    let options: SessionOptions
    package var audience: SessionOptions.Audience { options.audience }
    var lifetime: SessionOptions.Lifetime { options.lifetime }
    /// The name of the draft in which the values are stored.
    var draft: String? { options.draft }
    /// The connection that opened the session; `nil` if it has closed or belonged to another program of this daemon.
    package internal(set) var opener: Client?
    package internal(set) var form: Form
    package var definition: FormDefinition { form.compiled.definition }
    package internal(set) var members: SessionMembers
    package internal(set) var subscribers: Set<Client> = []
    /// The subscribers that are told of each transaction as a whole.
    package internal(set) var followers: [Client: Follower] = [:]
    /// The subscribers that get the plain signals.
    package var plainSubscribers: Set<Client> {
        subscribers.count == followers.count ? [] : subscribers.filter { followers[$0] == nil }
    }
    /// The fields that went with their rows, each with the revision of its removal.
    private(set) var removedFields: [(revision: UInt64, name: String)] = []
    /// The first revision since which all changes are known, fields that were removed among them.
    private var forgottenRemovals: UInt64 = 0
    /// The connections that receive a signal for each operation.
    package internal(set) var recorders: Set<Client> = []
    package internal(set) var isClosed = false

    /// Whether clients have been notified that the session is open. Only then are they notified that it is closed.
    var isAnnounced = false
    /// The maximum idle time; zero if it is unlimited.
    let idleTimeout: Duration
    private(set) var lastUse: ContinuousClock.Instant
    /// Implements the idle policy; `nil` if the session has none.
    package internal(set) var idleWatch: IdleWatch?
    /// The operations that restore the form's initial state, for the idle policy.
    let restart: [FormEngine.Operation]
    /// The time since which the session has had none of the connections that it is bound to.
    var abandonedSince: ContinuousClock.Instant?
    /// Whether a transaction, or opening the session, waits for a plug-in's answer or for the disk.
    var isSuspended = false
    /// Whether opening the session waits, so that its state is not complete yet.
    package var isBeingOpened: Bool { isSuspended && !isAnnounced }
    /// What waits until the session is not suspended, in its order.
    private(set) var waiting: [WaitingCall] = []
    /// Whether the first of them is in its user's queue.
    private var isResuming = false
    /// Whether the one that was the first of them is being performed.
    private var isPerformingFirst = false
    /// Whether the values have changed since the draft was written.
    var isDraftDue = false
    /// The file of the session's journal; `nil` if the session is not stored.
    var file: SessionFile?
    /// The session's identity in the shared store; `nil` if it is not shared.
    package internal(set) var sharing: SharedIdentity?
    /// What shows a session of another daemon here, which cannot be changed; `nil` for any other.
    var watch: FormRuntime.Watch?
    /// Whether it goes on at another daemon, so that its file is only removed here.
    var isGivenAway = false
    /// Removes the file that is being created; `nil` if none is.
    var removeUnstored: (@LoopActor (_ begun: @escaping @LoopActor () -> Void) -> Void)?
    /// Counts the time of the calls.
    let turns: Turns
    /// The transactions that are not stored yet, and what is said meanwhile; `nil` if everything is stored.
    var commit: PendingCommit?
    /// The questions of earlier transactions whose answers were late: `late`, or the answer that has arrived since.
    var answers: TypeResults = [:]
    /// The common beginning of the keys of the session's submissions; `nil` if they go to no target.
    private(set) var submissionSeries: String?
    /// Whether answers have arrived that were not passed to the form yet.
    var needsRefresh = false

    /// The bytes that its owner's account counts for it: at least its actual size.
    var bytes = 0
    /// The part of `bytes` that was estimated since the last measurement.
    var bytesSinceMeasured = 0
    /// The definition, if the owner sent it.
    var sentDefinition: UserAccount.Definition?
    /// The approximate size of an undo step without its texts.
    static let bytesPerStep = 512
    static let bytesBetweenMeasures = 64 * 1024
    /// The number of removed fields whose names are kept for followers that come back.
    private static let keptRemovals = 4_096

    /// How long a session that is bound to connections waits for another one.
    static let membersGrace = Duration.seconds(60)

    init(
        identifier: SessionIdentifier,
        opener: Client?,
        form: Form,
        options: SessionOptions,
        limits: Limits,
        turns: Turns,
        at now: ContinuousClock.Instant
    ) {
        self.identifier = identifier
        self.turns = turns
        members = SessionMembers(opener: identifier.owner)
        self.opener = opener
        self.form = form
        var chosen = options
        chosen.values = [:]
        self.options = chosen
        let idle = options.idle ?? form.compiled.definition.idle
        // With an idle policy, the policy determines the end of the session.
        idleTimeout = .seconds(options.idleTimeout ?? (idle == nil ? limits.idleTimeout : 0))
        lastUse = now
        idleWatch = idle.map { IdleWatch($0, at: now) }
        restart = idle?.action == .reset ? Self.restart(options) : []
        if form.compiled.definition.submission != nil {
            submissionSeries = SessionIdentifier.Token.random().description
        }
    }

    /// Creates a session from its stored data.
    convenience init(
        restoring stored: StoredSession,
        _ form: Form,
        _ file: SessionFile?,
        limits: Limits,
        turns: Turns,
        at moment: ContinuousClock.Instant
    ) {
        var options = stored.options
        options.values = form.initialValues
        self.init(
            identifier: stored.identifier,
            // The connection that opened it is closed.
            opener: nil,
            form: form,
            options: options,
            limits: limits,
            turns: turns,
            at: moment
        )
        members = stored.members
        submissionSeries = stored.submissionSeries ?? submissionSeries
        sharing = stored.sharing
        self.file = file
        // Its secrets are empty now, which is no revision.
        forgottenRemovals = form.revision + 1
        // The previous process may have ended before it wrote the draft.
        isDraftDue = draft != nil && !stored.isDraftDiscarded && form.canUndo && form.state != .submitted
        isAnnounced = true
    }

    package var owner: UInt32 { identifier.owner }

    /// Which record the next transaction needs.
    var saving: Saving { file.map { $0.wantsWhole ? .whole : .change } ?? .nothing }

    /// Options that depend on the person, such as the language, are restored, too; the width of the window is not.
    private static func restart(_ options: SessionOptions) -> [FormEngine.Operation] {
        [
            .setLocale(options.locale), .setTextScale(options.traits.textScale),
            .setColorScheme(options.traits.colorScheme), .restart(options.values),
        ]
    }

    /// Notes the changes of a transaction for the followers.
    func note(_ changes: [Change]) {
        if case .rows(_, let removed) = changes.first {
            removedFields += removed.map { (form.revision, $0) }
            let excess = removedFields.count - Self.keptRemovals
            if excess > 0 {
                forgottenRemovals = removedFields[excess - 1].revision
                removedFields.removeFirst(excess)
            }
        }
        // A copy of the keys, because an iteration of the dictionary would make the first change copy it.
        for client in Array(followers.keys) { followers[client]?.take(changes, of: form) }
    }

    /// The fields that were removed after a revision, and were not added again; `nil` if it is not known any more what has
    /// changed since.
    package func fields(removedAfter revision: UInt64) -> Set<String>? {
        guard revision >= forgottenRemovals else { return nil }
        let names = removedFields.lazy.filter { $0.revision > revision }.map(\.name)
        return Set(names.filter { self.form.index(ofField: $0) == nil })
    }

    /// The news for a follower, which is being told of them.
    package func takeNews(of client: Client) -> Follower.News? {
        followers[client]?.takeNews()
    }

    /// Forgets what the followers would be told of transactions that could not be stored.
    ///
    /// - Parameter before: the followers as they were before these transactions.
    func forgetChanges(after revision: UInt64, _ before: [Client: Follower]) {
        removedFields.removeAll { $0.revision > revision }
        for client in followers.keys { followers[client]?.forgetNews(since: before[client]) }
    }

    /// What waits for a session, and the user at whose expense it is done.
    struct WaitingCall {
        let user: UInt32
        /// Whether it also waits until everything is stored.
        let needsStored: Bool
        let perform: @LoopActor () -> Void
    }

    /// Whether a transaction can be performed now. Otherwise it has to wait until those before it have been performed.
    package var isFree: Bool { !isSuspended && (waiting.isEmpty || isPerformingFirst) }

    /// Whether every call has to wait, also one that only reads: while the session is being opened, while the disk writes,
    /// and then until the calls that waited before it have been performed. So each call sees what its caller's earlier
    /// calls have done. While a plug-in is asked, the session can be read.
    package var keepsCallsWaiting: Bool {
        if isBeingOpened || isBeingStored { return true }
        return !isSuspended && !isPerformingFirst && (!waiting.isEmpty || commit?.holdsMuch == true)
    }

    /// Whether it is free, and everything is stored.
    var isAtRest: Bool { isFree && commit == nil }

    /// Performs something at its user's turn, when the session is not suspended and everything that was added before has
    /// been performed. The rest of a call that has waited already comes before everything that waits.
    func add(for user: UInt32, needsStored: Bool = false, _ perform: @escaping @LoopActor () -> Void) {
        let call = WaitingCall(user: user, needsStored: needsStored, perform: perform)
        waiting.insert(call, at: isPerformingFirst ? 0 : waiting.count)
        resume()
    }

    /// Continues a transaction when those before it are stored, before everything that waits.
    func continueWhenStored(_ perform: @escaping @LoopActor () -> Void) {
        waiting.insert(WaitingCall(user: owner, needsStored: true, perform: perform), at: 0)
        submit()
    }

    /// Performs what waits, each call at its user's turn, until one has to wait for a plug-in or the disk.
    func resume() {
        guard !isResuming, let first = waiting.first, canPerform(first) else { return }
        isResuming = true
        turns.continue(first.user) { [self] in
            isResuming = false
            if let first = waiting.first, canPerform(first) {
                waiting.removeFirst()
                isPerformingFirst = true
                first.perform()
                isPerformingFirst = false
            }
            resume()
        }
    }

    private func canPerform(_ call: WaitingCall) -> Bool {
        if call.needsStored || commit?.holdsMuch == true { submit() }
        return !isSuspended
    }

    /// Restarts the idle time.
    func use(at now: ContinuousClock.Instant) {
        lastUse = now
        idleWatch?.use(at: now)
    }

    /// Stores which answers the form still needs after its transaction.
    func noteLate(_ results: TypeResults) {
        for case (let question, .late) in results { answers[question] = .late }
    }

    /// The time of the next check if nobody uses the session or subscribes to it; `nil` if none is needed.
    var due: ContinuousClock.Instant? {
        guard let idle = idleWatch?.due else { return expiry?.time }
        return min(idle, expiry?.time ?? idle)
    }

    /// The time at which the session is closed if nobody uses it or subscribes to it, and the reason; `nil` if it never
    /// is.
    var expiry: (time: ContinuousClock.Instant, reason: CloseReason)? {
        let idle = idleTimeout == .zero ? nil : (time: lastUse + idleTimeout, reason: CloseReason.idle)
        guard let abandonedSince else { return idle }
        let left = (time: abandonedSince + Self.membersGrace, reason: CloseReason.ownerVanished)
        return idle.map { $0.time < left.time ? $0 : left } ?? left
    }
}

/// Why the daemon ended a connection's subscription to a session; the raw values are those of the D-Bus interface.
package enum SubscriptionEnd: String, Sendable {
    /// Too much was unread.
    case slow
    case revoked
}

/// Why a session ended; the raw values are those of the D-Bus interface.
package enum CloseReason: String, Sendable {
    case closed
    case submitted
    case ownerVanished = "owner-vanished"
    case idle
    case shutdown
    /// It goes on at another daemon.
    case moved
}

/// The result of a transaction for its caller.
package struct Transaction: Sendable {
    /// The session's revision after the transaction.
    package let revision: UInt64
    /// One for each operation.
    package let results: [OperationResult]
    /// The name of the field for each operation on the focused field, in their order.
    package let focusedFields: [String]
    /// The changes that were announced.
    package let changes: [Change]
}
