import CSystemd
import Glibc

/// Something that the loop waits for, such as a descriptor or a timer. The loop waits as long as this object lives and
/// is not cancelled.
@LoopActor
@safe
public final class EventSource {
    /// The function to call when the source fires; each case is for one type of argument.
    enum Handler {
        case plain(@LoopActor () -> Void)
        case io(@LoopActor (IOEvents) -> Void)
        case child(pid_t, @LoopActor (ExitStatus) -> Void)
    }

    private var source: OpaquePointer?
    private var handler: Handler?
    /// libsystemd's mode of the source while it is enabled: it fires once, or each time until it is disabled.
    private let modeWhenEnabled: Int
    /// A descriptor that belongs to the source, and is closed when the source ends; `nil` if there is none.
    private var ownedDescriptor: Int32?

    init(_ handler: Handler, firesOnce: Bool = false, owning descriptor: Int32? = nil) {
        self.handler = handler
        modeWhenEnabled = firesOnce ? SD_EVENT_ONESHOT : SD_EVENT_ON
        ownedDescriptor = descriptor
    }

    isolated deinit {
        cancel()
    }

    /// Takes over the reference to a source that one of the functions `sd_event_add_…` has returned.
    func adopt(_ source: OpaquePointer?, priority: EventPriority) {
        unsafe self.source = source
        unsafe sd_event_source_set_priority(source, priority.rawValue)
    }

    /// A pointer to this object, for the callbacks of libsystemd. It holds no reference: `deinit` calls `cancel`, and
    /// after `cancel` there are no callbacks.
    var userData: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Ends the source for good: the handler is released and never called again. This may be called inside the handler,
    /// and more than once.
    public func cancel() {
        if let source = unsafe source {
            unsafe sd_event_source_disable_unref(source)
        }
        unsafe source = nil
        handler = nil
        if let descriptor = ownedDescriptor { close(descriptor) }
        ownedDescriptor = nil
    }

    /// Whether the source was cancelled.
    public var isCancelled: Bool {
        unsafe source == nil
    }

    /// Whether the loop waits for the source. Timers and deferred sources become disabled when they fire.
    public var isEnabled: Bool {
        get {
            guard let source = unsafe source else { return false }
            return unsafe sd_event_source_get_enabled(source, nil) > 0
        }
        set {
            guard let source = unsafe source else { return }
            unsafe sd_event_source_set_enabled(source, Int32(newValue ? modeWhenEnabled : SD_EVENT_OFF))
        }
    }

    /// Changes when the source is served among those that are ready.
    public func setPriority(_ priority: EventPriority) {
        guard let source = unsafe source else { return }
        unsafe sd_event_source_set_priority(source, priority.rawValue)
    }

    /// Changes the events that an I/O source waits for. Has no effect on other sources.
    public func setEvents(_ events: IOEvents) {
        guard let source = unsafe source else { return }
        unsafe sd_event_source_set_io_events(source, events.rawValue)
    }

    /// Lets a timer fire (again) once, `delay` from now. Has no effect on other sources.
    public func schedule(after delay: Duration) {
        guard let source = unsafe source else { return }
        unsafe sd_event_source_set_time(source, EventLoop.microseconds(after: delay))
        unsafe sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }

    func fire(_ events: IOEvents = []) {
        // The local copy keeps the handler alive if it cancels its own source.
        switch handler {
        case .plain(let handler): handler()
        case .io(let handler): handler(events)
        case .child(let pid, let handler): reap(pid, handler)
        case nil: break
        }
    }

    private func reap(_ pid: Int32, _ handler: @LoopActor (ExitStatus) -> Void) {
        var waitStatus: Int32 = 0
        let result = unsafe waitpid(pid, &waitStatus, WNOHANG)
        if result == 0 || (result < 0 && errno == EINTR) { return }
        cancel()
        handler(result == pid ? ExitStatus(waitStatus: waitStatus) : .unknown)
    }
}

// MARK: - Events and priorities

/// What a descriptor is ready for. `error` and `hangup` are reported even if they are not asked for.
public struct IOEvents: OptionSet, Hashable, Sendable {
    /// The number of the C library.
    public let rawValue: UInt32

    /// Creates a value from its number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Replaces the initialiser of `OptionSet` for literals, which costs as much as a system call because it calls
    /// through protocols.
    public init(arrayLiteral elements: IOEvents...) {
        rawValue = elements.reduce(0) { $0 | $1.rawValue }
    }

    // Swift imports only the constants of `poll`; those of `epoll` have the same values.
    /// There is something to read, or the end was reached.
    public static let readable = IOEvents(rawValue: UInt32(POLLIN))
    /// Writing does not wait.
    public static let writable = IOEvents(rawValue: UInt32(POLLOUT))
    /// The other end has an error.
    public static let error = IOEvents(rawValue: UInt32(POLLERR))
    /// The other end is closed.
    public static let hangup = IOEvents(rawValue: UInt32(POLLHUP))
}

/// How a child process ended.
public enum ExitStatus: Hashable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
    /// The status is not known, because something else has reaped the process.
    case unknown

    /// Whether the program exited with status 0.
    public var isSuccess: Bool { self == .exited(code: 0) }

    /// - Parameter waitStatus: the status that `waitpid` stores.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited(code: (waitStatus >> 8) & 0xff) : .killed(signal: signal)
    }
}

/// The order in which sources are served that are ready at the same time: the lowest number first, and among equal
/// numbers the source that has waited longest.
///
/// Timers, input and output have the same priority at first: a source with a higher priority that is always ready would
/// keep the others from being served. Connections of users who have used much of the loop's time come later.
public struct EventPriority: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number of the C library.
    public let rawValue: Int64

    /// Creates a value from its number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The priority of signals, and of children that have ended.
    public static let urgent = EventPriority(rawValue: -200)
    /// The priority of timers, input and output, and deferred sources.
    public static let normal = EventPriority(rawValue: 0)
    /// The priority of work that can wait until nothing else is ready.
    public static let idle = EventPriority(rawValue: 100)

    /// Whether a source is served before another one.
    public static func < (one: EventPriority, other: EventPriority) -> Bool {
        one.rawValue < other.rawValue
    }
}
