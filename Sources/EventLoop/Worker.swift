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

    /// Does `work` on the thread, and calls `completion` with its result on the loop. Results come in the order of the work.
    package func run<Success: Sendable>(
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        queue.add {
            let result = Result { () throws(SystemError) in try work() }
            return { LoopActor.task { completion(result) } }
        }
    }

    private final class Queue: Sendable {
        /// Does a piece of work, and returns a function that passes its result to the loop.
        typealias Piece = @Sendable () -> @Sendable () -> Void

        private struct State {
            var work: [Piece] = []
            var isEnding = false
            /// Whether the thread waits for work, or is about to.
            var isIdle = false
        }

        private let state = Mutex(State())
        private let added: Signal

        init(added: Signal) { self.added = added }

        /// - Parameter work: `nil` for the end.
        func add(_ work: Piece?) {
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
                    return (state.work.reversed() as [Piece], state.isEnding)
                }
                if work.isEmpty {
                    if isEnding { return }
                    added.wait()
                }
                while let passResult = Self.doLast(of: &work) { passResult() }
            }
        }

        /// What a piece of work refers to, such as an open file, is released before the loop gets the result.
        private static func doLast(of work: inout [Piece]) -> (@Sendable () -> Void)? { work.popLast()?() }
    }
}
