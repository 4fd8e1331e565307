import CLinux
import DBus
import EventLoop
import FormBus
import FormContract
import FormEngine
import FormMessages
import FormModel
import FormRuntime
import FormStore
import Glibc
import LocaleData
import Logging
import PluginHost
import PostgreSQL
import PostgreSQLAddress

/// The running daemon, which creates its parts and connects them.
///
/// The order of the start matters to clients: the daemon requests its name on the bus when all its parts work, and
/// reports to the service manager that it is ready when it owns the name.
@LoopActor
final class Daemon {
    struct Setup: Sendable {
        /// The bus to serve; `nil` to serve the private socket only.
        var bus: Formd.BusChoice?
        var settings: DaemonSettings
        /// Reads the settings again; returns what is wrong with them.
        var problems: @Sendable () -> [String]
        /// The program of this process: the path at which a newer version is installed.
        var program: ProgramChange
        var log: DaemonLog
        var logger: Logger
    }

    let setup: Setup
    let logger: Logger
    let runtime: FormRuntime
    let service: FormService
    var bus: BusLink?
    /// The time at which the bus closed the connection; `nil` while the daemon is connected.
    private var busLoss: EventLoop.Instant?
    private(set) var server: Server?
    private var signals: [EventSource] = []
    private(set) var isStopping = false
    /// Whether the process is about to execute another program.
    var isChanging = false

    /// The daemon of this process. This is the only reference that keeps it alive.
    private static var running: Daemon?

    /// Starts serving. Throws if it cannot, with an error whose description is meant for the log.
    static func start(_ setup: Setup) async throws {
        let inherited = InheritedDescriptors.take()
        let daemon = Daemon(setup)
        running = daemon
        try daemon.watchSignals()
        try daemon.takeUpState(inherited)
        if let path = setup.settings.socket { try daemon.listen(at: path, inherited) }
        if let choice = setup.bus { try await daemon.join(choice) }
        _ = try EventLoop.shared.enableWatchdog()
        ServiceNotification.ready()
        daemon.logger.notice("formd \(Contract.version) is ready", metadata: daemon.places)
        // Most of the code so far was for starting: 6 of the 12 MB that an idle daemon would use.
        linux_unmap_code()
    }

    private init(_ setup: Setup) {
        self.setup = setup
        logger = setup.logger
        let settings = setup.settings
        let isUserDaemon = setup.bus != .system
        let environment = Self.environment
        let plugins = PluginHost(
            paths: PluginDirectory.searchPaths(environment: environment, isUserDaemon: isUserDaemon),
            settings: PluginSettings.files(environment: environment, isUserDaemon: isUserDaemon),
            reserved: RegisteredType.reserved,
            launcher: Self.program.flatMap(Confinement.launcher(besides:)),
            mayReadSecrets: Set(settings.pluginSecrets),
            limits: settings.limits.plugins,
            loop: .shared,
            logger: logger
        )
        let symbols = ICULocaleSymbols { [logger] reason in
            logger.warning(
                "ICU cannot be loaded; numbers and dates of all languages are formatted as in English: \(reason)"
            )
        }
        let home = isUserDaemon ? environment["HOME"] : nil
        let folders =
            settings.forms.isEmpty
            ? FormLibrary.Folders.standard(home: home) : FormLibrary.Folders(local: settings.forms)
        runtime = FormRuntime(
            library: FormLibrary(
                folders: folders,
                compiler: FormCompiler(
                    builtIn: FormTypes(symbols: symbols, catalogue: MessageCatalogue.nearest(to:)),
                    plugins: plugins
                ),
                logger: logger
            ),
            plugins: plugins,
            limits: settings.limits.runtime,
            logger: logger
        )
        service = FormService(
            runtime: runtime,
            version: Contract.version,
            user: geteuid(),
            bus: setup.bus.map { $0 == .system ? .system : .session },
            log: LogControl(
                level: { [log = setup.log] in log.level },
                setLevel: { [log = setup.log] in log.level = $0 },
                target: setup.log.hasJournal ? "journal" : "console"
            ),
            logger: logger
        )
    }

