import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("Rows and pages on the bus", .loop, .timeLimit(.minutes(2)))
struct StructureTests {
    static let form = """
        {"fields": [
          {"id": "name", "placeholders": ["Name"], "required": true},
          {"id": "items", "label": {"en": "Item", "ru": "Товар"}, "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "what", "placeholders": ["What"], "required": true}, {"id": "count", "placeholders": ["Count"]}]},
          {"id": "note", "placeholders": ["Note"]}],
         "pages": [{"title": {"en": "Who"}, "fields": ["name"]}, {"title": "What", "fields": ["items", "note"]}]}
        """

    @LoopActor
    private func session(_ transport: Transport) async throws -> SessionObject {
        let session = try await Service.start(forms: ["order": Self.form]).session(transport, form: "order")
        try await session.call("Subscribe")
        try await session.client.listen()
        return session
    }

    @LoopActor
    private func fields(_ session: SessionObject) async throws -> [String] {
        try await session.get("Fields").elements?.compactMap {
            $0.objectPath?.string.split(separator: "/").last.map(String.init)
        } ?? []
    }

    @Test("fields of a row are objects that appear, can be used, and disappear", arguments: Transport.allCases)
    @LoopActor
    func rows(_ transport: Transport) async throws {
        let session = try await session(transport)
        #expect(try await fields(session) == ["name", "items_1_what", "items_1_count", "note"])
        _ = session.client.takeSignals()
        #expect(try await session.call("AddRow", [.string("items"), .int32(0)]) == [.uint32(2)])
        let came = session.client.takeSignals()
        #expect(came.first?.name == "InterfacesAdded" && came.first?.path == session.path.string)
        #expect(
            came.filter { $0.name == "InterfacesAdded" }.map { $0.arguments.first?.objectPath?.string.suffix(12) }
                == ["items_2_what", "tems_2_count"]
        )
        let interfaces = came.first?.arguments.last?.entries?.first
        #expect(interfaces?.key == .string("org.formd.Forms1.Field"))
        #expect(interfaces?.value.properties?["Id"] == .string("items_2_what"))
        #expect(try await fields(session)[1...2] == ["items_2_what", "items_2_count"])
        let what = session.field("items_2_what")
        #expect(try await what.type("tea") == "tea")
        let rows = Value.array(.uint32, [.uint32(2), .uint32(1)])
        let group: [Value] = [.string("items"), .string("Item"), rows, .uint32(1), .uint32(3)]
        #expect(try await session.get("Groups").elements?.compactMap(\.members) == [group])
        try await session.call("MoveRow", [.string("items"), .uint32(2), .uint32(1)])
        #expect(try await what.text() == "tea")
        #expect(try await fields(session).suffix(3) == ["items_2_what", "items_2_count", "note"])
        #expect(try await session.call("GetValues").texts()["items_2_what"] == "tea")
        _ = session.client.takeSignals()
        try await session.call("RemoveRow", [.string("items"), .uint32(2)])
        let went = session.client.takeSignals().filter { $0.name == "InterfacesRemoved" }
        #expect(went.count == 2 && went.first?.arguments.last == .strings(["org.formd.Forms1.Field"]))
        #expect(try await what.refusal("Focus")?.name == .form(.unknownField))
        try await session.call("Undo")
        #expect(try await what.text() == "tea")
        let revision = try await session.revision()
        let changed = try await session.snapshot(since: revision - 1).last?.elements ?? []
        // The session, the row that is back, and the two fields that have it for a neighbour.
        let names = Set(changed.compactMap { $0.members?.first?.string })
        #expect(names == ["", "items_2_what", "items_2_count", "items_1_count", "note"])
    }

    @Test("the number of rows follows a field, and a label of the group contains an answer")
    @LoopActor
    func countedRows() async throws {
        let form = """
            {"fields": [{"id": "who"}, {"id": "children"},
              {"id": "child", "label": "Child of {{who}}", "repeat": {"min": 0, "max": 9, "count": {"field": "children"}},
               "fields": [{"id": "name"}]}]}
            """
        let session = try await Service.start(forms: ["family": form]).session(.socket, form: "family")
        try await session.call("Subscribe")
        try await session.client.listen()
        try await session.call("SetValues", [.texts(["who": "Eve", "children": "2"])])
        #expect(try await fields(session) == ["who", "children", "child_1_name", "child_2_name"])
        let came = session.client.takeSignals().filter { $0.name == "InterfacesAdded" }
        #expect(came.count == 2)
        let group: [Value] = [
            .string("child"), .string("Child of Eve"), .array(.uint32, [.uint32(1), .uint32(2)]), .uint32(0),
            .uint32(9),
        ]
        #expect(try await session.get("Groups").elements?.compactMap(\.members) == [group])
        let refusal = try await session.refusal("AddRow", [.string("child"), .int32(-1)])
        #expect(refusal?.name == .form(.actionDisabled))
    }

    @Test(
        "invalid rows and pages are refused",
        arguments: [
            ("AddRow", [Value.string("none"), .int32(-1)], .unknownField),
            ("AddRow", [.string("items"), .int32(2)], .outOfRange),
            ("AddRow", [.string("items"), .int32(.min)], .outOfRange),
            ("RemoveRow", [.string("items"), .uint32(1)], .limitExceeded),
            ("RemoveRow", [.string("items"), .uint32(.max)], .outOfRange),
            ("MoveRow", [.string("items"), .uint32(1), .uint32(1)], .outOfRange),
            ("NextPage", [], .notValid), ("PreviousPage", [], .outOfRange), ("ShowPage", [.uint32(2)], .outOfRange),
        ] as [(MemberName, [Value], Contract.Failure)]
    )
    @LoopActor
    func refusals(_ method: MemberName, _ arguments: [Value], _ failure: Contract.Failure) async throws {
        let session = try await session(.socket)
        #expect(try await session.refusal(method, arguments)?.name == .form(failure))
    }

    @Test("a form is filled in page by page and submitted", arguments: Transport.allCases)
    @LoopActor
    func pages(_ transport: Transport) async throws {
        let session = try await session(transport)
        #expect(try await session.refusal("NextPage")?.name == .form(.notValid))
        #expect(try await session.get("FocusedField") == .string("name"))
        #expect(try await session.get("HasNext") == .boolean(false))
        try await session.field("name").type("Ada")
        _ = session.client.takeSignals()
        #expect(try await session.call("NextPage") == [.uint32(1)])
        let turned = session.client.takeSignals().first { $0.name == "PageChanged" }
        #expect(turned?.arguments.prefix(2) == [.uint32(1), .uint32(0)])
        #expect(try await session.call("PreviousPage") == [.uint32(0)])
        #expect(try await session.refusal("Submit")?.name == .form(.notValid))
        #expect(try await session.get("Page") == .uint32(1))
        #expect(try await session.get("FocusedField") == .string("items_1_what"))
        try await session.field("items_1_what").type("tea")
        #expect(
            try await session.call("Submit").texts() == [
                "name": "Ada", "items_1_what": "tea", "items_1_count": "", "note": "",
            ]
        )
    }

    @Test("groups in a row have names that contain the row's name", arguments: Transport.allCases)
    @LoopActor
    func innerRows(_ transport: Transport) async throws {
        let form = """
            {"fields": [{"id": "orders", "repeat": {"max": 2}, "fields": [{"id": "who"},
              {"id": "items", "label": "Item", "repeat": {"min": 1, "max": 3}, "fields": [{"id": "what"}]}]}]}
            """
        let session = try await Service.start(forms: ["orders": form]).session(transport, form: "orders")
        #expect(try await session.call("AddRow", [.string("orders"), .int32(-1)]) == [.uint32(1)])
        #expect(try await session.call("AddRow", [.string("orders_1_items"), .int32(0)]) == [.uint32(2)])
        #expect(try await fields(session) == ["orders_1_who", "orders_1_items_2_what", "orders_1_items_1_what"])
        let groups = try await session.get("Groups").elements?.compactMap { $0.members?.first?.string }
        #expect(groups == ["orders", "orders_1_items"])
        try await session.field("orders_1_items_2_what").type("tea")
        let document = try await session.call("SubmitDocument").first?.string
        #expect(document == #"{"orders": [{"items": [{"what": "tea"}, {}]}]}"#)
        try await session.call("RemoveRow", [.string("orders"), .uint32(1)])
        #expect(try await fields(session) == [])
        try await session.call("Undo")
        #expect(try await session.field("orders_1_items_2_what").text() == "tea")
    }

    @Test("a session starts with the rows that its initial values name", arguments: Transport.allCases)
    @LoopActor
    func initial(_ transport: Transport) async throws {
        let client = try await Service.start(forms: ["order": Self.form]).connect(transport)
        let values = Value.texts(["items_3_what": "tea"])
        let session = try await client.openSession("order", [("values", values)])
        #expect(try await session.field("items_3_what").text() == "tea")
        #expect(try await session.call("AddRow", [.string("items"), .int32(-1)]) == [.uint32(4)])
    }
}
