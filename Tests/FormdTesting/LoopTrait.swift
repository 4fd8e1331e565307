import EventLoop
package import Testing

/// Runs the event loop on a thread of its own, and the tests that have this trait as tasks of the loop. They can then
/// be `@LoopActor`. (A suite can not: the search for tests would wait for the loop before there is one.)
package struct LoopTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func prepare(for test: Test) {
        EventLoop.startOnThread()
    }

    @concurrent
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(LoopActor.executor) { try await function() }
    }
}

extension Trait where Self == LoopTrait {
    /// For tests that are `@LoopActor`, or wait for what is.
    package static var loop: LoopTrait { LoopTrait() }
}
