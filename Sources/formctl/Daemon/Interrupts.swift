import EventLoop
import Glibc

/// SIGINT and SIGTERM, for a command that goes on until it is told to end, which is then no failure.
///
/// To be made before the daemon is connected to: the signals have to be blocked before anything starts a thread.
@LoopActor
final class Interrupts {
    private var sources: [EventSource] = []
    private var hasCome = false

    /// Called when one comes; at once if one has come already.
    var handler: (@LoopActor () -> Void)? {
        didSet { if hasCome { handler?() } }
    }

    init() throws {
        sources = try [SIGINT, SIGTERM].map { signal in
            try EventLoop.shared.addSignal(signal) { [weak self] in
                self?.hasCome = true
                self?.handler?()
            }
        }
    }
}
