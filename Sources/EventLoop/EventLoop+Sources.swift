import CLinux
import CSystemd
import Glibc

extension EventLoop {
    /// Calls `handler` whenever the descriptor is ready, as long as it is: one descriptor has one source at a time. The
    /// descriptor must stay open until the source is cancelled. Throws for what cannot be polled, such as a file.
    package func addIO(
        descriptor: Int32,
        events: IOEvents,
        priority: EventPriority = .normal,
        handler: @escaping @LoopActor (IOEvents) -> Void
    ) throws -> EventSource {
        let source = EventSource(.io(handler))
        try unsafe add(source, priority, "watch descriptor \(descriptor)") { pointer, userData in
            unsafe sd_event_add_io(
                event,
                pointer,
                descriptor,
                events.rawValue,
                { _, _, events, userData in
                    LoopActor.assumeIsolated { unsafe EventLoop.source(userData)?.fire(IOEvents(rawValue: events)) }
                    return 0
                },
                userData
            )
        }
        return source
    }

    /// Calls `handler` once, `delay` from now; `schedule(after:)` on the source lets it fire again. With no delay the
    /// timer is made but does not run.
    ///
    /// - Parameter tolerance: how much later it may come, so that wake-ups fall together.
    package func addTimer(
        after delay: Duration?,
        tolerance: Duration = .milliseconds(1),
        priority: EventPriority = .normal,
        handler: @escaping @LoopActor () -> Void
    ) throws -> EventSource {
        let source = EventSource(.plain(handler))
        source.modeWhenEnabled = SD_EVENT_ONESHOT
        let time = delay.map { Self.microseconds(after: $0) } ?? UInt64.max
        let accuracy = max(1, tolerance.microseconds)
        try unsafe add(source, priority, "add a timer") { pointer, userData in
            unsafe sd_event_add_time(
                event,
                pointer,
                CLOCK_MONOTONIC,
                time,
                accuracy,
                { _, _, userData in
                    LoopActor.assumeIsolated { unsafe EventLoop.source(userData)?.fire() }
                    return 0
                },
                userData
            )
        }
        if delay == nil { source.isEnabled = false }
        return source
    }

    /// Calls `handler` for each arrival of the signal, which is blocked for the calling thread from now on. Other threads
    /// must have it blocked too: so add signals before anything starts a thread.
    package func addSignal(
        _ signal: Int32,
        priority: EventPriority = .urgent,
        handler: @escaping @LoopActor () -> Void
    ) throws -> EventSource {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, signal)
        try unsafe SystemError.check(-pthread_sigmask(SIG_BLOCK, &set, nil), "block signal \(signal)")

        let source = EventSource(.plain(handler))
        try unsafe add(source, priority, "watch signal \(signal)") { pointer, userData in
            unsafe sd_event_add_signal(
                event,
                pointer,
                signal,
                { _, _, userData in
                    LoopActor.assumeIsolated { unsafe EventLoop.source(userData)?.fire() }
                    return 0
                },
                userData
            )
        }
        return source
    }

    /// Calls `handler` once, when the child process has ended, and reaps it. The child must be the caller's own and not
    /// reaped by anyone else.
    package func addChild(
        _ pid: Int32,
        priority: EventPriority = .urgent,
        handler: @escaping @LoopActor (ExitStatus) -> Void
    ) throws -> EventSource {
        let descriptor = try SystemError.check(linux_pidfd_open(pid), "watch process \(pid)")
        let source = EventSource(.child(pid, handler), owning: descriptor)
        try unsafe add(source, priority, "watch process \(pid)") { pointer, userData in
            unsafe sd_event_add_io(
                event,
                pointer,
                descriptor,
                IOEvents.readable.rawValue,
                { _, _, events, userData in
                    LoopActor.assumeIsolated { unsafe EventLoop.source(userData)?.fire(IOEvents(rawValue: events)) }
                    return 0
                },
                userData
            )
        }
        return source
    }

    /// Calls `handler` once in a later turn each time the source is enabled, which it is not at first.
    package func addDeferred(
        priority: EventPriority = .normal,
        handler: @escaping @LoopActor () -> Void
    ) throws -> EventSource {
        let source = EventSource(.plain(handler))
        source.modeWhenEnabled = SD_EVENT_ONESHOT
        try unsafe add(source, priority, "add a deferred source") { pointer, userData in
            unsafe sd_event_add_defer(
                event,
                pointer,
                { _, userData in
                    LoopActor.assumeIsolated { unsafe EventLoop.source(userData)?.fire() }
                    return 0
                },
                userData
            )
        }
        source.isEnabled = false
        return source
    }
}

extension EventLoop {
    private func add(
        _ source: EventSource,
        _ priority: EventPriority,
        _ operation: @autoclosure () -> String,
        _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) {
        var pointer: OpaquePointer?
        try unsafe SystemError.check(add(&pointer, source.userData), operation())
        unsafe source.adopt(pointer, priority: priority)
    }

    /// The source that a callback's user data stands for.
    private static func source(_ userData: UnsafeMutableRawPointer?) -> EventSource? {
        guard let userData = unsafe userData else { return nil }
        return unsafe Unmanaged<EventSource>.fromOpaque(userData).takeUnretainedValue()
    }

    /// The point `delay` from now on the monotonic clock, as libsystemd counts.
    static func microseconds(after delay: Duration) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
        let (sum, overflow) = now.addingReportingOverflow(delay.microseconds)
        // The largest number means "never".
        return overflow ? UInt64.max - 1 : min(sum, UInt64.max - 1)
    }
}

extension Duration {
    /// Rounded up; 0 for a negative duration, the largest number for one that does not fit.
    var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        if seconds < 0 || attoseconds < 0 { return 0 }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
        if overflow { return .max }
        let (sum, carry) = whole.addingReportingOverflow((UInt64(attoseconds) + 999_999_999_999) / 1_000_000_000_000)
        return carry ? .max : sum
    }
}
