import DBus
import EventLoop
import FormBus
import FormContract
import FormEngine
import FormModel
import FormRuntime
import FoundationEssentials
import Glibc
import LocaleData
import Logging

/// The running daemon: the parts, wired.
///
/// The order of the start is the promise: the name is taken when everything behind it works, and readiness is announced
/// when the name is owned.
@LoopActor
final class Daemon {
    struct Settings: Sendable {
        /// The bus to serve; `nil` for the private socket only.
        var bus: Formd.BusChoice?
        var socketPath: String?
        /// The folders with forms; empty for the standard ones.
        var formFolders: [String]
        /// The names of the plug-ins that may see secrets, if they ask for it.
        var pluginsWithSecrets: Set<String>
        var logger: Logger
    }

    private let settings: Settings
    private let logger: Logger
    private let runtime: FormRuntime
    private let service: FormService
    private var bus: BusLink?
    /// When the bus closed the connection; `nil` while there is a connection.
    private var busLoss: EventLoop.Instant?
    private var server: Server?
    private var signals: [EventSource] = []
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
        daemon.logger.notice("formd \(Version.text) is ready", metadata: daemon.places)
    }

    private init(_ settings: Settings) {
        self.settings = settings
        logger = settings.logger
        let isUserDaemon = settings.bus != .system
        let environment = ProcessInfo.processInfo.environment
        let plugins = PluginHost(
            paths: PluginDirectory.searchPaths(environment: environment, isUserDaemon: isUserDaemon),
            settings: PluginSettings.files(environment: environment, isUserDaemon: isUserDaemon),
            launcher: Self.program.flatMap(Confinement.launcher(besides:)),
            mayReadSecrets: settings.pluginsWithSecrets,
            loop: .shared,
            logger: logger
        )
        let home = isUserDaemon ? environment["HOME"] : nil
        let folders =
            settings.formFolders.isEmpty ? FormLibrary.standardFolders(home: home) : settings.formFolders
        runtime = FormRuntime(
            library: FormLibrary(
                folders: folders,
                compiler: FormCompiler(builtIn: FormTypes(symbols: ICULocaleSymbols()), plugins: plugins),
                logger: logger
            ),
            plugins: plugins,
            limits: Limits(),
            logger: logger
        )
        service = FormService(
            runtime: runtime,
            version: Version.text,
            user: geteuid(),
            bus: settings.bus.map { $0 == .system ? .system : .session },
            logger: logger
        )
    }

    /// The program that this process is; its launcher for plug-ins is installed with it.
    private static var program: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    private var places: Logger.Metadata {
        var places: Logger.Metadata = [:]
        places["name"] = bus?.connection?.uniqueName.map { "\(Contract.busName) (\($0))" }
        places["socket"] = server.map { "\($0.address)" }
        return places
    }

    // MARK: Starting

    private func watchSignals() throws {
        for signal in [SIGTERM, SIGINT] {
            signals.append(try EventLoop.shared.addSignal(signal) { [weak self] in self?.stop() })
        }
    }

    private func listen(at path: String) throws {
        let server = try Server(path: path)
        service.serve(server)
        self.server = server
    }

    private func join(_ choice: Formd.BusChoice) async throws {
        let bus = BusLink(to: choice == .system ? .system : .session) { [unowned self] connection in
            try await serve(connection, choice)
        }
        bus.onLoss = { [weak self] in self?.busClosed() }
        bus.onFailure = { [weak self] error in self?.busStaysAway(error) }
        try await bus.open()
        self.bus = bus
    }

    /// Makes a new connection the one that has the name. This is done again when the bus has closed the connection.
    private func serve(_ bus: Connection, _ choice: Formd.BusChoice) async throws {
        service.serve(bus, callers: choice == .system ? .lookedUp : .fixed(uid: geteuid()))
        // This rule sees every client that leaves, and nothing else. It comes before the name, so that none is missed.
        try await bus.addMatch(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''"
        )
        switch try await bus.requestName(Contract.busName) {
        case .primaryOwner, .alreadyOwner: break
        case .exists, .inQueue: throw NameTaken(owner: await NameOwner(of: Contract.busName, on: bus))
        }
        if busLoss != nil { logger.notice("formd is back on the message bus", metadata: places) }
        busLoss = nil
    }

    // MARK: Losing the bus

    /// How long a daemon without a private socket waits for the bus to come back. Nobody can reach its sessions meanwhile.
    private static let patience = Duration.seconds(5)

    private func busClosed() {
        logger.warning("the message bus closed the connection")
        busLoss = EventLoop.now
        service.busClosed()
    }

    private func busStaysAway(_ error: any Error) {
        guard !isStopping, let busLoss, EventLoop.now - busLoss >= Self.patience else { return }
        logger.error("the message bus has been away for \(Self.patience): \(error)")
        if server == nil { stop(code: 1) }
    }

    // MARK: Stopping

    /// How long replies and signals that were made may take to reach their readers when the daemon ends.
    private static let farewell = Duration.seconds(1)

    /// Sessions end, everybody is told, then the process ends. What clients have not read by then is lost.
    private func stop(code: Int32 = 0) {
        guard !isStopping else { return }
        isStopping = true
        logger.notice("stopping")
        ServiceNotification.stopping()
        runtime.shutDown()
        LoopActor.task { [self] in
            // A bus that does not read would not answer this: the name goes with the connection at the latest.
            LoopActor.task { [self] in _ = try? await bus?.connection?.releaseName(Contract.busName) }
            async let peers: Void = service.closePeers(within: Self.farewell)
            await bus?.close(within: Self.farewell)
            await peers
            EventLoop.shared.exit(code)
        }
    }
}
