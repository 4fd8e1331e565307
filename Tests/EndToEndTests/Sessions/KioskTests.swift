import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

/// A form that many people fill in one after the other, each without a trace of the one before.
@Suite("A kiosk", .loop, .timeLimit(.minutes(2)))
struct KioskTests {
    private static func random() -> String {
        String((0..<40).map { _ in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".randomElement() ?? "A" })
    }

    private static func form(_ action: String) -> String {
        """
        {"fields": [{"id": "name"}, {"id": "note", "type": "textView"}, {"id": "code", "formatter": {"type": "mask", "mask": "[…]"}},
          {"id": "password", "mode": {"type": "password"}}],
         "idle": {"warn": 1, "grace": 1, "action": "\(action)"}}
        """
    }

    @Test(
        "erases the input of an idle session: from the form, from memory, from disk and from the log",
        .enabled(if: geteuid() == 0, "nobody else can read formd's memory"),
        arguments: zip(["reset", "close"], Transport.allCases)
    )
    @LoopActor
    func wipes(action: String, transport: Transport) async throws {
        let state = try TemporaryFolder()
        let service = try await Service.start(
            forms: ["kiosk": Self.form(action)],
            arguments: ["--log-level", "debug", "--state", state.path]
        )
        let session = try await service.session(transport, form: "kiosk", options: [("draft", .string("mine"))])
        try await session.client.listen()
        let texts = ["name", "note", "code", "password", "name"].map { (field: $0, text: Self.random()) }
        for (place, (field, text)) in texts.enumerated() {
            if place == texts.count - 1 {
                try await session.field("note").call("SetComposition", [.string(Self.random()), .uint32(0)])
            }
            try await session.field(field).set("Text", .string(""))
            try await session.field(field).type(text)
        }
        let memory = ProcessMemory(of: service.daemon.processIdentifier)
        for (_, text) in texts { #expect(try memory.count(of: text) > 0) }
        #expect(try state.files().contains { $0.text.contains(texts[1].text) }, "the session is kept on disk")

        #expect(try await session.client.waits(for: "IdleWarning"))
        #expect(session.client.signals.last { $0.name == "IdleWarning" }?.arguments == [.uint32(1)])
        if action == "reset" {
            let isReset = try await eventually {
                session.client.signals.contains { $0.name == "TextChanged" && $0.arguments[2] == .string("reset") }
            }
            #expect(isReset)
            for field in ["name", "note", "code", "password"] { #expect(try await session.field(field).text() == "") }
            for member in ["Undo", "Redo"] as [MemberName] { #expect(try await session.call(member).string() == "") }
            #expect(try await session.get("CanUndo") == .boolean(false))
        } else {
            #expect(try await session.client.waits(for: "Closed"))
            #expect(session.client.signals.last { $0.name == "Closed" }?.arguments == [.string("idle")])
        }
        // In builds for debugging libdbus judges each message that is made, and keeps the last one until it judges
        // another.
        try await session.client.manager("ListTypes")
        for (field, text) in texts { #expect(try memory.count(of: text) == 0, "\(field)") }
        for file in try service.daemon.folder.files() + state.files() {
            for (field, text) in texts { #expect(!file.text.contains(text), "\(field) in \(file.name)") }
        }
        let log = service.daemon.log.joined(separator: "\n")
        for (_, text) in texts { #expect(!log.contains(text)) }
    }

    @Test("the session stays open as long as it is extended", arguments: Transport.allCases)
    @LoopActor
    func extends(_ transport: Transport) async throws {
        let service = try await Service.start()
        let idle = Value.properties([("warn", .uint32(2)), ("grace", .uint32(1)), ("action", .string("close"))])
        let session = try await service.session(transport, options: [("idle", idle)])
        try await session.client.listen()
        try await session.field("name").type("Ada")
        #expect(try await session.client.waits(for: "IdleWarning"))
        try await session.call("Extend")
        #expect(try await session.field("name").text() == "Ada")
        #expect(try await session.client.waits(for: "Closed"))
        let names = session.client.signals.map(\.name).filter { ["IdleWarning", "Closed"].contains($0) }
        #expect(names == ["IdleWarning", "IdleWarning", "Closed"])
    }

    @Test("reports errors in its options with their positions", arguments: Transport.allCases)
    @LoopActor
    func options(_ transport: Transport) async throws {
        let service = try await Service.start()
        let client = try await service.connect(transport)
        for (option, reason) in [
            ([], "has no \"warn\""), ([("warn", .uint32(0))], "is 0, not 1 to 86400 seconds"),
            ([("warn", .uint32(1)), ("grace", .uint32(86_401))], "\"grace\" of the option \"idle\" is 86401"),
            ([("warn", .uint32(1)), ("action", .string("explode"))], "none of reset, close"),
            ([("warn", .uint32(1)), ("colour", .string("red"))], "unknown option \"colour\""),
        ] as [([(String, Value)], String)] {
            let options = [("idle", Value.properties(option))]
            let error = try await failure { _ = try await client.openSession("sample", options) }
            #expect(error?.name == .form(.invalidArgument), "\(error as Any)")
            #expect(error?.message.contains(reason) == true, "\(error as Any)")
        }
    }
}
