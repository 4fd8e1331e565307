package import EventLoop
import Glibc

/// One connection, to a bus or to a peer.
///
/// Only `async` functions wait. Messages are passed to `onMessage` in the order in which they were sent, a limited
/// number in each iteration of the loop. A connection stays open until either side closes it; releasing the last
/// reference closes it, too.
@LoopActor
@safe
package final class Connection {
    /// How a connection ended.
    package enum Ending: Hashable, Sendable {
        /// It was closed on this side.
        case closed
        /// The other side closed it, or sent something that is not a D-Bus message.
        case disconnected
        /// More than `maximumOutgoingBytes` waited for the other side to read.
        case tooSlow
    }

    /// The meaning of the bytes on the socket.
    enum Stage {
        /// libdbus authenticates us with the server.
        case connecting(Handshake)
        /// A peer authenticates with us.
        case admitting(Authentication)
        /// Messages are exchanged.
        case open
        case ended
    }

    var stage: Stage
    /// `nil` while libdbus owns the socket, and after it was closed.
    var socket: Int32?
    var source: EventSource?
    /// The events that `source` waits for.
    var watchedEvents: IOEvents = .readable
    /// Fires when messages are to be handed out in another iteration.
    var dispatcher: EventSource?
    var inbox = Inbox()
    var outbox = Outbox()
    /// Continuations that are resumed when everything has been written.
    var drainWaiters: [DrainWaiter] = []
    /// The calls that wait for a reply, by their serials.
    var pendingReplies: [UInt32: PendingReply] = [:]
    var isFlushScheduled = false
    /// Whether nothing more will arrive.
    var isAtEnd = false
    /// Whether a reply was passed to a waiting task in this iteration. The iteration ends then, so that the task runs
    /// before later messages are handed out.
    var hasWokenTask = false
    /// Whether nothing is read for a while, because the peer has used too much time.
    var rests = false
    lazy var restTimer = DeadlineTimer(tolerance: .zero) { [weak self] in self?.endRest() }
    /// When messages are received among what other connections have sent; the number grows with what the peer has used.
    package var priority: (@LoopActor () -> EventPriority)?
    /// The priority that the event sources have.
    var presentPriority = EventPriority.normal
    /// Performs the receiving of messages at the expense of the peer, and returns how long to wait before more of it.
    /// While the peer has to wait, it only returns that.
    package var charge: (@LoopActor (@LoopActor () -> Void) -> Duration)?
    /// Called when the peer is authenticated, before its first message is handed out.
    var onAuthenticated: (@LoopActor () -> Void)?
    /// Called after `onDisconnect`.
    var onEnd: (@LoopActor () -> Void)?
    /// Whether the other side is a bus.
    private(set) var isOnBus = false
    /// Whether the other side is a monitor, which also gets replies to others.
    var isMonitor = false
    var hasEnded = false

    /// The unique name of this side, which the bus assigns; `nil` on a peer-to-peer connection.
    package private(set) var uniqueName: BusName?
    /// The sender of messages without one. For peer-to-peer connections only; a bus sets the sender itself.
    package var senderStamp: BusName?
    /// Called with each method call and signal. A call for which it returns false is answered with `UnknownMethod`.
    package var onMessage: (@LoopActor (Message) -> Bool)?
    /// Called once, in a separate iteration, when the connection has ended for any reason.
    package var onDisconnect: (@LoopActor () -> Void)?
    /// The largest message that is sent, in bytes. A larger reply is replaced by an error, any other message is not
    /// sent.
    package var maximumMessageBytes = MessageLimits.bytes
    /// The maximum number of bytes of unread signals to a peer; if there are more, the next signal closes the connection
    /// (`isTooSlow`). `nil` for no limit. Replies do not count, because the calls of a peer with a limit wait while it reads too slowly.
    package var maximumOutgoingBytes: Int?
    /// Called before the connection uses more memory for an incomplete message, with the new size in bytes (32 KiB or
    /// more, doubling). If it returns `false`, the connection ends. `nil` if only the maximum message size is a limit.
    package var mayHold: (@LoopActor (Int) -> Bool)?
    /// The memory that the connection uses, in bytes: for incomplete messages, and for messages that wait to be
    /// written.
    package var heldBytes: Int { inbox.capacity + outbox.capacity }
    /// Called when everything that was sent has been written.
    var onDrained: (@LoopActor () -> Void)?
    /// Called with the difference when `heldBytes` has changed.
    var onHeld: (@LoopActor (Int) -> Void)? {
        didSet {
            toldBytes = 0
            tellHeldBytes()
        }
    }
    /// The part of `heldBytes` that has been reported.
    private(set) var toldBytes = 0
    /// False as soon as the connection is closed here or known to be closed on the other side.
    package internal(set) var isOpen = true
    /// `nil` while the connection is open.
    package internal(set) var ending: Ending?
    /// Whether both sides have agreed that descriptors can be sent.
    package internal(set) var carriesDescriptors = false

    /// Connects to an address.
    private init(to address: String) throws(BusError) {
        let handshake = try Handshake(address: address)
        stage = .connecting(handshake)
        try addDispatcher()
        handshake.onEnd = { [weak self] outcome in self?.proceed(outcome) }
    }

    /// Takes over the socket of a peer that has connected, and starts its authentication.
    init(accepting socket: Int32, _ authentication: Authentication) throws(BusError) {
        stage = .admitting(authentication)
        self.socket = socket
        try addDispatcher()
        try watch(socket)
    }

    isolated deinit {
        dispatcher?.cancel()
        closeSocket()
    }
}

