/// From starting the program until it owns its name on the bus.
struct StartBenchmark: Benchmark {
    let name = "start"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let echo = try start(.echo(settings), on: bus, times: settings.starts)
        let formd = try start(.formd(settings), on: bus, times: settings.starts)

        var table = Table("Start to name owned, \(settings.starts) times", columns: ["", "median", "slowest"])
        for (name, times) in [("echo service", echo), ("formd", formd)] {
            table.append([name, times.median.fixed(1) + " ms", (times.max() ?? 0).fixed(1) + " ms"])
        }
        print(table.printed())
        return [Measurement("start to name owned", formd.median, .milliseconds, limit: 12)]
    }

    /// Milliseconds of each start.
    private func start(_ service: Service, on bus: PrivateBus, times: Int) throws -> [Double] {
        try (0..<times).map { _ in
            let (process, nanoseconds) = try service.start(on: bus)
            process.stop()
            return Double(nanoseconds) / 1e6
        }
    }
}
