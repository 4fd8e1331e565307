import CBusBench

/// A benchmark of one operation in this process, without a bus: how long it takes at p50 and p99 of many samples.
struct OperationBenchmark: Benchmark {
    let name: String
    /// What the operation is called in the table.
    let title: String
    /// Nanoseconds that the p50 may be; nil: not judged.
    let limit: Double?
    /// How many operations one call of what `prepare` returns does; what is measured is the time of one.
    var count = 1
    /// Makes what the operation needs, and returns the operation. Its result must depend on all of its work, so that
    /// the optimiser leaves it in.
    let prepare: @Sendable () throws -> () -> Int

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let operation = try prepare()
        let batch = batchSize(of: operation)
        let samples = (0..<settings.rounds * 40).map { _ in
            Double(time(batch, operation)) / Double(batch * count)
        }.sorted()
        return [
            Measurement("\(title), p50", samples.percentile(0.50), .nanoseconds, limit: limit),
            Measurement("\(title), p99", samples.percentile(0.99), .nanoseconds),
        ]
    }

    /// So many operations that the clock's own cost and grain disappear: 200 µs. Finding it warms up, too.
    private func batchSize(of operation: () -> Int) -> Int {
        var batch = 1
        while batch < 1 << 24, time(batch, operation) < 200_000 {
            batch *= 2
        }
        return batch
    }

    /// Nanoseconds for `count` operations.
    private func time(_ count: Int, _ operation: () -> Int) -> UInt64 {
        var sum = 0
        let start = bench_now()
        for _ in 0..<count {
            sum &+= operation()
        }
        let duration = bench_now() - start
        use(sum)
        return duration
    }

    /// The optimiser does not see that nothing becomes of the sum.
    @inline(never)
    private func use(_ sum: Int) {
        withExtendedLifetime(sum) {}
    }
}

/// What the clock itself adds to each measured call.
let clockBenchmark = OperationBenchmark(name: "clock", title: "reading the clock", limit: nil) {
    { Int(truncatingIfNeeded: bench_now()) }
}
