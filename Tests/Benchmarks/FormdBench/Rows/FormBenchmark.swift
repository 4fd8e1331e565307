import CBusBench

/// A large form in which every field's rule reads another one: opening it, and typing into it, inside the daemon.
struct FormBenchmark: Benchmark {
    let name = "form"
    private let fieldCount = 1_000
    private let computedCount = 300

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let formd = try Service.formd(settings).start(on: bus).process
        defer { formd.stop() }
        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        func opening(_ shape: Shape) throws -> Double {
            let openings = try (0..<max(settings.rounds, 5)).map { try self.opening(client, shape, round: $0) }.sorted()
            return openings.percentile(0.5) / 1e6
        }
        let title = "\(fieldCount) fields, \(fieldCount) cross-field rules"
        let computed = "\(fieldCount) fields, \(computedCount) of them computed"
        return [
            Measurement("opening, \(title)", try opening(.chain), .milliseconds, limit: 20),
            Measurement("opening, \(computed)", try opening(.computed(from: 0)), .milliseconds, limit: 25),
            Measurement(
                "a key, \(computed): read by all of these",
                try key(client, settings, .computed(from: 0)),
                .microseconds
            ),
            Measurement(
                "a key, \(computed): read by none",
                try key(client, settings, .computed(from: 1)),
                .microseconds
            ),
            Measurement("a key, \(title): read by one", try key(client, settings, .chain), .microseconds, limit: 200),
            Measurement("a key, \(title): read by all", try key(client, settings, .star), .microseconds, limit: 200),
        ]
    }

    private enum Shape {
        /// Each field is compared with the one before it.
        case chain
        /// Each field is compared with the first.
        case star
        /// The last fields are sums of one field and another.
        case computed(from: Int)
    }

    /// Nanoseconds for a definition that the daemon has not seen yet: reading, compiling and opening it.
    private func opening(_ client: BusClient, _ shape: Shape, round: Int) throws -> Double {
        let definition = definition(shape, title: "Opening \(round)")
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
            if case .computed(let source) = shape {
                guard index >= fieldCount - computedCount else { return #"{"id": "f\#(index)", "value": "2"}"# }
                let operands = #"{"field": "f\#(source)"}, {"product": [{"field": "f2"}, 1.19]}, 3"#
                return #"{"id": "f\#(index)", "computed": {"sum": [\#(operands)]}}"#
            }
            let other =
                switch shape {
                case .chain: max(index - 1, 0)
                case .star, .computed: 0
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
