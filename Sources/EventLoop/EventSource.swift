import CSystemd
import Glibc

/// One thing the loop waits for. It is waited for as long as this object lives and is not cancelled.
@LoopActor
@safe
package final class EventSource {
    /// What the handler is told beside that it is time.
    enum Handler {
        case plain(@LoopActor () -> Void)
        case io(@LoopActor (IOEvents) -> Void)
        case child(pid_t, @LoopActor (ExitStatus) -> Void)
    }

    private var source: OpaquePointer?
    private var handler: Handler?
    /// A descriptor that belongs to the source and is closed with it.
    private var ownedDescriptor: Int32?

    init(_ handler: Handler, owning descriptor: Int32? = nil) {
        self.handler = handler
        ownedDescriptor = descriptor
    }

    isolated deinit {
        cancel()
    }

    /// Takes over the reference that `sd_event_add_…` gave.
    func adopt(_ source: OpaquePointer?, priority: EventPriority) {
        unsafe self.source = source
        unsafe sd_event_source_set_priority(source, priority.rawValue)
    }

    /// What goes to libsystemd as the callback's user data. Not retained: `cancel` ends the callbacks, and nothing
    /// outlives `deinit`.
    var userData: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    /// Ends it for good; the handler is released and never called again. Safe inside the handler, and more than once.
    package func cancel() {
        if let source = unsafe source {
            unsafe sd_event_source_disable_unref(source)
        }
        unsafe source = nil
        handler = nil
        if let descriptor = ownedDescriptor { close(descriptor) }
        ownedDescriptor = nil
    }

    package var isCancelled: Bool {
        unsafe source == nil
    }

    /// Whether it is waited for. A timer and a deferred source switch themselves off when they fire.
    package var isEnabled: Bool {
        get {
            guard let source = unsafe source else { return false }
            return unsafe sd_event_source_get_enabled(source, nil) > 0
        }
        set {
            guard let source = unsafe source else { return }
            unsafe sd_event_source_set_enabled(source, Int32(newValue ? modeWhenEnabled : SD_EVENT_OFF))
        }
    }

    /// Timers and deferred sources fire once each time they are enabled; the rest until they are switched off.
    var modeWhenEnabled = SD_EVENT_ON

    /// Changes what an I/O source waits for. No effect on other sources.
    package func setEvents(_ events: IOEvents) {
        guard let source = unsafe source else { return }
        unsafe sd_event_source_set_io_events(source, events.rawValue)
    }

    /// Lets a timer fire (again) once, `delay` from now. No effect on other sources.
    package func schedule(after delay: Duration) {
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
