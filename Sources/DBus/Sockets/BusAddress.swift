import CDBus
import Glibc

/// The address of a bus.
public enum BusAddress: Hashable, Sendable {
    /// `$DBUS_SESSION_BUS_ADDRESS`, else the user's bus in `$XDG_RUNTIME_DIR`.
    case session
    /// `$DBUS_SYSTEM_BUS_ADDRESS`, else the usual place.
    case system
    /// In D-Bus's own syntax: `unix:path=/run/…`.
    case at(String)

    /// The address in D-Bus's own syntax. Throws if neither variable of the session's environment is set.
    public func resolved() throws(BusError) -> String {
        switch self {
        case .at(let address): return address
        case .system:
            return Self.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        case .session:
            if let address = Self.environment("DBUS_SESSION_BUS_ADDRESS") { return address }
            if let folder = Self.environment("XDG_RUNTIME_DIR") { return Self.unixPath(folder + "/bus") }
            throw BusError(.notSupported, "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
        }
    }

    /// The same address without the ID of the bus (`guid=`). A bus that is started again has another ID, and libdbus
    /// connects only to the one in the address.
    func ofAnyBus() throws(BusError) -> BusAddress {
        let addresses = try resolved().split(separator: ";").map { address in
            guard let colon = address.firstIndex(of: ":") else { return String(address) }
            let pairs = address[colon...].dropFirst().split(separator: ",").filter { !$0.hasPrefix("guid=") }
            return address[...colon] + pairs.joined(separator: ",")
        }
        return .at(addresses.joined(separator: ";"))
    }

    /// The address of the socket at a path.
    public static func unixPath(_ path: String) -> String {
        guard let escaped = unsafe dbus_address_escape_value(path) else { return "unix:path=" }
        defer { unsafe dbus_free(escaped) }
        return unsafe "unix:path=" + String(cString: escaped)
    }

    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let string = unsafe String(cString: value)
        return string.isEmpty ? nil : string
    }
}
