import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("Submissions that go to a server", .loop, .timeLimit(.minutes(3)))
struct HTTPTargetTests {
    @Test(
        "a server gets the answers in a POST with their key, by address and by name",
        arguments: ["127.0.0.1", "localhost"]
    )
    @LoopActor
    func arrives(host: String) async throws {
        let server = try await SecureServer()
        let kiosk = try await Kiosk(server.target(host: host))
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await session.call("Submit")
        let arrival = try #require(try server.arrived().first)
        let document = try JSONSerialization.jsonObject(with: arrival.document) as? [String: Any]
        #expect(document?["values"] as? [String: String] == ["name": "Ada"] && document?["form"] as? String == "f")
        #expect(try arrival.key == "\"\(#require(document?["key"] as? String))\"")
        #expect(try await kiosk.outbox().isEmpty)
        #expect(try await kiosk.statistic("delivered") == .uint64(1))
    }

    @Test("a server that refuses shows its errors, the form is not submitted, and can be corrected")
    @LoopActor
    func refused() async throws {
        let server = try await SecureServer()
        let kiosk = try await Kiosk(server.target())
        let session = try await kiosk.open()
        try await session.field("name").type("refuse")
        let refusal = try await session.refusal("Submit")
        #expect(refusal?.name == .form(.notValid) && refusal?.message.contains("Nobody is called so") == true)
        #expect(try await session.field("name").get("Error") == .string("Nobody is called so"))
        #expect(try await session.get("State") == .string("editing"))
        #expect(try await kiosk.outbox().isEmpty)
        try await session.field("name").call("SetText", [.string("Ada"), .properties([])])
        try await session.call("Submit")
        #expect(try server.names() == ["Ada"])
    }

    @Test(
        "a server that answers garbage, nothing or something else fails by name, and the submission is kept",
        arguments: [
            ("garbage", "the server answered 400, and no JSON object"),
            ("nothing", "the server answered 404, and no errors of fields"), ("moved", "the server answered 302"),
            ("endless", "the server answered 400, and more than 64 KiB"), ("later", "the server answered 503"),
            ("hang", "timed out"), ("cut", "Empty reply"),
        ]
    )
    @LoopActor
    func fails(name: String, reason: String) async throws {
        let server = try await SecureServer()
        let kiosk = try await Kiosk(server.target(), time: name == "hang" ? 1_500 : 60_000)
        let session = try await kiosk.open()
        try await session.field("name").type(name)
        try await session.call("Submit")
        #expect(try await session.get("State") == .string("submitted"))
        let waiting = try #require(try await kiosk.outbox().first)
        #expect(waiting.reason.contains(reason), "\(waiting.reason)")
        #expect(try server.names().isEmpty)
        #expect(!kiosk.survivor.daemon.log.contains { $0.contains("<html>") })
    }

    @Test(
        "a server that is ill, then away, and a daemon that is killed meanwhile: the submission arrives, with one key"
    )
    @LoopActor
    func later() async throws {
        var server = try await SecureServer()
        let kiosk = try await Kiosk(server.target())
        let session = try await kiosk.open()
        try await session.field("name").type("later")
        try await session.call("Submit")
        let key = try #require(try await kiosk.outbox().first?.key)
        try await server.stop()
        #expect(try await eventually { try await kiosk.outbox().first?.reason.contains("connect") == true })
        try await kiosk.survivor.crash()
        #expect(try await kiosk.outbox().map(\.key) == [key])
        try server.recover()
        server = try await server.restarted()
        #expect(try await kiosk.formctl("submissions", "retry").status == 0)
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        #expect(try server.arrived().map(\.key) == ["\"\(key)\""])
    }

    @Test(
        "a certificate that does not fit is an error by name, nothing is sent, and the submission arrives when it is mended",
        arguments: ["authority", "name", "none", "stranger", "missing"]
    )
    @LoopActor
    func certificates(fault: String) async throws {
        let server = try await SecureServer()
        let target =
            switch fault {
            case "authority": server.target(authorities: "stranger")
            case "name": server.target(host: "127.0.0.2")
            case "none": server.target(certificate: nil)
            case "stranger": server.target(certificate: "burglar")
            default: server.target(certificate: "lost")
            }
        let kiosk = try await Kiosk(target)
        let session = try await kiosk.open()
        try await session.field("name").type("Ada")
        try await session.call("Submit")
        let reason = try #require(try await kiosk.outbox().first?.reason)
        let words = ["certificate", "unknown ca", "SSL", "does not match"]
        #expect(words.contains { reason.localizedCaseInsensitiveContains($0) }, "\(reason)")
        #expect(try server.names().isEmpty)
        try await kiosk.install(server.target())
        #expect(try await kiosk.formctl("submissions", "retry").status == 0)
        #expect(try await eventually { try await kiosk.outbox().isEmpty })
        #expect(try server.names() == ["Ada"])
    }

    @Test("a long submission arrives whole; of 16 MiB with FORMD_LARGE=1")
    @LoopActor
    func large() async throws {
        let server = try await SecureServer()
        let count = Kiosk.isLarge ? 64 : 4
        let fields = (0..<count).map { #"{"id": "f\#($0)"}"# }.joined(separator: ", ")
        let kiosk = try await Kiosk(server.target(wait: 30), fields: fields)
        let session = try await kiosk.open()
        let text = String(repeating: "𝄞", count: 65_536)
        for number in 0..<count {
            try await session.field("f\(number)").call("SetText", [.string(text), .properties([])])
        }
        try await session.call("Submit")
        #expect(try await eventually { try !server.arrived().isEmpty })
        let document = try #require(try server.arrived().first?.document)
        let values =
            (try JSONSerialization.jsonObject(with: document) as? [String: Any])?["values"] as? [String: String]
        #expect(values?.count == count && values?.values.allSatisfy { $0 == text } == true)
    }
}
