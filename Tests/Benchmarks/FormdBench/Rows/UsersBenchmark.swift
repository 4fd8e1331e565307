import CBusBench
import Glibc

/// What users do to each other: a quiet user's keys beside another user's flood, what a user at the limit of bytes
/// costs, and how long a call that needs too much time holds the loop.
struct UsersBenchmark: Benchmark {
    let name = "users"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        try full(settings) + flood(settings)
    }
}

// MARK: - A flood

extension UsersBenchmark {
    private static let nobody: uid_t = 65_534
    private static let setpriv = "/usr/bin/setpriv"

    /// Keys of root on a system bus while `nobody` calls without end, with 32 calls under way.
    private func flood(_ settings: BenchmarkSettings) throws -> [Measurement] {
        guard geteuid() == 0, unsafe access(Self.setpriv, X_OK) == 0 else {
            throw BenchmarkSkipped(description: "to be two users takes root, and setpriv")
        }
        let bus = try PrivateBus(.system)
        let formd = try Service.formdOfMachine(settings).start(on: bus).process
        defer { formd.stop() }
        let client = try bus.connect()
        let field = try PhoneField(openedBy: client)
        _ = try client.latencies(of: field.load, calls: settings.callsPerRound)
        var alone: [[Double]] = []
        var beside: [[Double]] = []
        for _ in 0..<settings.rounds {
            alone.append(try client.latencies(of: field.load, calls: settings.callsPerRound))
            let flood = try ChildProcess(
                Self.setpriv,
                [
                    "--reuid", "\(Self.nobody)", "--clear-groups", settings.buildFolder + "/formd-bench",
                    "--flood", bus.address,
                ],
                folder: bus.folder
            )
            defer { flood.stop() }
            usleep(300_000)
            beside.append(try client.latencies(of: field.load, calls: settings.callsPerRound))
            guard flood.isRunning else {
                throw BenchmarkSkipped(description: "the flood has ended; \(flood.lastWords)")
            }
        }
        var table = Table("A quiet user's key on the system bus", columns: ["", "p50", "p99"])
        for (name, rounds) in [("alone", alone), ("beside another user's flood", beside)] {
            table.append([name] + [0.5, 0.99].map { (Self.median(rounds, $0) / 1000).fixed(1) + " µs" })
        }
        print(table.printed())
        return [0.5, 0.99].map { fraction in
            Measurement(
                "a quiet user's key beside a flood, \(fraction == 0.5 ? "p50" : "p99")",
                Self.median(beside, fraction) / Self.median(alone, fraction),
                .factor,
                limit: fraction == 0.99 ? 2 : nil
            )
        }
    }

    private static func median(_ rounds: [[Double]], _ fraction: Double) -> Double {
        rounds.map { $0.percentile(fraction) }.median
    }

    /// Types without end.
    static func flood(_ address: String) throws {
        let client = try BusClient(address: address)
        let field = try PhoneField(openedBy: client)
        while true { _ = try client.throughput(of: field.load, calls: 10_000) }
    }
}

// MARK: - Bytes and time

extension UsersBenchmark {
    /// Opens sessions with long texts until no more are allowed, and then makes a call that needs too much time.
    private func full(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let formd = try Service.formd(settings).start(on: bus).process
        defer { formd.stop() }
        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        let field = try PhoneField(openedBy: client)
        let before = try client.latencies(of: field.load, calls: settings.callsPerRound)
        let text = String(repeating: "x", count: 60_000)
        let fields = (0..<16).map { #"{"id": "f\#($0)", "value": "\#(text)"}"# }.joined(separator: ", ")
        var sessions = 0
        while (try? client.call(.openDefinition, #"{"title": "\#(sessions)", "fields": [\#(fields)]}"#)) != nil {
            sessions += 1
        }
        let memory = try ResidentMemory(of: formd)
        // The last of the user's bytes is not reached: keys need some.
        let after = try client.latencies(of: field.load, calls: settings.callsPerRound)

        let rules = (0..<12).map { rule in #"{"type": "regex", "pattern": "[a-z]{1,50}[a-z]{1,50}\#(rule)@"}"# }
        let patterns = (0..<1_000).map { field in
            #"{"id": "f\#(field)", "validators": [\#(rules.joined(separator: ",").replacing("@", with: "\(field)"))]}"#
        }
        let definition = #"{"fields": [\#(patterns.joined(separator: ","))]}"#
        let calls = (0..<settings.rounds).map { _ in
            let start = bench_now()
            let isRefused = (try? client.call(.checkDefinition, definition)) == nil
            return (milliseconds: Double(bench_now() - start) / 1e6, isRefused: isRefused)
        }
        guard sessions > 0, calls.allSatisfy(\.isRefused) else {
            throw BenchmarkFailure(description: "\(sessions) large sessions were opened, and no call took too long")
        }
        return [
            Measurement("a user at 64 MiB, \(sessions) sessions: resident", memory.resident, .megabytes),
            Measurement("… keys to those before, p99", after.percentile(0.99) / before.percentile(0.99), .factor),
            Measurement("a call at its budget", calls.map(\.milliseconds).median, .milliseconds, limit: 100),
        ]
    }
}

extension BusMethod {
    fileprivate static let checkDefinition = BusMethod(
        destination: PhoneField.serviceName,
        path: "/org/formd/Forms1",
        interface: "org.formd.Forms1.Manager",
        member: "CheckDefinition",
        signature: "s"
    )
}
