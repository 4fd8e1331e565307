import CBusBench

/// A large form in which every field's rule reads another one: opening it, and typing into it, inside the daemon.
struct FormBenchmark: Benchmark {
    let name = "form"
    private let fieldCount = 1_000

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let formd = try Service.formd(settings).start(on: bus).process
        defer { formd.stop() }
        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        let openings = try (0..<max(settings.rounds, 5)).map { round in try opening(client, round: round) }.sorted()
        let title = "\(fieldCount) fields, \(fieldCount) cross-field rules"
        return [
            Measurement("opening, \(title)", openings.percentile(0.5) / 1e6, .milliseconds, limit: 20),
            Measurement("a key, \(title): read by one", try key(client, settings, .chain), .microseconds, limit: 200),
            Measurement("a key, \(title): read by all", try key(client, settings, .star), .microseconds, limit: 200),
        ]
    }

    private enum Shape {
        /// Each field is compared with the one before it.
        case chain
        /// Each field is compared with the first.
        case star
    }

    /// Nanoseconds for a definition that the daemon has not seen yet: reading, compiling and opening it.
    private func opening(_ client: BusClient, round: Int) throws -> Double {
        let definition = definition(.chain, title: "Opening \(round)")
        let start = bench_now()
        let session = try client.call(.openDefinition, definition)
        let duration = Double(bench_now() - start)
        try client.call(method("Close", of: session, interface: "Session"))
        return duration
    }

    /// Microseconds that a key takes at p50, the way there and back included.
    private func key(_ client: BusClient, _ settings: BenchmarkSettings, _ shape: Shape) throws -> Double {
        let session = try client.call(.openDefinition, definition(shape, title: "Typing"))
        defer { _ = try? client.call(method("Close", of: session, interface: "Session")) }
        let field = session + "/field/f0"
        var insertText = method("InsertText", of: field, interface: "Field")
        insertText.signature = "s"
        var setText = method("SetText", of: field, interface: "Field")
        setText.signature = "sa{sv}"
        let load = BusLoad(key: insertText, reset: setText)
        let calls = min(settings.callsPerRound, 2_000)
        _ = try client.latencies(of: load, calls: min(calls, 100))
        let latencies = try (0..<settings.rounds).flatMap { _ in try client.latencies(of: load, calls: calls) }.sorted()
        return latencies.percentile(0.5) / 1e3
    }

    private func method(_ member: String, of path: String, interface: String) -> BusMethod {
        BusMethod(
            destination: PhoneField.serviceName,
            path: path,
            interface: "org.formd.Forms1.\(interface)",
            member: member,
            signature: ""
        )
    }

    private func definition(_ shape: Shape, title: String) -> String {
        let fields = (0..<fieldCount).map { index in
            let other =
                switch shape {
                case .chain: max(index - 1, 0)
                case .star: 0
                }
            let rule =
                index == 0
                ? #"{"type": "length", "max": 20}"#
                : #"{"type": "equals", "field": "f\#(other)", "message": "Not the same"}"#
            return #"{"id": "f\#(index)", "placeholders": ["Field \#(index)"], "validators": [\#(rule)], "value": "x"}"#
        }
        return #"{"title": "\#(title)", "fields": [\#(fields.joined(separator: ","))]}"#
    }
}
