/// The actor of everything that runs on the event loop's thread, which is nearly all of formd.
///
/// The loop runs the actor's jobs after it has served an event source, in the order in which they were enqueued. While
/// no loop runs, the jobs wait.
@globalActor
public actor LoopActor {
    /// The actor.
    public static let shared = LoopActor()

    /// The executor of the loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe LoopExecutor.shared.asUnownedSerialExecutor()
    }

    /// The executor for `withTaskExecutorPreference`: it runs code that belongs to no actor on the loop's thread.
    public static var executor: any TaskExecutor { LoopExecutor.shared }

    /// Starts a task that stays on the loop's thread, whatever it awaits, unless it calls other actors.
    ///
    /// Use this in place of `Task { @LoopActor in … }`, which resumes after every suspension by way of another thread:
    /// it resumes later, and in no defined order with other tasks.
    @discardableResult
    public static func task<Success: Sendable>(
        _ operation: @escaping @LoopActor @Sendable () async throws -> Success
    ) -> Task<Success, any Error> {
        Task(executorPreference: LoopExecutor.shared, operation: operation)
    }

    /// Runs `operation` synchronously in the actor's isolation. C callbacks, which run on the loop's thread, call this
    /// to enter the isolation. Traps on any other thread.
    public static func assumeIsolated<Success, Failure: Error>(
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
