/// One key into a masked, validated field: through the bus and the private socket, beside the echo service.
///
/// Each round measures the echo right before each variant, and the ratio of a variant is the median over the rounds of
/// its ratio to that neighbour: what drifts on the machine touches both.
struct InsertTextBenchmark: Benchmark {
    let name = "insert-text"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let echoService = try Service.echo(settings).start(on: bus).process
        defer { echoService.stop() }
        let client = try bus.connect()
        let echo = Variant("echo", client, BusLoad(key: .echo, reset: .echo))

        let formd: ChildProcess
        do {
            formd = try Service.formd(settings).start(on: bus).process
        } catch let skipped as BenchmarkSkipped {
            try printTable([], beside: measure([], beside: echo, settings).echo)
            throw skipped
        }
        defer { formd.stop() }
        let variants = try variants(on: bus, client)
        let (echoRounds, variantRounds) = try measure(variants, beside: echo, settings)
        let series = zip(variants, variantRounds).map { ($0.name, $1) }
        printTable(series, beside: echoRounds)
        return zip(variants, variantRounds).flatMap { variant, rounds in
            [
                Measurement("\(variant.name), p50", rounds.map(\.p50Ratio).median, .ratio, limit: variant.limit),
                Measurement("\(variant.name), p99", rounds.map(\.p99Ratio).median, .ratio),
                Measurement("\(variant.name), throughput", rounds.map(\.throughputRatio).median, .ratio),
            ]
        }
    }

    /// One way to type.
    private struct Variant {
        let name: String
        let client: BusClient
        let load: BusLoad
        /// Somebody who listens meanwhile.
        let audience: (address: String, subscription: Subscriber.Subscription)?
        /// How often the echo's p50 its own may be.
        let limit: Double?

        init(
            _ name: String,
            _ client: BusClient,
            _ load: BusLoad,
            audience: (address: String, subscription: Subscriber.Subscription)? = nil,
            limit: Double? = nil
        ) {
            self.name = name
            self.client = client
            self.load = load
            self.audience = audience
            self.limit = limit
        }
    }

    /// What one round found of one variant.
    private struct Round {
        /// Microseconds.
        let p50: Double
        let p99: Double
        /// Calls per second.
        let throughput: Double
        /// Relative to the echo measured right before.
        var p50Ratio = 1.0
        var p99Ratio = 1.0
        var throughputRatio = 1.0

        func relative(to echo: Round) -> Round {
            var round = self
            round.p50Ratio = p50 / echo.p50
            round.p99Ratio = p99 / echo.p99
            round.throughputRatio = throughput / echo.throughput
            return round
        }
    }

    private func variants(on bus: PrivateBus, _ client: BusClient) throws -> [Variant] {
        let socketAddress = "unix:path=" + Service.socketPath(beside: bus)
        let stranger = try BusClient(address: socketAddress)
        let follower = try BusClient(address: socketAddress)
        // Opened through the bus: whoever opens a session on the private socket also gets its signals there.
        let field = try PhoneField(openedBy: client)
        let followed = try PhoneField(openedBy: follower)
        let alone = try PhoneField(openedBy: client)
        let signals = Subscriber.Subscription.signals(rule: "type='signal',path_namespace='\(field.session)'")
        return [
            // The least that anything costs that tells others of a key.
            Variant("echo after two signals, bus", client, BusLoad(key: .echoAndTell, reset: .echo)),
            Variant(
                "echo after two signals, bus, one subscriber",
                client,
                BusLoad(key: .echoAndTell, reset: .echo),
                audience: (bus.address, .signals(rule: "type='signal',path='\(BusMethod.echo.path)'"))
            ),
            Variant("InsertText, bus", client, field.load, limit: 1.4),
            Variant("InsertText, bus, one subscriber", client, field.load, audience: (bus.address, signals)),
            Variant(
                "InsertText, bus, one follower",
                client,
                alone.load,
                audience: (bus.address, .follow(session: alone.session)),
                limit: 1.7
            ),
            Variant("InsertText, socket", stranger, field.load, limit: 0.75),
            Variant("InsertText, socket, caller gets signals", follower, followed.load, limit: 0.75),
        ]
    }

    private func measure(
        _ variants: [Variant],
        beside echo: Variant,
        _ settings: BenchmarkSettings
    ) throws -> (echo: [Round], variants: [[Round]]) {
        var echoRounds: [Round] = []
        var variantRounds = variants.map { _ in [Round]() }
        for variant in [echo] + variants {
            _ = try measure(variant, calls: settings.callsPerRound / 2)
        }
        for _ in 0..<settings.rounds {
            for (index, variant) in variants.enumerated() {
                let neighbour = try measure(echo, calls: settings.callsPerRound)
                echoRounds.append(neighbour)
                variantRounds[index].append(
                    try measure(variant, calls: settings.callsPerRound).relative(to: neighbour)
                )
            }
            if variants.isEmpty {
                echoRounds.append(try measure(echo, calls: settings.callsPerRound))
            }
        }
        return (echoRounds, variantRounds)
    }

    private func measure(_ variant: Variant, calls: Int) throws -> Round {
        let subscriber = try variant.audience.map { try Subscriber(address: $0.address, to: $0.subscription) }
        let latencies = try variant.client.latencies(of: variant.load, calls: calls)
        let throughput = try variant.client.throughput(of: variant.load, calls: calls)
        if let subscriber, subscriber.count == 0 {
            throw BenchmarkFailure(description: "the subscriber received nothing")
        }
        return Round(
            p50: latencies.percentile(0.50) / 1000,
            p99: latencies.percentile(0.99) / 1000,
            throughput: throughput
        )
    }

    private func printTable(_ variants: [(name: String, rounds: [Round])], beside echo: [Round]) {
        var table = Table(
            "One key: latency, and throughput with 32 calls under way; in brackets × echo",
            columns: ["", "p50", "p99", "keys/s", "p50", "p99", "keys/s"]
        )
        for (name, rounds) in [("echo service, bus", echo)] + variants {
            table.append([
                name,
                rounds.map(\.p50).median.fixed(1) + " µs",
                rounds.map(\.p99).median.fixed(1) + " µs",
                rounds.map(\.throughput).median.fixed(0),
                "(" + rounds.map(\.p50Ratio).median.fixed(2) + ")",
                "(" + rounds.map(\.p99Ratio).median.fixed(2) + ")",
                "(" + rounds.map(\.throughputRatio).median.fixed(2) + ")",
            ])
        }
        print(table.printed())
    }
}
