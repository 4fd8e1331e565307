public import DBus
public import EventLoop
import FormContract

/// A followed session: the mirror contains its state, observers are told of its changes, and operations are sent in order
/// without waiting for replies.
///
/// The session is followed until it ends or every caller of `open` and `attach` has called `leave`, and as long as
/// somebody refers to it.
@LoopActor
@dynamicMemberLookup
public final class FormSession: SessionOperations, SessionCalls {
    /// The connection.
    public let forms: Forms
    /// The path of the object.
    public let path: ObjectPath
    /// The state as a value.
    public internal(set) var mirror = SessionMirror()
    var stage = Stage.starting
    /// How the session was opened; `nil` if another program opened it.
    var opening: Opening?
    var queue = OperationQueue<Completion?>()
    var recovery = Recovery()
    private let focusedPath: ObjectPath
    /// The number of callers that follow the session.
    private var holders = 0
    private var beginners: [CheckedContinuation<Result<Void, BusError>, Never>] = []
    private var observers: [Observer] = []
    private var settlements: [CheckedContinuation<Void, Never>] = []
    /// When the daemon last answered an operation, or was sent one while all others were answered.
    private var lastAnswer = EventLoop.Instant.now
    private lazy var stallTimer = DeadlineTimer(tolerance: .seconds(1)) { [weak self] in self?.checkAnswers() }

    enum Stage {
        case starting, following, lost, closed
    }

    typealias Completion = @LoopActor (Result<[Value], BusError>) -> Void

    init(at path: ObjectPath, on forms: Forms) {
        self.path = path
        self.forms = forms
        focusedPath = Contract.focusedPath(in: path)
    }

    // MARK: Reading

    /// A property of `SessionProperties`.
    public subscript<Item>(dynamicMember key: KeyPath<SessionProperties, PropertyKey<Item>>) -> Item {
        mirror[dynamicMember: key]
    }

    /// A property by its name in the contract; `nil` if it does not exist.
    public subscript(property: String) -> Value? { mirror[property, of: nil] }

    /// Decodes all properties, for a caller that reads many of them repeatedly, such as one that draws the form.
    public func index() {
        mirror.index(nil)
        for name in mirror.fieldNames { mirror.index(name) }
    }

    /// The fields in the form's order.
    public var fields: [SessionField] { mirror.fieldNames.map { SessionField(session: self, name: $0) } }

    /// A field by its name, which need not exist.
    public func field(_ name: String) -> SessionField { SessionField(session: self, name: name) }

    /// The focused field.
    public var focus: SessionField? { mirror.focusedField.map { SessionField(session: self, name: $0) } }

    /// Sends keys to the field that has the focus.
    public var keyboard: SessionKeyboard { SessionKeyboard(session: self) }

    /// Whether the session has ended for this client, or was left.
    public var isClosed: Bool { stage == .closed }

    // MARK: Observing

    /// Tells an observer of each change, as soon as the mirror contains it, until the session is closed or the observation
    /// is cancelled or released.
    public func observe(_ observer: @escaping @LoopActor (SessionChange) -> Void) -> SessionObservation {
        let observation = SessionObservation(observer)
        observers.removeAll { $0.observation?.tell == nil }
        if !isClosed { observers.append(Observer(observation: observation)) }
        return observation
    }

    private struct Observer {
        weak var observation: SessionObservation?
    }

    /// The changes from now on, until the session is closed or left. The sequence buffers changes without limit until
    /// they are read.
    public var changes: AsyncStream<SessionChange> {
        let (stream, continuation) = AsyncStream<SessionChange>.makeStream()
        if isClosed { continuation.finish() }
        let observation = observe { change in
            continuation.yield(change)
            if case .closed = change { continuation.finish() }
        }
        // The sequence retains the session, which is followed as long as it is referenced.
        continuation.onTermination = { [self] _ in
            Task { @LoopActor in withExtendedLifetime(self) { observation.cancel() } }
        }
        return stream
    }

    func emit(_ change: SessionChange) {
        for observer in observers { observer.observation?.tell?(change) }
    }

    // MARK: Operations

    /// Calls a method of the session without waiting.
    public func perform(_ method: MemberName, _ arguments: Value...) {
        send(Operation(.session, method, arguments))
    }

