import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

/// Two daemons, each with its own folder and its own way to one real PostgreSQL.
@LoopActor
private final class House {
    let server: PostgreSQLServer
    private(set) var kiosks: [Survivor] = []
    private(set) var relays: [Relay] = []

    init(_ count: Int = 2) async throws {
        server = try await PostgreSQLServer()
        for _ in 0..<count {
            let relay = try await Relay(to: server.port)
            let address = "postgresql://formd@127.0.0.1:\(relay.port)/postgres?sslmode=disable"
            let folder = try TemporaryFolder()
            let settings = folder.path + "/formd.json"
            try #"{"store": "\#(address)", "limits": {"storeLease": 1500}}"#
                .write(toFile: settings, atomically: true, encoding: .utf8)
            let kiosk = try await Survivor(arguments: ["--config", settings], in: folder)
            relays.append(relay)
            kiosks.append(kiosk)
            try await isSharing(kiosks.count - 1)
        }
    }

    func figures(_ kiosk: Int) async throws -> [String: Value] {
        let statistics = try await kiosks[kiosk].connect().manager("GetStatistics").first?.properties ?? [:]
        return statistics["store"]?.properties ?? [:]
    }

    /// The condition holds; after a long outage a daemon tries to connect only now and then.
    private func holds(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<600 {
            if try await condition() { return true }
            try await EventLoop.shared.sleep(for: .milliseconds(100))
        }
        return false
    }

    func isSharing(_ kiosk: Int) async throws {
        let isSharing = try await holds { try await figures(kiosk)["sharing"] == .boolean(true) }
        #expect(isSharing, "kiosk \(kiosk) does not share")
    }

    /// Waits until the database has everything of a kiosk.
    func settle(_ kiosk: Int) async throws {
        let isSettled = try await holds { try await figures(kiosk)["unshared"] == .uint32(0) }
        #expect(isSettled, "kiosk \(kiosk) is behind")
    }

    func elsewhere(_ kiosk: Int) async throws -> [[Value]] {
        try await kiosks[kiosk].connect().manager("ListElsewhere").first?.elements?.compactMap(\.members) ?? []
    }

