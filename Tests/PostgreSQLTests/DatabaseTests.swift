import EventLoop
import FormdTesting
import Foundation
import Logging
import PostgreSQLAddress
import Testing

@testable import PostgreSQL

@Suite("A connection to a database", .loop, .timeLimit(.minutes(5)))
struct DatabaseTests {
    @LoopActor
    private func database(_ address: String, limit: Duration = .seconds(60)) throws -> Database {
        var limits = DatabaseLimits()
        limits.answer = limit
        limits.firstDelay = .milliseconds(50)
        return Database(
            try DatabaseAddress(address),
            launcher: BuiltProducts.path(of: "formd-plugin-launcher"),
            limits: limits,
            loop: .shared,
            logger: Logger(label: "test")
        )
    }

    @Test("statements return their rows; those of a request are one transaction; requests do not wait for each other")
    @LoopActor
    func requests() async throws {
        let server = try await PostgreSQLServer()
        let database = try database(server.address())
        defer { database.stop() }
        _ = try await database.rows(
            "CREATE TABLE t (id int PRIMARY KEY, name text NOT NULL, blob bytea, flag boolean, CHECK (id < 9000))"
        )
        // Every kind of value, in both formats.
        let blob = [UInt8](0...255)
        for isBinary in [false, true] {
            let results = try await database.results([
                Statement("DELETE FROM t"),
                Statement(
                    "INSERT INTO t VALUES ($1, $2, $3, $4)",
                    [.text("1"), .text("Ädä"), .bytes(blob), .text("t")]
                ),
                Statement("INSERT INTO t VALUES (-2, '', $1, NULL)", [.null]),
                Statement(
                    "SELECT id, name, blob, flag, 7::bigint, '{}'::jsonb FROM t ORDER BY id DESC",
                    isBinary: isBinary
                ),
            ])
            #expect(results.map(\.affected) == [isBinary ? 2 : 0, 1, 1, 2])
            let rows = results[3].rows
            #expect(rows.map { $0[0]?.integer } == [1, -2] && rows.map { $0[1]?.text } == ["Ädä", ""])
            #expect(rows[0][2]?.bytes == blob && rows[0][3]?.flag == true && rows[1][2] == nil && rows[1][3] == nil)
            #expect(rows[0][4]?.integer == 7 && rows[0][4]?.text == "7" && rows[0][5]?.text == "{}")
        }
        // A transaction that fails leaves nothing, and says which statement, which column and which constraint it was.
        let null = try await database.error([
            Statement("INSERT INTO t VALUES (3, 'x')"), Statement("INSERT INTO t VALUES (4, NULL)"),
        ])
        #expect(null.sqlState == "23502" && null.statement == 1 && null.column == "name" && null.isDataError)
        let key = try await database.error([Statement("INSERT INTO t VALUES (1, 'x')")])
        #expect(key.sqlState == "23505" && key.constraint == "t_pkey" && !key.isConnectionLost)
        #expect(try await database.error([Statement("SELECT nonsense")]).sqlState == "42703")
        #expect(try await database.rows("SELECT count(*) FROM t").first?[0]?.integer == 2)
        // Many at once are answered in their order, those that fail among them.
        var answers: [Int?] = []
        for number in 0..<3_000 {
            let text = number % 7 == 3 ? "SELECT 1 / $1::int" : "SELECT $1::int"
            let value = number % 7 == 3 ? 0 : number
            database.perform([Statement(text, [.text("\(value)")])]) { result in
                answers.append((try? result.get())?[0].rows[0][0]?.integer)
            }
            #expect(answers.isEmpty)
        }
        #expect(try await eventually { answers.count == 3_000 })
        #expect(answers == (0..<3_000).map { $0 % 7 == 3 ? nil : $0 })
    }

