import CLinux
import CSystemd
import Glibc

/// The event loop, built on sd-event. One iteration serves one event source, then runs the jobs that wait, then the posted
/// work. What may block, such as using a disk, is done by a `Worker`.
///
/// A process has one loop at a time. All code of `LoopActor` runs on its thread.
@LoopActor
@safe
public final class EventLoop {
    private static var running: EventLoop?

    /// The loop that runs the calling code.
    public static var shared: EventLoop {
        guard let running else { preconditionFailure("loop code runs on a loop's thread only") }
        return running
    }

    /// The present moment.
    public nonisolated static var now: Instant { .now }

    let event: OpaquePointer
    private let alarm: Int32
    private var alarmSource: EventSource?
    private var posted: [@LoopActor () -> Void] = []
    private var exitCode: Int32?

    /// How many times one turn runs the jobs that its own jobs have enqueued. Without this limit, jobs that enqueue
    /// others for ever would keep event sources from being served.
    private static let roundsPerTurn = 16

    private init() throws {
        var event: OpaquePointer?
        try unsafe SystemError.check(sd_event_new(&event), "create the event loop")
        guard let event = unsafe event else { throw SystemError("create the event loop", code: 12) }
        unsafe self.event = event
        do {
            alarm = try SystemError.check(linux_eventfd(), "create the event loop's alarm")
        } catch {
            unsafe sd_event_unref(event)
            throw error
        }
        let alarm = alarm
        alarmSource = try addIO(descriptor: alarm, events: .readable, priority: .urgent) { _ in
            linux_eventfd_clear(alarm)
        }
    }

    /// Runs `work` once at the end of this turn. If posted work posts more work, that runs in the next turn.
    public func post(_ work: @escaping @LoopActor () -> Void) {
        posted.append(work)
    }

    /// Ends the loop after this turn. If this is called several times, the loop returns the first code.
    public func exit(_ code: Int32 = 0) {
        exitCode = exitCode ?? code
    }

    /// Begins to report to the service manager, in every watchdog interval, that the loop still runs. Returns `false`
    /// if the service manager has set no watchdog.
    public func enableWatchdog() throws -> Bool {
        try unsafe SystemError.check(sd_event_set_watchdog(event, 1), "watch the event loop") > 0
    }
}

// MARK: - Running

extension EventLoop {
    /// The error that `run` throws if the loop was told to exit before the body had returned.
    public struct Interrupted: Error {
        /// The exit code.
        public let code: Int32
    }

    /// Runs a loop on the calling thread, and `start` on the loop, until `exit` is called, whose code is returned. This
    /// is for daemons. Throws any error of `start`.
    public nonisolated static func serve(_ start: @escaping @LoopActor @Sendable () async throws -> Void) throws
        -> Int32
    {
        var failure: (any Error)?
        let code = try onThisThread { loop in
            let outcome = Outcome<Void>()
            LoopActor.task {
                do {
                    try await start()
                } catch {
                    outcome.result = .failure(error)
                    loop.exit(1)
                }
            }
            let code = try loop.runTurns()
            if case .failure(let error) = outcome.result { failure = error }
            return code
        }
        if let failure { throw failure }
        return code
    }

    /// Runs a loop on the calling thread until `body`, which runs on the loop, has returned. This is for commands.
    /// Throws any error of `body`, and `Interrupted` if the loop was told to exit before `body` returned.
    public nonisolated static func run<Success: Sendable>(
        _ body: @escaping @LoopActor @Sendable () async throws -> Success
    ) throws -> Success {
        try onThisThread { loop in
            let outcome = Outcome<Success>()
            LoopActor.task {
                do {
                    outcome.result = .success(try await body())
                } catch {
                    outcome.result = .failure(error)
                }
                loop.exit(0)
            }
            let code = try loop.runTurns()
            guard let result = outcome.result else { throw Interrupted(code: code) }
            return try result.get()
        }
    }

    /// The result of a task on the loop, for the code that started the loop.
    @LoopActor
    private final class Outcome<Success: Sendable> {
        var result: Result<Success, any Error>?
    }

    private nonisolated static func onThisThread<Success>(
        _ body: @LoopActor (EventLoop) throws -> Success
    ) throws -> Success {
        guard LoopExecutor.shared.claimThread() else { throw SystemError("run a second event loop", code: 16) }
        defer { LoopExecutor.shared.releaseThread() }
        return try LoopActor.assumeIsolated { () throws -> Success in
            let loop = try begin()
            defer { loop.end() }
            return try body(loop)
        }
    }

    /// Makes the loop of this process, on the thread that has been claimed.
    static func begin() throws -> EventLoop {
        let loop = try EventLoop()
        running = loop
        return loop
    }

    func end() {
        Self.running = nil
        alarmSource = nil
    }

    /// Runs turns until there is nothing to do but wait. From then on the alarm says that there are jobs.
    func runWithoutWaiting() throws {
        LoopExecutor.shared.awake()
        var batch: [UnownedJob] = []
        while true {
            runTurn(&batch)
            var ready = try unsafe SystemError.check(sd_event_prepare(event), "prepare the event loop's turn")
            if ready == 0 { ready = try unsafe SystemError.check(sd_event_wait(event, 0), "wait for events") }
            if ready > 0 {
                try unsafe SystemError.check(sd_event_dispatch(event), "serve an event")
            } else if posted.isEmpty, LoopExecutor.shared.fallAsleep(alarm: alarm) {
                return
            }
        }
    }

    /// Runs iterations until the loop was told to exit, and returns the exit code.
    private func runTurns() throws -> Int32 {
        var batch: [UnownedJob] = []
        while true {
            runTurn(&batch)
            if let exitCode { return exitCode }
            try serveOneSource()
        }
    }

    /// Runs an iteration, except for the event source.
    private func runTurn(_ batch: inout [UnownedJob]) {
        runJobs(&batch)
        runPosted()
    }

    private func runJobs(_ batch: inout [UnownedJob]) {
        let serial = unsafe LoopExecutor.shared.asUnownedSerialExecutor()
        let task = unsafe LoopExecutor.shared.asUnownedTaskExecutor()
        for _ in 0..<Self.roundsPerTurn {
            LoopExecutor.shared.takeJobs(into: &batch)
            if batch.isEmpty { return }
            for job in batch { unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task) }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func runPosted() {
        if posted.isEmpty { return }
        let work = posted
        posted.removeAll(keepingCapacity: true)
        for item in work { item() }
    }

    private func serveOneSource() throws {
        var ready = unsafe sd_event_prepare(event)
        if ready == 0 {
            if posted.isEmpty, LoopExecutor.shared.fallAsleep(alarm: alarm) {
                ready = unsafe sd_event_wait(event, .max)
                LoopExecutor.shared.awake()
            } else {
                ready = unsafe sd_event_wait(event, 0)
            }
        }
        if try SystemError.check(ready, "wait for events") > 0 {
            try unsafe SystemError.check(sd_event_dispatch(event), "serve an event")
        }
    }
}
