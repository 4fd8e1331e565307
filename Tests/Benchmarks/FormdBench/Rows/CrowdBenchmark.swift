import Glibc

/// A machine with many sessions: ten times those of `MemoryBenchmark`, opened by ten users, since a user has a limit.
/// They are kept on disk, as they are where nobody says otherwise.
struct CrowdBenchmark: Benchmark {
    let name = "crowd"
    private static let users = Array(uid_t(1)...10)

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        guard geteuid() == 0 else { throw BenchmarkSkipped(description: "to be several users takes root") }
        let bus = try PrivateBus(.system)
        let service = Service.formdOfMachine(settings, keepsSessions: true)
        let formd = try service.start(on: bus).process
        let quiet = try bus.connect()
        let field = try PhoneField(openedBy: quiet)
        _ = try quiet.latencies(of: field.load, calls: settings.callsPerRound)
        let alone = try latency(quiet, field, settings)
        let count = settings.sessions * 10 / Self.users.count
        for user in Self.users {
            seteuid(user)
            let client = Result { try bus.connect() }
            seteuid(0)
            try MemoryBenchmark.fill(try client.get(), sessions: count)
        }
        let memory = try ResidentMemory(of: formd)
        let crowded = try latency(quiet, field, settings)
        formd.stop()
        var starts: [Double] = []
        for _ in 0..<settings.rounds {
            let (again, nanoseconds) = try service.start(on: bus)
            starts.append(Double(nanoseconds) / 1e6)
            again.stop()
        }
        let total = count * Self.users.count
        let isWhole = total == 10_000
        return [
            Measurement(
                "resident, \(total) sessions × \(MemoryBenchmark.fieldCount) fields",
                memory.resident,
                .megabytes,
                limit: isWhole ? 300 : nil
            ),
            Measurement("… a key beside them, p50", crowded / alone, .factor, limit: isWhole ? 1.1 : nil),
            Measurement("… a restart", starts.median, .milliseconds),
        ]
    }

    private func latency(_ client: BusClient, _ field: PhoneField, _ settings: BenchmarkSettings) throws -> Double {
        try (0..<settings.rounds).map { _ in
            try client.latencies(of: field.load, calls: settings.callsPerRound).percentile(0.5)
        }.median
    }
}
