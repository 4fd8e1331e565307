import Synchronization

/// A thread that does slow work, one piece after the other, so that it does not block the loop. It ends when the worker is
/// released, after the work that it was given.
package final class Worker: Sendable {
    private let queue: Queue

    package init() throws(SystemError) {
        let queue = Queue(added: try Signal())
        self.queue = queue
        try BackgroundThread.start { queue.run() }
    }

    deinit { queue.add(nil) }

    /// Does `work` on the thread, and calls `completion` with its result on the loop, in the order of the work. What the
    /// work refers to, such as an open file, is released before that.
    @LoopActor
    package func run<Success: Sendable>(
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        let outcome = Outcome<Success>()
        queue.completions.append { if let result = outcome.result.withLock(\.self) { completion(result) } }
        queue.add {
            let result = Result { () throws(SystemError) in try work() }
            outcome.result.withLock { $0 = result }
        }
    }

    private final class Outcome<Success: Sendable>: Sendable {
        /// `nil` until the work is done.
        let result = Mutex<Result<Success, SystemError>?>(nil)
    }

    private final class Queue: Sendable {
        private struct State {
            var work: [@Sendable () -> Void] = []
            var isEnding = false
            /// Whether the thread waits for work, or is about to.
            var isIdle = false
        }

        private let state = Mutex(State())
        private let added: Signal
        /// The completions of the work, in its order. The thread has no reference to them, so that the objects that they
        /// refer to are released on the loop.
        @LoopActor var completions: [@LoopActor () -> Void] = []

        init(added: Signal) { self.added = added }

        /// - Parameter work: `nil` for the end.
        func add(_ work: (@Sendable () -> Void)?) {
            let isIdle = state.withLock { state in
                if let work { state.work.append(work) } else { state.isEnding = true }
                defer { state.isIdle = false }
                return state.isIdle
            }
            // A thread that is busy finds the work itself.
            if isIdle { added.send() }
        }

        func run() {
            while true {
                var (work, isEnding) = state.withLock { state in
                    state.isIdle = state.work.isEmpty && !state.isEnding
                    defer { state.work = [] }
                    return (state.work.reversed() as [@Sendable () -> Void], state.isEnding)
                }
                if work.isEmpty {
                    if isEnding { return }
                    added.wait()
                }
                while !work.isEmpty {
                    work.popLast()?()
                    LoopActor.task { [self] in completions.removeFirst()() }
                }
            }
        }
    }
}
