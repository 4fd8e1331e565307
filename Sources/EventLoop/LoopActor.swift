/// The isolation of everything that runs on the event loop's thread, which is everything that formd does.
///
/// Jobs run in the order in which they were enqueued, between two event sources. While no loop runs they wait.
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
    /// To be preferred to `Task { @LoopActor in … }`, which comes back from every suspension by way of another thread, late
    /// and in no order.
    @discardableResult
    package static func task<Success: Sendable>(
        _ operation: @escaping @LoopActor @Sendable () async throws -> Success
    ) -> Task<Success, any Error> {
        Task(executorPreference: LoopExecutor.shared, operation: operation)
    }

    /// Runs `operation` as the actor's own code, synchronously: how a C callback on the loop's thread enters.
    ///
    /// Traps on any other thread.
    package static func assumeIsolated<Success, Failure: Error>(
        _ operation: @LoopActor () throws(Failure) -> Success
    ) throws(Failure) -> Success {
        LoopExecutor.shared.checkIsolated()
        // Being isolated is a fact of the thread, checked above; the closure's type is all that changes here.
        typealias Isolated = @LoopActor () throws(Failure) -> Success
        typealias Plain = () throws(Failure) -> Success
        return try withoutActuallyEscaping(operation) { (closure: @escaping Isolated) throws(Failure) -> Success in
            try unsafe unsafeBitCast(closure, to: Plain.self)()
        }
    }
}