// MARK: - Opening

extension Connection {
    /// Connects to a peer. Throws if no process listens at the address. Messages can be sent at once; they wait for the
    /// authentication.
    package static func open(address: String) throws(BusError) -> Connection {
        // With "autolaunch:" libdbus would start a process and wait for it, and a NUL would end the address early.
        guard !address.utf8.starts(with: "autolaunch:".utf8), !address.utf8.contains(0) else {
            throw BusError(.notSupported, "the address \(address.printable(limit: 200)) is not supported")
        }
        return try Connection(to: address)
    }

    /// Connects to a bus, and calls its method `Hello`.
    package static func openBus(_ address: BusAddress, timeout: Duration = .seconds(10)) async throws -> Connection {
        let connection = try open(address: address.resolved())
        connection.isOnBus = true
        do {
            let name = try await connection.callBus("Hello", timeout: timeout)?.string
            connection.uniqueName = try BusName(validating: name ?? "")
        } catch {
            connection.closeNow()
            throw error
        }
        return connection
    }

    /// The process at the other end; on a bus connection that is the bus. `nil` before the connection is established
    /// and once it is closed.
    package var peerCredentials: PeerCredentials? {
        socket.flatMap { PeerCredentials(of: $0) }
    }

    package var peerUID: UInt32? { peerCredentials?.uid }

    /// Limits what the peer can send: a larger message, or one with more descriptors, ends the connection.
    ///
    /// Ignored on a bus, where any client could end our connection by sending a message of that size.
    package func limitIncoming(messageBytes: Int, descriptors: Int = 0) {
        if isOnBus { return }
        inbox.maximumMessage = messageBytes
        inbox.maximumDescriptors = descriptors
    }
}

// MARK: - Closing

extension Connection {
    /// Closes the connection once everything that was sent is written, or when `bound` has passed.
    package func close(within bound: Duration = .seconds(2)) async {
        await drain(within: bound)
        closeNow()
    }

    /// Closes the connection at once. Messages that the socket does not accept immediately are lost. In a later
    /// iteration, pending calls fail and `onDisconnect` is called.
    package func closeNow() {
        close(.closed)
    }

    func close(_ ending: Ending) {
        guard isOpen else { return }
        // Sends the buffered messages first: the last of them is often the error that explains the close.
        if ending == .closed { flush() }
        guard isOpen else { return }
        isOpen = false
        self.ending = ending
        closeSocket()
        dispatcher?.isEnabled = true
    }

    /// Waits until everything that was sent has been written, for at most `bound`. Returns `false` if it has not.
    @discardableResult
    package func drain(within bound: Duration) async -> Bool {
        flush()
        if hasOutgoing {
            let waiter = DrainWaiter()
            await withCheckedContinuation { continuation in
                waiter.start(continuation, within: bound)
                drainWaiters.append(waiter)
            }
        }
        return !hasOutgoing
    }

    @LoopActor
    final class DrainWaiter {
        private var timer: EventSource?
        private var continuation: CheckedContinuation<Void, Never>?

        fileprivate func start(_ continuation: CheckedContinuation<Void, Never>, within bound: Duration) {
            self.continuation = continuation
            timer = try? EventLoop.shared.addTimer(after: bound) { [weak self] in self?.end() }
            if timer == nil { end() }
        }

        func end() {
            timer = nil
            continuation?.resume()
            continuation = nil
        }
    }

    func closeSocket() {
        source?.cancel()
        source = nil
        if let socket { Glibc.close(socket) }
        socket = nil
    }

    /// Ends a connection that has handed out everything that had arrived.
    func end() {
        if hasEnded { return }
        hasEnded = true
        isOpen = false
        closeSocket()
        inbox.clear()
        outbox.clear()
        // The connection's memory is no longer used.
        onHeld?(-toldBytes)
        onHeld = nil
        // Releases the handshake, if one was under way.
        stage = .ended
        if ending == nil { ending = .disconnected }
        for pending in Array(pendingReplies.values) { pending.disconnect() }
        resumeDrainWaiters()
        let callbacks = [onDisconnect, onEnd]
        onDisconnect = nil
        onDrained = nil
        onEnd = nil
        onMessage = nil
        onAuthenticated = nil
        for callback in callbacks { callback?() }
    }

    func tellHeldBytes() {
        let change = heldBytes - toldBytes
        guard change != 0 else { return }
        toldBytes += change
        onHeld?(change)
    }

    func resumeDrainWaiters() {
        if drainWaiters.isEmpty || hasOutgoing { return }
        let waiters = drainWaiters
        drainWaiters = []
        for waiter in waiters { waiter.end() }
    }
}