    @Test("a constraint that is checked at the end of the transaction fails it")
    @LoopActor
    func deferred() async throws {
        let server = try await PostgreSQLServer()
        let database = try database(server.address())
        defer { database.stop() }
        _ = try await database.rows("CREATE TABLE t (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)")
        let error = try await database.error([
            Statement("INSERT INTO t VALUES (1)"), Statement("INSERT INTO t VALUES (1)"),
        ])
        #expect(error.sqlState == "23505" && error.statement == 2)
        #expect(try await database.rows("SELECT count(*) FROM t").first?[0]?.integer == 0)
        // 16 MiB go there and back.
        let long = [UInt8]((0..<(16 << 20)).lazy.map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let echo = try await database.results([Statement("SELECT $1::bytea", [.bytes(long)], isBinary: true)])
        #expect(echo[0].rows[0][0]?.bytes == long)
        // More than that is an error, not a loss.
        let much = try await database.error([Statement("SELECT repeat('x', 1000000) FROM generate_series(1, 100)")])
        #expect(much.sqlState == "54000" && !much.isConnectionLost)
        #expect(try await database.rows("SELECT 1").count == 1)
    }

    @Test("notifications of other connections arrive, and a connection's own do not")
    @LoopActor
    func notifications() async throws {
        let server = try await PostgreSQLServer()
        let (database, other) = (try database(server.address()), try database(server.address()))
        defer {
            database.stop()
            other.stop()
        }
        var heard: [String] = []
        database.onNotification = { heard.append("\($0) \($1)") }
        _ = try await database.rows("LISTEN c")
        _ = try await database.rows("SELECT pg_notify('c', 'own')")
        _ = try await other.rows("SELECT pg_notify('c', 'a'), pg_notify('d', 'b'), pg_notify('c', 'ü')")
        #expect(try await eventually { heard == ["c a", "c ü"] })
    }

    @Test("a server that ends is a lost connection, requests fail at once, and it is connected again when it is back")
    @LoopActor
    func away() async throws {
        let server = try await PostgreSQLServer()
        let database = try database(server.address())
        defer { database.stop() }
        var states: [Bool] = []
        database.onState = { states.append($0) }
        _ = try await database.rows("CREATE TABLE t (id int)")
        // One that is under way.
        var outcome: Result<[Rows], DatabaseError>?
        database.perform([Statement("INSERT INTO t VALUES (1)"), Statement("SELECT pg_sleep(60)")]) { outcome = $0 }
        let other = try self.database(server.address())
        defer { other.stop() }
        let sleeping = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND state = 'active'"
        #expect(try await eventually { try await other.rows(sleeping).first?[0]?.integer == 2 })
        try await server.stop()
        #expect(try await eventually { outcome != nil })
        let lost = #expect(throws: DatabaseError.self) { try outcome?.get() }
        #expect(lost?.isConnectionLost == true && lost?.message.contains("administrator command") == true)
        let refused = try await database.error([Statement("SELECT 1")])
        #expect(refused.isConnectionLost && refused.sqlState.hasPrefix("08"))
        #expect(states == [true, false])
        try await server.start()
        #expect(try await eventually { states == [true, false, true] })
        #expect(try await database.rows("SELECT count(*) FROM t").first?[0]?.integer == 0)
    }

    @Test("a server that hangs is a lost connection, when it connects and when it answers")
    @LoopActor
    func hangs() async throws {
        let silent = try await FakeDatabase(.hangs)
        let database = try database(silent.address, limit: .milliseconds(1_500))
        defer { database.stop() }
        let error = try await database.error([Statement("SELECT 1")])
        #expect(error.isConnectionLost && error.message.contains("did not answer within"), "\(error)")
        let server = try await PostgreSQLServer()
        let slow = try self.database(server.address(), limit: .seconds(3))
        defer { slow.stop() }
        _ = try await slow.rows("SELECT 1")
        let late = try await slow.error([Statement("SELECT pg_sleep(60)")])
        #expect(late.isConnectionLost && late.message.contains("did not answer within"), "\(late)")
        #expect(try await eventually { slow.isConnected })
    }

    @Test(
        "a server that is none is an error by name, and nothing of it reaches formd",
        arguments: [
            (FakeDatabase.Conduct.babbles, "expected authentication request"), (.lies, "synchronization"),
            (.floods, "did not answer within"), (.leaves, "closed the connection"),
        ]
    )
    @LoopActor
    func fakes(conduct: FakeDatabase.Conduct, reason: String) async throws {
        let fake = try await FakeDatabase(conduct)
        // libpq drops rows for which it has no memory, and reads on.
        let database = try database(fake.address, limit: .seconds(conduct == .floods ? 3 : 60))
        defer { database.stop() }
        let error = try await database.error([Statement("SELECT 1")])
        #expect(error.isConnectionLost && error.message.contains(reason), "\(error)")
    }

    @Test("a server that nobody has started, and a launcher that is missing, are errors by name")
    @LoopActor
    func nobody() async throws {
        let database = try database("postgresql://u@127.0.0.1:1/d")
        defer { database.stop() }
        let error = try await database.error([Statement("SELECT 1")])
        #expect(error.isConnectionLost && error.sqlState == "08001" && error.message.contains("Connection refused"))
        let lost = Database(
            try DatabaseAddress("postgresql://u@127.0.0.1:1/d"),
            launcher: "/nowhere/formd-plugin-launcher",
            loop: .shared,
            logger: Logger(label: "test")
        )
        defer { lost.stop() }
        #expect(try await lost.error([Statement("SELECT 1")]).isConnectionLost)
    }

    @Test("a certificate that does not fit is an error by name, and nothing is sent to such a server")
    @LoopActor
    func certificates() async throws {
        let certificates = try await Certificates()
        let server = try await PostgreSQLServer(
            access: "host all formd 127.0.0.1/32 trust\nhostssl all kiosk 127.0.0.0/8 cert",
            settings: [
                "listen_addresses": "127.0.0.1,127.0.0.2", "ssl": "on", "ssl_cert_file": "server.pem",
                "ssl_key_file": "server.key", "ssl_ca_file": "house.pem",
            ],
            files: [
                "server.pem": certificates.file("server"), "server.key": certificates.file("server", "key"),
                "house.pem": certificates.file("house"),
            ]
        )
        try await server.query("CREATE USER kiosk")
        func address(_ authority: String, _ own: String?, host: String = "127.0.0.1") -> String {
            let own = own.map { "&sslcert=\(certificates.file($0))&sslkey=\(certificates.file($0, "key"))" } ?? ""
            let parameters = "sslmode=verify-full&sslrootcert=\(certificates.file(authority))\(own)"
            return server.address(user: "kiosk", host: host, parameters)
        }
        let faults: [(String, String)] = [
            (address("stranger", "kiosk"), "certificate verify failed"),
            (address("house", "kiosk", host: "127.0.0.2"), "does not match host name"),
            (address("house", nil), "requires a valid client certificate"), (address("house", "burglar"), "unknown ca"),
            (address("house", "lost"), "lost.pem: No such file"), (address("lost", "kiosk"), "lost.pem: No such file"),
        ]
        for (address, reason) in faults {
            let database = try database(address)
            defer { database.stop() }
            let error = try await database.error([Statement("SELECT 1")])
            #expect(error.isConnectionLost && error.message.contains(reason), "\(error)")
        }
        let fitting = try database(address("house", "kiosk"))
        defer { fitting.stop() }
        #expect(try await fitting.rows("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")[0][0]?.flag == true)
    }

    @Test("a password is read from a file that only its owner can read")
    @LoopActor
    func password() async throws {
        let server = try await PostgreSQLServer(
            access: "host all formd 127.0.0.1/32 trust\nhost all kiosk 127.0.0.1/32 scram-sha-256"
        )
        try await server.query("CREATE USER kiosk PASSWORD 'hush'")
        let folder = try TemporaryFolder()
        let path = folder.path + "/passwords"
        try "127.0.0.1:*:*:kiosk:hush\n".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o644)
        let address = server.address(user: "kiosk", "sslmode=disable&passfile=\(path)")
        let open = try database(address)
        defer { open.stop() }
        #expect(try await open.error([Statement("SELECT 1")]).message.contains("permissions should be"))
        chmod(path, 0o600)
        let closed = try database(address)
        defer { closed.stop() }
        #expect(try await closed.rows("SELECT current_user").first?[0]?.text == "kiosk")
    }
}

extension Database {
    fileprivate func results(_ statements: [Statement]) async throws -> [Rows] {
        try await withCheckedThrowingContinuation { continuation in
            perform(statements) { continuation.resume(with: $0) }
        }
    }

    fileprivate func rows(_ text: String) async throws -> [[Rows.Value?]] {
        try await results([Statement(text)])[0].rows
    }

    /// Why statements fail.
    fileprivate func error(_ statements: [Statement]) async throws -> DatabaseError {
        do {
            _ = try await results(statements)
            throw DatabaseError("00000", "the statements were performed")
        } catch let error as DatabaseError {
            return error
        }
    }
}
