import CBusBench
import Glibc

/// What plug-ins cost: a key that two of them are asked about, a start, memory, and others' keys while one of them
/// hangs.
struct PluginBenchmark: Benchmark {
    let name = "plugins"

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let plugins = try PluginFolders(settings)
        let formd = try Service.formd(settings, plugins: plugins.folder.path).start(on: bus).process
        defer { formd.stop() }
        // On the socket, who opens a session gets its signals; here the bus does.
        let opener = try bus.connect()
        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        let key = try keyCost(client, settings)
        let start = try startCost(client, settings)
        let memory = try memoryCost(opener, client, settings, formd)
        let hung = try hungCost(opener, client, settings)
        return [
            Measurement(
                "a key, isolated placeholder and formatter above built-in ones, p50",
                key,
                .microseconds,
                limit: 45
            ),
            Measurement("start of a plug-in", start, .milliseconds, limit: 10),
            Measurement("private memory of the largest plug-in", memory.unshared, .megabytes, limit: 6),
            Measurement("… of it what it has written to", memory.own, .megabytes),
            Measurement("others' keys beside a hung plug-in, p99", hung, .factor, limit: 1.1),
        ]
    }
}

// MARK: - A key

extension PluginBenchmark {
    /// Microseconds. Each text is one that nobody has asked about before: formd remembers answers.
    private func keyCost(_ client: BusClient, _ settings: BenchmarkSettings) throws -> Double {
        let isolated = try CardField(
            client,
            #""placeholders": [{"service": "currency", "text": "₽"}], "formatter": {"type": "cardNumber"}"#
        )
        let builtIn = try CardField(
            client,
            #""placeholders": ["₽"], "formatter": {"type": "grouping", "groups": [4]}"#
        )
        let keys = max(settings.callsPerRound / 2, 100)
        for field in [isolated, builtIn] { _ = try field.latencies(client, keys: 100) }
        var table = Table("One key, plug-ins asked about each", columns: ["", "p50", "p99"])
        var differences: [Double] = []
        var latencies = (isolated: [Double](), builtIn: [Double]())
        for _ in 0..<settings.rounds {
            let plain = try builtIn.latencies(client, keys: keys)
            let asked = try isolated.latencies(client, keys: keys)
            latencies.builtIn += plain
            latencies.isolated += asked
            differences.append(asked.percentile(0.5) - plain.percentile(0.5))
        }
        for (name, values) in [("built-in types", latencies.builtIn), ("isolated types", latencies.isolated)] {
            let sorted = values.sorted()
            table.append([name, sorted.percentile(0.5).fixed(1) + " µs", sorted.percentile(0.99).fixed(1) + " µs"])
        }
        print(table.printed())
        return differences.median
    }

    /// A field that card numbers are typed into, in groups of four.
    private struct CardField {
        private let insertText: BusMethod
        private let setText: BusMethod

        init(_ client: BusClient, _ keys: String) throws {
            let definition = #"{"title": "Benchmark", "fields": [{"id": "card", \#(keys)}]}"#
            let session = try client.call(.openDefinition, definition)
            // Nobody is told: what is measured is the key, not its signals.
            try client.call(.of(session, "Session", "Unsubscribe", ""))
            insertText = .of(session + "/field/card", "Field", "InsertText", "s")
            setText = .of(session + "/field/card", "Field", "SetText", "sa{sv}")
        }

        /// Microseconds of each key, sorted.
        func latencies(_ client: BusClient, keys: Int) throws -> [Double] {
            var durations: [Double] = []
            durations.reserveCapacity(keys)
            while durations.count < keys {
                var digits = "4" + String((0..<7).map { _ in Character("\(Int.random(in: 0...9))") })
                try client.call(setText, digits)
                for _ in 0..<8 {
                    let digit = "\(Int.random(in: 0...9))"
                    digits += digit
                    let start = bench_now()
                    let text = try client.call(insertText, digit)
                    durations.append(Double(bench_now() - start) / 1e3)
                    guard text.filter({ $0 != " " }) == digits, text.contains(" ") else {
                        throw BenchmarkFailure(description: "\(digits) became \"\(text)\"")
                    }
                }
            }
            return durations.sorted()
        }
    }
}

// MARK: - A start

extension PluginBenchmark {
    /// Milliseconds: a text that is formatted by a plug-in which has to be started for it, above one that is there.
    private func startCost(_ client: BusClient, _ settings: BenchmarkSettings) throws -> Double {
        let manager = "/org/formd/Forms1"
        let reload = BusMethod.of(manager, "Manager", "Reload", "")
        var number = 0
        // A form whose first text a plug-in has to be asked about, each with a text of its own.
        func open() throws -> (session: String, milliseconds: Double) {
            number += 1
            let definition = """
                {"title": "Start", "fields": [{"id": "a", "value": "4\(number)", "formatter": {"type": "cardNumber"}}]}
                """
            let start = bench_now()
            let session = try client.call(.openDefinition, definition)
            return (session, Double(bench_now() - start) / 1e6)
        }
        var cold: [Double] = []
        var warm: [Double] = []
        for _ in 0..<settings.starts {
            try client.call(reload)
            let first = try open()
            let second = try open()
            cold.append(first.milliseconds)
            warm.append(second.milliseconds)
            for session in [first.session, second.session] {
                try client.call(.of(session, "Session", "Close", ""))
            }
        }
        return cold.median - warm.median
    }
}

