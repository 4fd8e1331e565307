import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("Formatters over the bus", .loop, .timeLimit(.minutes(2)))
struct FormatterTests {
    private static let form = """
        {"fields": [
            {"id": "amount", "formatter": {"type": "currency", "currency": "EUR", "maximum": 5000}},
            {"id": "share", "formatter": {"type": "percent", "minimum": 0, "maximum": 100, "outOfRange": "clampOnBlur"}},
            {"id": "count", "formatter": {"type": "number", "maximumFractionDigits": 0}, "value": "1234"},
            {"id": "day", "formatter": {"type": "date", "maximum": "today"}},
            {"id": "hour", "formatter": {"type": "time"}},
            {"id": "moment", "formatter": {"type": "dateTime"}},
            {"id": "colour", "formatter": {"type": "enum", "values": ["red", "green", "blue"]}},
            {"id": "code", "formatter": {"type": "regexInput", "pattern": "[A-Z]{2}\\\\d{3}"}}
        ]}
        """

    @LoopActor
    private func session(_ transport: Transport, locale: String) async throws -> SessionObject {
        let client = try await Service.start().connect(transport)
        let reply = try await client.call(
            Contract.root,
            Contract.manager.name,
            "OpenDefinition",
            [.string(Self.form), .properties([("locale", .string(locale))])]
        )
        guard case .objectPath(let path)? = reply.first else { throw UnexpectedReply(arguments: reply) }
        return SessionObject(client: client, path: path)
    }

    @Test("texts have the format of the language, and values that of programs", arguments: Transport.allCases)
    @LoopActor
    func typing(_ transport: Transport) async throws {
        let session = try await session(transport, locale: "de")
        for (field, typed, text, value) in [
            ("amount", "1234,5", "1.234,5\u{A0}€", "1234.5"), ("share", "12,5", "12,5\u{A0}%", "12.5"),
            ("day", "29022024", "29.02.2024", "2024-02-29"), ("hour", "930", "09:30", "09:30"),
            ("moment", "2902202493", "29.02.2024, 09:3", "29.02.2024, 09:3"), ("colour", "g", "green", "green"),
            ("code", "AB123", "AB123", "AB123"),
        ] {
            var shown = ""
            for key in typed { shown = try await session.field(field).type(String(key)) }
            #expect(shown == text)
            #expect(try await session.field(field).get("Value") == .string(value))
        }
        #expect(try await session.field("count").text() == "1.234")
        #expect(try await session.field("moment").get("MaskTail") == .string("m"))
        try await session.set("Locale", .string("en"))
        #expect(try await session.field("amount").text() == "€1,234.50")
        #expect(try await session.field("amount").get("Value") == .string("1234.5"))
        #expect(try await session.field("day").text() == "02/29/2024")
        #expect(try await session.field("count").text() == "1,234")
    }

    @Test("refused characters of an edit are listed with the reason", arguments: Transport.allCases)
    @LoopActor
    func refusals(_ transport: Transport) async throws {
        let session = try await session(transport, locale: "en")
        let colour = session.field("colour")
        try await colour.type("x")
        let refused = Value.array("(ss)", [.structure([.string("x"), .string("values")])])
        #expect(try await colour.get("Refusals") == refused)
        try await colour.type("r")
        #expect(try await colour.get("Refusals") == .array("(ss)", []))
    }

