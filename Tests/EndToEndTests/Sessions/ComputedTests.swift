import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("Computed fields over the bus", .loop)
struct ComputedTests {
    private static let definition = #"""
        {"fields": [
          {"id": "net"}, {"id": "parts"},
          {"id": "share", "computed": {"round": [{"quotient": [{"field": "net"}, {"field": "parts"}]}, 2]}},
          {"id": "why", "visibleWhen": {"field": "share", "greater": 10}}]}
        """#

    @Test("a key is answered after all that it changes was announced with one revision", arguments: Transport.allCases)
    @LoopActor
    func announced(_ transport: Transport) async throws {
        let session = try await Service.start(forms: ["share": Self.definition]).session(transport, form: "share")
        let share = session.field("share")
        #expect(try await share.get("Computed") == .boolean(true))
        #expect(try await share.get("ReadOnly") == .boolean(true))
        #expect(try await session.field("net").get("Computed") == .boolean(false))
        try await session.field("net").call("SetText", [.string("100"), .properties([])])
        try await session.call("Subscribe")
        try await session.client.listen()
        _ = session.client.takeSignals()
        try await session.field("parts").type("3")
        let announced = session.client.takeSignals().compactMap { signal -> [String: Value]? in
            guard signal.name == "PropertiesChanged" else { return nil }
            return signal.arguments.dropFirst().first?.properties
        }
        let value = announced.first { $0["Value"] == .string("33.33") }
        let visible = announced.first { $0["Visible"] == .boolean(true) }
        #expect(value != nil && value?["Revision"] == visible?["Revision"])
        #expect(try await share.text() == "33.33")
        #expect(try await session.call("GetValues").texts()["share"] == "33.33")
    }

    @Test("users and programs cannot set the text, and a division by zero warns", arguments: Transport.allCases)
    @LoopActor
    func refused(_ transport: Transport) async throws {
        let session = try await Service.start(forms: ["share": Self.definition]).session(transport, form: "share")
        let share = session.field("share")
        for (method, arguments) in [
            ("InsertText" as MemberName, [Value.string("1")]), ("SetText", [.string("1"), .properties([])]),
        ] {
            #expect(try await share.refusal(method, arguments)?.name == .form(.actionDisabled))
        }
        try await session.call("SetValues", [.texts(["net": "1", "parts": "0", "share": "7"])])
        #expect(try await share.text() == "")
        #expect(try await share.get("Warning") == .string("A division by zero has no result"))
        #expect(try await share.get("Valid") == .boolean(true))
        let explained = try await session.call("Explain").first?.elements ?? []
        let trees = explained.compactMap { $0.members?[1].properties?["parameters"] }.map { "\($0)" }
        #expect(trees.contains { $0.contains("quotient(net = 1, parts = 0) = (divisionByZero)") })
    }
}
