import Synchronization

/// Work that may block its thread, such as using a disk.
package protocol BlockingWork: AnyObject, Sendable {
    /// Does the work, on any thread.
    nonisolated func run()
    /// Called if the loop continues before the work has ended.
    @LoopActor func isLate()
    /// Called when the work has ended.
    @LoopActor func finish()
}

extension BlockingWork {
    /// Does the work on a thread that does not run the loop.
    nonisolated func runBesideLoop() {
        run()
        LoopActor.task { self.finish() }
    }
}

/// Work whose parts are closures.
final class BlockingCall<Success: Sendable>: BlockingWork {
    private let work: @Sendable () throws(SystemError) -> Success
    private let late: @LoopActor () -> Void
    private let completion: @LoopActor (Result<Success, SystemError>) -> Void
    private let result = Mutex<Result<Success, SystemError>?>(nil)

    init(
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        late: @escaping @LoopActor () -> Void = {},
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        self.work = work
        self.late = late
        self.completion = completion
    }

    func run() {
        let new = Result { () throws(SystemError) in try work() }
        result.withLock { $0 = new }
    }

    func isLate() { late() }

    func finish() {
        if let result = result.withLock(\.self) { completion(result) }
    }
}
