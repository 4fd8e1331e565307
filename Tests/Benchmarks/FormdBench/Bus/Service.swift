/// A service that is measured: how to start it, and what it is called on the bus.
struct Service {
    let busName: String
    private let executable: String
    private let arguments: (PrivateBus) -> [String]
    private var environment: [String: String] = [:]

    private init(busName: String, executable: String, arguments: @escaping (PrivateBus) -> [String]) {
        self.busName = busName
        self.executable = executable
        self.arguments = arguments
    }

    /// The bare service beside which formd is measured.
    static func echo(_ settings: BenchmarkSettings) -> Service {
        Service(busName: "org.formd.BenchEcho1", executable: settings.buildFolder + "/bench-echo") { [$0.address] }
    }

    /// formd on the bus and on a private socket.
    ///
    /// - Parameters:
    ///   - plugins: the folder with its plug-ins.
    ///   - forms: the folder with its forms.
    ///   - keepsSessions: whether sessions are kept on disk, in the bus's folder.
    ///   - database: the address of the database in which they are shared.
    static func formd(
        _ settings: BenchmarkSettings,
        plugins: String = "",
        forms: String? = nil,
        keepsSessions: Bool = false,
        database: String? = nil
    ) -> Service {
        var service = Service(busName: "org.formd.Forms1", executable: settings.buildFolder + "/formd") { bus in
            let state = keepsSessions ? bus.folder.path + "/state" : "none"
            return ["--session", "--socket", socketPath(beside: bus), "--log-level", "error", "--state", state]
                + (forms.map { ["--forms", $0] } ?? []) + (database.map { ["--store", $0] } ?? [])
        }
        service.environment["FORMD_PLUGIN_PATH"] = plugins
        return service
    }

    /// formd for all users of a machine.
    ///
    /// - Parameters:
    ///   - keepsSessions: whether sessions are kept on disk, in the bus's folder.
    ///   - servesSocket: whether it serves a private socket as well, which every user may connect to.
    ///   - diskStalls: whether the disk takes nothing in the first half of each second.
    static func formdOfMachine(
        _ settings: BenchmarkSettings,
        keepsSessions: Bool = false,
        servesSocket: Bool = false,
        diskStalls: Bool = false
    ) -> Service {
        var service = Service(busName: "org.formd.Forms1", executable: settings.buildFolder + "/formd") { bus in
            let state = keepsSessions ? bus.folder.path + "/state" : "none"
            let socket = servesSocket ? ["--socket", socketPath(beside: bus), "--socket-mode", "666"] : []
            return ["--system", "--log-level", "error", "--state", state] + socket
        }
        if diskStalls {
            service.environment["LD_PRELOAD"] = settings.buildFolder + "/stalled-disk.so"
            service.environment["DISK_STALLS"] = "500/1000"
        }
        return service
    }

    /// Where formd's private socket is.
    static func socketPath(beside bus: PrivateBus) -> String {
        bus.folder.path + "/formd/bus"
    }

    /// Starts it, and waits until it owns its name. Returns how many nanoseconds that took, too.
    /// Throws `BenchmarkSkipped` when it does not start.
    func start(on bus: PrivateBus) throws -> (process: ChildProcess, nanoseconds: UInt64) {
        let watcher = try bus.connect()
        try watcher.watch(name: busName)
        let process = try ChildProcess(
            executable,
            arguments(bus),
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address,
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
                "HOME": bus.folder.path,
                "PATH": "/usr/bin:/bin",
                "XDG_RUNTIME_DIR": bus.folder.path,
            ].merging(environment) { $1 },
            folder: bus.folder
        )
        for _ in 0..<50 where process.isRunning {
            guard let owned = try? watcher.awaitName(owned: true, seconds: 0.1) else { continue }
            return (process, owned - process.started)
        }
        let state = process.isRunning ? "does not own \(busName) after 5 s" : "ended at once"
        throw BenchmarkSkipped(description: "\(executable) \(state); \(process.lastWords)")
    }
}