// MARK: - Memory

extension PluginBenchmark {
    /// Megabytes after some work: what the plug-in has written to (`Private_Dirty`), and with it the pages of files,
    /// such as the system's libraries, that happen to be mapped by no other process (`Private_Clean`).
    private func memoryCost(
        _ opener: BusClient,
        _ client: BusClient,
        _ settings: BenchmarkSettings,
        _ formd: ChildProcess
    ) throws -> (own: Double, unshared: Double) {
        let card = try CardField(
            opener,
            #""placeholders": [{"service": "currency", "text": "₽"}], "formatter": {"type": "cardNumber"}"#
        )
        _ = try card.latencies(client, keys: settings.callsPerRound)
        let measured = try opener.call(
            .openDefinition,
            #"{"title": "Heights", "measurer": "pango", "fields": [{"id": "a", "hint": "h", "type": "textView"}]}"#
        )
        for number in 0..<50 {
            try client.call(.of(measured + "/field/a", "Field", "InsertText", "s"), "Some words, number \(number). ")
        }
        let children = readFile("/proc/\(formd.identifier)/task/\(formd.identifier)/children") ?? ""
        var table = Table("Private memory of plug-ins", columns: ["", "dirty", "clean"])
        var largest = (own: 0.0, unshared: 0.0)
        for child in children.split(separator: " ") {
            guard let name = readFile("/proc/\(child)/comm"), let map = readFile("/proc/\(child)/smaps_rollup") else {
                throw BenchmarkFailure(description: "the memory of process \(child) cannot be read")
            }
            let dirty = ResidentMemory.value(of: "Private_Dirty:", in: map)
            let clean = ResidentMemory.value(of: "Private_Clean:", in: map)
            table.append([name.filter { $0 != "\n" }, dirty.fixed(1) + " MB", clean.fixed(1) + " MB"])
            largest = (max(largest.own, dirty), max(largest.unshared, dirty + clean))
        }
        print(table.printed())
        guard largest.own > 0 else { throw BenchmarkFailure(description: "no plug-in runs") }
        return largest
    }
}

// MARK: - A hung plug-in

extension PluginBenchmark {
    /// How often p99 of keys without plug-ins is what it is while no plug-in hangs; the worse of one that sleeps and
    /// one that never ends.
    private func hungCost(_ opener: BusClient, _ client: BusClient, _ settings: BenchmarkSettings) throws -> Double {
        let phone = try PhoneField(openedBy: opener)
        let echo = #"{"title": "Hung", "fields": [{"id": "a", "placeholders": [{"service": "echo", "text": "*"}]}]}"#
        let hung = try opener.call(.openDefinition, echo)
        let insertText = BusMethod.of(hung + "/field/a", "Field", "InsertText", "s")
        // The process hangs for 250 ms, and again after a tenth of a second: what is measured must be over before.
        let calls = min(settings.callsPerRound, 1000)
        _ = try client.latencies(of: phone.load, calls: calls)
        var table = Table("Keys beside a plug-in", columns: ["", "p50", "p99", "× without"])
        var worst = 0.0
        for deed in ["sleep!", "hang!"] {
            var ratios: [Double] = []
            var beside: [Double] = []
            for round in 0..<max(settings.rounds, 5) * 3 {
                try client.call(.of("/org/formd/Forms1", "Manager", "Reload", ""))
                try opener.call(insertText, "warm \(round) \(deed.dropLast()) ")
                let alone = try client.latencies(of: phone.load, calls: calls)
                try opener.call(insertText, deed)
                let latencies = try client.latencies(of: phone.load, calls: calls)
                ratios.append(latencies.percentile(0.99) / alone.percentile(0.99))
                beside += latencies
                try opener.call(.of(hung + "/field/a", "Field", "SetText", "sa{sv}"))
            }
            let sorted = beside.sorted()
            table.append([
                deed == "hang!" ? "in an endless loop" : "asleep",
                (sorted.percentile(0.5) / 1e3).fixed(1) + " µs", (sorted.percentile(0.99) / 1e3).fixed(1) + " µs",
                ratios.median.fixed(2),
            ])
            worst = max(worst, ratios.median)
        }
        print(table.printed())
        return worst
    }
}

extension BusMethod {
    fileprivate static func of(_ path: String, _ interface: String, _ member: String, _ signature: String) -> BusMethod
    {
        BusMethod(
            destination: PhoneField.serviceName,
            path: path,
            interface: "org.formd.Forms1.\(interface)",
            member: member,
            signature: signature
        )
    }
}
