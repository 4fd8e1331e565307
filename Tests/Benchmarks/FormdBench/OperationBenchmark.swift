import CBusBench

/// A benchmark of one operation in this process: how long it takes, as p50 over many samples and p99.
struct OperationBenchmark: Benchmark {
    let name: String
    /// How the operation is called in the table.
    let title: String
    /// Nanoseconds that the p50 may be; nil: not judged.
    let limit: Double?
    /// Makes what the operation needs, and returns the operation. What it returns is thrown away, but computed.
    let prepare: @Sendable () throws -> () -> Any

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let operation = try prepare()
        let batch = batchSize(of: operation)
        let samples = (0..<settings.rounds * 40).map { _ in Double(time(batch, operation)) / Double(batch) }.sorted()
        return [
            Measurement("\(title), p50", samples.percentile(0.50), .nanoseconds, limit: limit),
            Measurement("\(title), p99", samples.percentile(0.99), .nanoseconds),
        ]
    }

    /// So many operations that the clock's own cost and grain disappear: 200 µs. Finding it warms up, too.
    private func batchSize(of operation: () -> Any) -> Int {
        var batch = 1
        while batch < 1 << 24, time(batch, operation) < 200_000 {
            batch *= 2
        }
        return batch
    }

    /// Nanoseconds for `count` operations.
    private func time(_ count: Int, _ operation: () -> Any) -> UInt64 {
        let start = bench_now()
        for _ in 0..<count {
            keep(operation())
        }
        return bench_now() - start
    }

    /// The optimiser does not see that nothing becomes of the value.
    @inline(never)
    private func keep(_ value: Any) {}
}

/// What the clock itself adds to each measured call.
let clockBenchmark = OperationBenchmark(name: "clock", title: "reading the clock", limit: nil) { { bench_now() } }
