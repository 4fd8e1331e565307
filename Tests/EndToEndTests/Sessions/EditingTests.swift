import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("A session in use", .loop, .timeLimit(.minutes(2)))
struct EditingTests {
    @Test(
        "a failed validation on leaving a field shows the message and keeps the text; typing removes it",
        arguments: Transport.allCases
    )
    @LoopActor
    func blur(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let phone = session.field("phone")
        #expect(try await phone.call("Focus") == [.boolean(true)])
        #expect(try await phone.type("916") == "+7 (916) ")
        try await phone.call("Blur")
        #expect(try await phone.get("Error") == .string("Enter the whole number"))
        #expect(try await phone.get("HintText") == .string("Enter the whole number"))
        #expect(try await phone.get("State") == .string("error"))
        #expect(try await phone.get("Value") == .string("916"))
        #expect(try await session.get("Valid") == .boolean(false))
        try await phone.call("Focus")
        try await phone.type("1234567")
        #expect(try await phone.get("Error") == .string(""))
        #expect(try await phone.get("State") == .string("active"))
        #expect(try await phone.get("MaskStatus") == .string("complete"))
    }

    @Test("keys that are sent without waiting take effect in order", arguments: Transport.allCases)
    @LoopActor
    func pipelined(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let name = session.field("name")
        let left: [Value] = [.string("character"), .int32(-1), .boolean(false)]
        let keys: [(MemberName, [Value])] = [
            ("InsertText", [.string("a")]), ("InsertText", [.string("b")]), ("InsertText", [.string("c")]),
            ("MoveCaret", left), ("MoveCaret", left), ("InsertText", [.string("X")]),
            ("Delete", [.string("text"), .int32(1)]),
        ]
        var replies: [Task<[Value], any Error>] = []
        for (member, arguments) in keys {
            replies.append(Task { @LoopActor in try await name.call(member, arguments) })
        }
        var revisions: [Value?] = []
        for reply in replies { revisions.append(try await reply.value.last) }
        #expect(revisions == (1...7).map { .uint64($0) })
        #expect(try await name.text() == "aX")
        #expect(try await name.get("Caret") == .uint32(2))
        #expect(try await session.call("Undo") == [.string("name"), .uint64(8)])
        #expect(try await session.get("FocusedField") == .string("name"))
        let refused = try await name.refusal("MoveCaret", [.string("sentence"), .int32(1), .boolean(false)])
        #expect(refused?.message.contains("character, word, line, text") == true)
    }

    @Test("a composition is announced, and ends when a text is inserted", arguments: Transport.allCases)
    @LoopActor
    func composition(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen(under: session.path.string)
        let name = session.field("name")
        _ = session.client.takeSignals()
        #expect(try await name.call("SetComposition", [.string("ni"), .uint32(2)]) == [])
        let changed = session.client.takeSignals().map(\.name)
        #expect(changed == ["PropertiesChanged"])
        #expect(try await name.get("Composition") == .string("ni"))
        #expect(try await name.text() == "")
        #expect(try await name.refusal("SetComposition", [.string("ni"), .uint32(3)])?.name == .form(.outOfRange))
        #expect(try await name.type("日") == "日")
        #expect(try await name.get("Composition") == .string(""))
        let password = session.field("password")
        try await password.call("SetComposition", [.string("s"), .uint32(1)])
        #expect(try await password.get("Composition") == .string(""))
    }

    @Test("a renderer asks the owner to submit", arguments: Transport.allCases)
    @LoopActor
    func requestSubmit(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen(under: session.path.string)
        #expect(try await session.refusal("RequestSubmit")?.name == .form(.notValid))
        try await session.call("SetValues", [.texts(["name": "Ada", "phone": "9161234567", "password": "Tr0ub4dor"])])
        _ = session.client.takeSignals()
        #expect(try await session.call("RequestSubmit") == [])
        let signals = session.client.takeSignals().map(\.name)
        #expect(signals.contains("SubmitRequested") && !signals.contains("Submitted"))
        #expect(try await session.get("State") == .string("editing"))
    }

