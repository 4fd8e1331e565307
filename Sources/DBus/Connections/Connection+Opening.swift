import EventLoop

extension Connection {
    /// Connects to a peer; throws if nobody listens there. Messages can be sent at once: they wait for the authentication.
    package static func open(address: String) throws(BusError) -> Connection {
        // Autolaunching would start a process and wait for it; NUL would end the address early.
        guard !address.utf8.starts(with: "autolaunch:".utf8), !address.utf8.contains(0) else {
            throw BusError(.notSupported, "the address \(address.printable(limit: 200)) is not supported")
        }
        return try Connection(to: address)
    }

    /// Connects to a bus and says hello.
    package static func openBus(_ address: BusAddress, timeout: Duration = .seconds(10)) async throws -> Connection {
        let connection = try open(address: address.resolved())
        connection.isOnBus = true
        do {
            let reply = try await connection.callBus("Hello", timeout: timeout)
            var reader = MessageReader(reply)
            connection.uniqueName = try BusName(validating: reader.string())
        } catch {
            connection.closeNow()
            throw error
        }
        return connection
    }

    /// Closes once everything that was sent is written, or `bound` later.
    package func close(within bound: Duration = .seconds(2)) async {
        await drain(within: bound)
        closeNow()
    }

    /// Closes at once; what the socket does not take at once is lost. In a later turn the calls that wait for a reply fail, and
    /// `onDisconnect` is called.
    package func closeNow() {
        close(.closed)
    }

    func close(_ ending: Ending) {
        guard isOpen else { return }
        // What the socket still takes, it gets: who closes has often just said why.
        if ending == .closed { flush() }
        guard isOpen else { return }
        isOpen = false
        self.ending = ending
        closeSocket()
        dispatcher?.isEnabled = true
    }

    /// Waits until everything that was sent is written, at most `bound` long. False if it is not.
    @discardableResult
    package func drain(within bound: Duration) async -> Bool {
        flush()
        if hasOutgoing {
            let waiter = DrainWaiter()
            await withCheckedContinuation { continuation in
                waiter.continuation = continuation
                drainWaiters.append { waiter.end() }
                waiter.timer = try? EventLoop.shared.addTimer(after: bound) { waiter.end() }
                if waiter.timer == nil { waiter.end() }
            }
        }
        return !hasOutgoing
    }

    @LoopActor
    private final class DrainWaiter {
        var timer: EventSource?
        var continuation: CheckedContinuation<Void, Never>?

        func end() {
            timer = nil
            continuation?.resume()
            continuation = nil
        }
    }
}
