package import EventLoop
import Foundation
import Synchronization

/// The built formd, started as a service manager starts it; it is killed with the object.
package final class Daemon: Sendable {
    /// Where it serves.
    package enum Place: Sendable {
        /// On a bus, as on a session bus.
        case bus(PrivateBus)
        /// On a bus, as on the system bus.
        case systemBus(PrivateBus)
        /// On its private socket only.
        case socket
        /// On both.
        case busAndSocket(PrivateBus)
        /// On a bus as on the system bus, and on a private socket that every user may reach.
        case systemBusAndSocket(PrivateBus)
    }

    /// It did not become ready, did not end, or did not say what was waited for. The description has its log.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Holds the socket, the plug-ins and the forms of this daemon.
    package let folder: TemporaryFolder
    private let bus: PrivateBus?
    private let process: ServiceProcess
    private let notifications: NotificationSocket

    /// Starts the daemon; returns when it has said that it is ready.
    ///
    /// - Parameters:
    ///   - forms: definitions by name. Nil: the project's own forms.
    ///   - plugins: whether the build's own plug-ins are there. A standard folder is looked at in neither case, but
    ///     those
    ///     of the machine.
    ///   - folder: that of a daemon that has ended, so that this one serves at the same address.
    ///   - program: the path of the program, where it is not the built one's own.
    ///   - stored: the descriptors that the service manager has kept for it; `nil` if the manager keeps none.
    package static func start(
        _ place: Place,
        forms: [String: String]? = nil,
        plugins: Bool = false,
        arguments: [String] = [],
        environment: [String: String] = [:],
        in folder: TemporaryFolder? = nil,
        program: String = BuiltProducts.path(of: "formd"),
        stored: [(name: String, descriptor: Descriptor)]? = nil,
        within limit: Duration = .seconds(30)
    ) async throws -> Daemon {
        let folder = try folder ?? TemporaryFolder()
        let daemon = try Daemon(place, in: folder, forms, plugins, program, arguments, environment, stored)
        try await daemon.wait(within: limit, for: "its readiness") { daemon.notifications.contains("READY=1") }
        return daemon
    }

    private init(
        _ place: Place,
        in folder: TemporaryFolder,
        _ forms: [String: String]?,
        _ plugins: Bool,
        _ program: String,
        _ arguments: [String],
        _ environment: [String: String],
        _ stored: [(name: String, descriptor: Descriptor)]?
    ) throws {
        self.folder = folder
        notifications = try NotificationSocket(path: folder.path + "/notify", keepsDescriptors: stored != nil)
        var arguments = arguments
        var environment = environment
        switch place {
        case .bus(let bus), .busAndSocket(let bus):
            self.bus = bus
            arguments.append("--session")
            environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        case .systemBus(let bus), .systemBusAndSocket(let bus):
            self.bus = bus
            arguments.append("--system")
            environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
        case .socket:
            bus = nil
        }
        if !arguments.contains("--state") { arguments += ["--state", "none"] }
        if place.hasSocket { arguments += ["--socket", folder.path + "/bus"] }
        if case .systemBusAndSocket = place { arguments += ["--socket-mode", "666"] }
        arguments += ["--forms", try Self.formFolder(forms, in: folder)]
        #if DEBUG
            // A build for debugging takes ten times as long.
            arguments += ["--call-time", "750"]
        #endif
        environment["NOTIFY_SOCKET"] = folder.path + "/notify"
        environment["HOME"] = folder.path
        environment["FORMD_PLUGIN_PATH"] = try Self.pluginFolder(plugins, in: folder)
        guard let stored, !stored.isEmpty else {
            process = try ServiceProcess([program] + arguments, environment: environment)
            return
        }
        environment["LISTEN_FDS"] = "\(stored.count)"
        environment["LISTEN_FDNAMES"] = stored.map(\.name).joined(separator: ":")
        // The shell has the number that the daemon gets.
        process = try ServiceProcess(
            ["sh", "-c", "LISTEN_PID=$$ exec \"$@\"", "sh", program] + arguments,
            environment: environment,
            descriptors: stored.map(\.descriptor.number)
        )
    }

    /// The private socket's address, in D-Bus's syntax.
    package var socketAddress: String { "unix:path=\(folder.path)/bus" }
    package var socketPath: String { folder.path + "/bus" }
    /// 0 once it has ended.
    package var processIdentifier: Int32 { process.identifier }

    /// What it logged, line by line, with the journal's priorities.
    package var log: [String] {
        process.errors.split(separator: "\n").map(String.init)
    }

    /// What it told the service manager: `READY=1`, `STOPPING=1`.
    package var notificationsSent: [String] { notifications.received }

    /// What it gave the service manager to keep.
    package var stored: [(name: String, descriptor: Descriptor)] { notifications.stored }

    package func send(_ signal: Int32) {
        process.send(signal)
    }

    /// Waits for its end: the exit status, the negated signal when one ended it.
    package func exitStatus(within limit: Duration = .seconds(30)) async throws -> Int32 {
        try await wait(within: limit, for: "its end", orItsEnd: false) { process.status != nil }
        return process.status ?? 0
    }

    /// Ends it as a service manager does, with SIGTERM.
    @discardableResult
    package func stop(within limit: Duration = .seconds(30)) async throws -> Int32 {
        send(SIGTERM)
        return try await exitStatus(within: limit)
    }

    /// Waits until it has logged a line that contains `text`.
    package func waits(forLog text: String, within limit: Duration = .seconds(30)) async throws {
        try await wait(within: limit, for: "“\(text)” in its log") { process.errors.contains(text) }
    }

    private func wait(
        within limit: Duration,
        for what: String,
        orItsEnd endFails: Bool = true,
        until condition: () -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            if endFails, let status = process.status {
                throw Failure(description: "formd ended with \(status) before \(what)\n\(process.errors)")
            }
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "formd: waited \(limit) for \(what)\n\(process.errors)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

extension Daemon.Place {
    fileprivate var hasSocket: Bool {
        switch self {
        case .bus, .systemBus: false
        case .socket, .busAndSocket, .systemBusAndSocket: true
        }
    }
}

// MARK: - What it serves

extension Daemon {
    /// Puts a form where the daemon finds it at its next `Reload`. Only for a daemon that was started with forms of the
    /// test's own.
    package func write(form definition: String, named name: String) throws {
        try definition.write(toFile: "\(folder.path)/forms/\(name).json", atomically: true, encoding: .utf8)
    }

    private static func formFolder(_ forms: [String: String]?, in folder: TemporaryFolder) throws -> String {
        guard let forms else { return BuiltProducts.project + "/Sources/Forms" }
        let path = folder.path + "/forms"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, definition) in forms {
            try definition.write(toFile: "\(path)/\(name).json", atomically: true, encoding: .utf8)
        }
        return path
    }

    /// Lays the plug-ins out as they are installed.
    private static func pluginFolder(_ plugins: Bool, in folder: TemporaryFolder) throws -> String {
        let root = folder.path + "/plugins"
        try FileManager.default.createDirectory(
            atPath: root,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        for plugin in plugins ? ["CurrencyPlaceholder", "CardNumber", "PangoTextMeasurer"] : [] {
            try PluginFolder.install(plugin, into: root)
        }
        return root
    }
}
