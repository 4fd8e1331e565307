import CDBus

/// The machine's identity, as `org.freedesktop.DBus.Peer` tells it.
enum MachineID {
    /// - Throws: when neither systemd nor D-Bus ever wrote one.
    static func read() throws(BusError) -> String {
        guard let pointer = unsafe dbus_try_get_local_machine_id(nil) else {
            throw BusError(.failed, "This machine has no machine-id")
        }
        defer { unsafe dbus_free(pointer) }
        return unsafe String(cString: pointer)
    }
}
