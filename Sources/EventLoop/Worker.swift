import Synchronization

/// A thread that does slow work, one piece after the other, so that it does not block the loop.
package final class Worker: Sendable {
    private let work = Mutex<[any BlockingWork]>([])
    private let added: Signal

    package init() throws(SystemError) {
        added = try Signal()
        // The thread keeps this object alive as long as the process lives.
        try BackgroundThread.start { self.run() }
    }

    /// Does `work` on the thread, and calls `completion` with its result on the loop.
    package func run<Success: Sendable>(
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        let work = BlockingCall(work, completion: completion)
        self.work.withLock { $0.append(work) }
        added.send()
    }

    private func run() -> Never {
        while true {
            while let work = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { work.runBesideLoop() }
            added.wait()
        }
    }
}
