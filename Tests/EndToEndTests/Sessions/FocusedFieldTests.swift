import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

/// The object that stands for the field that has the focus, and the empty field name in `Apply`.
@Suite("The focused field", .loop, .timeLimit(.minutes(2)))
struct FocusedFieldTests {
    @LoopActor
    private func focused(_ session: SessionObject) -> FieldObject {
        FieldObject(client: session.client, path: ObjectPath(unchecked: "\(session.path)/focused"))
    }

    @Test(
        "keys and Tab are sent without waiting, and each key reaches the field that has the focus then",
        arguments: Transport.allCases
    )
    @LoopActor
    func keys(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let (name, phone) = (session.field("name"), session.field("phone"))
        try await name.call("Focus")
        let keys: [(ObjectPath, InterfaceName, MemberName, [Value])] = [
            (focused(session).path, Contract.field.name, "InsertText", [.string("a")]),
            (focused(session).path, Contract.field.name, "InsertText", [.string("b")]),
            (session.path, Contract.session.name, "FocusNext", []),
            (focused(session).path, Contract.field.name, "InsertText", [.string("9")]),
            (focused(session).path, Contract.field.name, "PressReturn", []),
            (focused(session).path, Contract.field.name, "InsertText", [.string("s")]),
        ]
        var answers: [Bool] = []
        await withCheckedContinuation { continuation in
            for (path, interface, member, arguments) in keys {
                session.client.send(path, interface, member, arguments) { isTaken in
                    answers.append(isTaken)
                    if answers.count == keys.count { continuation.resume() }
                }
            }
        }
        #expect(answers == Array(repeating: true, count: keys.count))
        #expect(try await name.text() == "ab")
        #expect(try await phone.text() == "+7 (9")
        #expect(try await session.field("password").text() == "•")
        #expect(try await focused(session).get("Id") == .string("password"))
    }

    @Test("what is configured belongs to the field that has the focus after the calls before it")
    @LoopActor
    func configure() async throws {
        let folder = try TemporaryFolder()
        try PluginFolder.installZoo(into: folder.path + "/plugins", behaviour: "mute!")
        // The plug-in lets a key wait until its deadline.
        let form = #"{"fields": [{"id": "a", "placeholders": [{"service": "echo", "text": "A"}]}, {"id": "b"}]}"#
        let bus = try PrivateBus()
        let daemon = try await Daemon.start(.busAndSocket(bus), forms: ["slow": form], in: folder)
        let session = try await Service(bus: bus, daemon: daemon).session(.socket, form: "slow")
        try await session.field("a").call("Focus")
        let label = Value.string(#"{"label": "Configured"}"#)
        let calls: [(ObjectPath, InterfaceName, MemberName, [Value])] = [
            (focused(session).path, Contract.field.name, "InsertText", [.string("x")]),
            (session.path, Contract.session.name, "FocusNext", []),
            (focused(session).path, Contract.field.name, "Configure", [label]),
        ]
        var answers: [Bool] = []
        await withCheckedContinuation { continuation in
            for (path, interface, member, arguments) in calls {
                session.client.send(path, interface, member, arguments) { isTaken in
                    answers.append(isTaken)
                    if answers.count == calls.count { continuation.resume() }
                }
            }
        }
        #expect(answers == [true, true, true])
        #expect(try await session.field("b").get("Label") == .string("Configured"))
    }

    @Test(
        "in one transaction an operation follows the focus that an earlier one has moved",
        arguments: Transport.allCases
    )
    @LoopActor
    func transaction(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let text = { (text: String) in ("InsertText", [("field", Value.string("")), ("text", .string(text))]) }
        let focus = ("FocusField", [("field", Value.string("name"))])
        _ = try await session.apply([focus, text("Ada"), ("FocusNext", []), text("916")])
        #expect(try await session.field("name").text() == "Ada")
        #expect(try await session.field("phone").text() == "+7 (916) ")
        let refusal = try await failure { _ = try await session.apply([("Blur", []), text("x")]) }
        #expect(refusal?.name == .form(.unknownField))
        #expect(try await session.get("FocusedField") == .string("phone"))
    }

    @Test(
        "without a focus there is no field to call or to read, and the object is none of the fields",
        arguments: Transport.allCases
    )
    @LoopActor
    func none(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let focused = focused(session)
        #expect(try await focused.refusal("InsertText", [.string("a")])?.name == .form(.unknownField))
        #expect(try await failure { _ = try await focused.get("Text") }?.name == .form(.unknownField))
        let everything = [Value.string(Contract.field.name.string)]
        let refusal = try await session.client.refusal(focused.path, .properties, "GetAll", everything)
        #expect(refusal?.name == .form(.unknownField))
        #expect(try await failure { try await focused.set("Text", .string("x")) }?.name == .form(.unknownField))
        #expect(try await session.get("Fields").elements?.count == SampleForm.fields.count)
        try await session.field("name").call("Focus")
        try await focused.set("Text", .string("Ada"))
        #expect(try await session.field("name").text() == "Ada")
        #expect(try await focused.get("Secret") == .boolean(false))
        #expect(try await session.field("password").get("Secret") == .boolean(true))
    }

    @Test(
        "a recording names the field that had the focus, and hides the text of a secret",
        arguments: Transport.allCases
    )
    @LoopActor
    func recording(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen()
        try await session.call("Record")
        let focused = focused(session)
        for name in ["name", "password"] {
            try await session.field(name).call("Focus")
            try await focused.type("abc")
        }
        try await session.call("Blur")
        _ = try await focused.refusal("InsertText", [.string("late")])
        let performed = session.client.takeSignals().filter { $0.name == "Performed" }
            .compactMap { $0.arguments[0].elements?.first?.members }
            .filter { $0[0] == .string("InsertText") }.map { $0[1].properties ?? [:] }
        #expect(performed.map { $0["field"] } == [.string("name"), .string("password"), .string("")])
        #expect(performed.map { $0["text"] } == [.string("abc"), .string("•••"), .string("••••")])
    }
}
