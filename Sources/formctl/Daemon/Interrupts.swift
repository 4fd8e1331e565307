import DBus
import EventLoop
import FormClient
import Glibc

/// Handles SIGINT and SIGTERM in a command that runs until the user ends it, which is then no failure.
///
/// Create it before the connection to the daemon: the signals must be blocked before a thread is started.
@LoopActor
final class Interrupts {
    private var sources: [EventSource] = []
    /// Called when a signal arrives. Without a handler, a signal ends the program.
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
    /// How long the daemon may be unreachable, as during its restart.
    private static let longestAbsence = Duration.seconds(5)

    /// The changes of the session from now on, until the session or the daemon ends or the user interrupts the command.
    ///
    /// The sequence throws `ClosedPipe` when the reader of standard output is gone, and `CommandFailure` when the
    /// daemon is.
    ///
    /// - Parameters:
    ///   - limit: a time limit, and the failure to throw after it.
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
        // The event loop reports when the other end of a pipe or terminal is closed. A file cannot be watched, and need
        // not be.
        let output = try? EventLoop.shared.addIO(descriptor: StandardOutput.descriptor, events: []) { _ in
            continuation.finish(throwing: ClosedPipe())
        }
        // The sequence retains the session, which is followed as long as the sequence exists.
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
