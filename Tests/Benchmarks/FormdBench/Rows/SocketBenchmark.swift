import Glibc

/// Calls on a private socket: what libdbus alone, sd-bus and formd's own D-Bus module make of the same echo, and a key
/// into formd's field.
///
/// On a socket there is no third process, so a call's time has two modes: client and service share a core, or each
/// wakes the other on another core. The table shows the distribution, with the calls of all rounds together.
struct SocketBenchmark: Benchmark {
    let name = "socket"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let formd = try Service.formd(settings).start(on: bus).process
        defer { formd.stop() }
        let services = try [SocketEcho.sdbus, .libdbus, .dbusModule].map { ($0, try $0.start(settings, bus.folder)) }
        defer { for (_, service) in services { service.process.stop() } }

        var series: [Series] = []
        for (echo, service) in services {
            series.append(Series("echo, \(echo.name)", service.client, BusLoad(key: .echo, reset: .echo)))
        }
        for (echo, service) in services {
            series.append(
                Series("echo after two signals, \(echo.name)", service.client, BusLoad(key: .echoAndTell, reset: .echo))
            )
        }
        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        series.append(Series("InsertText, formd", client, try PhoneField(openedBy: client).load))

        for index in series.indices { try series[index].warmUp(settings) }
        for _ in 0..<settings.rounds {
            for index in series.indices { try series[index].measure(settings) }
        }
        printTable(series)
        return measurements(series)
    }

    /// The calls of one kind to one service.
    private struct Series {
        let name: String
        let client: BusClient
        let load: BusLoad
        /// Microseconds of each call of all rounds.
        var latencies: [Double] = []
        /// Calls a second of each round.
        var throughputs: [Double] = []

        init(_ name: String, _ client: BusClient, _ load: BusLoad) {
            self.name = name
            self.client = client
            self.load = load
        }

        func warmUp(_ settings: BenchmarkSettings) throws {
            _ = try client.latencies(of: load, calls: settings.callsPerRound / 2)
        }

        mutating func measure(_ settings: BenchmarkSettings) throws {
            latencies += try client.latencies(of: load, calls: settings.callsPerRound).map { $0 / 1000 }
            throughputs.append(try client.throughput(of: load, calls: settings.callsPerRound))
        }
    }

    private static let fractions = [
        ("p5", 0.05), ("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p95", 0.95), ("p99", 0.99),
    ]

    private func printTable(_ series: [Series]) {
        var table = Table(
            "A call on a private socket: the distribution of its time in µs, and throughput with 32 calls under way",
            columns: [""] + Self.fractions.map(\.0) + ["calls/s"]
        )
        for series in series {
            let sorted = series.latencies.sorted()
            let percentiles = Self.fractions.map { sorted.percentile($0.1).fixed(1) }
            table.append([series.name] + percentiles + [series.throughputs.median.fixed(0)])
        }
        print(table.printed())
    }

    /// How formd's module compares with libdbus, and a key with the bare echo.
    private func measurements(_ series: [Series]) -> [Measurement] {
        let medians = series.map(\.latencies.median)
        let rates = series.map(\.throughputs.median)
        return [
            Measurement("socket: echo of formd's module, p50, to libdbus", medians[2] / medians[1], .factor),
            Measurement("socket: the same after two signals", medians[5] / medians[4], .factor),
            Measurement("socket: its throughput to libdbus'", rates[5] / rates[4], .factor),
            Measurement(
                "socket: InsertText, p50, to sd-bus's echo after two signals",
                medians[6] / medians[3],
                .factor
            ),
        ]
    }
}

/// An echo service on a socket of its own.
private struct SocketEcho {
    let name: String
    let executable: String
    /// What stands before the socket's path on the command line.
    let options: [String]
    /// The socket's path below the folder of the benchmark.
    let path: String

    static let sdbus = SocketEcho(
        name: "sd-bus",
        executable: "bench-echo",
        options: ["--socket"],
        path: "sdbus.socket"
    )
    static let libdbus = SocketEcho(
        name: "libdbus",
        executable: "bench-echo",
        options: ["--libdbus"],
        path: "libdbus.socket"
    )
    static let dbusModule = SocketEcho(
        name: "formd's module",
        executable: "bench-dbus",
        options: [],
        path: "module/bus"
    )

    /// Starts the service, and connects to it.
    func start(
        _ settings: BenchmarkSettings,
        _ folder: TemporaryFolder
    ) throws -> (process: ChildProcess, client: BusClient) {
        let socket = folder.path + "/" + path
        let process = try ChildProcess(settings.buildFolder + "/" + executable, options + [socket], folder: folder)
        for _ in 0..<5000 where unsafe access(socket, F_OK) != 0 && process.isRunning { usleep(1000) }
        guard process.isRunning else {
            throw BenchmarkSkipped(description: "\(executable) does not start; \(process.lastWords)")
        }
        // The socket is there a moment before it is listened at.
        usleep(10_000)
        return (process, try BusClient(address: "unix:path=" + socket))
    }
}