    /// Goes on with a session, as soon as that is possible.
    func attach(_ session: String, at kiosk: Int) async throws -> SessionObject {
        let client = try await kiosks[kiosk].connect()
        var path: ObjectPath?
        let isDone = try await holds {
            path = try? await client.manager("Attach", [.string(session)]).first?.objectPath
            return path != nil
        }
        #expect(isDone, "kiosk \(kiosk) cannot go on with \(session)")
        return SessionObject(client: client, path: try #require(path))
    }

    /// Opens a session with the draft `d`.
    func openDraft(_ name: String = "d", at kiosk: Int) async throws -> SessionObject {
        try await kiosks[kiosk].connect().openSession("sample", [("draft", .string(name))])
    }

    /// Writes the draft `d` anew, and closes its session.
    func write(_ text: String, at kiosk: Int) async throws {
        let session = try await openDraft(at: kiosk)
        try await session.field("name").call("SetText", [.string(text), .properties([])])
        try await session.call("Close")
    }

    func discard(at kiosk: Int) async throws {
        try await kiosks[kiosk].connect().manager("DiscardDraft", [.string("sample"), .string("d")])
    }

    /// The drafts in the database, with contents.
    func drafts() async throws -> String {
        try await server.query("SELECT count(*) FROM formd_drafts WHERE hash <> '' AND contents IS NOT NULL")
    }

    func sessions(_ kiosk: Int) async throws -> Int {
        try await kiosks[kiosk].connect().manager("ListSessions").first?.elements?.count ?? -1
    }
}

@Suite("Sessions of several daemons", .loop, .timeLimit(.minutes(5)))
struct SharingTests {
    @Test("a session is gone on with elsewhere, and back, by the code that the screen shows")
    @LoopActor
    func code() async throws {
        let house = try await House()
        let client = try await house.kiosks[0].connect()
        let begun = try await client.openSession("sample", [("token", .string("visit"))])
        try await client.listen()
        try await begun.field("name").type("Ada")
        try await begun.field("password").type("hushhush1")
        try await house.settle(0)
        let shared = try await begun.call("Share")
        #expect(shared.dropFirst() == [.uint32(900)])
        let code = try #require(shared.first?.string)
        #expect(code.count == 9)
        // As if it were another user's.
        try await house.server.query("UPDATE formd_sessions SET owner = 4711, token = 'x'")
        let other = try await house.kiosks[1].connect()
        let typed = code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
        let path = try #require(try await other.manager("Attach", [.string(typed)]).first?.objectPath)
        let continued = SessionObject(client: other, path: path)
        #expect(try await continued.field("name").text() == "Ada")
        #expect(try await continued.field("password").text() == "", "secrets do not travel")
        #expect(try await continued.get("CanUndo") == .boolean(true))
        #expect(try await house.sessions(0) == 0)
        let closed = client.takeSignals().filter { $0.name == "Closed" }
        #expect(closed.map(\.arguments) == [[.string("moved")]])
        let files = try FileManager.default.contentsOfDirectory(atPath: house.kiosks[0].state + "/sessions")
        #expect(files.isEmpty)
        let again = try await other.refusal(Contract.root, Contract.manager.name, "Attach", [.string(code)])
        #expect(again?.name.string == "org.formd.Forms1.Error.UnknownSession", "a code is valid once")
        try await house.settle(1)
        #expect(try await house.server.query("SELECT owner, token FROM formd_sessions") == "\(getuid())|visit")

        try await continued.field("name").type(" Lovelace")
        try await house.settle(1)
        let back = try await house.attach(try #require(try await continued.call("Share").first?.string), at: 0)
        #expect(try await back.field("name").text() == "Ada Lovelace")
        try await back.call("Close")
        try await house.settle(0)
        #expect(try await house.server.query("SELECT count(*) FROM formd_sessions WHERE ended IS NULL") == "0")
        #expect(try await house.server.query("SELECT count(*) FROM formd_pieces") == "0", "nothing of it is left")
        // Codes cannot be found by trying.
        var refusals: [String] = []
        for _ in 0..<12 {
            let refusal = try await other.refusal(
                Contract.root,
                Contract.manager.name,
                "Attach",
                [.string("AAAA-AAAA")]
            )
            refusals.append(refusal?.name.string.split(separator: ".").last.map(String.init) ?? "")
        }
        #expect(refusals.last == "LimitExceeded" && refusals.first == "UnknownSession")
    }

    @Test("a session of a daemon that is lost is gone on with by its user, with everything that was shared")
    @LoopActor
    func lost() async throws {
        let house = try await House()
        let session = try await house.kiosks[0].connect().openSession("sample", [("token", .string("t"))])
        for letter in "Ada" { try await session.field("name").type(String(letter)) }
        try await house.settle(0)
        house.kiosks[0].daemon.send(SIGKILL)
        let listed = try #require(try await house.elsewhere(1).first)
        #expect(listed[2] == .string("sample"))
        let continued = try await house.attach(try #require(listed[0].string), at: 1)
        #expect(try await continued.field("name").text() == "Ada")
        try await continued.field("name").type("!")
        // The first one comes back, and finds that the session is elsewhere.
        try await house.kiosks[0].start()
        #expect(try await eventually { try await house.sessions(0) == 0 })
        #expect(try await house.sessions(1) == 1)
        try await house.settle(1)
        #expect(try await house.server.query("SELECT count(*) FROM formd_sessions") == "1")
    }

    @Test("what was typed at two daemons that were cut off from each other is kept twice")
    @LoopActor
    func conflict() async throws {
        let house = try await House()
        let session = try await house.kiosks[0].connect().openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("Ada")
        try await house.settle(0)
        try await house.relays[0].cut()
        try await session.field("name").type(" at one")
        let id = try #require(try await house.elsewhere(1).first?[0].string)
        let continued = try await house.attach(id, at: 1)
        #expect(try await continued.field("name").text() == "Ada")
        try await continued.field("name").type(" at the other")
        try await house.relays[0].mend()
        try await house.isSharing(0)
        try await house.kiosks[0].daemon.waits(forLog: "both are kept")
        try await house.settle(0)
        try await house.settle(1)
        #expect(try await session.field("name").text() == "Ada at one")
        try await session.field("name").type("!")
        #expect(try await continued.field("name").text() == "Ada at the other")
        #expect(try await house.server.query("SELECT count(*) FROM formd_sessions WHERE ended IS NULL") == "2")
        // The copy is a session as every other.
        let copy = try #require(try await house.elsewhere(1).first?[0].string)
        #expect(try await house.attach(copy, at: 1).field("name").text() == "Ada at one!")
    }

    @Test("while the database is away everything goes on, also after a crash, and arrives when it is back")
    @LoopActor
    func away() async throws {
        let house = try await House(1)
        let client = try await house.kiosks[0].connect()
        let kept = try await client.openSession("sample", [("token", .string("kept"))])
        let ended = try await client.openSession("sample", [("token", .string("ended"))])
        try await kept.field("name").type("A")
        try await ended.field("name").type("B")
        try await house.settle(0)
        try await house.server.stop()
        try await kept.field("name").type("da")
        try await ended.call("Close")
        let begun = try await client.openSession("sample", [("token", .string("begun"))])
        try await begun.field("name").type("Grace")
        let refusal = try await kept.refusal("Share")
        #expect(refusal?.name.string == "org.formd.Forms1.Error.StoreUnavailable")
        try await house.kiosks[0].crash()
        try await house.server.start()
        try await house.isSharing(0)
        try await house.settle(0)
        let open = try await house.server.query("SELECT token FROM formd_sessions WHERE ended IS NULL ORDER BY token")
        #expect(open == "begun\nkept")
        // What is shared is what is on disk.
        for token in ["kept", "begun"] {
            let path = try #require(
                FileManager.default.enumerator(atPath: house.kiosks[0].state + "/sessions")?
                    .compactMap { $0 as? String }.first { $0.hasSuffix("-" + token) }
            )
            let file = try #require(FileManager.default.contents(atPath: house.kiosks[0].state + "/sessions/" + path))
            let shared = try await house.server.query(
                """
                SELECT encode(string_agg(contents, '' ORDER BY number), 'hex') FROM formd_pieces
                JOIN formd_sessions USING (id) WHERE token = '\(token)'
                """
            )
            #expect(shared == file.map { String(format: "%02x", $0) }.joined())
        }
    }

    @Test("a draft that was begun at one daemon is gone on with at another, and one that both changed is kept twice")
    @LoopActor
    func drafts() async throws {
        let house = try await House()
        let options: [(String, Value)] = [("draft", .string("d")), ("token", .string("t"))]
        let first = try await house.kiosks[0].connect().openSession("sample", options)
        try await first.field("name").type("Ada")
        try await first.call("Close")
        try await house.settle(0)
        let other = try await house.kiosks[1].connect()
        #expect(try await other.manager("ListDrafts").first?.elements?.count == 1)
        let second = try await other.openSession("sample", options)
        #expect(try await second.field("name").text() == "Ada")
        try await second.field("name").type(" Lovelace")
        try await second.call("Close")
        try await house.settle(1)

        try await house.relays[0].cut()
        #expect(try await eventually { try await house.figures(0)["sharing"] == .boolean(false) })
        let third = try await house.kiosks[0].connect().openSession("sample", options)
        #expect(try await third.field("name").text() == "Ada", "what is known here")
        try await third.field("name").type(" Byron")
        try await house.relays[0].mend()
        try await house.isSharing(0)
        try await house.kiosks[0].daemon.waits(forLog: "both are kept")
        // What its session goes on with goes into the copy.
        try await third.field("name").type("!")
        try await third.call("Close")
        try await house.settle(0)
        let drafts = try await house.server.query(
            "SELECT name LIKE 'd (%' FROM formd_drafts WHERE hash <> '' ORDER BY 1"
        )
        #expect(drafts == "f\nt")
        let copy = try await house.server.query("SELECT name FROM formd_drafts WHERE name LIKE 'd (%'")
        #expect(try await house.openDraft(copy, at: 1).field("name").text() == "Ada Byron!")

        // One that was submitted is gone everywhere.
        let last = try await other.openSession("sample", options)
        #expect(try await last.field("name").text() == "Ada Lovelace")
        try await other.manager("DiscardDraft", [.string("sample"), .string("d")])
        try await last.call("Close")
        try await house.settle(1)
        let fourth = try await house.kiosks[0].connect().openSession("sample", options)
        #expect(try await fourth.field("name").text() == "")
    }

    @Test("a draft that is written again after it was discarded stays, also with the same text and after a crash")
    @LoopActor
    func draftAgain() async throws {
        let house = try await House(1)
        try await house.write("Ada", at: 0)
        try await house.settle(0)
        try await house.server.stop()
        try await house.discard(at: 0)
        try await house.write("Grace", at: 0)
        try await house.server.start()
        try await house.isSharing(0)
        try await house.settle(0)
        try await house.kiosks[0].crash()
        try await house.isSharing(0)
        try await house.settle(0)
        #expect(try await house.openDraft(at: 0).field("name").text() == "Grace")
        try await house.discard(at: 0)
        try await house.settle(0)
        #expect(try await house.drafts() == "0")
        try await house.write("Grace", at: 0)
        try await house.settle(0)
        #expect(try await house.openDraft(at: 0).field("name").text() == "Grace")
    }

    @Test("a draft is discarded wherever it was written, and stays so when its daemon comes back")
    @LoopActor
    func discarded() async throws {
        let house = try await House()
        func isEmpty(_ kiosk: Int) -> Bool {
            (try? FileManager.default.contentsOfDirectory(atPath: house.kiosks[kiosk].state + "/drafts").isEmpty)
                == true
        }
        try await house.write("Ada", at: 0)
        try await house.settle(0)
        // Somebody sees it in the list, and has never opened it here.
        #expect(try await house.kiosks[1].connect().manager("ListDrafts").first?.elements?.count == 1)
        try await house.discard(at: 1)
        try await house.settle(1)
        #expect(try await house.drafts() == "0")
        // The other daemon still has its file.
        #expect(!isEmpty(0))
        try await house.kiosks[0].crash()
        try await house.isSharing(0)
        try await house.settle(0)
        #expect(try await house.drafts() == "0")
        #expect(try await eventually { isEmpty(0) })

        // One that was opened while the database was there is discarded while it is not, and the daemon crashes.
        try await house.write("Grace", at: 0)
        try await house.settle(0)
        #expect(try await house.openDraft(at: 1).field("name").text() == "Grace")
        try await house.server.stop()
        try await house.discard(at: 1)
        try await house.kiosks[1].crash()
        try await house.server.start()
        for kiosk in 0..<2 { try await house.isSharing(kiosk) }
        try await house.settle(1)
        #expect(try await house.drafts() == "0")
    }

    @Test("a draft that the database refuses is read from the disk, and is shared when the database takes it")
    @LoopActor
    func refused() async throws {
        let house = try await House(1)
        try await house.server.query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE 'the disk is full' USING ERRCODE = '53100'; END
            $$;
            CREATE TRIGGER refuse BEFORE INSERT ON formd_drafts FOR EACH ROW EXECUTE FUNCTION refuse()
            """
        )
        try await house.write("Ada", at: 0)
        try await house.kiosks[0].daemon.waits(forLog: "a draft cannot be shared: the disk is full")
        #expect(try await house.openDraft(at: 0).field("name").text() == "Ada")
        #expect(try await house.figures(0)["unshared"] != .uint32(0))
        try await house.server.query("DROP TRIGGER refuse ON formd_drafts")
        try await house.settle(0)
        #expect(try await house.drafts() == "1")
    }

    @Test("a key that is typed while a daemon finds out that its session has moved is kept")
    @LoopActor
    func typedMeanwhile() async throws {
        let house = try await House()
        let session = try await house.kiosks[0].connect().openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("Ada")
        try await house.settle(0)
        house.kiosks[0].daemon.send(SIGKILL)
        _ = try await house.kiosks[0].daemon.exitStatus()
        let id = try #require(try await house.elsewhere(1).first?[0].string)
        _ = try await house.attach(id, at: 1)
        try await house.settle(1)
        try await house.relays[0].cut()
        try await house.relays[0].mend(holding: "taken = sha256")
        try await house.kiosks[0].start()
        try await house.relays[0].waitsForQuestion()
        let again = session.seen(by: try await house.kiosks[0].connect())
        try await again.field("name").type("!")
        house.relays[0].letGo()
        try await house.kiosks[0].daemon.waits(forLog: "both are kept")
        try await house.settle(0)
        #expect(try await again.field("name").text() == "Ada!")
        #expect(try await house.server.query("SELECT count(*) FROM formd_sessions WHERE ended IS NULL") == "2")
    }

    @Test("a session whose daemon does not know that it has it is given back")
    @LoopActor
    func claimedInVain() async throws {
        let house = try await House()
        let session = try await house.kiosks[0].connect().openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("Ada")
        try await house.settle(0)
        let id = try #require(try await house.elsewhere(1).first?[0].string)
        // As if the other one had been killed when it had claimed the session.
        try await house.server.query(
            """
            UPDATE formd_sessions SET epoch = epoch + 1,
                kiosk = (SELECT kiosk FROM formd_kiosks k WHERE k.kiosk <> formd_sessions.kiosk)
            """
        )
        try await session.field("name").type("!")
        try await house.kiosks[0].daemon.waits(forLog: "both are kept")
        #expect(try await house.attach(id, at: 0).field("name").text() == "Ada")
    }

    @Test("a database whose version means nothing is refused by name")
    @LoopActor
    func strangeVersion() async throws {
        let house = try await House(1)
        try await house.server.query("DELETE FROM formd_schema; INSERT INTO formd_schema VALUES (-1)")
        try await house.kiosks[0].crash()
        #expect(
            try await eventually {
                try await house.figures(0)["lastSharingFailure"]?.string?.contains("version -1") == true
            }
        )
    }

    @Test("a session is shown at another daemon as it is typed, and cannot be changed there")
    @LoopActor
    func watched() async throws {
        let house = try await House()
        let session = try await house.kiosks[0].connect().openSession("sample", [("token", .string("t"))])
        try await session.field("name").type("A")
        try await house.settle(0)
        let id = try #require(try await house.elsewhere(1).first?[0].string)
        let client = try await house.kiosks[1].connect()
        let path = try #require(try await client.manager("Watch", [.string(id)]).first?.objectPath)
        let shown = SessionObject(client: client, path: path)
        #expect(try await shown.field("name").text() == "A")
        try await shown.call("Follow", [.properties([])])
        try await session.field("name").type("da")
        #expect(try await eventually { try await shown.field("name").text() == "Ada" })
        #expect(client.takeSignals().contains { $0.name == "Changed" })
        let refusal = try await shown.field("name").refusal("InsertText", [.string("x")])
        #expect(refusal?.name.string == "org.formd.Forms1.Error.AccessDenied")
        try await session.call("Close")
        #expect(try await eventually { client.takeSignals().contains { $0.name == "Closed" } })
        #expect(try await house.sessions(1) == 0)
    }
}
