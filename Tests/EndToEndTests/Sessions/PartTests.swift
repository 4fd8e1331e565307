import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("Notes, sections and reviews on the bus", .loop, .timeLimit(.minutes(2)))
struct PartTests {
    static let form = """
        {"end": "Thank you", "record": {"started": "from", "duration": "seconds"}, "fields": [
          {"id": "help", "note": "Read the rules"},
          {"id": "kind", "label": "Kind", "span": 6},
          {"section": "Place", "visibleWhen": {"field": "kind", "equals": "dig"}, "fields": [
            {"id": "street", "label": "Street"}, {"id": "pin", "secret": true}, {"id": "version", "constant": 3}]}],
         "pages": [{"fields": ["help", "kind", "street", "pin"]}, {"title": "Review", "review": true}]}
        """

    private static func element(
        _ kind: String,
        _ id: String,
        _ depth: UInt32,
        page: UInt32 = 0,
        _ isVisible: Bool,
        _ title: String? = nil
    ) -> [String: Value] {
        var entries: [String: Value] = [
            "kind": .string(kind), "id": .string(id), "depth": .uint32(depth), "visible": .boolean(isVisible),
            "page": .uint32(page), "span": .uint32(id == "kind" ? 6 : 12),
        ]
        entries["title"] = title.map { .string($0) }
        return entries
    }

    @Test("a form's structure is announced; it is filled in, reviewed and submitted", arguments: Transport.allCases)
    @LoopActor
    func form(_ transport: Transport) async throws {
        let session = try await Service.start(forms: ["permit": Self.form]).session(transport, form: "permit")
        try await session.call("Subscribe")
        try await session.client.listen()
        let note = session.field("help")
        #expect(try await note.get("Type") == .string("note"))
        #expect(try await note.text() == "Read the rules")
        #expect(try await note.refusal("Focus")?.name == .form(.actionDisabled))
        try await session.field("kind").type("dig")
        let announced = session.client.takeSignals().last { signal in
            signal.name == "PropertiesChanged" && signal.path == session.path.string
                && signal.arguments.dropFirst().first?.properties?["Structure"] != nil
        }
        let structure = try await session.get("Structure")
        #expect(announced?.arguments[1].properties?["Structure"] == structure)
        #expect(
            structure.elements?.compactMap(\.properties) == [
                Self.element("note", "help", 0, true), Self.element("field", "kind", 0, true),
                Self.element("section", "section_1", 0, true, "Place"), Self.element("field", "street", 1, true),
                Self.element("field", "pin", 1, true), Self.element("review", "", 0, page: 1, true, "Review"),
                Self.element("end", "form_end", 0, false),
            ]
        )
        try await session.field("pin").type("1234")
        #expect(try await session.call("NextPage") == [.uint32(1)])
        let review = try await session.call("GetReview").first?.elements?.compactMap(\.members)
        #expect(
            review == [
                [.string("kind"), .string("Kind"), .string("dig")],
                [.string("street"), .string("Street"), .string("")],
            ]
        )
        let values = try await session.call("Submit").texts()
        #expect(Set(values.keys) == ["kind", "street", "pin", "version", "from", "seconds"])
        #expect(values["version"] == "3" && values["from"]?.count == 20 && values["seconds"].flatMap(Int.init) != nil)
        #expect(try await session.field("form_end").get("Visible") == .boolean(true))
    }
}
