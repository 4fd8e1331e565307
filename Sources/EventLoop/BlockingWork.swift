/// Work that may block its thread, such as writing to a disk.
final class BlockingWork: Sendable {
    /// Does the work, and returns what the loop does with its result.
    let run: @Sendable () -> @LoopActor () -> Void
    /// Called on the loop if it continues before the work has ended.
    let late: @LoopActor () -> Void

    init<Success: Sendable>(
        _ work: @escaping @Sendable () throws(SystemError) -> Success,
        late: @escaping @LoopActor () -> Void = {},
        completion: @escaping @LoopActor (Result<Success, SystemError>) -> Void
    ) {
        self.late = late
        run = {
            let result = Result { () throws(SystemError) in try work() }
            return { completion(result) }
        }
    }

    /// Does the work on a thread that does not run the loop.
    func runBesideLoop() {
        let finish = run()
        LoopActor.task { finish() }
    }
}
