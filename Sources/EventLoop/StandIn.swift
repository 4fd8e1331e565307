import CLinux
import Glibc
import Synchronization

/// A thread that runs the loop while the loop's own thread is blocked.
///
/// The loop's thread counts when it begins work that may block, and when it ends it. While there is such work, a timer
/// wakes the stand-in every 10 ms. If the same work runs as at the last time, the stand-in becomes the loop's thread, and
/// the blocked thread does all blocking work, until none is left and the last one was quick, or until a second has passed
/// without any. Then it becomes the loop's thread again.
///
/// A piece of work that is quick costs two writes of a shared variable, and every 10 ms one system call for the timer.
final class StandIn: Sendable {
    private struct Queue {
        var work: [any BlockingWork] = []
        /// Whether the blocked thread has no more work, and waits to run the loop again.
        var isFinished = false
    }

    /// How often the loop's thread has begun and ended work: odd while it does work. `standingIn` while this thread runs
    /// the loop.
    private let count = Atomic<UInt64>(0)
    private let timer: Descriptor
    private let isTimerSet = Atomic(false)
    private let queue = Mutex(Queue())
    /// There is new work for the blocked thread.
    private let added: Signal
    /// The blocked thread waits to run the loop again.
    private let finished: Signal
    /// The loop's own thread runs the loop again.
    private let returned: Signal

    private static let standingIn = UInt64.max
    /// The time between two wake-ups by the timer, in milliseconds. Work blocks the loop for at most twice this time.
    private static let interval: Int64 = 10
    /// How long the blocked thread waits for more work after slow work, in milliseconds.
    private static let slowTimeout: Int32 = 1_000
    /// How long the loop's end waits for the blocked thread, in milliseconds.
    private static let exitTimeout: Int32 = 2_000

    init() throws(SystemError) {
        timer = Descriptor(owning: try SystemError.check(linux_timer(), "make a timer"))
        (added, finished, returned) = (try Signal(), try Signal(), try Signal())
        // The thread keeps this object alive as long as the process lives.
        try BackgroundThread.start { self.run() }
    }

    private func setTimer() {
        isTimerSet.store(true, ordering: .sequentiallyConsistent)
        linux_timer_start(timer.number, UInt64(Self.interval) * 1_000_000)
    }

    // MARK: The loop's own thread

    /// Does work on the loop's thread.
    ///
    /// - Returns: whether the work is still to be finished. It is not if the stand-in has run the loop meanwhile.
    func watch(_ work: any BlockingWork) -> Bool {
        let begun = count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
        if !isTimerSet.load(ordering: .sequentiallyConsistent) { setTimer() }
        work.run()
        let isInTime = count.compareExchange(
            expected: begun,
            desired: begun &+ 1,
            ordering: .sequentiallyConsistent
        ).exchanged
        if isInTime { return true }
        LoopActor.task { work.finish() }
        workBesideLoop()
        return false
    }

    /// Does the blocking work of the loop, which the stand-in runs. Returns when this thread runs the loop again.
    private func workBesideLoop() {
        var isSlow = true
        repeat {
            while let work = next(isPatient: isSlow) {
                let start = EventLoop.now
                work.runBesideLoop()
                isSlow = EventLoop.now - start > .milliseconds(Self.interval)
            }
        } while !finish()
        finished.send()
        // Wakes the loop, so that it notices.
        LoopActor.task {}
        returned.wait()
    }

    /// - Parameter isPatient: whether to wait for more work.
    private func next(isPatient: Bool) -> (any BlockingWork)? {
        repeat {
            if let work = queue.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { return work }
        } while isPatient && added.wait(milliseconds: Self.slowTimeout)
        return nil
    }

    /// - Returns: `false` if there is more work.
    private func finish() -> Bool {
        queue.withLock { queue in
            queue.isFinished = queue.work.isEmpty
            return queue.isFinished
        }
    }

    // MARK: The loop on this thread

    /// Adds work for the blocked thread.
    ///
    /// - Returns: `false` if that thread waits to run the loop again.
    func add(_ work: any BlockingWork) -> Bool {
        let isAdded = queue.withLock { queue in
            if !queue.isFinished { queue.work.append(work) }
            return !queue.isFinished
        }
        if isAdded { added.send() }
        return isAdded
    }

    var isLoopThreadFree: Bool { queue.withLock(\.isFinished) }

    private func run() -> Never {
        var last = UInt64(0)
        while true {
            linux_timer_wait(timer.number)
            let now = count.load(ordering: .sequentiallyConsistent)
            if now % 2 == 0 {
                isTimerSet.store(false, ordering: .sequentiallyConsistent)
                // Work may have begun before the loop's thread could know that the timer is not set.
                if count.load(ordering: .sequentiallyConsistent) != now { setTimer() }
            } else if now != last {
                last = now
                setTimer()
            } else if count.compareExchange(
                expected: now,
                desired: Self.standingIn,
                ordering: .sequentiallyConsistent
            ).exchanged {
                standIn()
                isTimerSet.store(false, ordering: .sequentiallyConsistent)
                count.store(now &+ 1, ordering: .sequentiallyConsistent)
                returned.send()
            } else {
                setTimer()
            }
        }
    }

    /// Runs the loop until its own thread waits to run it again.
    private func standIn() {
        LoopExecutor.shared.withThisThread {
            let exitCode = LoopActor.assumeIsolated { EventLoop.shared.blocking.runLoop(for: self) }
            if let exitCode {
                // The process ends even if the disk never answers.
                if !finished.wait(milliseconds: Self.exitTimeout) { _exit(exitCode) }
            } else {
                finished.wait()
            }
        }
        queue.withLock { $0.isFinished = false }
    }
}
