import CLinux
import CSystemd
import Glibc

extension EventLoop {
    /// Calls `handler` in each turn in which the descriptor is ready (level-triggered). A descriptor can have one
    /// source at a time, and must stay open until the source is cancelled. Throws for descriptors that cannot be
    /// polled, such as a file's.
    public func addIO(
        descriptor: Int32,
        events: IOEvents,
        priority: EventPriority = .normal,
        handler: @escaping @LoopActor (IOEvents) -> Void
    ) throws -> EventSource {
        try add(EventSource(.io(handler)), descriptor, events, priority, "watch descriptor \(descriptor)")
    }

    /// Starts a program as a child process, which ends at the latest when this process ends: see `child_process_start`.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, beginning with the program's name.
    ///   - output: the child's standard output and standard error.
    /// - Returns: the child's process ID, or a negative `errno`.
    public nonisolated static func startChild(_ program: String, _ arguments: [String], output: Descriptor) -> Int32 {
        let pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe child_process_start(program, pointers, output.number)
    }

    /// Calls `handler` once, when the child process has ended, and reaps the child. It must be a child of this process,
    /// and nothing else may reap it.
    public func addChild(
        _ pid: Int32,
        priority: EventPriority = .urgent,
        handler: @escaping @LoopActor (ExitStatus) -> Void
    ) throws -> EventSource {
        let descriptor = try SystemError.check(linux_pidfd_open(pid), "watch process \(pid)")
        let source = EventSource(.child(pid, handler), owning: descriptor)
        return try add(source, descriptor, .readable, priority, "watch process \(pid)")
    }

    private func add(
        _ source: EventSource,
        _ descriptor: Int32,
        _ events: IOEvents,
        _ priority: EventPriority,
        _ operation: @autoclosure () -> String
    ) throws(SystemError) -> EventSource {
        try unsafe add(source, priority, operation()) { pointer, userData in
            unsafe sd_event_add_io(
                event,
                pointer,
                descriptor,
                events.rawValue,
                { _, _, events, userData in unsafe EventLoop.fire(userData, IOEvents(rawValue: events)) },
                userData
            )
        }
    }

    /// Calls `handler` once, `delay` from now; `schedule(after:)` on the source lets the timer fire again.
    ///
    /// - Parameters:
    ///   - delay: `nil` to make a timer that does not run until it is scheduled.
    ///   - tolerance: how much later the timer may fire, so that several timers can share one wake-up of the process.
    public func addTimer(
        after delay: Duration?,
        tolerance: Duration = .milliseconds(1),
        priority: EventPriority = .normal,
        handler: @escaping @LoopActor () -> Void
    ) throws -> EventSource {
        let time = delay.map { Self.microseconds(after: $0) } ?? UInt64.max
        let accuracy = max(1, tolerance.microseconds)
        let source = EventSource(.plain(handler), firesOnce: true)
        try unsafe add(source, priority, "add a timer") { pointer, userData in
            unsafe sd_event_add_time(
                event,
                pointer,
                CLOCK_MONOTONIC,
                time,
                accuracy,
                { _, _, userData in unsafe EventLoop.fire(userData) },
                userData
            )
        }
        if delay == nil { source.isEnabled = false }
        return source
    }

    /// Calls `handler` each time that the signal arrives, and blocks the signal for the calling thread. It must be
    /// blocked for all other threads too, so signals must be added before anything starts a thread.
    public func addSignal(
        _ signal: Int32,
        priority: EventPriority = .urgent,
        handler: @escaping @LoopActor () -> Void
    ) throws -> EventSource {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, signal)
        try unsafe SystemError.check(-pthread_sigmask(SIG_BLOCK, &set, nil), "block signal \(signal)")
        return try unsafe add(EventSource(.plain(handler)), priority, "watch signal \(signal)") { pointer, userData in
            unsafe sd_event_add_signal(
                event,
                pointer,
                signal,
                { _, _, userData in unsafe EventLoop.fire(userData) },
                userData
            )
        }
    }

    /// Makes a source that is disabled at first. Each time that it is enabled, `handler` is called once in a later
    /// turn.
    public func addDeferred(
        priority: EventPriority = .normal,
        handler: @escaping @LoopActor () -> Void
    ) throws -> EventSource {
        let source = EventSource(.plain(handler), firesOnce: true)
        try unsafe add(source, priority, "add a deferred source") { pointer, userData in
            unsafe sd_event_add_defer(event, pointer, { _, userData in unsafe EventLoop.fire(userData) }, userData)
        }
        source.isEnabled = false
        return source
    }

    @discardableResult
    private func add(
        _ source: EventSource,
        _ priority: EventPriority,
        _ operation: @autoclosure () -> String,
        _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) -> EventSource {
        var pointer: OpaquePointer?
        try unsafe SystemError.check(add(&pointer, source.userData), operation())
        unsafe source.adopt(pointer, priority: priority)
        return source
    }

    /// Calls the handler of the source to which a callback's user data points. All callbacks of libsystemd come here,
    /// on the loop's thread.
    private nonisolated static func fire(_ userData: UnsafeMutableRawPointer?, _ events: IOEvents = []) -> Int32 {
        guard let userData = unsafe userData else { return 0 }
        let source = unsafe Unmanaged<EventSource>.fromOpaque(userData).takeUnretainedValue()
        LoopActor.assumeIsolated { source.fire(events) }
        return 0
    }
}
