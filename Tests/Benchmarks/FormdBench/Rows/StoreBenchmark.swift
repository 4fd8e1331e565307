import Glibc

/// What it costs to keep sessions on disk: a key beside the same key in a daemon that keeps nothing, one that is shared beside
/// one that is not, and a restart with many sessions.
///
/// The two daemons are measured in turn, in short slices, and the difference is the median over the pairs of slices: a
/// machine whose speed changes from second to second then changes both sides.
struct StoreBenchmark: Benchmark {
    let name = "store"
    private let fieldCount = 20
    private let slicesPerRound = 10

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        try Channel.allCases.flatMap { try kept($0, settings) } + [shared(settings), restart(settings)]
    }

    private enum Channel: String, CaseIterable {
        case bus
        case socket

        func address(beside bus: PrivateBus) -> String {
            switch self {
            case .bus: bus.address
            case .socket: "unix:path=" + Service.socketPath(beside: bus)
            }
        }
    }

    private func kept(_ channel: Channel, _ settings: BenchmarkSettings) throws -> [Measurement] {
        let (latencies, throughputs) = try key(
            channel,
            ["nothing is kept", "the session is kept"],
            [Service.formd(settings), Service.formd(settings, keepsSessions: true)],
            settings
        )
        return [
            Measurement(
                "a key is kept, \(channel.rawValue), p50",
                zip(latencies[0], latencies[1]).map { $1 - $0 }.median,
                .microseconds,
                limit: 8
            ),
            Measurement(
                "keys that are kept, \(channel.rawValue), time",
                zip(throughputs[0], throughputs[1]).map { $0 / $1 }.median,
                .factor,
                limit: 1.11
            ),
        ]
    }

    /// A key in a session that several daemons share in PostgreSQL, beside one that is on disk only.
    private func shared(_ settings: BenchmarkSettings) throws -> Measurement {
        let database = try BenchDatabase()
        defer { withExtendedLifetime(database) {} }
        let (latencies, _) = try key(
            .socket,
            ["the session is kept", "the session is shared"],
            [
                Service.formd(settings, keepsSessions: true),
                Service.formd(settings, keepsSessions: true, database: database.address),
            ],
            settings
        )
        return Measurement(
            "a key is shared, p50",
            zip(latencies[0], latencies[1]).map { $1 / $0 }.median,
            .factor,
            limit: 1.5
        )
    }

    /// Measures a key in two services, in turn. Returns the times of a key in µs, and the keys in a second.
    private func key(
        _ channel: Channel,
        _ names: [String],
        _ services: [Service],
        _ settings: BenchmarkSettings
    ) throws -> (latencies: [[Double]], throughputs: [[Double]]) {
        let buses = try services.map { _ in try PrivateBus() }
        let processes = try zip(services, buses).map { try $0.start(on: $1).process }
        defer {
            for process in processes { process.stop() }
            withExtendedLifetime(buses) {}
        }
        let clients = try buses.map { bus in
            let client = try BusClient(address: channel.address(beside: bus))
            return (client: client, load: try PhoneField(openedBy: client).load)
        }
        let calls = settings.callsPerRound / slicesPerRound
        /// The results of both clients, in turn.
        func slices(_ measure: (BusClient, BusLoad) throws -> Double) throws -> [[Double]] {
            var results: [[Double]] = [[], []]
            for slice in -slicesPerRound..<settings.rounds * slicesPerRound {
                for (index, client) in clients.enumerated() {
                    let result = try measure(client.client, client.load)
                    // The first round warms up.
                    if slice >= 0 { results[index].append(result) }
                }
            }
            return results
        }
        let latencies = try slices { try $0.latencies(of: $1, calls: calls).percentile(0.5) / 1000 }
        let throughputs = try slices { try $0.throughput(of: $1, calls: calls) }
        var table = Table("A key, \(channel.rawValue)", columns: ["", "p50", "throughput"])
        for (index, name) in names.enumerated() {
            table.append([
                name, latencies[index].median.fixed(1) + " µs", throughputs[index].median.fixed(0) + " /s",
            ])
        }
        print(table.printed())
        return (latencies, throughputs)
    }

    private func restart(_ settings: BenchmarkSettings) throws -> Measurement {
        let bus = try PrivateBus()
        let service = Service.formd(settings, keepsSessions: true)
        let formd = try service.start(on: bus).process
        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        let fields = (0..<fieldCount).map { #"{"id": "field\#($0)", "placeholders": ["Field"], "value": "some text"}"# }
        let definition = #"{"title": "Benchmark", "fields": [\#(fields.joined(separator: ","))]}"#
        for _ in 0..<settings.sessions { try client.call(.openDefinition, definition) }
        formd.stop()
        var times: [Double] = []
        for _ in 0..<settings.rounds {
            let (again, nanoseconds) = try service.start(on: bus)
            times.append(Double(nanoseconds) / 1e6)
            again.stop()
        }
        return Measurement(
            "restart with \(settings.sessions) sessions × \(fieldCount) fields",
            times.median,
            .milliseconds,
            limit: settings.sessions == 1000 ? 150 : nil
        )
    }
}
