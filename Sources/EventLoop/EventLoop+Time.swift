import Glibc

extension EventLoop {
    /// A moment of the clock that the loop's timers use (`CLOCK_MONOTONIC`). The clock is never set back, and stands
    /// still while the machine is suspended.
    ///
    /// `SuspendingClock.Instant` has the same meaning, but each copy and comparison of it is a function call.
    public struct Instant: Hashable, Comparable, Sendable {
        private var sinceStart: Duration

        /// The present moment.
        public static var now: Instant {
            var time = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            return Instant(sinceStart: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
        }

        /// Whether a moment is before another one.
        public static func < (one: Instant, other: Instant) -> Bool {
            one.sinceStart < other.sinceStart
        }

        /// A later moment.
        public static func + (moment: Instant, duration: Duration) -> Instant {
            Instant(sinceStart: moment.sinceStart + duration)
        }

        /// The time between two moments.
        public static func - (end: Instant, start: Instant) -> Duration {
            end.sinceStart - start.sinceStart
        }
    }
}

extension EventLoop {
    /// The processor time that the calling thread has used. It does not advance while other threads use the processor.
    /// Makes a system call.
    public nonisolated static var processorTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Suspends the calling task for a time in which the loop goes on. Throws `CancellationError` if the task is
    /// cancelled before that time has passed.
    public func sleep(for delay: Duration) async throws {
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

extension EventLoop {
    /// The moment `delay` from now in microseconds of the monotonic clock, as libsystemd counts.
    static func microseconds(after delay: Duration) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
        let (sum, overflow) = now.addingReportingOverflow(delay.microseconds)
        // To libsystemd the largest number means "never".
        return overflow ? UInt64.max - 1 : min(sum, UInt64.max - 1)
    }
}

extension Duration {
    /// The duration in microseconds, rounded up: 0 for a negative duration, and the largest number for one that does
    /// not fit.
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        if seconds < 0 || attoseconds < 0 { return 0 }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
        if overflow { return .max }
        let (sum, carry) = whole.addingReportingOverflow((UInt64(attoseconds) + 999_999_999_999) / 1_000_000_000_000)
        return carry ? .max : sum
    }
}