    /// Calls a method of the session, and waits for the reply.
    @discardableResult
    public func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await call(Operation(.session, method, arguments))
    }

    /// Sets a property.
    public func set<Item: BusEncodable>(_ key: KeyPath<SessionProperties, PropertyKey<Item>>, to item: Item) {
        send(.set(SessionProperties.all[keyPath: key].name, of: .session, to: item.busValue))
    }

    /// Adds an operation to the queue. `answer` is called with its reply, and with an error at once while the daemon is
    /// unreachable; without it the operation waits then, and a refusal is told as a change.
    public func send(_ operation: Operation, answer: (@LoopActor (Result<[Value], BusError>) -> Void)? = nil) {
        if isClosed { return finish(operation, answer, .failure(closedError)) }
        // A caller that waits for a reply gets an error, because none will come soon.
        if stage == .lost, answer != nil { return finish(operation, answer, .failure(.unreachable)) }
        if case .field(let name) = operation.target, !mirror.contains(field: name),
            ObjectPath(path(of: operation.target).string) == nil
        {
            let error = BusError(Contract.Failure.unknownField.name, "no field can have this name")
            return finish(operation, answer, .failure(error))
        }
        do throws(BusError) {
            try queue.add(operation, answer)
        } catch {
            return finish(operation, answer, .failure(error))
        }
        sendWaiting()
    }

    /// Adds an operation to the queue, and waits for its reply.
    public func call(_ operation: Operation) async throws(BusError) -> [Value] {
        let result: Result<[Value], BusError> = await withCheckedContinuation { continuation in
            send(operation) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Waits until all operations have been answered, so that the mirror contains their effects. Returns at once while
    /// the daemon is unreachable.
    public func settled() async {
        guard !isSettled else { return }
        await withCheckedContinuation { settlements.append($0) }
    }

    /// Whether all operations have been answered.
    public var isSettled: Bool { stage == .closed || stage == .lost || queue.isEmpty }

    func settle() {
        guard isSettled, !settlements.isEmpty else { return }
        let waiting = settlements
        settlements = []
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Following

    /// Follows the session for another caller.
    func join(_ opening: Opening?) async throws(BusError) {
        self.opening = self.opening ?? opening
        if stage == .starting {
            try await withCheckedContinuation { continuation in
                beginners.append(continuation)
                if beginners.count == 1 { begin() }
            }.get()
        }
        holders += 1
    }

    private func begin() {
        forms.send(path, Contract.session.name, "Follow", [.properties([])], isAwaited: true) { [self] reply in
            let result = reply.flatMap { Self.state($0) }.map { state in
                mirror = state
                stage = .following
                queue.isSuspended = false
            }
            if case .failure = result { end(reason: "left") }
            let waiting = beginners
            beginners = []
            for continuation in waiting { continuation.resume(returning: result) }
        }
    }

    /// The state in a reply to `Follow`.
    static func state(_ reply: Message) -> Result<SessionMirror, BusError> {
        Result { () throws(BusError) in try SessionMirror(SessionNews(reply)) }
    }

    /// Stops following the session for one caller; the session stays open.
    public func leave() async {
        holders -= 1
        guard holders <= 0, !isClosed else { return }
        end(reason: "left")
        _ = try? await forms.session(path).call("Unsubscribe")
    }

    func receive(_ message: Message) {
        guard stage != .closed, message.interface == Contract.session.name, let member = message.member else { return }
        guard member != "Changed" else { return takeChanged(message) }
        let signal = SessionEvent(member, (try? message.arguments()) ?? [])
        switch member {
        case "Closed":
            let reason = signal["reason"]?.string ?? ""
            // The daemon may be restarted.
            if reason == "shutdown" { interrupt(after: .seconds(1)) } else { end(reason: reason) }
        // Signals were missed, and no others would come. After `revoked`, `Closed` follows.
        case "SubscriptionEnded": if signal["reason"]?.string == "slow" { interrupt() }
        case "IdleWarning", "Performed": emit(.signal(signal))
        default: break
        }
    }

    private func takeChanged(_ message: Message) {
        do throws(BusError) {
            let news = try SessionNews(message)
            if recovery.state != nil {
                try recovery.take(news)
            } else if stage == .following {
                emit(.changed(try mirror.take(news)))
            }
        } catch {
            breach(error)
        }
    }

    /// Stops following for good, without telling the daemon.
    package func end(reason: String) {
        guard !isClosed else { return }
        stage = .closed
        recovery.stop()
        queue.isSuspended = true
        forms.forget(self)
        for entry in queue.removeAll() { finish(entry.operation, entry.item, .failure(closedError)) }
        emit(.closed(reason: reason))
        observers = []
        settle()
    }

    // MARK: Sending

    func sendWaiting() {
        while let entry = queue.next() {
            let operation = entry.operation
            if queue.unanswered == 1 { expectAnswer() }
            let path = path(of: operation.target)
            forms.send(path, operation.interface, operation.method, operation.arguments, isAwaited: entry.item != nil) {
                [weak self] result in
                let result = result.flatMap { $0.result }
                // Who waits for the reply is told even if nobody follows the session any more.
                if let self { answered(operation, entry.item, result) } else { entry.item?(result) }
            }
        }
    }

    /// The object that the operation is sent to.
    private func path(of target: Operation.Target) -> ObjectPath {
        switch target {
        case .session: path
        case .focusedField: focusedPath
        case .field(let name): Contract.path(ofField: name, in: path)
        }
    }

    private func answered(_ operation: Operation, _ completion: Completion?, _ result: Result<[Value], BusError>) {
        queue.answered()
        let isAnswered = if case .failure(let error) = result { error.name != .noReply } else { true }
        if isAnswered { lastAnswer = .now }
        finish(operation, completion, result)
        sendWaiting()
        settle()
    }

    private func finish(_ operation: Operation, _ completion: Completion?, _ result: Result<[Value], BusError>) {
        if let completion { return completion(result) }
        if case .failure(let error) = result { emit(.refused(Refusal(operation: operation, error: error))) }
    }

    private var closedError: BusError { BusError(Contract.Failure.unknownSession.name, "session \(path) is closed") }

    // MARK: A daemon that does not answer

    private func expectAnswer() {
        lastAnswer = .now
        try? stallTimer.schedule(at: lastAnswer + forms.patience)
    }

    /// Makes the connection again if no operation has been answered for a long time.
    private func checkAnswers() {
        guard queue.unanswered > 0, !isClosed else { return }
        let due = lastAnswer + forms.patience
        if due > .now { try? stallTimer.schedule(at: due) } else { forms.reconnect() }
    }
}

/// An observer's registration, which ends when this object is cancelled or released.
@LoopActor
public final class SessionObservation {
    fileprivate private(set) var tell: (@LoopActor (SessionChange) -> Void)?

    init(_ tell: @escaping @LoopActor (SessionChange) -> Void) { self.tell = tell }

    /// Ends the observation.
    public func cancel() { tell = nil }
}
