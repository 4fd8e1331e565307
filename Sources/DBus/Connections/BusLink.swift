package import EventLoop

/// A connection to a bus that connects again after the bus has closed it.
///
/// A bus closes a connection when the bus itself ends, or when it gets a message that it does not accept, such as one
/// that is larger than its `max_message_size`. The names, the match rules and the unique name of the connection are
/// lost then, so each new connection is prepared like the first.
@LoopActor
package final class BusLink {
    /// The current connection; `nil` while there is none.
    package private(set) var connection: Connection?
    /// Called when the connection has been lost, before the first attempt to connect again.
    package var onLoss: @LoopActor () -> Void = {}
    /// Called when an attempt to connect or to prepare the connection has failed. Another attempt follows.
    package var onFailure: @LoopActor (any Error) -> Void = { _ in }
    /// The time between two attempts: it begins with the first, and doubles up to the second.
    package var delays: (first: Duration, longest: Duration) = (.milliseconds(100), .seconds(10))

    private let address: BusAddress
    private let prepare: @LoopActor (Connection) async throws -> Void
    private var isClosed = false

    /// - Parameter prepare: adds match rules, takes names, and sets `onMessage` of a new connection. The link sets
    ///   `onDisconnect`.
    package init(to address: BusAddress, prepare: @escaping @LoopActor (Connection) async throws -> Void) {
        self.address = address
        self.prepare = prepare
    }

    /// Connects for the first time. Throws if that fails; no further attempt follows then.
    package func open() async throws {
        let connection = try await Connection.openBus(address.ofAnyBus())
        do {
            try await prepare(connection)
            guard connection.isOpen, !isClosed else { throw BusError(.disconnected, "the connection is closed") }
        } catch {
            connection.closeNow()
            throw error
        }
        self.connection = connection
        connection.onDisconnect = { [weak self] in self?.reopen() }
    }

    /// Closes the connection once everything that was sent is written, or when `bound` has passed. Does not connect
    /// again.
    package func close(within bound: Duration = .seconds(2)) async {
        isClosed = true
        await connection?.close(within: bound)
        connection = nil
    }

    private func reopen() {
        connection = nil
        if isClosed { return }
        onLoss()
        LoopActor.task { [weak self, delays] in
            var delay = delays.first
            while self?.isClosed == false {
                do {
                    try await self?.open()
                    return
                } catch {
                    self?.onFailure(error)
                }
                try await EventLoop.shared.sleep(for: delay)
                delay = min(delay * 2, delays.longest)
            }
        }
    }
}
