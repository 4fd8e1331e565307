import Glibc

/// A dbus-daemon with nobody on it but what is measured. It has the limits of a session bus or of a system bus.
final class PrivateBus {
    let folder: TemporaryFolder
    let address: String
    private let daemon: ChildProcess

    enum Kind: String {
        case session
        /// Every user may connect.
        case system
    }

    init(_ kind: Kind = .session) throws {
        folder = try TemporaryFolder()
        if kind == .system { unsafe chmod(folder.path, 0o711) }
        address = "unix:path=\(folder.path)/bus"
        let configuration = try folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>\(kind.rawValue)</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow user="*"/>
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """,
            to: "bus.conf"
        )
        daemon = try ChildProcess(
            "/usr/bin/dbus-daemon",
            ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--nosyslog"],
            folder: folder
        )
        for _ in 0..<5000 where unsafe access(folder.path + "/bus", F_OK) != 0 && daemon.isRunning {
            usleep(1000)
        }
    }

    /// A new connection to it.
    func connect() throws -> BusClient {
        guard daemon.isRunning else {
            throw BenchmarkFailure(description: "dbus-daemon does not run; \(daemon.lastWords)")
        }
        return try BusClient(address: address)
    }
}
