import DBus
import EventLoop

extension Daemon {
    typealias SessionSignals = AsyncThrowingStream<SessionSignal, any Error>

    /// The signals of one session in their order, none left out: from what happens after this returns, to the session's
    /// end or the user's interrupt.
    ///
    /// The sequence throws when nobody reads standard output any more (`ClosedPipe`), or when the daemon goes
    /// (`CommandFailure`). To be called once on a connection.
    func signals(of session: SessionArgument) async throws -> SessionSignals {
        let (signals, continuation) = SessionSignals.makeStream()
        interrupts?.handler = { continuation.finish() }
        // A pipe or a terminal says that its other end is gone. A file cannot be watched, and need not be.
        let output = try? EventLoop.shared.addIO(descriptor: StandardOutput.descriptor, events: []) { _ in
            continuation.finish(throwing: ClosedPipe())
        }
        continuation.onTermination = { _ in
            Task { @LoopActor in output?.cancel() }
        }
        // Anybody can send anything to a connection on a bus; the session's signals have the daemon's own name on them.
        let sender = try await owner()
        connection.onMessage = { message in
            guard message.kind == .signal else { return false }
            if message.isMember("NameOwnerChanged", of: .bus), message.sender == .bus {
                continuation.finish(throwing: CommandFailure(.noDaemon, "formd is gone"))
            } else if message.sender == sender, let signal = SessionSignal(message, of: session.path) {
                continuation.yield(signal)
                if signal.endsSession { continuation.finish() }
            }
            return true
        }
        connection.onDisconnect = {
            continuation.finish(throwing: CommandFailure(.noDaemon, "the connection to formd has ended"))
        }
        // The rules come first: what is broadcast and what only subscribers get are both complete from then on.
        let name = FormBusNames.bus
        try await addMatch("type='signal',sender='\(name)',path_namespace='\(session.path)'")
        let change = "interface='\(InterfaceName.bus)',member='NameOwnerChanged',arg0='\(name)'"
        try await addMatch("type='signal',sender='\(BusName.bus)',\(change)")
        try await self.session(session, "Subscribe")
        return signals
    }
}
