package import EventLoop
import Glibc

/// One connection, to a bus or to a peer.
///
/// Nothing here waits but the functions that say `async`. Messages arrive at `onMessage` in the order of the wire, a bounded
/// number of them in one turn of the loop. It stays open until it is closed or the other side goes; letting go of the last
/// reference closes it too.
@LoopActor
@safe
package final class Connection {
    /// How a connection ended.
    package enum Ending: Hashable, Sendable {
        /// `close` was called on this side.
        case closed
        /// The other side went, or sent what is no D-Bus.
        case disconnected
        /// More than `maximumOutgoingBytes` waited for it.
        case tooSlow
    }

    /// What the bytes on the socket are.
    enum Stage {
        /// libdbus's: it tells the other side who we are.
        case connecting(Handshake)
        /// The peer's, who says who it is.
        case admitting(Authentication)
        /// Messages.
        case open
        /// None any more.
        case ended
    }

    var stage: Stage
    /// Nil while libdbus has it, and once it is closed.
    var socket: Int32?
    var source: EventSource?
    /// Fires when something is to be handed out in another turn.
    var dispatcher: EventSource?
    var inbox = Inbox()
    var outbox = Outbox()
    var drainWaiters: [@LoopActor () -> Void] = []
    /// By the serial of the call.
    var pendingReplies: [UInt32: PendingReply] = [:]
    var isFlushScheduled = false
    /// Whether messages that have arrived wait until the peer has read what it was sent.
    var isHeldBack = false
    /// What the source waits for.
    var watchedEvents: IOEvents = .readable
    /// Nothing will come any more.
    var isAtEnd = false
    /// A reply was handed to the task that waits for it: the batch ends, so that the task goes on before later messages.
    var hasWokenTask = false
    /// For the server that it came in by.
    var onAuthenticated: (@LoopActor () -> Void)?
    var onEnd: (@LoopActor () -> Void)?
    /// Whether the other side is a bus.
    var isOnBus = false
    var hasEnded = false

    /// What this side is called: given by the bus, or set by whoever imitates one. Nil before.
    package var uniqueName: BusName?
    /// The sender that is written on everything sent here. For peer-to-peer connections: a bus writes its own.
    package var senderStamp: BusName?
    /// Called for method calls and signals. A call for which it returns false is answered with `UnknownMethod`.
    package var onMessage: (@LoopActor (Message) -> Bool)?
    /// Called once, in a turn of its own, when the connection has ended for whatever reason.
    package var onDisconnect: (@LoopActor () -> Void)?
    /// How many bytes may wait for a peer that does not read, beside the largest message that waits; beyond, the connection
    /// is closed. `nil` if there is no limit. Where there is one, the peer's calls are served only as fast as it reads.
    package var maximumOutgoingBytes: Int?
    /// Asked before the connection takes memory for a message that has come in part, with the number of bytes that it then
    /// holds (at least 32 KiB, doubling). False ends the connection. `nil` if it may hold what a message may have.
    package var mayHold: (@LoopActor (Int) -> Bool)?
    /// The memory that the connection holds, in bytes: for messages that have come in part, and for those that wait to be
    /// written.
    package var heldBytes: Int { inbox.room + outbox.room }
    /// False from the moment that it is closed here or known to be closed there.
    package internal(set) var isOpen = true
    /// Nil while it is open.
    package internal(set) var ending: Ending?
    /// Whether the other side takes descriptors; what carries one is not sent to others.
    package internal(set) var carriesDescriptors = false

    /// Connects.
    init(to address: String) throws(BusError) {
        // What the handshake ends with finds the connection by this, which cannot be captured yet.
        let reference = Reference()
        stage = .connecting(
            try Handshake(address: address) { outcome in reference.connection?.proceed(outcome) }
        )
        reference.connection = self
        try addDispatcher()
    }

    /// Takes over the socket of a peer that has connected, and waits for it to say who it is.
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

    @LoopActor
    private final class Reference {
        weak var connection: Connection?
    }
}
