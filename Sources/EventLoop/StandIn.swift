import CLinux
import Glibc
import Synchronization

/// A thread that runs the loop while the loop's own thread is blocked.
///
/// The loop's thread notes when it begins work that may block. A timer wakes the stand-in 10 ms later. If the same work
/// still runs, the stand-in becomes the loop's thread, and the blocked thread does all blocking work, until none is left
/// and the last one was quick, or until a second has passed without any. Then it becomes the loop's thread again.
///
/// A piece of work that is quick costs two writes of a shared variable, and every 10 ms one system call for the timer.
final class StandIn: Sendable {
    private struct Queue {
        var work: [BlockingWork] = []
        /// Whether the blocked thread has no more work, and waits to run the loop again.
        var isFinished = false
    }

    /// The time at which the loop's thread began its current work, in nanoseconds; `none` if it does no work, and
    /// `standingIn` while this thread runs the loop.
    private let blockedSince = Atomic<UInt64>(StandIn.none)
    private let timer: Descriptor
    private let isTimerSet = Atomic(false)
    private let queue = Mutex(Queue())
    /// There is new work for the blocked thread.
    private let added: Signal
    /// The blocked thread waits to run the loop again.
    private let finished: Signal
    /// The loop's own thread runs the loop again.
    private let returned: Signal

    private static let none = UInt64(0)
    private static let standingIn = UInt64.max
    /// How long work may block the loop, in nanoseconds.
    private static let patience: UInt64 = 10_000_000
    /// How long the blocked thread waits for more work after slow work, in milliseconds.
    private static let slowness: Int32 = 1_000
    /// How long the loop's end waits for the blocked thread, in milliseconds.
    private static let farewell: Int32 = 2_000

    init() throws(SystemError) {
        timer = Descriptor(owning: try SystemError.check(linux_timer(), "make a timer"))
        (added, finished, returned) = (try Signal(), try Signal(), try Signal())
        // The thread keeps this object alive as long as the process lives.
        try BackgroundThread.start { self.run() }
    }

    /// The time of a monotonic clock in nanoseconds.
    private static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
    }

    private func setTimer(_ delay: UInt64 = patience) {
        isTimerSet.store(true, ordering: .sequentiallyConsistent)
        linux_timer_start(timer.number, delay)
    }

    // MARK: The loop's own thread

    /// Does work on the loop's thread, and returns what the loop does next. If the stand-in has run the loop meanwhile,
    /// that has been passed to it already, and this returns `nil`.
    func watch(_ work: BlockingWork) -> (@LoopActor () -> Void)? {
        let start = Self.now
        blockedSince.store(start, ordering: .sequentiallyConsistent)
        if !isTimerSet.load(ordering: .sequentiallyConsistent) { setTimer() }
        let finish = work.run()
        let isInTime = blockedSince.compareExchange(
            expected: start,
            desired: Self.none,
            ordering: .sequentiallyConsistent
        ).exchanged
        if isInTime { return finish }
        LoopActor.task { finish() }
        workBesideLoop()
        return nil
    }

    /// Does the blocking work of the loop, which the stand-in runs. Returns when this thread runs the loop again.
    private func workBesideLoop() {
        var isSlow = true
        repeat {
            while let work = next(isPatient: isSlow) {
                let start = Self.now
                work.runBesideLoop()
                isSlow = Self.now &- start > Self.patience
            }
        } while !finish()
        finished.send()
        // Wakes the loop, so that it notices.
        LoopActor.task {}
        returned.wait()
    }

    /// - Parameter isPatient: whether to wait for more work.
    private func next(isPatient: Bool) -> BlockingWork? {
        repeat {
            if let work = queue.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { return work }
        } while isPatient && added.wait(milliseconds: Self.slowness)
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
    func add(_ work: BlockingWork) -> Bool {
        let isAdded = queue.withLock { queue in
            if !queue.isFinished { queue.work.append(work) }
            return !queue.isFinished
        }
        if isAdded { added.send() }
        return isAdded
    }

    var isLoopThreadFree: Bool { queue.withLock(\.isFinished) }

    private func run() -> Never {
        while true {
            linux_timer_wait(timer.number)
            let start = blockedSince.load(ordering: .sequentiallyConsistent)
            guard start != Self.none else {
                isTimerSet.store(false, ordering: .sequentiallyConsistent)
                // Work may have begun before the loop's thread could know that the timer is not set.
                if blockedSince.load(ordering: .sequentiallyConsistent) != Self.none { setTimer() }
                continue
            }
            let age = Self.now &- start
            let isBlocked =
                age >= Self.patience
                && blockedSince.compareExchange(
                    expected: start,
                    desired: Self.standingIn,
                    ordering: .sequentiallyConsistent
                ).exchanged
            guard isBlocked else {
                setTimer(age < Self.patience ? Self.patience - age : Self.patience)
                continue
            }
            standIn()
        }
    }

    private func standIn() {
        LoopExecutor.shared.withThisThread {
            let exitCode = LoopActor.assumeIsolated { EventLoop.shared.blocking.runLoop(for: self) }
            if let exitCode {
                // The process ends even if the disk never answers.
                if !finished.wait(milliseconds: Self.farewell) { _exit(exitCode) }
            } else {
                finished.wait()
            }
        }
        queue.withLock { $0.isFinished = false }
        isTimerSet.store(false, ordering: .sequentiallyConsistent)
        blockedSince.store(Self.none, ordering: .sequentiallyConsistent)
        returned.send()
    }
}
