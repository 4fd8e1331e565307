import Foundation
import Synchronization

/// A real bus of a test's own: a `dbus-daemon` that ends with the object. Any number can run at once.
package final class PrivateBus: Sendable {
    /// In D-Bus's syntax.
    package let address: String
    /// The same with the ID of the bus, which is another one after `restart`.
    package let addressWithID: String

    private let folder: TemporaryFolder
    private let configuration: String
    /// The daemon, until it is stopped.
    private let process: Mutex<pid_t?>

    package enum Kind: Sendable {
        /// The clients may do everything.
        case session
        /// Every user may connect. What they may send is said by the policies of a system bus, and by the one that
        /// formd installs, with this process's user as the one that formd runs as.
        case system
    }

    /// Starts the bus; returns when it listens.
    ///
    /// - Parameters:
    ///   - limits: the daemon's own, by their names in its configuration: `["max_match_rules_per_connection": 4]`.
    ///   - services: the commands that the bus starts for names that nobody has; each is a line.
    package init(_ kind: Kind = .session, limits: [String: Int] = [:], services: [String: String] = [:]) throws {
        let folder = try TemporaryFolder()
        configuration = folder.path + "/bus.conf"
        if kind == .system { try folder.letOthersIn() }
        for (name, command) in services {
            try "[D-BUS Service]\nName=\(name)\nExec=\(command)\n"
                .write(toFile: "\(folder.path)/\(name).service", atomically: true, encoding: .utf8)
        }
        try Self.configuration(kind, folder: folder.path, limits: limits)
            .write(toFile: configuration, atomically: true, encoding: .utf8)

        self.folder = folder
        let started = try Self.start(configuration, log: folder.path + "/log")
        process = Mutex(started.process)
        addressWithID = started.address
        address = String(started.address.prefix { $0 != "," })
    }

    /// Starts a bus; returns when it listens.
    private static func start(_ configuration: String, log: String) throws -> (process: pid_t, address: String) {
        let pipe = try PrivatePipe()
        let process = spawn(
            ["dbus-daemon", "--nofork", "--nopidfile", "--print-address", "--config-file=" + configuration],
            output: pipe.writing.fileDescriptor,
            log: log
        )
        try pipe.writing.close()
        guard let process else { throw Failure(reason: "dbus-daemon does not start") }
        // It prints its address once it listens, and ends if it cannot.
        let line = String(decoding: pipe.reading.availableData, as: UTF8.self)
        let address = String(line.prefix { $0 != "\n" })
        guard address.hasPrefix("unix:") else {
            throw Failure(reason: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "it says nothing")
        }
        return (process, address)
    }

    /// Ends the bus, and starts another one at the same address.
    package func restart() throws {
        stop()
        let started = try Self.start(configuration, log: folder.path + "/log")
        process.withLock { $0 = started.process }
    }

    deinit {
        stop()
    }

    /// Ends the bus; every connection to it breaks.
    package func stop() {
        process.withLock { process in
            guard let pid = process else { return }
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            process = nil
        }
    }

    /// The daemon did not start.
    package struct Failure: Error {
        package let reason: String
    }

    /// Nil if there is no such program. It gets no signal mask and no descriptors of ours.
    private static func spawn(_ command: [String], output: Int32, log: String) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT, 0o600)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let arguments: [UnsafeMutablePointer<CChar>?] = command.map { (word: String) in strdup(word) }
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = PrivatePipe.lock.withLock { _ in
            posix_spawnp(&pid, command[0], &actions, &attributes, arguments + [nil], environ)
        }
        return code == 0 ? pid : nil
    }

    private static func configuration(_ kind: Kind, folder: String, limits: [String: Int]) throws -> String {
        let lines = limits.map { "  <limit name=\"\($0.key)\">\($0.value)</limit>" }.joined(separator: "\n")
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder)/bus</listen>
              <servicedir>\(folder)</servicedir>
              <auth>EXTERNAL</auth>
            \(try policies(kind))
            \(lines)
            </busconfig>
            """
    }

    private static func policies(_ kind: Kind) throws -> String {
        switch kind {
        case .session:
            return """
                  <policy context="default">
                    <allow send_destination="*" eavesdrop="true"/>
                    <allow eavesdrop="true"/>
                    <allow own="*"/>
                  </policy>
                """
        case .system:
            let file = BuiltProducts.project + "/systemd/org.formd.Forms1.conf"
            let installed = try String(contentsOfFile: file, encoding: .utf8)
                .replacingOccurrences(of: "user=\"formd\"", with: "user=\"\(geteuid())\"")
            // As in /usr/share/dbus-1/system.conf.
            return """
                  <policy context="default">
                    <allow user="*"/>
                    <deny own="*"/>
                    <deny send_type="method_call"/>
                    <allow send_type="signal"/>
                    <allow send_requested_reply="true" send_type="method_return"/>
                    <allow send_requested_reply="true" send_type="error"/>
                    <allow receive_type="method_call"/>
                    <allow receive_type="method_return"/>
                    <allow receive_type="error"/>
                    <allow receive_type="signal"/>
                    <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
                  </policy>
                """ + installed.components(separatedBy: "busconfig>")[1].dropLast(2)
        }
    }
}
