import DBus
import EventLoop
import FormBus
import FormRuntime
import Glibc
import Logging

/// The running daemon: the parts, wired.
///
/// The order of the start is the promise: the name is taken when everything behind it works, and readiness is announced
/// when the name is owned.
@LoopActor
final class Daemon {
    struct Settings: Sendable {
        /// nil: no bus, only the private socket.
        var bus: Formd.BusChoice?
        var socketPath: String?
        /// Empty: the standard folders.
        var formFolders: [String]
        var logger: Logger
    }

    private let logger: Logger
    private let runtime: FormRuntime
    private let service: FormService
    private var bus: Connection?
    private var peers: PeerBus?
    private var sources: [EventSource] = []
    private var isStopping = false

    /// The daemon of this process; nothing else holds it.
    private static var running: Daemon?

    /// Starts serving. Throws what keeps it from doing so, in words for the log.
    static func start(_ settings: Settings) async throws {
        let daemon = Daemon(settings)
        running = daemon
        try daemon.watchSignals()
        if let path = settings.socketPath { try daemon.listen(at: path) }
        if let choice = settings.bus { try await daemon.join(choice) }
        _ = try EventLoop.shared.enableWatchdog()
        ServiceNotification.ready()
        daemon.logger.notice("formd \(Version.text) serves \(daemon.places.joined(separator: " and "))")
    }

    private init(_ settings: Settings) {
        logger = settings.logger
        let home = Environment.home
        let isUserDaemon = settings.bus != .system
        let plugins = PluginHost(
            directories: PluginDirectory.standardPaths(home: isUserDaemon ? home : nil),
            logger: logger
        )
        let folders =
            settings.formFolders.isEmpty
            ? FormLibrary.standardFolders(home: isUserDaemon ? home : nil)
            : settings.formFolders
        let compiler = FormCompiler { plugins.typeNames }
        runtime = FormRuntime(
            library: FormLibrary(folders: folders, compiler: compiler, logger: logger),
            plugins: plugins,
            limits: Limits(),
            logger: logger
        )
        service = FormService(
            runtime: runtime,
            version: Version.text,
            defaultAudience: settings.bus == .session ? .bus : .members,
            logger: logger
        )
    }

    private var places: [String] {
        (bus?.uniqueName.map { ["\(FormPaths.busName) as \($0)"] } ?? []) + (peers.map { [$0.address] } ?? [])
    }

    // MARK: Starting

    private func watchSignals() throws {
        for signal in [SIGTERM, SIGINT] {
            sources.append(try EventLoop.shared.addSignal(signal) { [weak self] in self?.stop() })
        }
    }

    private func listen(at path: String) throws {
        let peers = PeerBus(server: try Server(path: path), name: FormPaths.busName, tree: service)
        peers.onDisconnect = { [service] in service.clientVanished($0) }
        service.announce(on: peers)
        self.peers = peers
    }

    private func join(_ choice: Formd.BusChoice) async throws {
        let bus = try await Connection.openBus(choice == .system ? .system : .session)
        let dispatcher = ObjectDispatcher(tree: service)
        dispatcher.serve(bus, callers: choice == .system ? .lookedUp : .fixed(geteuid()))
        bus.onDisconnect = { [weak self] in self?.busVanished() }
        service.announce(on: bus)
        self.bus = bus
        try await bus.watchVanishing { [service] name in service.clientVanished(name) }
        guard case .primaryOwner = try await bus.requestName(FormPaths.busName) else {
            throw NameTaken(description: await bus.ownerDescription(of: FormPaths.busName))
        }
    }

    // MARK: Stopping

    private func busVanished() {
        guard !isStopping else { return }
        logger.error("the message bus closed the connection")
        stop(code: 1)
    }

    private func stop(code: Int32 = 0) {
        guard !isStopping else { return }
        isStopping = true
        logger.notice("stopping")
        ServiceNotification.stopping()
        runtime.shutDown()
        Task {
            _ = try? await bus?.releaseName(FormPaths.busName)
            peers?.close()
            bus?.close()
            EventLoop.shared.exit(code)
        }
    }
}

/// Another process has the daemon's name.
struct NameTaken: Error, CustomStringConvertible {
    let description: String
}

enum Environment {
    /// The user's home folder, if there is one.
    static var home: String? { self["HOME"] }

    static subscript(name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
