import CLinux
import EventLoop
import Glibc
import Synchronization

/// A thread that does what may take long, one job after the other. A disk that stalls holds this thread, and not the loop.
final class StoreThread: Sendable {
    private let jobs = Mutex<[StoreJob]>([])
    private let wake: Descriptor
    /// Readable when a job is done that the loop sleeps for.
    let done: Descriptor
    /// Readable when a job is done that the loop has gone on without.
    let late: Descriptor
    /// When the job began that is being done, in nanoseconds; 0 while there is none.
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
        // Signals are for the loop.
        var (all, old) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
        var thread = pthread_t()
        // The thread keeps this object as long as the process lives.
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

    /// Nanoseconds of a clock that never goes back.
    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec))
    }

    /// For how long the present job has been going on, in nanoseconds; 0 if there is none.
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

    /// - Returns: whether the event came.
    @discardableResult
    static func wait(for event: Descriptor, milliseconds: Int32) -> Bool {
        var poll = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
        return unsafe Glibc.poll(&poll, 1, milliseconds) > 0
    }
}

/// One thing that a thread does for the loop.
final class StoreJob: Sendable {
    private enum State {
        case open, done
        /// The loop has gone on, and is told later.
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
        // What the work holds, such as the folder, is let go of before anybody hears that the job is done.
        let work = work.withLock { $0.take() }
        do throws(SystemError) {
            try work?()
        } catch {
            self.error.withLock { $0 = error }
        }
    }

    /// - Returns: whether the loop waits for it.
    fileprivate func finish() -> Bool {
        state.withLock { state in
            isDone.store(true, ordering: .releasing)
            if case .left = state { return false }
            state = .done
            return true
        }
    }

    /// Whether the job has been done. `result` says how.
    var hasEnded: Bool { isDone.load(ordering: .acquiring) }

    /// Throws what the job threw.
    func result() throws(SystemError) {
        if let error = error.withLock({ $0 }) { throw error }
    }

    /// Waits until the job has been done, and no longer than the disk may hold the loop.
    ///
    /// - Parameter limit: milliseconds.
    /// - Returns: whether it has been done. If not, the thread's `late` tells when it is.
    func wait(on thread: StoreThread, milliseconds limit: UInt64) -> Bool {
        let start = StoreThread.now
        while !hasEnded {
            let age = StoreThread.now &- start
            // Usually it takes a few microseconds, less than to fall asleep and to be woken.
            if age < 20_000 { continue }
            guard age < limit * 1_000_000 else { return leave() }
            let rest = limit - age / 1_000_000
            if StoreThread.wait(for: thread.done, milliseconds: Int32(clamping: rest)) {
                linux_eventfd_clear(thread.done.number)
            }
        }
        return true
    }

    /// - Returns: whether the job has been done at the last moment.
    func leave() -> Bool {
        state.withLock { state in
            if case .done = state { return true }
            state = .left
            return false
        }
    }
}