    @Test("texts are completed and validated when a field is left", arguments: Transport.allCases)
    @LoopActor
    func leaving(_ transport: Transport) async throws {
        let session = try await session(transport, locale: "en")
        for (field, typed, text, error) in [
            ("amount", "6000", "€6,000.00", "The value must be at most €5,000.00"),
            ("share", "250", "100%", ""), ("count", "-", "", ""),
            ("day", "02302024", "02/30/2024", "There is no such date"),
            ("day", "12319999", "12/31/9999", nil), ("hour", "9", "9", "Enter the whole time"),
            ("colour", "«", "", ""), ("code", "AB1", "AB1", "Wrong format"),
        ] as [(String, String, String, String?)] {
            let field = session.field(field)
            try await field.call("SetText", [.string(""), .properties([("validate", .boolean(false))])])
            try await field.call("Focus")
            for key in typed { try await field.type(String(key)) }
            try await field.call("Blur")
            #expect(try await field.text() == text)
            let shown = try await field.get("Error").string ?? ""
            if let error { #expect(shown == error) } else { #expect(shown.hasPrefix("The date must not be after ")) }
        }
        #expect(try await session.get("Valid") == .boolean(false))
    }

    @Test("formatted edits are undone exactly", arguments: Transport.allCases)
    @LoopActor
    func undo(_ transport: Transport) async throws {
        let session = try await session(transport, locale: "ru")
        let amount = session.field("amount")
        try await amount.type("1234")
        try await amount.call("Select", [.uint32(0), .uint32(0)])
        try await amount.type("9")
        #expect(try await amount.text() == "91\u{A0}234\u{A0}€")
        try await session.call("Undo")
        #expect(try await amount.text() == "1\u{A0}234\u{A0}€")
        #expect(try await amount.get("Selection") == .structure([.uint32(0), .uint32(0)]))
        try await session.call("Redo")
        #expect(try await amount.text() == "91\u{A0}234\u{A0}€")
    }

    @Test("a formatter can be set and removed, and the value is kept", arguments: Transport.allCases)
    @LoopActor
    func setMask(_ transport: Transport) async throws {
        let session = try await session(transport, locale: "de")
        let count = session.field("count")
        try await count.call("SetMask", [.string(#"{"type": "currency", "currency": "CHF"}"#)])
        #expect(try await count.text() == "1.234,00\u{A0}CHF")
        try await count.call("SetMask", [.string("")])
        #expect(try await count.text() == "1234")
        let refused = try await count.refusal("SetMask", [.string(#"{"type": "currency", "currency": "XYZ"}"#)])
        #expect(refused?.name == .form(.invalidDefinition))
        #expect(refused?.message.contains("/currency") == true)
    }

    @Test(
        "Format works without a session",
        arguments: [
            (#"{"type": "currency", "currency": "EUR", "locale": "de"}"#, "1234.5", "1.234,50\u{A0}€", "1234.5", true),
            (#"{"type": "number", "locale": "en-IN"}"#, "1234567", "12,34,567", "1234567", true),
            (#"{"type": "percent", "locale": "de"}"#, "12,5", "12,5\u{A0}%", "12.5", true),
            (#"{"type": "number"}"#, "abc", "abc", "abc", false),
            (#"{"type": "date", "locale": "ru"}"#, "2024-02-29", "29.02.2024", "2024-02-29", true),
            (#"{"type": "time", "locale": "en"}"#, "21:30", "9:30\u{202F}PM", "21:30", true),
            (#"{"type": "enum", "values": ["One"]}"#, "one", "One", "One", true),
            (#"{"type": "regexInput", "pattern": "\\d+"}"#, "x", "x", "x", false),
        ] as [(String, String, String, String, Bool)]
    )
    @LoopActor
    func format(_ json: String, _ text: String, _ formatted: String, _ value: String, _ isComplete: Bool) async throws {
        let client = try await Service.start().connect(.socket)
        let reply = try await client.call(
            Contract.root,
            Contract.manager.name,
            "Format",
            [.string(json), .string(text)]
        )
        #expect(reply == [.string(formatted), .string(value), .boolean(isComplete)])
    }

    @Test("formatters are listed")
    @LoopActor
    func types() async throws {
        let client = try await Service.start().connect(.socket)
        let reply = try await client.call(Contract.root, Contract.manager.name, "ListTypes")
        let listed = "\(reply)"
        for name in ["number", "currency", "percent", "date", "time", "dateTime", "enum", "regexInput"] {
            #expect(listed.contains("\"\(name)\""))
        }
    }
}
