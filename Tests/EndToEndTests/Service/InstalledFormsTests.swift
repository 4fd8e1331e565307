import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("Installed forms", .loop, .timeLimit(.minutes(2)))
struct InstalledFormsTests {
    @LoopActor
    private static func form(_ title: String) -> String {
        #"{"title": "\#(title)", "fields": [{"id": "a", "placeholders": ["A"]}]}"#
    }

    @Test("the later of two folders wins; a missing folder contains no forms")
    @LoopActor
    func precedence() async throws {
        let folder = try TemporaryFolder()
        for (path, title) in [("one/a", "first"), ("one/b", "first"), ("two/b", "second"), ("two/.hidden", "no")] {
            let file = URL(fileURLWithPath: "\(folder.path)/\(path).json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Self.form(title).write(to: file, atomically: true, encoding: .utf8)
        }
        // Its own folder of forms comes last.
        let daemon = try await Daemon.start(
            .socket,
            forms: ["c": Self.form("third")],
            arguments: ["one", "none", "two"].flatMap { ["--forms", "\(folder.path)/\($0)"] }
        )
        let client = Client(try await Connection.openBus(.at(daemon.socketAddress)))
        #expect(try await titles(client) == ["a": "first", "b": "second", "c": "third"])
    }

    @Test("a form with errors is listed without a title; opening it reports the position of the error")
    @LoopActor
    func broken() async throws {
        let service = try await Service.start(forms: [
            "syntax": "{\n  \"title\": \"x\",\n  \"fields\": [,]\n}",
            "meaning": "{\n  \"title\": \"x\",\n  \"fields\": [{\"id\": \"a\", \"colour\": 1}]\n}",
            "latin": "{}",
        ])
        try Data([0x7B, 0xE4, 0x7D]).write(to: URL(fileURLWithPath: service.daemon.folder.path + "/forms/latin.json"))
        let client = try await service.connect(.bus)
        #expect(try await titles(client) == ["syntax": "", "meaning": "", "latin": "", "sample": "Sample"])
        for (name, place) in [("syntax", "syntax.json:3:14"), ("meaning", "meaning.json:3:"), ("latin", "latin.json")] {
            let refused = try await failure { _ = try await client.openSession(name) }
            #expect(refused?.name == .form(.invalidDefinition), "\(name)")
            #expect(refused?.message.contains(place) == true, "\(refused?.message ?? "")")
        }
    }

    @Test("Reload sees new, changed and removed files; open sessions keep what they have")
    @LoopActor
    func reload() async throws {
        let service = try await Service.start(forms: ["a": Self.form("before"), "b": Self.form("b")])
        let client = try await service.connect(.socket)
        let session = try await client.openSession("a")
        #expect(try await titles(client) == ["a": "before", "b": "b", "sample": "Sample"])
        try service.daemon.write(form: Self.form("after"), named: "a")
        try service.daemon.write(form: Self.form("new"), named: "c")
        try FileManager.default.removeItem(atPath: service.daemon.folder.path + "/forms/b.json")
        try await client.manager("Reload")
        #expect(try await titles(client) == ["a": "after", "c": "new", "sample": "Sample"])
        #expect(try await session.get("Title") == .string("before"))
        #expect(try await client.openSession("a").get("Title") == .string("after"))
    }

    @Test("a name cannot refer to other files", arguments: ["../forms/sample", "/etc/passwd", "sample.json", "", "."])
    @LoopActor
    func names(_ name: String) async throws {
        let client = try await Service.start().connect(.socket)
        let refused = try await failure { _ = try await client.openSession(name) }
        #expect(refused?.name == .form(.unknownForm))
    }

    @LoopActor
    private func titles(_ client: Client) async throws -> [String: String] {
        let list = try await client.manager("ListForms").first?.elements ?? []
        let pairs = list.compactMap { entry in
            entry.members.flatMap { members in
                members[0].string.flatMap { name in members[1].string.map { (name, $0) } }
            }
        }
        return Dictionary(pairs) { $1 }
    }
}
