package import DBus
package import EventLoop
import FormContract

/// A session that is followed: what it shows is in the mirror, what it does is told as it happens, and what it is to do is
/// sent in order without waiting.
@LoopActor
@dynamicMemberLookup
package final class FormSession: SessionOperations, SessionCalls {
    package let forms: Forms
    package let path: ObjectPath
    package internal(set) var mirror = SessionMirror()
    /// Told of each change, before `changes` are.
    package var onChange: (@LoopActor (SessionChange) -> Void)?
    /// How the session was opened; `nil` if another program did that.
    let opening: Opening?
    var queue = OperationQueue<Completion?>()
    /// Whether the daemon is out of reach.
    var isLost = false
    /// Grows with each interruption and each attempt to get over it, so that what began before stops.
    var interruptions = 0
    /// The mirror of a session that is gone, until its rows, texts and focus are in the session that replaces it.
    var unrestored: SessionMirror?
    /// The number of the connection that has the match rule.
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

    /// A property by its name in the contract; `nil` if there is none.
    package subscript(property: String) -> Value? { mirror[property, of: nil] }

    /// Makes it cheap to read many properties again and again, as drawing does.
    package func index() {
        mirror.index(nil)
        for name in mirror.fieldNames { mirror.index(name) }
    }

    /// The fields in the form's order.
    package var fields: [SessionField] { mirror.fieldNames.map { SessionField(session: self, name: $0) } }

    package func field(_ name: String) -> SessionField { SessionField(session: self, name: name) }

    /// The field that has the focus.
    package var focus: SessionField? { mirror.focusedField.map { SessionField(session: self, name: $0) } }

    /// What keys are given to.
    package var keyboard: SessionKeyboard { SessionKeyboard(session: self) }

    /// The changes from now on, until the session is closed or left. What nobody takes is kept, so take them.
    package var changes: AsyncStream<SessionChange> {
        let (stream, continuation) = AsyncStream<SessionChange>.makeStream()
        guard !isClosed else {
            continuation.finish()
            return stream
        }
        let number = listenersGiven
        listenersGiven += 1
        listeners[number] = continuation
        // The sequence keeps the session, which is followed as long as somebody has it.
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

    /// Writes a property.
    package func set<Item: BusEncodable>(_ key: KeyPath<SessionProperties, PropertyKey<Item>>, to item: Item) {
        send(.set(SessionProperties.all[keyPath: key].name, of: .session, to: item.busValue))
    }

    /// Sends an operation behind those that wait. A refusal is told as a change.
    func send(_ operation: Operation) {
        enqueue(operation, nil)
    }

    /// Sends an operation behind those that wait; the answer comes later. There is none while the daemon is out of reach.
    package func send(_ operation: Operation, answer: @escaping @LoopActor (Result<[Value], BusError>) -> Void) {
        enqueue(operation, answer)
    }

    /// Sends an operation behind those that wait, and waits for the answer.
    package func call(_ operation: Operation) async throws(BusError) -> [Value] {
        let result: Result<[Value], BusError> = await withCheckedContinuation { continuation in
            enqueue(operation) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Waits until everything that was asked for is answered, so that the mirror knows what came of it. Returns at once while
    /// the daemon is out of reach.
    package func settled() async {
        guard !isSettled else { return }
        await withCheckedContinuation { settlements.append($0) }
    }

    private var isSettled: Bool {
        isClosed || isLost || queue.unanswered == 0 && queue.waitingCount == 0 && !isResynchronizing
    }

    func settle() {
        guard isSettled, !settlements.isEmpty else { return }
        let waiting = settlements
        settlements = []
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Following

    /// Stops to follow the session, which goes on.
    package func leave() async {
        guard !isClosed else { return }
        end(reason: "left")
        _ = try? await forms.session(path).call("Unsubscribe")
        try? await forms.removeMatch(matchRule)
    }

    /// Asks for the session's signals, then for all that it is.
    func begin() async throws(BusError) {
        try await subscribe()
        let snapshot = try await forms.session(path).snapshot()
        _ = mirror.take(snapshot: snapshot, since: 0)
        queue.isSuspended = false
    }

    /// Asks for signals: by subscribing those that are sent to members, by a match rule those that are broadcast.
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
            // A daemon that ends comes back, perhaps.
            if reason == "shutdown" { connectionLost() } else { end(reason: reason) }
        }
        resynchronize()
    }

    func emit(_ change: SessionChange) {
        onChange?(change)
        for listener in listeners.values { listener.yield(change) }
    }

    /// Ends following for good.
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
        // Who waits for an answer is told that there will be none soon.
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
        // What waits goes to the daemon that comes back.
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

    /// Asks for what was missed, if something was. Keys wait until it is there: they go to the field that has the focus.
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
            // Without the daemon, the next connection brings the snapshot.
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
