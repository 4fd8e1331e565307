import CBusBench
import Glibc

/// The first number in a language other than English, for which formd loads ICU: a form is opened, and a number is set.
struct FirstNumberBenchmark: Benchmark {
    let name = "first-number"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let own = try (0..<settings.starts).map { _ in try german(settings, bus) }
        let icu = try (0..<settings.starts).map { _ in try library(settings, bus) }
        var table = Table("First number in German, \(settings.starts) times", columns: ["", "median", "slowest"])
        for (name, times) in [("ICU alone, in C", icu), ("formd", own)] {
            table.append([name, times.median.fixed(1) + " ms", (times.max() ?? 0).fixed(1) + " ms"])
        }
        print(table.printed())
        return [Measurement("first German number", own.median, .milliseconds, limit: 3)]
    }

    /// Milliseconds in a new daemon that has shown an English number before.
    private func german(_ settings: BenchmarkSettings, _ bus: PrivateBus) throws -> Double {
        let formd = try Service.formd(settings).start(on: bus).process
        defer { formd.stop() }
        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        _ = try time("en", shows: "1,234.5", client)
        return try time("de", shows: "1.234,5", client)
    }

    private func time(_ locale: String, shows expected: String, _ client: BusClient) throws -> Double {
        let formatter = #"{"type": "number", "locale": "\#(locale)"}"#
        let before = bench_now()
        let session = try client.call(.openDefinition, #"{"fields": [{"id": "sum", "formatter": \#(formatter)}]}"#)
        let setText = BusMethod(
            destination: PhoneField.serviceName,
            path: session + "/field/sum",
            interface: "org.formd.Forms1.Field",
            member: "SetText",
            signature: "sa{sv}"
        )
        try client.call(setText, "1234.5")
        let duration = Double(bench_now() - before) / 1e6
        var insertText = setText
        insertText.member = "InsertText"
        insertText.signature = "s"
        let shown = try client.call(insertText, "0")
        guard shown.hasPrefix(expected) else { throw BenchmarkFailure(description: "the number became \"\(shown)\"") }
        return duration
    }

    /// Milliseconds in a new process that does nothing else.
    private func library(_ settings: BenchmarkSettings, _ bus: PrivateBus) throws -> Double {
        let process = try ChildProcess(settings.buildFolder + "/bench-icu", [], folder: bus.folder)
        for _ in 0..<5_000 where process.isRunning { usleep(1_000) }
        guard let words = readFile(bus.folder.path + "/bench-icu.log"),
            let nanoseconds = Double(words.prefix { $0.isNumber })
        else { throw BenchmarkSkipped(description: "bench-icu: \(process.lastWords)") }
        return nanoseconds / 1e6
    }
}
