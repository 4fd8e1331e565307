/// The isolation of everything that runs on the event loop's thread, which is everything that formd does.
///
/// Jobs run in the order in which they were enqueued, between two event sources. While no loop runs they wait.
@globalActor
package actor LoopActor {
    package static let shared = LoopActor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe LoopExecutor.shared.asUnownedSerialExecutor()
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
