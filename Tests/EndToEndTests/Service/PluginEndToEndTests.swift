import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("A form with the currency plug-in", .loop, .timeLimit(.minutes(2)))
struct PluginEndToEndTests {
    private static let form = """
        {"fields": [
          {"id": "amount", "placeholders": [
            {"service": "static", "text": "Amount"}, {"service": "currency", "text": "₽"}]}
        ]}
        """

    private let service: Service
    private let session: SessionObject

    @LoopActor
    init() async throws {
        service = try await Service.start(forms: ["money": Self.form], plugins: true)
        session = try await service.session(.bus, form: "money")
        // The first start takes its time; an answer that comes late comes as an announcement.
        try await session.client.listen(under: session.path.string)
        try await session.field("amount").type("1")
        #expect(try await symbolIsAt(51))
    }

    @LoopActor
    private func symbol(of session: SessionObject) async throws -> [String: Value]? {
        try await session.field("amount").get("Placeholders").elements?.last?.properties
    }

    /// Whether the symbol's left edge is, or comes to be, there.
    @LoopActor
    private func symbolIsAt(_ x: Double) async throws -> Bool {
        for _ in 0..<2_000 {
            let layer = try await symbol(of: session)
            if layer?["service"] == .string("currency"), layer?["frame"]?.members?[0] == .double(x) { return true }
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        return false
    }

    @LoopActor
    private func pluginProcess() throws -> Int32 {
        let children = try String(
            contentsOfFile:
                "/proc/\(service.daemon.processIdentifier)/task/\(service.daemon.processIdentifier)/children",
            encoding: .utf8
        )
        for child in children.split(separator: " ").compactMap({ Int32($0) }) {
            let name = try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
            if name?.hasPrefix("CurrencyPlaceh") == true { return child }
        }
        throw NoPlugin(children: children)
    }

    struct NoPlugin: Error {
        let children: String
    }

    @Test("the symbol follows the text up to the right edge")
    @LoopActor
    func layers() async throws {
        let layer = try #require(await symbol(of: session))
        #expect(layer["text"] == .string("₽"))
        #expect(layer["visible"] == .boolean(true))
        #expect(layer["frame"] == .structure([.double(51), .double(37), .double(25), .double(54)]))
        #expect(layer["fontSize"] == .double(50))
        #expect(layer["color"] == .string("#9FACC7"))
        // 16 + 25 for each digit + 10; at most 320 - 16 - 25.
        for (text, x) in [("2", 76.0), ("3", 101), ("4567", 201), ("890", 276), ("12345", 279)] {
            try await session.field("amount").type(text)
            #expect(try await symbolIsAt(x), "\(text)")
        }
        try await session.field("amount").set("Text", .string(""))
        for _ in 0..<2_000 {
            if try await symbol(of: session)?["visible"] == .boolean(false) { return }
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        Issue.record("the symbol of an empty field is visible")
    }

    @Test("after the plug-in is killed between keys no acknowledged key is lost, and the symbol comes back")
    @LoopActor
    func killed() async throws {
        var expected = "1"
        for (index, letter) in "23456".enumerated() {
            if index == 1 || index == 3, let plugin = try? pluginProcess() { kill(plugin, SIGKILL) }
            expected.append(letter)
            #expect(try await session.field("amount").type(String(letter)) == expected)
        }
        #expect(try await session.field("amount").text() == "123456")
        // A question that killed it is not asked again; another text is another question.
        try await session.field("amount").call("DeleteBackward")
        #expect(try await symbolIsAt(16 + 25 * 5 + 10))
    }

    @Test("while the plug-in is stopped keys are answered, the symbol moves, and other sessions are not affected")
    @LoopActor
    func stopped() async throws {
        let plugin = try pluginProcess()
        kill(plugin, SIGSTOP)
        defer { kill(plugin, SIGCONT) }
        _ = session.client.takeSignals()
        #expect(try await session.field("amount").type("2") == "12")
        let announced = session.client.takeSignals().contains { signal in
            signal.name == "PropertiesChanged" && signal.arguments[1].properties?["Placeholders"] != nil
        }
        #expect(announced)
        let layer = try #require(await symbol(of: session))
        #expect(layer["text"] == .string("₽"), "its own text meanwhile")
        #expect(layer["frame"]?.members?[0] == .double(76))

        let other = try await service.session(.bus)
        #expect(try await other.field("name").type("Ada") == "Ada")
        kill(plugin, SIGCONT)
        #expect(try await symbolIsAt(76))
    }

    @Test("the state of plug-ins is in the statistics, their types are listed")
    @LoopActor
    func listed() async throws {
        let types = try await session.client.manager("ListTypes").first?.elements ?? []
        let currency = Value.structure([.string("placeholder"), .string("currency"), .string("currency-placeholder")])
        #expect(types.contains(currency))
        let statistics = try await session.client.manager("GetStatistics").first?.properties
        let names = ["card-number", "currency-placeholder", "pango-text-measurer"]
        #expect(statistics?["plugins"]?.entries?.map(\.key) == names.map(Value.string))
    }

    @Test("a form that names a missing plug-in is refused with the plug-in's name")
    @LoopActor
    func unknown() async throws {
        let definition = #"{"fields": [{"id": "a", "placeholders": [{"service": "sparkles", "text": "*"}]}]}"#
        let found = try await session.client.manager("CheckDefinition", [.string(definition)])
        let first = found.first?.elements?.first?.members ?? []
        #expect(first.first == .string("error"))
        #expect(first.dropFirst().first == .string("/fields/0/placeholders/0/service"))
        #expect(first.last?.string?.contains("sparkles") == true)
        let options = Value.properties([(String, Value)]())
        let refused = try await failure {
            try await session.client.manager("OpenDefinition", [.string(definition), options])
        }
        #expect(refused?.name == .form(.invalidDefinition))
        #expect(refused?.message.contains("sparkles") == true)
    }

    @Test("when the daemon ends, so does the plug-in")
    @LoopActor
    func end() async throws {
        let plugin = try pluginProcess()
        #expect(try await service.daemon.stop() == 0)
        for _ in 0..<1_000 where kill(plugin, 0) == 0 { try await EventLoop.shared.sleep(for: .milliseconds(5)) }
        #expect(kill(plugin, 0) != 0)
    }
}
