import EventLoop
package import Testing

/// Runs the event loop on a thread of its own before the tests that have it, which can then be `@LoopActor`.
package struct LoopTrait: SuiteTrait, TestTrait {
    package let isRecursive = true

    package func prepare(for test: Test) {
        EventLoop.startOnThread()
    }
}

extension Trait where Self == LoopTrait {
    /// For tests that are `@LoopActor`, or wait for what is.
    package static var loop: LoopTrait { LoopTrait() }
}
