import CSystemd

/// Reports to the service manager. They have no effect without one, that is without `$NOTIFY_SOCKET`.
package enum ServiceNotification {
    /// The service has started, and answers.
    package static func ready() { notify("READY=1") }

    /// The service is about to end.
    package static func stopping() { notify("STOPPING=1") }

    /// A line that `systemctl status` shows.
    package static func status(_ line: String) {
        // A line break would begin another assignment.
        let cleaned = String(line.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
        notify("STATUS=" + cleaned)
    }

    private static func notify(_ state: String) {
        _ = unsafe sd_notify(0, state)
    }
}
