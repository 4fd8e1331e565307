import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import RandomTesting
import Testing

@Suite("Submissions that go to a database", .loop, .timeLimit(.minutes(10)))
struct DatabaseTargetTests {
    private static let table = "CREATE TABLE answers (key text PRIMARY KEY, name text UNIQUE CHECK (name <> 'refuse'))"

    private static func target(_ address: String, _ keys: String = #""table": "answers""#, wait: Int = 30) -> String {
        #""type": "postgresql", "database": "\#(address)", \#(keys), "wait": \#(wait)"#
    }

    @Test("a table gets a column for each value, of its type, and no secret that the form does not name")
    @LoopActor
    func columns() async throws {
        let server = try await PostgreSQLServer()
        try await server.query(
            """
            CREATE SCHEMA forms;
            CREATE TABLE forms.answers (submission text PRIMARY KEY, "fullName" text, age numeric, born date, news boolean, \
            days jsonb, people jsonb, code text, arrived timestamptz DEFAULT now())
            """
        )
        let fields = """
            {"id": "fullName"}, {"id": "age", "formatter": {"type": "number"}}, \
            {"id": "born", "input": {"type": "date", "format": "dd.MM.yyyy"}}, \
            {"id": "news", "input": {"type": "toggle"}}, \
            {"id": "days", "input": {"type": "options", "multiple": true, "options": ["mo", "tu", "we"]}}, \
            {"id": "people", "repeat": {"min": 1, "max": 9}, "fields": [{"id": "who"}]}, \
            {"id": "pin", "mode": {"type": "password"}}, {"id": "code", "mode": {"type": "password"}}
            """
        let keys = """
            "table": "forms.answers", "keyColumn": "submission", \
            "secrets": {"fields": ["code"], "publicKey": "\(String(repeating: "09", count: 32))"}
            """
        let kiosk = try await Kiosk(Self.target(server.address(), keys), fields: fields)
        let session = try await kiosk.open()
        // Nothing of it becomes a part of the statement.
        let name = #"Robert'); DROP TABLE forms.answers; -- ":x $1"#
        try await session.field("fullName").type(name)
        try await session.field("age").type("36")
        try await session.field("born").type("10.12.1815")
        try await session.field("pin").type("hush-pin")
        try await session.field("code").type("hush-code")
        try await session.call("Submit")
        #expect(try await kiosk.outbox().isEmpty)
        let columns = #"age + 1, born, news, days, people, "fullName", length(submission) > 10, arrived > 'epoch'"#
        let row = try await server.query("SELECT \(columns) FROM forms.answers")
        #expect(row == "37|1815-12-10|f|[]|[{}]|\(name)|t|t")
        let code = try await server.query("SELECT code FROM forms.answers")
        #expect(Data(base64Encoded: code)?.count == 9 + 48)
        #expect(try await !server.query("SELECT answers FROM forms.answers").contains("hush"))
        #expect(try await kiosk.statistic("delivered") == .uint64(1))
    }

