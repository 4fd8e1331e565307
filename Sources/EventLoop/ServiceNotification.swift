import CSystemd

/// Reports to the service manager. They have no effect if there is none, that is if `$NOTIFY_SOCKET` is not set.
package enum ServiceNotification {
    /// Reports that the service has started and answers.
    package static func ready() { notify("READY=1") }

    /// Reports that the service begins anew, until it is ready again.
    package static func reloading() { notify("RELOADING=1") }

    /// Reports that the service is about to end.
    package static func stopping() { notify("STOPPING=1") }

    /// Reports a line that `systemctl status` shows.
    package static func status(_ line: String) {
        // The message consists of assignments, one on each line, so a line break would begin another assignment.
        let cleaned = String(line.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
        notify("STATUS=" + cleaned)
    }

    /// Gives the service manager a descriptor to keep, for the next process of this service (`InheritedDescriptors`).
    ///
    /// - Parameter name: of letters, digits and hyphens.
    package static func store(_ descriptor: Descriptor, as name: String) {
        var number = descriptor.number
        _ = unsafe sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)", &number, 1)
    }

    /// Tells the service manager to keep the descriptors of a name no longer.
    package static func removeStored(_ name: String) { notify("FDSTOREREMOVE=1\nFDNAME=\(name)") }

    private static func notify(_ state: String) {
        _ = unsafe sd_notify(0, state)
    }
}
