package import EventLoop
package import FormEngine
package import FormModel
import FormPlugin
import FormStore
import PluginHost

/// One open form: the engine's state, and who may see and hear it.
///
/// Transactions happen one after the other. While one waits for a plug-in's answer the following ones wait in line;
/// other sessions go on.
@LoopActor
package final class Session {
    package let identifier: SessionIdentifier
    /// What the opener chose, without the first texts, which the form has.
    let options: SessionOptions
    package var audience: SessionOptions.Audience { options.audience }
    var lifetime: SessionOptions.Lifetime { options.lifetime }
    /// The name of the draft that keeps the values.
    var draft: String? { options.draft }
    /// The connection that opened the session; `nil` if it has gone, or was another program's of this daemon.
    package internal(set) var opener: Client?
    package internal(set) var form: Form
    package var definition: FormDefinition { form.compiled.definition }
    package internal(set) var members: SessionMembers
    package internal(set) var subscribers: Set<Client> = []
    /// The connections that are told of each operation.
    package internal(set) var recorders: Set<Client> = []
    package internal(set) var isClosed = false

    /// Whether clients were told that the session is open: only then are they told that it is closed.
    var isAnnounced = false
    /// How long the session may be unused; zero if it may for ever.
    let idleTimeout: Duration
    private(set) var lastUse: ContinuousClock.Instant
    /// Follows the idle policy; `nil` if the session has none.
    package internal(set) var idleWatch: IdleWatch?
    /// What makes the form as it was when it was opened, where the idle policy does so.
    let restart: [FormEngine.Operation]
    /// Since when the session has had no connection of those that it lives as long as.
    var deserted: ContinuousClock.Instant?
    /// Whether a transaction waits for a plug-in's answer.
    var isSuspended = false
    var waiting: [@LoopActor () -> Void] = []
    /// Whether the draft is older than the values.
    var isDraftDue = false
    /// The file of the session's journal; `nil` if the session is not durable.
    var file: SessionFile?
    /// Told when the file has what the session waits for, or of the session's end.
    var whenSettled: (@LoopActor (Result<Void, any Error>) -> Void)?
    /// The questions of earlier transactions whose answers were late: `late`, or the answer that has come since.
    var answers: TypeResults = [:]
    /// Whether answers have come that the form has not been given.
    var needsRefresh = false

    /// The bytes that its owner's account counts for it: at least those that it has.
    var bytes = 0
    /// How many of them were only estimated since they were last counted.
    var bytesSinceMeasured = 0
    /// The definition, if the owner sent it along.
    var sentDefinition: UserAccount.Definition?
    /// About the bytes of a step of undo besides texts.
    static let bytesPerStep = 512
    static let bytesBetweenMeasures = 64 * 1024

    /// How long a session waits for another connection to subscribe if it lives as long as one does.
    static let patience = Duration.seconds(60)

    init(
        identifier: SessionIdentifier,
        opener: Client?,
        form: Form,
        options: SessionOptions,
        limits: Limits,
        at now: ContinuousClock.Instant
    ) {
        self.identifier = identifier
        members = SessionMembers(opener: identifier.owner)
        self.opener = opener
        self.form = form
        var chosen = options
        chosen.values = [:]
        self.options = chosen
        let idle = options.idle ?? form.compiled.definition.idle
        // An idle policy says itself what becomes of the session.
        idleTimeout = .seconds(options.idleTimeout ?? (idle == nil ? limits.idleTimeout : 0))
        lastUse = now
        idleWatch = idle.map { IdleWatch($0, at: now) }
        restart = idle?.action == .reset ? Self.restart(options) : []
    }

    /// A session that comes back.
    convenience init(
        restoring stored: StoredSession,
        _ form: Form,
        _ file: SessionFile?,
        limits: Limits,
        at moment: ContinuousClock.Instant
    ) {
        var options = stored.options
        options.values = form.initialValues
        self.init(
            identifier: stored.identifier,
            // The connection that opened it has gone.
            opener: nil,
            form: form,
            options: options,
            limits: limits,
            at: moment
        )
        members = stored.members
        self.file = file
        isAnnounced = true
    }

    package var owner: UInt32 { identifier.owner }

    /// What a person chose, such as the language, goes as well; the window's width does not.
    private static func restart(_ options: SessionOptions) -> [FormEngine.Operation] {
        [
            .setLocale(options.locale), .setTextScale(options.traits.textScale),
            .setColorScheme(options.traits.colorScheme), .restart(options.values),
        ]
    }

    /// Notes that somebody uses the session.
    func use(at now: ContinuousClock.Instant) {
        lastUse = now
        idleWatch?.use(at: now)
    }

    /// Remembers which answers the form waits for after its transaction.
    func noteLate(_ results: TypeResults) {
        for case (let question, .late) in results { answers[question] = .late }
    }

    /// When there is something to do if nobody uses the session or subscribes; `nil` if there never is.
    var due: ContinuousClock.Instant? {
        guard let idle = idleWatch?.due else { return expiry?.time }
        return min(idle, expiry?.time ?? idle)
    }

    /// When the session is closed if nobody uses it or subscribes, and why; `nil` if it never is.
    var expiry: (time: ContinuousClock.Instant, reason: CloseReason)? {
        let idle = idleTimeout == .zero ? nil : (time: lastUse + idleTimeout, reason: CloseReason.idle)
        guard let deserted else { return idle }
        let left = (time: deserted + Self.patience, reason: CloseReason.ownerVanished)
        return idle.map { $0.time < left.time ? $0 : left } ?? left
    }
}

/// Why a session ended, in the words of the D-Bus interface.
package enum CloseReason: String, Sendable {
    case closed
    case submitted
    case ownerVanished = "owner-vanished"
    case idle
    case shutdown
}

/// What one transaction did, as its caller learns it.
package struct Transaction: Sendable {
    /// The session's revision after it.
    package let revision: UInt64
    /// One for each operation.
    package let results: [OperationResult]
    /// What was announced.
    package let changes: [Change]
}
