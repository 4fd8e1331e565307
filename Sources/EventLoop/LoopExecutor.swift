import CLinux
import Glibc
import Synchronization

/// The queue of the jobs that are to run on the loop's thread. Any thread may add jobs; the loop runs them.
///
/// The executor is both the serial executor of `LoopActor` and the task executor of the loop's own tasks. It has to be
/// both, because a continuation always resumes outside of every actor first. Without a preferred task executor it would
/// resume on a thread of the concurrency runtime's pool: each `await` would change the thread twice, and tasks would
/// not resume in order.
///
/// An eventfd wakes the loop, and only while the loop sleeps. A job that is enqueued on the loop's own thread, or while
/// the loop is busy, costs no system call.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    static let shared = LoopExecutor()

    private struct State {
        var jobs: [UnownedJob] = []
        /// The eventfd to signal while the loop waits; `nil` while it does not.
        var alarm: Int32?
    }

    private let state = Mutex(State())
    /// The loop's thread as `pthread_self` returns it; 0 while no loop runs, which glibc uses for no thread.
    private let thread = Atomic<UInt>(0)

    var isOnLoopThread: Bool {
        thread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// Makes the calling thread the loop's thread. Returns `false` if another loop runs.
    func claimThread() -> Bool {
        thread.compareExchange(expected: 0, desired: UInt(pthread_self()), ordering: .sequentiallyConsistent).exchanged
    }

    func releaseThread() {
        thread.store(0, ordering: .sequentiallyConsistent)
    }

    // MARK: Functions for the loop

    /// Moves the waiting jobs, in order, to `batch`, which must be empty.
    func takeJobs(into batch: inout [UnownedJob]) {
        state.withLock { swap(&$0.jobs, &batch) }
    }

    /// Must be called before the loop waits. Returns `false` if there are jobs, so that the loop must not wait. From
    /// this call until that of `awake`, `enqueue` signals `alarm`.
    func fallAsleep(alarm: Int32) -> Bool {
        state.withLock { state in
            guard state.jobs.isEmpty else { return false }
            state.alarm = alarm
            return true
        }
    }

    func awake() {
        state.withLock { $0.alarm = nil }
    }

    // MARK: SerialExecutor and TaskExecutor

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            state.jobs.append(job)
            guard let alarm = state.alarm else { return }
            // The lock is held while signalling, because the loop may close the eventfd once it is awake.
            linux_eventfd_signal(alarm)
            state.alarm = nil
        }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    func isIsolatingCurrentContext() -> Bool? {
        isOnLoopThread
    }

    func checkIsolated() {
        precondition(isOnLoopThread, "this code belongs to the event loop's thread")
    }
}
