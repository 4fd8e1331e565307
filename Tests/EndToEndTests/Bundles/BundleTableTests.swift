import DBus
import EventLoop
import FormdTesting
import Foundation
import Testing

@Suite("Bundles of forms in a database", .loop, .timeLimit(.minutes(3)))
struct BundleTableTests {
    @LoopActor
    private func kiosk(_ name: String, at address: String, _ publisher: BundlePublisher) async throws -> BundleKiosk {
        let source = #""source": "\#(address)""#
        return try await BundleKiosk(source: source, publisher: publisher, settings: #", "kiosk": "\#(name)""#)
    }

    private func insert(_ version: Int, by publisher: BundlePublisher, into server: PostgreSQLServer) async throws {
        let file = URL(filePath: publisher.place + "/house.json")
        let contents = try Data(contentsOf: file).map { String(format: "%02x", $0) }.joined()
        let signature = try String(contentsOf: file.appendingPathExtension("minisig"), encoding: .utf8)
        try await server.query(
            """
            INSERT INTO formd_bundles (name, version, contents, signature)
            VALUES ('house', \(version), '\\x\(contents)', '\(signature)')
            """
        )
    }

    @Test("what is inserted is taken up by all kiosks at once, and one query says which version each has")
    @LoopActor
    func taken() async throws {
        let server = try await PostgreSQLServer()
        let publisher = try await BundlePublisher()
        var kiosks: [BundleKiosk] = []
        for name in ["hall-1", "hall-2"] { kiosks.append(try await kiosk(name, at: server.address(), publisher)) }
        for kiosk in kiosks {
            #expect(try await kiosk.update().contains("the table formd_bundles of "))
        }
        for version in 1...2 {
            try await publisher.publish(version)
            try await insert(version, by: publisher, into: server)
            for kiosk in kiosks {
                #expect(try await eventually { try await kiosk.version() == UInt64(version) })
                #expect(try await kiosk.titles()["f"] == "Form \(version)")
            }
        }
        let question = "SELECT kiosk, version, error FROM formd_bundle_kiosks WHERE bundle = 'house' ORDER BY kiosk"
        #expect(try await eventually { try await server.query(question) == "hall-1|2|\nhall-2|2|" })
        #expect(try await kiosks[0].formctl("bundle", "rollback").status == 0)
        #expect(try await eventually { try await server.query(question) == "hall-1|1|\nhall-2|2|" })
        #expect(try await kiosks[0].titles()["f"] == "Form 1")
        let hosts = "SELECT count(*) FROM formd_bundle_kiosks WHERE host <> '' AND seen >= since"
        #expect(try await server.query(hosts) == "2")
    }

    @Test("while the database is away the forms stay, also after a crash, and what was published meanwhile is taken up")
    @LoopActor
    func away() async throws {
        let server = try await PostgreSQLServer()
        let publisher = try await BundlePublisher()
        let kiosk = try await kiosk("hall-1", at: server.address(), publisher)
        _ = try await kiosk.update()
        try await publisher.publish(1)
        try await insert(1, by: publisher, into: server)
        #expect(try await kiosk.update() == "")
        try await server.stop()
        #expect(try await kiosk.update().hasPrefix("unreachable: postgresql://"))
        try await kiosk.survivor.crash()
        #expect(try await kiosk.titles()["f"] == "Form 1")
        #expect(try await kiosk.update().hasPrefix("unreachable: postgresql://"))
        try await server.start()
        try await publisher.publish(2)
        try await insert(2, by: publisher, into: server)
        #expect(try await eventually { try await kiosk.version() == 2 })
        #expect(try await kiosk.status()["error"] == .string(""))
    }

    @Test("a row that is not right is an error by name, which the administrator's query shows, too")
    @LoopActor
    func refused() async throws {
        let server = try await PostgreSQLServer()
        let publisher = try await BundlePublisher()
        let kiosk = try await kiosk("hall-1", at: server.address(), publisher)
        _ = try await kiosk.update()
        try await publisher.publish(5)
        try await insert(5, by: publisher, into: server)
        #expect(try await eventually { try await kiosk.version() == 5 })
        try await publisher.publish(4)
        try await insert(6, by: publisher, into: server)
        #expect(try await kiosk.update().hasPrefix("olderVersion: "))
        try await server.query("UPDATE formd_bundles SET contents = contents || 'x' WHERE version = 6")
        #expect(try await kiosk.update().hasPrefix("wrongSignature: "))
        try await server.query(
            "UPDATE formd_bundles SET contents = convert_to(repeat('x', 17 << 20), 'UTF8') WHERE version = 6"
        )
        #expect(try await kiosk.update().hasPrefix("tooLarge: "))
        let question = "SELECT version, error LIKE 'tooLarge: %' FROM formd_bundle_kiosks"
        #expect(try await eventually { try await server.query(question) == "5|t" })
        #expect(try await kiosk.titles()["f"] == "Form 5")
    }

    @Test(
        "a program that only listens as PostgreSQL does is an error by name, and the forms stay",
        arguments: [FakeDatabase.Conduct.babbles, .lies, .leaves]
    )
    @LoopActor
    func fake(conduct: FakeDatabase.Conduct) async throws {
        let fake = try await FakeDatabase(conduct)
        let kiosk = try await kiosk("hall-1", at: fake.address, BundlePublisher())
        #expect(try await kiosk.update().hasPrefix("unreachable: "))
        #expect(try await kiosk.titles().isEmpty)
    }
}
