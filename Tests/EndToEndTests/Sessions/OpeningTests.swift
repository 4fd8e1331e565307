import DBus
import EventLoop
import FormContract
import FormdTesting
import Glibc
import Testing

@Suite("Opening and closing a session", .loop, .timeLimit(.minutes(2)))
struct OpeningTests {
    private let path = "/org/formd/Forms1/session/\(getuid())/mine"

    @Test(
        "a session's path is determined by its token, so that a program can subscribe before opening it",
        arguments: Transport.allCases
    )
    @LoopActor
    func knownPath(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        try await client.listen()
        let session = try await client.openSession("sample", [("token", .string("mine"))])
        #expect(session.path.string == path)
        let opened = [Value.objectPath(session.path), .string("sample")]
        #expect(client.takeSignals() == [manager("SessionOpened", opened)])

        let sessions = try await client.manager("ListSessions")
        let entry = Value.structure([.objectPath(session.path), .string("sample"), .uint32(getuid())])
        #expect(sessions.first?.elements == [entry])

        try await session.call("Close")
        #expect(
            client.takeSignals() == [
                Client.Signal(
                    path: path,
                    interface: Contract.session.name.string,
                    name: "Closed",
                    arguments: [.string("closed")]
                ),
                manager("SessionClosed", [.objectPath(session.path), .string("closed")]),
            ]
        )
        let gone = try await session.refusal("GetValues")
        #expect(gone?.name == .form(.unknownSession))
        #expect(gone?.message.contains(path) == true)
    }

    @Test("a front end that crashed attaches to its session and continues", arguments: Transport.allCases)
    @LoopActor
    func attach(_ transport: Transport) async throws {
        let service = try await Service.start()
        let first = try await service.connect(transport)
        let options: [(String, Value)] = [("token", .string("mine")), ("attach", .boolean(true))]
        let session = try await first.openSession("sample", options)
        try await session.field("name").type("Ada")
        await first.disconnect()

        let second = try await service.connect(transport)
        let again = try await second.openSession("sample", options)
        #expect(again.path == session.path)
        #expect(try await again.field("name").text() == "Ada")
        try await second.listen(under: session.path.string)
        try await again.field("name").type("!")
        #expect(second.takeSignals().contains { $0.name == "TextChanged" })
        let other: [Value] = [.string(#"{"title": "Other", "fields": [{"id": "a"}]}"#), .properties(options)]
        let refused = try await failure { try await second.manager("OpenDefinition", other) }
        #expect(refused?.name == .form(.sessionExists), "another form is another session")
    }

    @Test("a token that is in use or invalid is refused with the reason", arguments: Transport.allCases)
    @LoopActor
    func tokens(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        _ = try await client.openSession("sample", [("token", .string("mine"))])
        let again = try await failure { _ = try await client.openSession("sample", [("token", .string("mine"))]) }
        #expect(again?.name == .form(.sessionExists))
        #expect(again?.message.contains("mine") == true)
        for token in ["", "a-b", "a/b", "ä", String(repeating: "a", count: 65)] {
            let refused = try await failure { _ = try await client.openSession("sample", [("token", .string(token))]) }
            #expect(refused?.name == .form(.invalidArgument), "\(token)")
        }
        let unknown = try await failure { _ = try await client.openSession("nothing") }
        #expect(unknown?.name == .form(.unknownForm))
        #expect(unknown?.message.contains("nothing") == true)
    }

    @Test("a session without a token has a random one", arguments: Transport.allCases)
    @LoopActor
    func randomToken(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        let one = try await client.openSession("sample")
        let other = try await client.openSession("sample")
        #expect(one.path != other.path)
    }

    @Test("values, locale and width are those of the options", arguments: Transport.allCases)
    @LoopActor
    func options(_ transport: Transport) async throws {
        let values = Value.dictionary(
            .string,
            .string,
            [.init(.string("name"), .string("Ada")), .init(.string("phone"), .string("9161234567"))]
        )
        let session = try await Service.start().session(
            transport,
            options: [("values", values), ("locale", .string("ru")), ("width", .double(480))]
        )
        let expected = ["name": "Ada", "phone": "+7 (916) 123-45-67", "off": "", "note": ""]
        var found: [String: String] = [:]
        for name in expected.keys { found[name] = try await session.field(name).text() }
        #expect(found == expected)
        #expect(try await session.get("Locale") == .string("ru"))
        #expect(try await session.get("Title") == .string("Образец"))
        #expect(try await session.get("Width") == .double(480))
        #expect(try await session.get("CanUndo") == .boolean(false))
        try await session.field("name").call("SetText", [.string(""), .properties([(String, Value)]())])
        #expect(try await session.field("name").get("Error") == .string("Кто вы?"))

        let paths = SampleForm.fields.map { ObjectPath(unchecked: "\(session.path)/field/\($0)") }
        #expect(try await session.get("Fields") == .objectPaths(paths))
    }

    @Test("without a layout a session has no heights, frames and colours", arguments: Transport.allCases)
    @LoopActor
    func noLayout(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport, options: [("layout", .string("none"))])
        let name = session.field("name")
        try await session.client.listen(under: session.path.string)
        try await name.call("Focus")
        try await name.type("A")
        try await name.call("SetError", [.string("one\ntwo")])
        for property in ["Height", "HintHeight", "TextHeight"] { #expect(try await name.get(property) == .double(0)) }
        for property in ["ContentHeight", "ScrollOffset"] { #expect(try await session.get(property) == .double(0)) }
        #expect(try await name.get("Presentation") == .properties([(String, Value)]()))
        #expect(try await name.get("Placeholders").elements?.isEmpty == true)
        #expect(try await session.get("Frames").elements?.isEmpty == true)
        let button = try await name.get("ActionButton").properties ?? [:]
        #expect(Set(button.keys) == ["present", "visible", "image"])
        #expect(try await name.get("HintVisible") == .boolean(true))
        let signals = session.client.takeSignals()
        #expect(!signals.contains { $0.name == "HeightChanged" })
        let announced = "\(signals)"
        #expect(!announced.contains("Presentation") && !announced.contains("Placeholders"))
    }

    @Test("text scale and colour scheme come from the options and can be changed", arguments: Transport.allCases)
    @LoopActor
    func traits(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(
            transport,
            options: [("textScale", .double(2)), ("colorScheme", .string("light")), ("locale", .string("ar"))]
        )
        let name = session.field("name")
        #expect(try await name.get("Height") == .double(154))
        #expect(try await session.get("Direction") == .string("rtl"))
        #expect(try await name.get("Presentation").properties?["background"] == .string("#FFFFFF"))
        #expect(try await name.get("Presentation").properties?["backgroundRole"] == .string("background"))
        try await session.set("ColorScheme", .string("dark"))
        #expect(try await name.get("Presentation").properties?["background"] == .string("#1F2032"))
        try await session.set("TextScale", .double(1))
        #expect(try await name.get("Height") == .double(77))
        let refused = try await failure { try await session.set("TextScale", .double(9)) }
        #expect(refused?.name == .form(.outOfRange))
        #expect(refused?.message == "the text scale 9.0 is not from 0.5 to 4")
        let client = session.client
        let unknown = try await failure { _ = try await client.openSession("sample", [("layout", .string("half"))]) }
        #expect(unknown?.message == "layout \"half\" is none of full, none")
    }

    @Test("a client's definition can be opened, and one with errors is refused with their positions")
    @LoopActor
    func definitions() async throws {
        let client = try await Service.start().connect(.socket)
        let options = Value.properties([(String, Value)]())
        let path = try await client.manager("OpenDefinition", [.string(SampleForm.definition), options]).objectPath()
        let session = SessionObject(client: client, path: path)
        #expect(try await session.get("Form") == .string(""))
        let refused = try await client.refusal(
            Contract.root,
            Contract.manager.name,
            "OpenDefinition",
            [.string("{\"fields\": [\n{\"id\": \"a\", \"colour\": 1}]}"), options]
        )
        #expect(refused?.name == .form(.invalidDefinition))
        #expect(refused?.message.hasPrefix("2:") == true, "\(refused?.message ?? "")")
        #expect(refused?.message.contains("colour") == true)
    }

    @LoopActor
    private func manager(_ name: String, _ arguments: [Value]) -> Client.Signal {
        Client.Signal(
            path: Contract.root.string,
            interface: Contract.manager.name.string,
            name: name,
            arguments: arguments
        )
    }
}

extension ErrorName {
    static func form(_ failure: Contract.Failure) -> ErrorName { failure.name }
}
