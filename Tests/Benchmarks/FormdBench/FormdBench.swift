import ArgumentParser

/// Measures formd on this machine, beside a bare echo service where a bus is involved.
@main
struct FormdBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formd-bench",
        abstract: "Measures formd: latency, throughput, start and memory.",
        discussion: """
            Uses a message bus of its own, and the formd and bench-echo beside itself. \
            Build with `swift build -c release --static-swift-stdlib`: other builds are slower.
            """
    )

    @Option(help: "How often everything is measured; the median counts.")
    var rounds = 5

    @Flag(help: "Measures little: whether the benchmarks work, not how fast formd is.")
    var quick = false

    @Flag(help: "Ends with status 1 when a limit is missed, or could not be measured.")
    var check = false

    @Option(help: "Runs one benchmark: \(allBenchmarks.map(\.name).joined(separator: ", ")).")
    var only: String?

    @Option(help: .hidden)
    var attack: Attack?

    @Option(help: .hidden)
    var address = ""

    func validate() throws {
        guard (1...1000).contains(rounds) else {
            throw ValidationError("--rounds must be 1 to 1000.")
        }
        if let only, !allBenchmarks.contains(where: { $0.name == only }) {
            throw ValidationError("No benchmark is called \"\(only)\".")
        }
    }

    func run() throws {
        if let attack { return try attack.run(at: address) }
        let settings = BenchmarkSettings(
            rounds: quick ? 1 : rounds,
            callsPerRound: quick ? 200 : 2000,
            starts: quick ? 3 : 11,
            sessions: quick ? 50 : 1000,
            buildFolder: try programFolder()
        )
        var outcome = Outcome()
        for benchmark in allBenchmarks where only == nil || only == benchmark.name {
            outcome.run(benchmark, settings)
        }
        outcome.print()
        if outcome.hasFailed || check && !outcome.keepsEveryLimit {
            throw ExitCode.failure
        }
    }
}

/// What all benchmarks together came to.
private struct Outcome {
    private var measurements: [Measurement] = []
    /// Why a benchmark measured nothing, by its name.
    private var gaps: [(name: String, reason: String)] = []
    private(set) var hasFailed = false

    var keepsEveryLimit: Bool { gaps.isEmpty && measurements.allSatisfy { $0.isMet != false } }

    mutating func run(_ benchmark: any Benchmark, _ settings: BenchmarkSettings) {
        do {
            measurements += try benchmark.run(settings)
        } catch let skipped as BenchmarkSkipped {
            gaps.append((benchmark.name, "skipped: \(skipped)"))
        } catch {
            gaps.append((benchmark.name, "failed: \(error)"))
            hasFailed = true
        }
    }

    func print() {
        var table = Table("Limits", columns: ["", "measured", "limit", ""])
        for measurement in measurements {
            let decimals = measurement.unit.decimals
            table.append([
                measurement.name,
                "\(measurement.value.fixed(decimals)) \(measurement.unit.rawValue)",
                measurement.limit.map { "\($0.fixed(decimals)) \(measurement.unit.rawValue)" } ?? "",
                measurement.isMet.map { $0 ? "met" : "missed" } ?? "",
            ])
        }
        Swift.print(table.printed())
        for gap in gaps {
            Swift.print("\(gap.name): \(gap.reason)")
        }
    }
}
