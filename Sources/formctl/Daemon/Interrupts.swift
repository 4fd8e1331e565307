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

/// What a command prints as it comes, until the command is interrupted or its output is no longer read.
@LoopActor
final class Feed<Element: Sendable> {
    /// The sequence throws `ClosedPipe` when the reader of standard output is gone, and `CommandFailure` when the daemon
    /// is, or after the time limit.
    let elements: AsyncThrowingStream<Element, any Error>
    private let continuation: AsyncThrowingStream<Element, any Error>.Continuation
    private let output: EventSource?
    private let absence: EventSource?

    /// How long the daemon may be unreachable, as during its restart.
    private static var longestAbsence: Duration { .seconds(5) }

    /// - Parameters:
    ///   - limit: a time limit, and the failure to throw after it.
    init(until interrupts: Interrupts? = nil, within limit: (time: Duration, failure: CommandFailure)? = nil) {
        let (elements, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        self.elements = elements
        self.continuation = continuation
        // The event loop reports when the other end of a pipe or terminal is closed. A file cannot be watched, and need
        // not be.
        output = try? EventLoop.shared.addIO(descriptor: StandardOutput.descriptor, events: []) { _ in
            continuation.finish(throwing: ClosedPipe())
        }
        absence = try? EventLoop.shared.addTimer(after: nil) {
            continuation.finish(throwing: CommandFailure(.noDaemon, "formd is gone"))
        }
        interrupts?.handler = { continuation.finish() }
        if let limit {
            LoopActor.task {
                try? await EventLoop.shared.sleep(for: limit.time)
                continuation.finish(throwing: limit.failure)
            }
        }
        onEnd {}
    }

    /// Sets what is done when the sequence has ended. What it refers to lives until then.
    func onEnd(_ work: @escaping @LoopActor @Sendable () -> Void) {
        continuation.onTermination = { [output] _ in
            Task { @LoopActor in
                output?.cancel()
                work()
            }
        }
    }

    func yield(_ element: Element) { continuation.yield(element) }

    func finish(throwing error: (any Error)? = nil) { continuation.finish(throwing: error) }

    /// Ends the sequence if the daemon is not reachable again soon.
    func note(isReachable: Bool) {
        if isReachable { absence?.isEnabled = false } else { absence?.schedule(after: Self.longestAbsence) }
    }
}

extension FormSession {
    /// The changes of the session from now on, until the session or the daemon ends or the user interrupts the command.
    func changes(
        until interrupts: Interrupts? = nil,
        within limit: (time: Duration, failure: CommandFailure)? = nil
    ) -> AsyncThrowingStream<SessionChange, any Error> {
        let feed = Feed<SessionChange>(until: interrupts, within: limit)
        let observation = observe { change in
            switch change {
            case .lost: feed.note(isReachable: false)
            case .closed: feed.finish()
            case .resumed, .reopened: feed.note(isReachable: true)
            case .changed, .signal, .refused, .failed: break
            }
            feed.yield(change)
        }
        // The session is followed as long as the sequence exists.
        feed.onEnd { [self] in withExtendedLifetime(self) { observation.cancel() } }
        return feed.elements
    }
}
