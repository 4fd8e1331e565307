import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("Permission to change a text", .loop, .timeLimit(.minutes(2)))
struct PermissionTests {
    @LoopActor
    private func open(_ fields: String, on client: Client) async throws -> SessionObject {
        let definition = Value.string("{\"fields\": [\(fields)]}")
        let reply = try await client.manager("OpenDefinition", [definition, .properties([])])
        return SessionObject(client: client, path: try reply.objectPath())
    }

    @Test(
        "a program makes a field read-only: users are refused, the program is not; then it makes it editable again",
        arguments: Transport.allCases
    )
    @LoopActor
    func readOnly(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        let session = try await open(#"{"id": "a"}"#, on: client)
        let field = session.field("a")
        #expect(try await field.get("ReadOnly") == .boolean(false))
        try await field.type("abc")
        try await field.set("ReadOnly", .boolean(true))
        #expect(try await field.get("AllowedEdits") == .array(.string, []))
        #expect(try await session.get("CanUndo") == .boolean(false))
        let text = Value.string("x")
        let refused = [
            try await field.refusal("InsertText", [text]), try await field.refusal("DeleteBackward"),
            try await field.refusal("ReplaceRange", [.uint32(0), .uint32(1), text]),
            try await field.refusal("PerformEditAction", [.string("paste"), text]),
        ]
        for error in refused {
            #expect(error?.name == .form(.actionDisabled))
            #expect(error?.message == "the field a is read-only")
        }
        #expect(try await field.call("Focus") == [.boolean(true)])
        try await field.call("PerformEditAction", [.string("selectAll"), .string("")])
        #expect(try await field.call("PerformEditAction", [.string("copy"), .string("")]) == [.string("abc")])
        try await field.set("Text", .string("new"))
        #expect(try await field.text() == "new")
        try await field.set("ReadOnly", .boolean(false))
        #expect(try await field.type("!") == "new!")
    }

    @Test(
        "a field allows the edits that its definition lists, and has a property with them",
        arguments: Transport.allCases
    )
    @LoopActor
    func allowedEdits(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        let field = try await open(#"{"id": "a", "allowedEdits": ["clipboard"]}"#, on: client).field("a")
        #expect(try await field.get("AllowedEdits") == .array(.string, [.string("clipboard")]))
        let refused = try await field.refusal("InsertText", [.string("x")])
        #expect(refused?.name == .form(.actionDisabled))
        #expect(refused?.message.contains("typing") == true)
        try await field.call("PerformEditAction", [.string("paste"), .string("x")])
        #expect(try await field.text() == "x")
    }

    @Test("a program's text is filtered if the definition says so", arguments: Transport.allCases)
    @LoopActor
    func filterProgram(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        let filter = #""allowedCharacters": {"sets": ["digits"]}, "filterProgram": true"#
        let session = try await open(
            #"{"id": "a", \#(filter)}, {"id": "b", \#(filter), "filterInserted": false}"#,
            on: client
        )
        try await session.field("a").set("Text", .string("1a2"))
        #expect(try await session.field("a").text() == "12")
        let refused = try await session.field("b").refusal("SetText", [.string("1a2"), .properties([])])
        #expect(refused?.name == .form(.invalidText))
        #expect(try await session.field("b").text().isEmpty)
    }
}
