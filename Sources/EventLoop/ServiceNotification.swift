import CSystemd

/// Reports to the service manager. They have no effect if there is none, that is if `$NOTIFY_SOCKET` is not set.
package enum ServiceNotification {
    /// Reports that the service has started and answers.
    package static func ready() { notify("READY=1") }

    /// Reports that the service is about to end.
    package static func stopping() { notify("STOPPING=1") }

    /// Reports a line that `systemctl status` shows.
    package static func status(_ line: String) {
        // The message consists of assignments, one on each line, so a line break would begin another assignment.
        let cleaned = String(line.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
        notify("STATUS=" + cleaned)
    }

    private static func notify(_ state: String) {
        _ = unsafe sd_notify(0, state)
    }
}
