import DBus
import EventLoop
import FormContract

/// The state of a session that is being reached again. Until that has succeeded the mirror stays as it was, so that an
/// interrupted recovery can go on.
struct Recovery {
    /// The delays between attempts.
    static let delays: (first: Duration, longest: Duration) = (.milliseconds(100), .seconds(10))
    /// How often a session is looked for that another program may open again.
    private static let maximumSearches = 6
    /// How often the daemon may break its contract.
    private static let maximumBreaches = 5

    /// What is followed again; `nil` before that.
    var state: SessionMirror?
    private(set) var events: [SessionEvent] = []
    /// Increases with each interruption and each attempt, so that earlier attempts stop.
    private(set) var attempt = 0
    private var searches = 0
    private var breaches = 0

    mutating func stop() {
        attempt += 1
        (state, events) = (nil, [])
    }

    mutating func finish() {
        stop()
        searches = 0
    }

    mutating func take(_ news: SessionNews) throws(BusError) {
        if let update = try state?.take(news) { events += update.events }
    }

    /// Returns whether the session may be looked for once more.
    mutating func search() -> Bool {
        searches += 1
        return searches <= Self.maximumSearches
    }

    /// Returns whether the daemon is given another chance.
    mutating func breach() -> Bool {
        breaches += 1
        return breaches <= Self.maximumBreaches
    }
}

/// What a followed session does while the daemon is unreachable, and after it returns.
extension FormSession {
    func connectionLost() {
        guard stage == .following || stage == .lost else { return }
        recovery.stop()
        guard stage == .following else { return }
        stage = .lost
        queue.isSuspended = true
        settle()
        emit(.lost)
    }

    /// Follows the session again, because what was told since is not complete.
    func interrupt(after delay: Duration = .zero) {
        connectionLost()
        recover(after: delay)
    }

    /// The daemon broke its contract.
    func breach(_ error: BusError) {
        emit(.failed(error))
        if recovery.breach() { interrupt(after: Recovery.delays.first) } else { end(reason: "contract") }
    }

    /// Tries to reach the session until that succeeds or cannot succeed any more. A new connection, or another owner of
    /// the daemon's name, starts another series of attempts.
    func recover(after delay: Duration = .zero) {
        guard stage == .lost else { return }
        recovery.stop()
        let attempt = recovery.attempt
        LoopActor.task { [weak self] in
            var (delay, next) = (delay, Recovery.delays.first)
            repeat {
                if delay > .zero { try await EventLoop.shared.sleep(for: delay) }
                (delay, next) = (next, min(next * 2, Recovery.delays.longest))
            } while await self?.tries(attempt) == true
        }
    }

    private func isCurrent(_ attempt: Int) -> Bool { stage == .lost && recovery.attempt == attempt }

    /// Returns whether another attempt should follow.
    private func tries(_ attempt: Int) async -> Bool {
        guard isCurrent(attempt), forms.connection != nil else { return false }
        do throws(BusError) {
            let missing = try await reach(attempt)
            if isCurrent(attempt) { resume(missing) }
            return false
        } catch {
            guard isCurrent(attempt) else { return false }
            guard error.name == .brokenContract else { return isWorthTrying(after: error) }
            breach(error)
            return false
        }
    }

    private func isWorthTrying(after error: BusError) -> Bool {
        // The bus knows of no daemon, or the connection has ended.
        if [.serviceUnknown, .nameHasNoOwner, .disconnected].contains(error.name) { return forms.connection != nil }
        emit(.failed(error))
        let isPossible =
            switch error.failure {
            case .unknownSession: recovery.search()
            case nil, .limitExceeded, .storeUnavailable, .pluginUnavailable, .staleRevision, .pending: true
            default: false
            }
        if !isPossible { end(reason: "unreachable") }
        return isPossible && !isClosed
    }

    /// Follows the session, or opens it again and restores it. Returns the fields whose texts are missing; `nil` if it
    /// was still open.
    private func reach(_ attempt: Int) async throws(BusError) -> [String]? {
        var isNew = false
        do throws(BusError) {
            try await follow(attempt)
        } catch {
            guard error.failure == .unknownSession, let opening, isCurrent(attempt) else { throw error }
            _ = try await forms.path(ofSession: opening.again(at: path))
            try await follow(attempt)
            isNew = true
        }
        guard opening != nil, let state = recovery.state else { return nil }
        // Another client may have opened it again. Revisions never go back in one session.
        guard isNew || state.revision < mirror.revision else { return nil }
        return try await restore(attempt)
    }

    private func follow(_ attempt: Int) async throws(BusError) {
        try await forms.reply(path, Contract.session.name, "Follow", [.properties([])]) { [self] reply in
            Self.state(reply).map { if isCurrent(attempt) { recovery.state = $0 } }
        }.get()
    }

    /// Restores rows, texts and the focus, unless another client does. Returns the fields whose texts are missing.
    private func restore(_ attempt: Int) async throws(BusError) -> [String] {
        var restoration = Restoration(of: mirror)
        let session = forms.session(path)
        while isCurrent(attempt), let now = recovery.state, let operations = restoration.next(in: now) {
            do throws(BusError) {
                _ = try await session.apply(operations, ifRevision: now.revision)
                restoration.note(operations, isRefused: false)
            } catch {
                switch error.failure {
                // Another client restores it, or a user types. Some time later, it is clear what is left.
                case .staleRevision: try? await EventLoop.shared.sleep(for: .milliseconds(.random(in: 20...100)))
                case nil, .storeUnavailable, .unknownSession: throw error
                default: restoration.note(operations, isRefused: true)
                }
            }
        }
        return recovery.state.map(restoration.missing) ?? []
    }

    private func resume(_ missing: [String]?) {
        guard let state = recovery.state else { return }
        let known = mirror
        let changes = state.update(from: known, with: recovery.events)
        mirror = state
        recovery.finish()
        stage = .following
        queue.isSuspended = false
        if !changes.isEmpty { emit(.changed(changes)) }
        emit(missing.map { .reopened(missing: $0) } ?? .resumed)
        if missing != nil { restoreProperties(of: known) }
        sendWaiting()
        settle()
    }

    /// Sets what a client can set, such as the language, as it was in the lost session.
    private func restoreProperties(of known: SessionMirror) {
        for property in Contract.session.properties where property.writeAccess != nil {
            let name = property.name.string
            guard let value = known[name, of: nil], value != mirror[name, of: nil] else { continue }
            send(.set(name, of: .session, to: value))
        }
    }
}
