import DBus
import EventLoop
import FormClient
import Glibc

/// SIGINT and SIGTERM, for a command that goes on until the user ends it. To be ended is no failure then.
///
/// Make it before the connection to the daemon: the signals have to be blocked before anything starts a thread.
@LoopActor
final class Interrupts {
    private var sources: [EventSource] = []
    /// Called when a signal comes. Until there is a handler, a signal ends the program.
    var handler: (@LoopActor () -> Void)?

    init() throws {
        sources = try [SIGINT, SIGTERM].map { signal in
            try EventLoop.shared.addSignal(signal) { [weak self] in
                guard let handler = self?.handler else { Glibc.exit(128 + signal) }
                handler()
            }
        }
    }
}

extension FormSession {
    /// How long the daemon may be away, as it is when its program is run anew.
    private static let longestAbsence = Duration.seconds(5)

    /// All that happens in the session from now on, until it or the daemon ends or the user interrupts the command.
    ///
    /// The sequence throws `ClosedPipe` when nobody reads standard output any more, and `CommandFailure` when the daemon goes.
    ///
    /// - Parameters:
    ///   - limit: a time after which the sequence throws a failure.
    func changes(
        until interrupts: Interrupts? = nil,
        within limit: (time: Duration, failure: CommandFailure)? = nil
    ) -> AsyncThrowingStream<SessionChange, any Error> {
        let (changes, continuation) = AsyncThrowingStream<SessionChange, any Error>.makeStream()
        interrupts?.handler = { continuation.finish() }
        if let limit {
            LoopActor.task {
                try? await EventLoop.shared.sleep(for: limit.time)
                continuation.finish(throwing: limit.failure)
            }
        }
        // The loop reports it when the other end of a pipe or terminal is closed. A file cannot be watched, and need not be.
        let output = try? EventLoop.shared.addIO(descriptor: StandardOutput.descriptor, events: []) { _ in
            continuation.finish(throwing: ClosedPipe())
        }
        // The session is followed as long as the sequence has it.
        continuation.onTermination = { [self] _ in
            Task { @LoopActor in
                output?.cancel()
                onChange = nil
            }
        }
        let absence = try? EventLoop.shared.addTimer(after: nil) {
            continuation.finish(throwing: CommandFailure(.noDaemon, "formd is gone"))
        }
        onChange = { change in
            switch change {
            case .lost: absence?.schedule(after: Self.longestAbsence)
            case .closed: continuation.finish()
            case .event(let event) where event.field == nil && event.name == "Closed":
                continuation.yield(change)
                continuation.finish()
            case .resumed, .reopened:
                absence?.isEnabled = false
                continuation.yield(change)
            case .properties, .fieldAdded, .fieldRemoved, .event, .refused: continuation.yield(change)
            }
        }
        return changes
    }
}
