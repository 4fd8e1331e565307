package import DBus
package import EventLoop
import FormContract

/// A followed session: the mirror contains its state, followers receive its changes, and operations are sent in order
/// without waiting for replies.
@LoopActor
@dynamicMemberLookup
package final class FormSession: SessionOperations, SessionCalls {
    package let forms: Forms
    package let path: ObjectPath
    package internal(set) var mirror = SessionMirror()
    /// Called for each change, before the `changes` sequences receive it.
    package var onChange: (@LoopActor (SessionChange) -> Void)?
    /// How the session was opened; `nil` if another program opened it.
    let opening: Opening?
    var queue = OperationQueue<Completion?>()
    /// Whether the daemon is unreachable.
    var isLost = false
    /// Increases with each interruption and each attempt to recover, so that earlier attempts stop.
    var interruptions = 0
    /// The mirror of a lost session, until its rows, texts and focus have been restored in the new one.
    var unrestored: SessionMirror?
    /// The number of the connection on which the match rule was added.
    private var matchedConnection = 0
    private(set) var isClosed = false
    private var listeners: [Int: AsyncStream<SessionChange>.Continuation] = [:]
    private var listenersGiven = 0
    private var isResynchronizing = false
    private var settlements: [CheckedContinuation<Void, Never>] = []

    typealias Completion = @LoopActor (Result<[Value], BusError>) -> Void

    init(at path: ObjectPath, _ opening: Opening?, on forms: Forms) {
        self.path = path
        self.opening = opening
        self.forms = forms
    }

    // MARK: Reading

    /// A property of `SessionProperties`.
    package subscript<Item>(dynamicMember key: KeyPath<SessionProperties, PropertyKey<Item>>) -> Item {
        mirror[SessionProperties.all[keyPath: key], of: nil]
    }

    /// A property by its name in the contract; `nil` if it does not exist.
    package subscript(property: String) -> Value? { mirror[property, of: nil] }

    /// Decodes all properties, for a caller that reads many of them repeatedly, such as one that draws the form.
    package func index() {
        mirror.index(nil)
        for name in mirror.fieldNames { mirror.index(name) }
    }

    /// The fields in the form's order.
    package var fields: [SessionField] { mirror.fieldNames.map { SessionField(session: self, name: $0) } }

    package func field(_ name: String) -> SessionField { SessionField(session: self, name: name) }

    /// The focused field.
    package var focus: SessionField? { mirror.focusedField.map { SessionField(session: self, name: $0) } }

    /// Sends keys to the focused field.
    package var keyboard: SessionKeyboard { SessionKeyboard(session: self) }

    /// The changes from now on, until the session is closed or left. The sequence buffers changes without limit until
    /// they are read.
    package var changes: AsyncStream<SessionChange> {
        let (stream, continuation) = AsyncStream<SessionChange>.makeStream()
        guard !isClosed else {
            continuation.finish()
            return stream
        }
        let number = listenersGiven
        listenersGiven += 1
        listeners[number] = continuation
        // The sequence retains the session, which is followed as long as it is referenced.
        continuation.onTermination = { [self] _ in
            Task { @LoopActor in listeners[number] = nil }
        }
        return stream
    }

    // MARK: Operations

    package func perform(_ method: MemberName, _ arguments: Value...) {
        send(Operation(.session, method, arguments))
    }

    @discardableResult
    package func call(_ method: MemberName, _ arguments: Value...) async throws(BusError) -> [Value] {
        try await call(Operation(.session, method, arguments))
    }

    /// Sets a property.
    package func set<Item: BusEncodable>(_ key: KeyPath<SessionProperties, PropertyKey<Item>>, to item: Item) {
        send(.set(SessionProperties.all[keyPath: key].name, of: .session, to: item.busValue))
    }

    /// Adds an operation to the queue. A refusal is reported as a change.
    func send(_ operation: Operation) {
        enqueue(operation, nil)
    }

    /// Adds an operation to the queue; `answer` is called with its reply. While the daemon is unreachable it is called
    /// with an error.
    package func send(_ operation: Operation, answer: @escaping @LoopActor (Result<[Value], BusError>) -> Void) {
        enqueue(operation, answer)
    }

    /// Adds an operation to the queue, and waits for its reply.
    package func call(_ operation: Operation) async throws(BusError) -> [Value] {
        let result: Result<[Value], BusError> = await withCheckedContinuation { continuation in
            enqueue(operation) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Waits until all operations have been answered, so that the mirror contains their effects. Returns at once while
    /// the daemon is unreachable.
    package func settled() async {
        guard !isSettled else { return }
        await withCheckedContinuation { settlements.append($0) }
    }

    /// Whether all operations have been answered.
    package var isSettled: Bool {
        isClosed || isLost || queue.unanswered == 0 && queue.waitingCount == 0 && !isResynchronizing
    }

    func settle() {
        guard isSettled, !settlements.isEmpty else { return }
        let waiting = settlements
        settlements = []
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Following

    /// Stops following the session, which stays open.
    package func leave() async {
        guard !isClosed else { return }
        end(reason: "left")
        _ = try? await forms.session(path).call("Unsubscribe")
        try? await forms.removeMatch(matchRule)
    }

    /// Subscribes to the session's signals, and then loads its complete state.
    func begin() async throws(BusError) {
        try await subscribe()
        let snapshot = try await forms.session(path).snapshot()
        _ = mirror.take(snapshot: snapshot, since: 0)
        queue.isSuspended = false
    }

    /// Subscribes to signals: those for members by `Subscribe`, those for everybody by a match rule.
    func subscribe() async throws(BusError) {
        try await forms.session(path).call("Subscribe")
        let connection = forms.connectionNumber
        guard connection != matchedConnection else { return }
        try await forms.addMatch(matchRule)
        matchedConnection = connection
    }

    var matchRule: String { "type='signal',sender='\(Contract.busName)',path_namespace='\(path)'" }

    func receive(_ message: Message) {
        guard !isClosed, let news = SessionNews(message, of: path) else { return }
        guard let change = mirror.take(news) else { return resynchronize() }
        emit(change)
        if case .event(let event) = change, event.field == nil, event.name == "Closed" {
            let reason = event["reason"]?.string ?? ""
            // The daemon may be restarted.
            if reason == "shutdown" { connectionLost() } else { end(reason: reason) }
        }
        if case .event(let event) = change, event.field == nil, event.name == "SubscriptionEnded" {
            // Signals were missed, and no others would come.
            LoopActor.task { await self.resume() }
        } else {
            resynchronize()
        }
    }

    func emit(_ change: SessionChange) {
        onChange?(change)
        for listener in listeners.values { listener.yield(change) }
    }

    /// Stops following for good.
    func end(reason: String) {
        guard !isClosed else { return }
        isClosed = true
        interruptions += 1
        queue.isSuspended = true
        for entry in queue.removeAll() { finish(entry.operation, entry.item, .failure(closedError)) }
        emit(.closed(reason: reason))
        for listener in listeners.values { listener.finish() }
        listeners = [:]
        onChange = nil
        settle()
        forms.forget(self)
    }

    // MARK: Sending

    private func enqueue(_ operation: Operation, _ completion: Completion?) {
        if isClosed { return finish(operation, completion, .failure(closedError)) }
        // A caller that waits for a reply gets an error, because none will come soon.
        if isLost, completion != nil { return finish(operation, completion, .failure(.unreachable)) }
        do throws(BusError) {
            try queue.add(operation, completion)
        } catch {
            return finish(operation, completion, .failure(error))
        }
        sendWaiting()
    }

    func sendWaiting() {
        while let entry = queue.next() {
            let operation = entry.operation
            guard let (path, interface) = destination(of: operation) else {
                queue.answered(operation)
                finish(operation, entry.item, .failure(Self.noField))
                settle()
                continue
            }
            forms.send(path, interface, operation.method, operation.arguments, isAwaited: entry.item != nil) {
                [weak self] result in
                self?.answered(operation, entry.item, result.flatMap { $0.result })
            }
        }
    }

    private static let noField = BusError(
        Contract.Failure.unknownField.name,
        "no field has the focus, or none can have this name"
    )

    private func destination(of operation: Operation) -> (ObjectPath, InterfaceName)? {
        let name: String
        switch operation.target {
        case .session: return (path, operation.interface ?? Contract.session.name)
        case .field(let field): name = field
        case .focusedField:
            guard let field = mirror.focusedField else { return nil }
            name = field
        }
        let path = Contract.path(ofField: name, in: path)
        guard mirror.contains(field: name) || ObjectPath(path.string) != nil else { return nil }
        return (path, operation.interface ?? Contract.field.name)
    }

    private func answered(_ operation: Operation, _ completion: Completion?, _ result: Result<[Value], BusError>) {
        queue.answered(operation)
        switch result {
        case .success(let reply):
            if let position = operation.revisionPosition, reply.indices.contains(position),
                let revision = reply[position].uint64
            {
                mirror.take(replyAt: revision)
            }
        // Waiting operations are sent when the daemon is back.
        case .failure: if !forms.reachesDaemon { queue.isSuspended = true }
        }
        finish(operation, completion, result)
        resynchronize()
        sendWaiting()
        settle()
    }

    private func finish(_ operation: Operation, _ completion: Completion?, _ result: Result<[Value], BusError>) {
        if let completion { return completion(result) }
        if case .failure(let error) = result { emit(.refused(Refusal(operation: operation, error: error))) }
    }

    private var closedError: BusError { BusError(Contract.Failure.unknownSession.name, "session \(path) is closed") }

    /// Requests the missing changes, if there are any. Operations wait for them: keys are sent to the focused field.
    func resynchronize() {
        guard let since = mirror.gap, !isResynchronizing, !queue.isSuspended, !isClosed else { return }
        isResynchronizing = true
        queue.isSuspended = true
        let interruption = interruptions
        forms.send(path, Contract.session.name, "GetSnapshot", [.uint64(since)], isAwaited: true) {
            [weak self] result in
            guard let self else { return }
            isResynchronizing = false
            guard interruption == interruptions else { return }
            // If the daemon is unreachable, the next connection requests the snapshot.
            guard forms.reachesDaemon else { return }
            queue.isSuspended = false
            if let snapshot = try? Snapshot(result.get()) {
                for change in mirror.take(snapshot: snapshot, since: since) { emit(change) }
                resynchronize()
            }
            sendWaiting()
            settle()
        }
    }
}
