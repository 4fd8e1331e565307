/// Something that is measured. A new one is written as a type of its own, or as an `OperationBenchmark`, and listed in
/// `allBenchmarks`.
protocol Benchmark: Sendable {
    /// What `--only` selects it by: lower-case words, hyphenated.
    var name: String { get }

    /// Measures. What goes into the final table is returned; a table with more detail may be printed.
    /// Throws `BenchmarkSkipped` when what is to be measured is not there, anything else when measuring failed.
    func run(_ settings: BenchmarkSettings) throws -> [Measurement]
}

/// How much to measure, and what.
struct BenchmarkSettings {
    /// How often each thing is measured; the median counts.
    let rounds: Int
    /// Calls measured one by one in a round.
    let callsPerRound: Int
    /// How often each program is started to measure its start.
    let starts: Int
    /// Sessions opened to measure memory.
    let sessions: Int
    /// The folder with the executables, without a slash at its end.
    let buildFolder: String
}

/// What was to be measured is not there.
struct BenchmarkSkipped: Error, CustomStringConvertible {
    let description: String
}

/// Measuring did not work.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String
}

/// In the order in which they run.
let allBenchmarks: [any Benchmark] =
    [
        clockBenchmark,
        keyBenchmark,
        keyInLargeFormBenchmark,
        maskedKeyBenchmark, computedKeyBenchmark,
        OpenFormBenchmark(),
        StartBenchmark(),
        FirstNumberBenchmark(),
        InsertTextBenchmark(),
        SocketBenchmark(),
        ClientBenchmark(),
        TerminalBenchmark(),
        WindowBenchmark(),
        WebBenchmark(),
        MemoryBenchmark(),
        StoreBenchmark(),
        SubmissionBenchmark(),
        CrowdBenchmark(),
        FormBenchmark(),
        PluginBenchmark(),
        UsersBenchmark(),
        AttacksBenchmark(),
        StrangerBenchmark(),
        optionsBenchmark,
        rowsBenchmark,
    ] + maskBenchmarks
