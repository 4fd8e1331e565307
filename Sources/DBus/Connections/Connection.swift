import CDBus
package import EventLoop

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

    let pointer: OpaquePointer
    let watches = WatchSet()
    var dispatcher: EventSource?
    var drainWaiters: [@LoopActor () -> Void] = []
    /// By the serial of the call.
    var pendingReplies: [UInt32: PendingReply] = [:]
    var outbox = Outbox()
    /// libdbus was handed a message, and may still be writing it.
    var isLent = false
    var isFlushScheduled = false
    /// The peers have told each other who they are: from then on the socket is for messages.
    var isAuthenticated = false
    /// What libdbus said last of what it has read.
    var status = DBUS_DISPATCH_COMPLETE
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
    /// How much may wait for a peer that does not read, in bytes; beyond, the connection is closed. Nil: no limit.
    package var maximumOutgoingBytes: Int?
    /// False from the moment that it is closed here or known to be closed there.
    package internal(set) var isOpen = true
    /// Nil while it is open.
    package internal(set) var ending: Ending?

    /// Takes over a reference to a private connection.
    init(adopting pointer: OpaquePointer) throws(BusError) {
        unsafe self.pointer = pointer
        unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
        try attach()
    }

    isolated deinit {
        detach()
        // libdbus ends the process when the last reference to an open connection goes.
        unsafe dbus_connection_close(pointer)
        unsafe dbus_connection_unref(pointer)
    }
}
