import CLinux
import EventLoop
import Glibc
import Synchronization

/// A thread that runs slow jobs one after the other, so that a stalled disk blocks this thread and not the loop.
final class StoreThread: Sendable {
    private let jobs = Mutex<[StoreJob]>([])
    private let wake: Descriptor
    /// Readable when a job has ended for which the loop is waiting.
    let done: Descriptor
    /// Readable when a job has ended for which the loop stopped waiting.
    let late: Descriptor
    /// The time at which the current job began, in nanoseconds; 0 while there is none.
    private let busySince = Atomic<UInt64>(0)
    /// The jobs that were added and are not done yet.
    private let unfinished = Atomic<Int>(0)

    init() throws(SystemError) {
        wake = try Self.makeEvent()
        done = try Self.makeEvent()
        late = try Self.makeEvent()
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setstacksize(&attributes, 256 * 1024)
        // Signals are delivered to the loop's thread only.
        var (all, old) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        var thread = pthread_t()
        // The thread keeps this object alive as long as the process lives.
        let code = unsafe pthread_create(
            &thread,
            &attributes,
            { pointer in
                if let pointer = unsafe pointer {
                    unsafe Unmanaged<StoreThread>.fromOpaque(pointer).takeRetainedValue().run()
                }
                return nil
            },
            Unmanaged.passRetained(self).toOpaque()
        )
        unsafe pthread_attr_destroy(&attributes)
        guard code == 0 else { throw SystemError("start a thread for the state folder", code: code) }
        pthread_detach(thread)
    }

    private static func makeEvent() throws(SystemError) -> Descriptor {
        Descriptor(owning: try SystemError.check(linux_eventfd(), "make an eventfd"))
    }

    /// The time of a monotonic clock in nanoseconds.
    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
    }

    /// How long the current job has been running, in nanoseconds; 0 if there is none.
    var age: UInt64 {
        let start = busySince.load(ordering: .acquiring)
        return start == 0 ? 0 : Self.now &- start
    }

    var isIdle: Bool { unfinished.load(ordering: .acquiring) == 0 }

    func add(_ job: StoreJob) {
        unfinished.add(1, ordering: .relaxed)
        jobs.withLock { $0.append(job) }
        linux_eventfd_signal(wake.number)
    }

    private func run() {
        while true {
            Self.wait(for: wake, milliseconds: -1)
            linux_eventfd_clear(wake.number)
            while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                busySince.store(Self.now, ordering: .releasing)
                job.run()
                busySince.store(0, ordering: .releasing)
                unfinished.subtract(1, ordering: .releasing)
                linux_eventfd_signal(job.finish() ? done.number : late.number)
            }
        }
    }

    /// - Returns: whether the event occurred.
    @discardableResult
    static func wait(for event: Descriptor, milliseconds: Int32) -> Bool {
        var poll = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
        return unsafe Glibc.poll(&poll, 1, milliseconds) > 0
    }
}

/// A job that a thread runs for the loop.
final class StoreJob: Sendable {
    private enum State {
        case open, done
        /// The loop has stopped waiting, and is notified later.
        case left
    }

    private let work: Mutex<(@Sendable () throws(SystemError) -> Void)?>
    private let state = Mutex(State.open)
    private let error = Mutex<SystemError?>(nil)
    private let isDone = Atomic(false)

    init(_ work: @escaping @Sendable () throws(SystemError) -> Void) {
        self.work = Mutex(work)
    }

    fileprivate func run() {
        // Releases what the work retains, such as the folder, before the end of the job is reported.
        let work = work.withLock { $0.take() }
        do throws(SystemError) {
            try work?()
        } catch {
            self.error.withLock { $0 = error }
        }
    }

    /// - Returns: whether the loop is waiting for the job.
    fileprivate func finish() -> Bool {
        state.withLock { state in
            isDone.store(true, ordering: .releasing)
            if case .left = state { return false }
            state = .done
            return true
        }
    }

    /// Whether the job has ended; then `result` has its result.
    var hasEnded: Bool { isDone.load(ordering: .acquiring) }

    /// Throws the error of the job.
    func result() throws(SystemError) {
        if let error = error.withLock({ $0 }) { throw error }
    }

    /// Waits until the job has ended, but only as long as the disk may block the loop.
    ///
    /// - Parameter limit: the time limit in milliseconds.
    /// - Returns: whether the job has ended. If not, the thread's `late` becomes readable when it ends.
    func wait(on thread: StoreThread, milliseconds limit: UInt64) -> Bool {
        let start = StoreThread.now
        while !hasEnded {
            let age = StoreThread.now &- start
            // Usually the job takes a few microseconds, less than sleeping and being woken.
            if age < 20_000 { continue }
            guard age < limit * 1_000_000 else { return leave() }
            let rest = limit - age / 1_000_000
            if StoreThread.wait(for: thread.done, milliseconds: Int32(clamping: rest)) {
                linux_eventfd_clear(thread.done.number)
            }
        }
        return true
    }

    /// - Returns: whether the job ended just before the loop stopped waiting.
    func leave() -> Bool {
        state.withLock { state in
            if case .done = state { return true }
            state = .left
            return false
        }
    }
}
