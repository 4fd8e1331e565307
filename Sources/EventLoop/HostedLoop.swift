import CSystemd

/// An event loop that another loop runs: that of GLib, of a terminal's library, of a server.
///
/// The other loop waits until `descriptor` is readable, and calls `process` then. What it calls of the loop's own code it calls
/// inside `perform`. All of this happens on the thread that made the loop, which is the loop's thread as long as this object
/// lives.
@safe
public final class HostedLoop {
    private let loop: EventLoop
    /// Readable when `process` has something to do. It belongs to the loop.
    public let descriptor: Int32

    /// Throws if this process has a loop already.
    public init() throws {
        guard LoopExecutor.shared.claimThread() else { throw SystemError("run a second event loop", code: 16) }
        do {
            (loop, descriptor) = try LoopActor.assumeIsolated { () throws -> (EventLoop, Int32) in
                let loop = try EventLoop.begin()
                return (loop, try unsafe SystemError.check(sd_event_get_fd(loop.event), "watch the event loop"))
            }
        } catch {
            LoopExecutor.shared.releaseThread()
            throw error
        }
    }

    deinit {
        LoopActor.assumeIsolated { [loop] in loop.end() }
        LoopExecutor.shared.releaseThread()
    }

    /// Does all that can be done without waiting.
    public func process() throws {
        try LoopActor.assumeIsolated { [loop] in try loop.runWithoutWaiting() }
    }

    /// Runs code of the loop, and what follows from it at once.
    public func perform<Success>(_ body: @LoopActor () throws -> Success) throws -> Success {
        try LoopActor.assumeIsolated { [loop] in
            let result = try body()
            try loop.runWithoutWaiting()
            return result
        }
    }
}