    /// The path of this process's program. The launcher for plug-ins is installed beside it.
    private static var program: String? {
        FileSystem.destination(ofLink: "/proc/self/exe")
    }

    /// The environment variables with the paths of folders.
    nonisolated static var environment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["FORMD_PLUGIN_PATH", "HOME", "STATE_DIRECTORY", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
            environment[name] = unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
        }
        return environment
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
        signals.append(try EventLoop.shared.addSignal(SIGUSR1) { [weak self] in self?.changeProgram() })
        signals.append(try EventLoop.shared.addSignal(SIGHUP) { [weak self] in self?.reload() })
    }

    /// Reads forms and plug-ins again, and checks the settings. Settings that have changed take effect when the process
    /// executes its program again, which keeps the sessions.
    private func reload() {
        guard !isStopping, !isChanging else { return }
        runtime.reload()
        for problem in setup.problems() { logger.error("the settings cannot be used: \(problem)") }
        logger.notice("forms and plug-ins are searched again")
    }

    /// Restores the sessions on disk and those that the previous program has passed on. The daemon does not start if
    /// another one uses the same state folder.
    private func takeUpState(_ inherited: InheritedDescriptors) throws {
        if let path = Self.statePath(setup.settings.state, Self.environment) {
            let folder = try StateFolder(at: path, inheriting: inherited.named(Bequest.lock))
            let store = try SessionStore(folder, logger: logger)
            if let address = setup.settings.store { store.shared = try sharedStore(of: store, at: address) }
            try runtime.takeUpSessions(of: store)
        } else if setup.settings.store != nil {
            logger.error("no session is shared, because none is stored: the setting state is none")
        }
        try takeUpBundle()
        guard let sessions = inherited.named(Bequest.sessions) else { return }
        do {
            try runtime.takeOver(sessions)
        } catch {
            logger.error("sessions cannot be taken over: \(error)")
        }
    }

    /// The path of the program that confines others.
    func launcher() throws -> String {
        guard let launcher = Self.program.flatMap(Confinement.launcher(besides:)) else {
            throw SystemError("find formd-plugin-launcher, which confines programs, beside formd", code: ENOENT)
        }
        return launcher
    }

    /// The store of the sessions that several daemons share.
    private func sharedStore(of store: SessionStore, at address: DatabaseAddress) throws -> SharedStore {
        let launcher = try launcher()
        let host = FileSystem.hostName
        return try SharedStore(
            of: store,
            kiosk: try store.folder.kiosk(on: host),
            host: host,
            version: Contract.version,
            lease: setup.settings.limits.storeLease,
            logger: logger
        ) { [logger] in
            Database(address, launcher: launcher, loop: .shared, logger: logger)
        }
    }

    /// The folder of stored sessions; `nil` if they are not to be stored, or no folder is known.
    private static func statePath(_ given: String?, _ environment: [String: String]) -> String? {
        if let given { return given == "none" ? nil : given }
        if let folders = environment["STATE_DIRECTORY"], let first = folders.split(separator: ":").first {
            return String(first)
        }
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return "\(home)/formd" }
        return environment["HOME"].map { "\($0)/.local/state/formd" }
    }

    private func listen(at path: String, _ inherited: InheritedDescriptors) throws {
        let settings = setup.settings
        let group = try settings.socketGroup.map { try Self.group(named: $0) }
        let mode = settings.socketMode ?? (group == nil ? SocketAccess.ownUser.mode : 0o660)
        let access = try SocketAccess(mode: mode, group: group)
        if access.includesOthers, !SocketAccess.knowsEveryUser {
            logger.warning("this user namespace contains only some users; the others cannot connect to the socket")
        }
        let activation = inherited.named(Bequest.activation).flatMap { Server.isListener($0, at: path) ? $0 : nil }
        let kept = inherited.named(Bequest.socket)
        let listener = activation ?? kept.flatMap { Server.isListener($0, at: path) ? $0 : nil }
        if kept != nil, listener == nil { ServiceNotification.removeStored(Bequest.socket) }
        let server = try Server(path: path, access: access, inherited: listener)
        server.limits.all = settings.limits.connections
        server.limits.ofUser = settings.limits.connectionsPerUser
        server.authenticationTimeout = settings.limits.authenticationTime
        server.keepsPath = activation != nil
        service.serve(server, limits: settings.limits.peers)
        self.server = server
        // The service manager keeps the socket, so that clients which connect after the end of this process wait for
        // the next one. It keeps that of a socket unit anyway.
        if activation == nil, let listener = server.listener {
            ServiceNotification.store(listener, as: Bequest.socket)
        }
    }

    /// The ID of a group that is given by name or by number.
    private static func group(named name: String) throws -> gid_t {
        if let number = gid_t(name) { return number }
        // This lookup may block, but nothing is served yet.
        guard let group = unsafe getgrnam(name) else {
            throw BusError(.invalidArgs, "there is no group \(name.printable(limit: 80))")
        }
        return unsafe group.pointee.gr_gid
    }

    func join(_ choice: Formd.BusChoice) async throws {
        let bus = BusLink(to: choice == .system ? .system : .session) { [unowned self] connection in
            try await serve(connection, choice)
        }
        bus.onLoss = { [weak self] in self?.busClosed() }
        bus.onFailure = { [weak self] error in self?.busStaysAway(error) }
        try await bus.open()
        self.bus = bus
    }

    /// Serves a new connection and requests the name on it. This is done again after the bus has closed the connection.
    private func serve(_ bus: Connection, _ choice: Formd.BusChoice) async throws {
        service.serve(bus, callers: choice == .system ? .lookedUp : .fixed(uid: geteuid()))
        // This rule matches the signal about each client that leaves the bus, and nothing else. It is added before the
        // name is requested, so that no client is missed.
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

    /// How long a daemon without a private socket tries to connect to the bus again. No client can reach its sessions
    /// while there is no connection.
    private static let busTimeout = Duration.seconds(5)

    private func busClosed() {
        logger.warning("the message bus closed the connection")
        busLoss = EventLoop.now
        service.busClosed()
    }

    private func busStaysAway(_ error: any Error) {
        guard !isStopping, let busLoss, EventLoop.now - busLoss >= Self.busTimeout else { return }
        logger.error("the message bus has been unreachable for \(Self.busTimeout): \(error)")
        if server == nil { stop(code: 1) }
    }

    // MARK: Stopping

    /// How long the daemon waits, when it ends, for replies and signals to be sent.
    static let closingTimeout = Duration.seconds(1)

    /// Closes all sessions, which announces it to their clients, and then ends the process. Messages that clients have
    /// not read by then are lost.
    func stop(code: Int32 = 0) {
        guard !isStopping else { return }
        isStopping = true
        logger.notice("stopping")
        // The socket's path is removed, too.
        if server != nil { ServiceNotification.removeStored(Bequest.socket) }
        ServiceNotification.stopping()
        runtime.shutDown()
        runtime.turns.isPaused = true
        LoopActor.task { [self] in
            // The daemon does not wait for this: a bus that does not read never answers, and releases the name at the
            // latest when the connection closes.
            LoopActor.task { [self] in _ = try? await bus?.connection?.releaseName(Contract.busName) }
            // Replies wait for the disk.
            await runtime.store?.finish(within: Self.closingTimeout)
            async let peers: Void = service.closePeers(within: Self.closingTimeout)
            await bus?.close(within: Self.closingTimeout)
            await peers
            await runtime.store?.finish(within: Self.closingTimeout)
            runtime.store?.shared?.pause()
            EventLoop.shared.exit(code)
        }
    }
}
