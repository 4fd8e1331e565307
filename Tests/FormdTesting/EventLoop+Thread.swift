package import EventLoop
import Glibc

extension EventLoop {
    /// Starts a loop on a thread of its own, which runs as long as the process does. Further calls do nothing. The main
    /// thread belongs to the test runner.
    package nonisolated static func startOnThread() {
        _ = thread
    }

    private nonisolated static let thread: Void = {
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { _ in
                do {
                    _ = try EventLoop.serve {}
                } catch {
                    fatalError("\(error)")
                }
                // A signal has ended the loop. Without it, the tests would wait for ever.
                Glibc.exit(EXIT_FAILURE)
            },
            nil
        )
        precondition(result == 0, "no thread for the event loop")
        pthread_detach(thread)
    }()
}