    @Test("a server's messages about values are shown at their fields", arguments: Transport.allCases)
    @LoopActor
    func serverErrors(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.call("SetErrors", [.texts(["name": "taken", "note": "too rude"])])
        #expect(try await session.field("name").get("Error") == .string("taken"))
        #expect(try await session.field("note").get("Error") == .string("too rude"))
        let before = try await session.snapshot()
        let refused = try await session.refusal("SetErrors", [.texts(["name": "no", "nobody": "no"])])
        #expect(refused?.name == .form(.unknownField))
        #expect(refused?.message.contains("nobody") == true)
        #expect(try await session.snapshot() == before)
    }

    @Test(
        "a failed submission focuses the first field with an error and leaves all errors shown",
        arguments: Transport.allCases
    )
    @LoopActor
    func failedSubmission(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.field("phone").type("1")
        let refused = try await session.refusal("Submit")
        #expect(refused?.name == .form(.notValid))
        #expect(refused?.message.hasPrefix("Name: ") == true)
        #expect(try await session.get("FocusedField") == .string("name"))
        #expect(try await session.field("name").get("Error") == .string("Who are you?"))
        #expect(try await session.field("phone").get("Error") == .string("Enter the whole number"))
        #expect(try await session.get("State") == .string("editing"))
    }

