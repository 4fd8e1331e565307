import Glibc

/// What formd holds on disk, and in memory: idle, and with many sessions open in which somebody has typed.
struct MemoryBenchmark: Benchmark {
    let name = "memory"
    static let fieldCount = 20

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let bus = try PrivateBus()
        let formd = try Service.formd(settings).start(on: bus).process
        defer { formd.stop() }
        // Whatever starting left to be done later is done then.
        usleep(500_000)
        let idle = try ResidentMemory(of: formd)

        let client = try BusClient(address: "unix:path=" + Service.socketPath(beside: bus))
        let sessions = try Self.open(settings.sessions, client)
        let opened = try ResidentMemory(of: formd)
        try Self.typeOneKeyEach(in: sessions, client)
        let typed = try ResidentMemory(of: formd)

        let description = "\(settings.sessions) sessions × \(Self.fieldCount) fields"
        var table = Table("Memory of formd", columns: ["", "resident", "proportional"])
        let rows = [("idle", idle), (description, opened), ("… with one key typed into each field", typed)]
        for (name, memory) in rows {
            table.append([name, memory.resident.fixed(1) + " MB", memory.proportional.fixed(1) + " MB"])
        }
        print(table.printed())
        return [
            Measurement("formd on disk", try size(of: settings.buildFolder + "/formd"), .megabytes, limit: 15),
            Measurement("resident, idle", idle.resident, .megabytes, limit: 12),
            Measurement(
                "resident, \(description)",
                typed.resident,
                .megabytes,
                limit: settings.sessions == 1000 ? 40 : nil
            ),
        ]
    }

    /// Megabytes of a file.
    private func size(of path: String) throws -> Double {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw BenchmarkSkipped(description: "there is no \(path)") }
        return Double(status.st_size) / 1e6
    }

    /// Opens sessions, and types one key into each field.
    static func fill(_ client: BusClient, sessions: Int) throws {
        try typeOneKeyEach(in: try open(sessions, client), client)
    }

    private static func open(_ sessions: Int, _ client: BusClient) throws -> [String] {
        let definition = definition
        return try (0..<sessions).map { _ in try client.call(.openDefinition, definition) }
    }

    private static func typeOneKeyEach(in sessions: [String], _ client: BusClient) throws {
        for session in sessions {
            for index in 0..<fieldCount { try typeKey(in: "\(session)/field/field\(index)", client) }
        }
    }

    private static func typeKey(in field: String, _ client: BusClient) throws {
        let insertText = BusMethod(
            destination: PhoneField.serviceName,
            path: field,
            interface: "org.formd.Forms1.Field",
            member: "InsertText",
            signature: "s"
        )
        guard try !client.call(insertText, "9").isEmpty else {
            throw BenchmarkFailure(description: "a key typed into \(field) was lost")
        }
    }

    /// Text fields with a placeholder and a rule each, every fourth with a mask.
    private static var definition: String {
        let fields = (0..<fieldCount).map { index in
            let formatter =
                index % 4 == 0 ? #", "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"}"# : ""
            return """
                {"id": "field\(index)", "placeholders": [{"service": "floating", "text": "Field \(index)"}],
                 "validators": [{"type": "length", "min": 2, "max": 18, "message": "Enter 2 to 18 characters"}]\(formatter)}
                """
        }
        return #"{"title": "Benchmark", "fields": ["# + fields.joined(separator: ",\n") + "]}"
    }
}
