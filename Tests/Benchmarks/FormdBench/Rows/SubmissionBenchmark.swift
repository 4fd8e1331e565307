import CBusBench
import DBus
import EventLoop
import Glibc

/// Submissions that are kept: 10,000 are made in 200 sessions at the same time, one after the other in each, with a change
/// before each. Every answer waits until the submission is on the disk.
///
/// Once into the spool of the state folder, once into a spool elsewhere, and once into a table in PostgreSQL, until all of
/// them have arrived there.
struct SubmissionBenchmark: Benchmark {
    let name = "submissions"
    private static let sessions = 200
    private static let manager = ObjectPath(unchecked: "/org/formd/Forms1")

    func run(_ settings: BenchmarkSettings) throws -> [Measurement] {
        let count = settings.sessions >= 1_000 ? 10_000 : Self.sessions
        let here = try measure(count, "into the spool", limit: 10_000, settings) { bus in
            (#""type": "spool""#, { try Self.files(in: bus.folder.path + "/state/spool") })
        }
        let elsewhere = try measure(count, "until they are in a spool elsewhere", settings) { bus in
            let folder = bus.folder.path + "/arrived"
            try makeFolder(folder)
            return (#""type": "spool", "directory": "\#(folder)", "wait": 0"#, { try Self.files(in: folder) })
        }
        let database = try measure(count, "until they are in PostgreSQL", limit: 5_000, settings) { bus in
            let database = try BenchDatabase()
            let keys = #""type": "postgresql", "database": "\#(database.address)", "table": "answers", "wait": 0"#
            return (
                keys,
                {
                    // Asking the database takes time from what is measured.
                    usleep(20_000)
                    let outbox = bus.folder.path + "/state/submissions"
                    guard try FileSystem.names(in: outbox).isEmpty else { return 0 }
                    return try database.query("SELECT count(*) FROM answers").flatMap { Int($0.dropLast()) } ?? 0
                }
            )
        }
        return [here, elsewhere, database]
    }

    private static func files(in folder: String) throws -> Int {
        try FileSystem.names(in: folder).count { $0.hasSuffix(".json") }
    }

    /// - Parameters:
    ///   - limit: in milliseconds, for 10,000 submissions.
    ///   - target: makes the target; returns the keys of the form's `submission`, and how many have arrived.
    private func measure(
        _ count: Int,
        _ name: String,
        limit: Double? = nil,
        _ settings: BenchmarkSettings,
        target: (PrivateBus) throws -> (keys: String, arrived: () throws -> Int)
    ) throws -> Measurement {
        let bus = try PrivateBus()
        let (keys, arrived) = try target(bus)
        let form = #"{"fields": [{"id": "name"}], "submission": {\#(keys)}}"#
        let forms = bus.folder.path + "/.local/share/formd/forms"
        try makeFolder(forms)
        try write(form, to: forms + "/spooled.json")
        let formd = try Service.formd(settings, keepsSessions: true).start(on: bus).process
        defer { formd.stop() }
        let start = bench_now()
        let address = "unix:path=" + Service.socketPath(beside: bus)
        try EventLoop.run {
            let connection = try await Connection.openBus(.at(address))
            let people = (0..<Self.sessions).map { _ in
                LoopActor.task { try await Self.submit(count / Self.sessions, over: connection) }
            }
            for person in people { try await person.value }
            await connection.close()
        }
        while try arrived() < count {
            guard bench_now() - start < 120_000_000_000 else {
                throw BenchmarkFailure(description: "submissions do not arrive")
            }
            usleep(5_000)
        }
        let seconds = Double(bench_now() - start) / 1e9
        return Measurement(
            "\(count) submissions, \(name)",
            seconds * 1e3,
            .milliseconds,
            limit: count == 10_000 ? limit : nil
        )
    }

    /// Opens a session, and submits it so often.
    @LoopActor
    private static func submit(_ count: Int, over connection: Connection) async throws {
        func call(_ path: ObjectPath, _ kind: String, _ member: MemberName, _ arguments: Value...) async throws
            -> Message
        {
            try await connection.call(
                .call(
                    destination: BusName(validating: "org.formd.Forms1"),
                    path: path,
                    interface: InterfaceName(validating: "org.formd.Forms1." + kind),
                    member: member,
                    arguments: arguments
                )
            )
        }
        let reply = try await call(manager, "Manager", "OpenSession", .string("spooled"), .properties([]))
        guard let session = try reply.arguments().first?.objectPath else {
            throw BenchmarkFailure(description: "no session was opened")
        }
        let field = try ObjectPath(validating: "\(session)/field/name")
        for _ in 0..<count {
            _ = try await call(field, "Field", "InsertText", .string("a"))
            _ = try await call(session, "Session", "Submit")
        }
    }

    private func makeFolder(_ path: String) throws {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard unsafe mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw BenchmarkFailure(description: "cannot make \(made): \(errorText(errno))")
            }
        }
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = unsafe fopen(path, "we") else {
            throw BenchmarkFailure(description: "cannot write \(path): \(errorText(errno))")
        }
        unsafe fputs(text, file)
        unsafe fclose(file)
    }
}
