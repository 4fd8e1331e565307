extension EventLoop {
    /// Suspends the calling task; the loop goes on. Throws `CancellationError` when the task is cancelled meanwhile.
    package func sleep(for delay: Duration) async throws {
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.start(delay, on: self, continuation)
            }
        } onCancel: {
            Task { @LoopActor in sleeper.cancel() }
        }
    }

    @LoopActor
    private final class Sleeper {
        private var timer: EventSource?
        private var continuation: CheckedContinuation<Void, any Error>?

        func start(_ delay: Duration, on loop: EventLoop, _ continuation: CheckedContinuation<Void, any Error>) {
            self.continuation = continuation
            if Task.isCancelled { return cancel() }
            do {
                timer = try loop.addTimer(after: delay) { [weak self] in self?.end(.success(())) }
            } catch {
                end(.failure(error))
            }
        }

        func cancel() {
            end(.failure(CancellationError()))
        }

        private func end(_ result: Result<Void, any Error>) {
            timer = nil
            continuation?.resume(with: result)
            continuation = nil
        }
    }
}