    @Test("a submission returns every value, including secrets, only to its caller", arguments: Transport.allCases)
    @LoopActor
    func submission(_ transport: Transport) async throws {
        let service = try await Service.start()
        let session = try await service.session(transport)
        let observer = try await service.connect(transport)
        try await session.seen(by: observer).call("Subscribe")
        try await observer.listen()
        try await session.field("name").type("Ada")
        try await session.field("phone").type("9161234567")
        try await session.field("password").type("Tr0ub4dor")
        #expect(
            try await session.call("GetValues").texts() == [
                "name": "Ada", "phone": "9161234567", "off": "", "note": "",
            ]
        )
        let values = try await session.call("Submit").texts()
        #expect(
            values == ["name": "Ada", "phone": "9161234567", "password": "Tr0ub4dor", "off": "", "note": ""]
        )
        try await observer.call(Contract.root, .peer, "Ping")
        #expect(observer.signals.contains { $0.name == "Submitted" })
        #expect(!"\(observer.signals)".contains("Tr0"))
    }

    @Test("several operations take effect together or not at all", arguments: Transport.allCases)
    @LoopActor
    func atomic(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen(under: session.path.string)
        let before = try await session.snapshot()
        _ = session.client.takeSignals()
        let failed = try await failure {
            _ = try await session.apply([
                ("InsertText", [("field", .string("name")), ("text", .string("Ada"))]),
                ("Focus", [("field", .string("phone"))]),
                (
                    "ReplaceRange",
                    [
                        ("field", .string("note")), ("start", .uint32(7)), ("length", .uint32(0)),
                        ("text", .string("x")),
                    ]
                ),
            ])
        }
        #expect(failed?.name == .form(.outOfRange))
        #expect(try await session.snapshot() == before)
        #expect(session.client.signals == [])

        let reply = try await session.apply([
            ("InsertText", [("field", .string("name")), ("text", .string("Ada"))]),
            ("FocusField", [("field", .string("phone"))]),
        ])
        #expect(reply.first == .uint64(1))
        let changed = reply[1].elements?.compactMap { $0.members?.first?.string }
        #expect(Set(changed ?? []) == ["", "name", "phone"])
        #expect(try await session.revision() == 1)
    }

    @Test("an operation that requires an earlier revision is refused", arguments: Transport.allCases)
    @LoopActor
    func staleRevision(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.field("name").type("A")
        let operation = [("InsertText", [("field", Value.string("name")), ("text", .string("B"))])]
        let stale = try await failure { _ = try await session.apply(operation, options: [("ifRevision", .uint64(0))]) }
        #expect(stale?.name == .form(.staleRevision))
        #expect(stale?.message.contains("1") == true)
        #expect(try await session.field("name").text() == "A")
        _ = try await session.apply(operation, options: [("ifRevision", .uint64(1))])
        #expect(try await session.field("name").text() == "AB")
    }

    @Test("a snapshot has everything, or what changed since a revision", arguments: Transport.allCases)
    @LoopActor
    func snapshots(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let all = try await session.snapshot()
        #expect(objects(all) == [""] + SampleForm.fields)
        for object in all[1].elements?.compactMap(\.members) ?? [] {
            guard let name = object[0].string, !name.isEmpty else { continue }
            let interface = Value.string(Contract.field.name.string)
            let read = try await session.client.call(session.field(name).path, .properties, "GetAll", [interface])
            #expect(Set(object[1].entries ?? []) == Set(read[0].entries ?? []), "\(name)")
        }
        try await session.field("name").type("Ada")
        try await session.field("note").type("x")
        #expect(Set(objects(try await session.snapshot(since: 1))).subtracting([""]) == ["note"])
        #expect(objects(try await session.snapshot(since: 2)) == [])
        let future = try await session.refusal("GetSnapshot", [.uint64(3)])
        #expect(future?.name == .form(.outOfRange))
    }

    @LoopActor
    private func objects(_ snapshot: [Value]) -> [String] {
        snapshot[1].elements?.compactMap { $0.members?.first?.string } ?? []
    }

    @Test("typed texts can be undone and redone", arguments: Transport.allCases)
    @LoopActor
    func undo(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let name = session.field("name")
        for letter in ["A", "d", "a"] { try await name.type(letter) }
        try await session.field("note").type("x")
        #expect(try await session.get("CanUndo") == .boolean(true))
        try await session.call("Undo")
        #expect(try await session.field("note").text() == "")
        try await session.call("Undo")
        #expect(try await name.text() == "")
        #expect(try await session.get("CanUndo") == .boolean(false))
        try await session.call("Redo")
        #expect(try await name.text() == "Ada")
        #expect(try await session.get("CanRedo") == .boolean(true))
    }

    @Test("changing the mask keeps the value and formats it again", arguments: Transport.allCases)
    @LoopActor
    func mask(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let phone = session.field("phone")
        try await phone.type("9161234567")
        try await phone.call("SetMask", [.string(#"{"type": "mask", "mask": "[000] [000] [0000]"}"#)])
        #expect(try await phone.text() == "916 123 4567")
        #expect(try await phone.get("Value") == .string("9161234567"))
        let refused = try await phone.refusal("SetMask", [.string(#"{"type": "mask", "mask": "[[0"}"#)])
        #expect(refused?.name == .form(.invalidDefinition))
        try await phone.call("SetMask", [.string("")])
        #expect(try await phone.get("Value") == .string("9161234567"))
        #expect(try await phone.get("MaskStatus") == .string("none"))
    }

    @Test("an error line changes the height of the field and the form", arguments: Transport.allCases)
    @LoopActor
    func heights(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen(under: session.path.string)
        let name = session.field("name")
        let (height, content) = (try await name.get("Height"), try await session.get("ContentHeight"))
        _ = session.client.takeSignals()
        try await name.call("SetError", [.string(String(repeating: "word ", count: 40))])
        let heard = session.client.takeSignals().filter { $0.name == "HeightChanged" }
        let (higher, longer) = (try await name.get("Height"), try await session.get("ContentHeight"))
        #expect(try #require(higher.double) > #require(height.double))
        #expect(
            try #require(longer.double) - #require(content.double) == #require(higher.double) - #require(height.double)
        )
        #expect(heard.map { Array($0.arguments.prefix(2)) } == [[higher, height], [longer, content]])
        try await name.call("ResetError")
        #expect(try await name.get("Height") == height)
        #expect(try await session.get("ContentHeight") == content)
    }

    @Test("writable properties can be set, and their changes are announced", arguments: Transport.allCases)
    @LoopActor
    func properties(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let client = session.client
        try await client.listen(under: session.path.string)
        let writes: [(String, Value)] = [
            ("Text", .string("Bob")), ("Enabled", .boolean(false)), ("Hint", .string("As on the card")),
            ("MaxLength", .uint32(5)), ("Placeholder", .string("You")), ("NextField", .string("note")),
            ("PreviousField", .string("note")),
        ]
        let name = session.field("name")
        for (property, value) in writes {
            _ = client.takeSignals()
            try await name.set(property, value)
            #expect(try await name.get(property) == value)
            let announced = client.takeSignals().first { $0.path == name.path.string && $0.name == "PropertiesChanged" }
            #expect(announced?.arguments[1].properties?[property] == value, "\(property)")
        }
        try await session.field("password").set("SecureEntry", .boolean(false))
        for (property, value) in [("Locale", Value.string("ru")), ("Width", .double(200))] {
            try await session.set(property, value)
            #expect(try await session.get(property) == value)
        }
        let before = try await session.snapshot()
        let readOnly = try await failure { try await name.set("Value", .string("x")) }
        #expect(readOnly?.name == .propertyReadOnly)
        let wrong = try await failure { try await name.set("Text", .uint32(1)) }
        #expect(wrong?.name == .invalidArgs)
        let unknown = try await failure { try await name.set("Colour", .string("red")) }
        #expect(unknown?.name == .unknownProperty)
        #expect(try await session.snapshot() == before)
    }

    @Test("with MaxLength 0 no text can be entered, and 4294967295 means no limit", arguments: Transport.allCases)
    @LoopActor
    func maxLength(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let note = session.field("note")
        #expect(try await note.get("MaxLength") == .uint32(.max))
        try await note.set("MaxLength", .uint32(0))
        #expect(try await note.get("MaxLength") == .uint32(0))
        #expect(try await note.type("a").isEmpty)
        #expect(try await session.call("GetValues").texts()["note"]?.isEmpty == true)
        try await note.set("MaxLength", .uint32(.max))
        #expect(try await note.get("MaxLength") == .uint32(.max))
        let long = String(repeating: "a", count: 5_000)
        #expect(try await note.type(long) == long)
    }

    @Test("a field that becomes a secret announces another keyboard", arguments: Transport.allCases)
    @LoopActor
    func keyboard(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        try await session.client.listen(under: session.path.string)
        let name = session.field("name")
        #expect(try await name.get("Keyboard").properties?["hints"]?.strings?.contains("private") == false)
        try await name.call("SetMode", [.string(#"{"type": "password"}"#)])
        let announced = session.client.takeSignals().filter {
            $0.path == name.path.string && $0.name == "PropertiesChanged"
        }
        let keyboard = announced.first?.arguments[1].properties?["Keyboard"]?.properties
        #expect(keyboard?["hints"] == .strings(["private"]))
        #expect(keyboard?["correction"] == .boolean(false))
    }

    @Test("a disabled field cannot be edited", arguments: Transport.allCases)
    @LoopActor
    func disabled(_ transport: Transport) async throws {
        let session = try await Service.start().session(transport)
        let refused = try await session.field("off").refusal("InsertText", [.string("x")])
        #expect(refused?.name == .form(.disabled))
        #expect(refused?.message.contains("off") == true)
        #expect(try await session.field("off").call("Focus") == [.boolean(false)])
    }
}

extension Value {
    /// `a{ss}`
    static func texts(_ texts: [String: String]) -> Value {
        .dictionary(
            .string,
            .string,
            texts.sorted { $0.key < $1.key }.map { .init(.string($0.key), .string($0.value)) }
        )
    }
}
