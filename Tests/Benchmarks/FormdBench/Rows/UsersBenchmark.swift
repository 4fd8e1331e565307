import CBusBench

/// What a user at the limit of bytes costs, and how long a call that needs too much time holds the loop.
struct UsersBenchmark: Benchmark {
    let name = "users"

    /// Opens sessions with long texts until no more are allowed, and then makes a call that needs too much time.
    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
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
