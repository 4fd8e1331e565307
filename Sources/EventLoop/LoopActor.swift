/// The actor of everything that runs on the event loop's thread, which is nearly all of formd.
///
/// Its jobs run between two event sources, in the order in which they were enqueued. While no loop runs, they wait.
@globalActor
package actor LoopActor {
    package static let shared = LoopActor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe LoopExecutor.shared.asUnownedSerialExecutor()
    }

    /// What runs code that belongs to no actor on the loop's thread, for `withTaskExecutorPreference`.
    package static var executor: any TaskExecutor { LoopExecutor.shared }

    /// Starts a task that stays on the loop's thread, whatever it awaits, unless it calls other actors.
    ///
    /// Better than `Task { @LoopActor in … }`, which resumes after every suspension by way of another thread: later, and in no
    /// order with other tasks.
    @discardableResult
    package static func task<Success: Sendable>(
        _ operation: @escaping @LoopActor @Sendable () async throws -> Success
    ) -> Task<Success, any Error> {
        Task(executorPreference: LoopExecutor.shared, operation: operation)
    }

    /// Runs `operation` synchronously in the actor's isolation. A C callback on the loop's thread enters it this way.
    ///
    /// Traps on any other thread.
    package static func assumeIsolated<Success, Failure: Error>(
        _ operation: @LoopActor () throws(Failure) -> Success
    ) throws(Failure) -> Success {
        LoopExecutor.shared.checkIsolated()
        // The thread was checked above, so the code is isolated. The cast only tells that to the compiler.
        typealias Isolated = @LoopActor () throws(Failure) -> Success
        typealias Plain = () throws(Failure) -> Success
        return try withoutActuallyEscaping(operation) { (closure: @escaping Isolated) throws(Failure) -> Success in
            try unsafe unsafeBitCast(closure, to: Plain.self)()
        }
    }
}