    @Test("the whole submission goes into a jsonb column, or where a statement puts its parts")
    @LoopActor
    func documents() async throws {
        let server = try await PostgreSQLServer()
        try await server.query(
            """
            CREATE TABLE answers (key text PRIMARY KEY, document jsonb);
            CREATE TABLE people (id text PRIMARY KEY, loud text, who int, twice text, none text)
            """
        )
        let kiosk = try await Kiosk(Self.target(server.address(), #""table": "answers", "column": "document""#))
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await session.call("Submit")
        let stored = "SELECT document->'values'->>'name', document->>'form', document->>'key' = key FROM answers"
        #expect(try await server.query(stored) == "Ada|f|t")
        let insert = """
            INSERT INTO people VALUES (:key, upper(:name), :user::int, :values.name || ':name''s', \
            (:document::jsonb)->>'x') -- :nobody
            """
        try await kiosk.install(Self.target(server.address(), #""insert": "\#(insert)""#))
        let other = try await kiosk.open("other")
        try await other.field("name").type("Grace")
        try await other.call("Submit")
        #expect(
            try await server.query("SELECT loud, who, twice, none FROM people") == "GRACE|\(getuid())|Grace:name's|"
        )
    }

    @Test("what the database refuses by a column's name is shown as the field's error, and can be corrected")
    @LoopActor
    func refused() async throws {
        let server = try await PostgreSQLServer()
        try await server.query(Self.table)
        let kiosk = try await Kiosk(Self.target(server.address()))
        let session = try await kiosk.open()
        let name = session.field("name")
        try await name.type("refuse")
        let refusal = try await session.refusal("Submit")
        #expect(refusal?.name == .form(.notValid) && refusal?.message.contains("answers_name_check") == true)
        #expect(try await name.get("Error").string?.contains("violates check constraint") == true)
        #expect(try await session.get("State") == .string("editing"))
        #expect(try await kiosk.outbox().isEmpty)
        try await name.call("SetText", [.string("Ada"), .properties([])])
        try await session.call("Submit")
        // Another one with the same name is not dropped: only one with the same key would be.
        let other = try await kiosk.open("other")
        try await other.field("name").type("Ada")
        #expect(try await other.refusal("Submit")?.message.contains("answers_name_key") == true)
        #expect(try await server.query("SELECT name FROM answers") == "Ada")
        #expect(try await kiosk.statistic("refusals") == .uint64(2))
        // A value that does not fit, of which the database does not say where it was: nothing of it is shown.
        try await server.query("DROP TABLE answers; CREATE TABLE answers (key text PRIMARY KEY, name int)")
        let third = try await kiosk.open("third")
        try await third.field("name").type("hush")
        try await third.call("Submit")
        let reason = try #require(try await kiosk.outbox().first?.reason)
        #expect(!reason.contains("hush") && reason.contains("SQLSTATE"), "\(reason)")
        // A trigger can raise an error that formd does not know, and quote what somebody has typed.
        try await server.query(
            """
            CREATE FUNCTION quote() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE 'not %', NEW.name USING ERRCODE = 'ZZ001'; END
            $$;
            DROP TABLE answers;
            CREATE TABLE answers (key text PRIMARY KEY, name text);
            CREATE TRIGGER quote BEFORE INSERT ON answers FOR EACH ROW EXECUTE FUNCTION quote()
            """
        )
        _ = try await kiosk.formctl("submissions", "retry")
        #expect(try await eventually { try await kiosk.outbox().first?.reason.contains("ZZ001") == true })
        #expect(try await kiosk.outbox().first?.reason.contains("hush") == false)
    }

    @Test("one submission that the database refuses does not hold up those of the same transaction")
    @LoopActor
    func batches() async throws {
        let server = try await PostgreSQLServer()
        let kiosk = try await Kiosk(Self.target(server.address(), wait: 0))
        // There is no table yet.
        var sessions: [SessionObject] = []
        for number in 0..<20 {
            let session = try await kiosk.open("s\(number)")
            sessions.append(session)
            try await session.field("name").type(number == 7 ? "refuse" : "n\(number)")
            try await session.call("Submit")
        }
        #expect(try await eventually { try await kiosk.outbox().allSatisfy { $0.reason.contains("does not exist") } })
        try await server.query(Self.table)
        #expect(try await kiosk.formctl("submissions", "retry").status == 0)
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        #expect(try await server.query("SELECT count(*) FROM answers") == "19")
        #expect(try await eventually { try await sessions[7].get("State") == .string("editing") })
    }

    @Test("a server that stops, and a daemon that is killed meanwhile: the submission arrives, once")
    @LoopActor
    func away() async throws {
        let server = try await PostgreSQLServer(isSynchronous: true)
        try await server.query(Self.table)
        let kiosk = try await Kiosk(Self.target(server.address(), wait: 1))
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await session.call("Submit")
        try await server.stop()
        try await session.field("name").type("!")
        try await session.call("Submit")
        let reason = try #require(try await kiosk.outbox().first?.reason)
        #expect(["closed", "terminating", "refused"].contains { reason.contains($0) }, "\(reason)")
        try await kiosk.survivor.crash()
        try await server.start()
        #expect(
            try await eventually {
                _ = try await kiosk.formctl("submissions", "retry")
                return try await kiosk.outbox().isEmpty
            }
        )
        #expect(try await server.query("SELECT name FROM answers ORDER BY name") == "Ada\nAda!")
    }

    @Test("kill -9 at any moment loses no submission that was answered, and stores none twice")
    @LoopActor
    func storm() async throws {
        let server = try await PostgreSQLServer()
        // Nothing but formd keeps a submission from being stored twice.
        try await server.query("CREATE TABLE answers (key text UNIQUE, name text)")
        let kiosk = try await Kiosk(Self.target(server.address(), wait: 1))
        var generator = SeededGenerator(seed: 41)
        var answered: [String] = []
        let rounds =
            ProcessInfo.processInfo.environment["FORMD_CRASHES"].flatMap(Int.init).map { max(4, $0 / 100) } ?? 4
        let session = try await kiosk.open()
        for round in 0..<rounds {
            let client = try await kiosk.survivor.connect()
            let typist = Task { @LoopActor [session = session.seen(by: client)] in
                for number in 0..<200 {
                    let name = "n\(round)-\(number)"
                    do {
                        try await session.field("name").call("SetText", [.string(name), .properties([])])
                        try await session.call("Submit")
                        answered.append(name)
                    } catch {
                        return
                    }
                }
            }
            try await EventLoop.shared.sleep(for: .milliseconds(Int.random(in: 20...400, using: &generator)))
            kiosk.survivor.daemon.send(SIGKILL)
            _ = await typist.value
            _ = try await kiosk.survivor.daemon.exitStatus()
            try await kiosk.survivor.start()
            let again = session.seen(by: try await kiosk.survivor.connect())
            if try await again.get("State") == .string("editing"), try await !again.field("name").text().isEmpty {
                let name = try await again.field("name").text()
                try await again.call("Submit")
                answered.append(name)
            }
        }
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        let names = try await server.query("SELECT name FROM answers").split(separator: "\n").map(String.init)
        #expect(Set(answered).isSubset(of: names), "lost: \(Set(answered).subtracting(names))")
        #expect(Set(names).count == names.count, "twice: \(names.sorted())")
        #expect(!answered.isEmpty)
    }

    @Test(
        "a server that is none fails by name, and the submission is kept until there is one",
        arguments: [
            (FakeDatabase.Conduct.hangs, "did not answer within"), (.babbles, "expected authentication request"),
            (.lies, "synchronization"),
        ]
    )
    @LoopActor
    func fakes(conduct: FakeDatabase.Conduct, reason: String) async throws {
        let fake = try await FakeDatabase(conduct)
        let kiosk = try await Kiosk(Self.target(fake.address, wait: 10), time: 2_000)
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await session.call("Submit")
        #expect(try await session.get("State") == .string("submitted"))
        let waiting = try #require(try await kiosk.outbox().first)
        #expect(waiting.reason.contains(reason), "\(waiting.reason)")
        let server = try await PostgreSQLServer()
        try await server.query(Self.table)
        try await kiosk.install(Self.target(server.address()))
        #expect(try await kiosk.formctl("submissions", "retry").status == 0)
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        #expect(try await server.query("SELECT name FROM answers") == "Ada")
    }

    @Test("a certificate that does not fit is an error by name, and the submission arrives when it is mended")
    @LoopActor
    func certificate() async throws {
        let certificates = try await Certificates()
        let server = try await PostgreSQLServer(
            settings: ["ssl": "on", "ssl_cert_file": "server.pem", "ssl_key_file": "server.key"],
            files: ["server.pem": certificates.file("server"), "server.key": certificates.file("server", "key")]
        )
        try await server.query(Self.table)
        func target(_ authority: String) -> String {
            Self.target(server.address("sslmode=verify-full&sslrootcert=\(certificates.file(authority))"))
        }
        let kiosk = try await Kiosk(target("stranger"))
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await session.call("Submit")
        let reason = try #require(try await kiosk.outbox().first?.reason)
        #expect(reason.contains("certificate verify failed"), "\(reason)")
        try await kiosk.install(target("house"))
        #expect(try await kiosk.formctl("submissions", "retry").status == 0)
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        #expect(try await server.query("SELECT name FROM answers") == "Ada")
    }

    @Test("a long submission arrives whole; of 16 MiB with FORMD_LARGE=1")
    @LoopActor
    func large() async throws {
        let server = try await PostgreSQLServer()
        let count = Kiosk.isLarge ? 64 : 4
        let fields = (0..<count).map { #"{"id": "f\#($0)"}"# }.joined(separator: ", ")
        let columns = (0..<count).map { ", f\($0) text" }.joined()
        try await server.query("CREATE TABLE answers (key text PRIMARY KEY\(columns))")
        let kiosk = try await Kiosk(Self.target(server.address()), fields: fields)
        let session = try await kiosk.open()
        let text = String(repeating: "𝄞", count: 65_536)
        for number in 0..<count {
            try await session.field("f\(number)").call("SetText", [.string(text), .properties([])])
        }
        try await session.call("Submit")
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        let whole = "f0 = repeat('𝄞', 65536) AND f\(count - 1) = f0"
        #expect(try await server.query("SELECT \(whole) FROM answers") == "t")
    }
}
