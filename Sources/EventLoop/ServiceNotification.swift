import CSystemd

/// What the service manager is told. Without one, that is without `$NOTIFY_SOCKET`, nothing happens.
package enum ServiceNotification {
    /// Start-up is done: the service answers.
    package static func ready() { notify("READY=1") }

    /// The service is on its way down.
    package static func stopping() { notify("STOPPING=1") }

    /// One line for `systemctl status`.
    package static func status(_ line: String) {
        // A line break would begin another assignment.
        let cleaned = String(line.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
        notify("STATUS=" + cleaned)
    }

    private static func notify(_ state: String) {
        _ = unsafe sd_notify(0, state)
    }
}
