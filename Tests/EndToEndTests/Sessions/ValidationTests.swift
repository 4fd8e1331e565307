import DBus
import EventLoop
import FormContract
import FormdTesting
import Testing

@Suite("Validation over the bus", .loop)
struct ValidationTests {
    @LoopActor
    private func session(_ transport: Transport) async throws -> SessionObject {
        try await Service.start(forms: ["linked": LinkedForm.definition]).session(transport, form: "linked")
    }

    /// The entries of `Explain` about a field.
    @LoopActor
    private func explanations(_ session: SessionObject, of field: String) async throws -> [[String: Value]] {
        (try await session.call("Explain").first?.elements ?? []).compactMap { entry in
            guard let members = entry.members, members.first?.string == field else { return nil }
            return members[1].properties
        }
    }

    @Test("a field appears and disappears with another one's text, and announces that", arguments: Transport.allCases)
    @LoopActor
    func conditions(_ transport: Transport) async throws {
        let session = try await session(transport)
        let company = session.field("company")
        #expect(try await company.get("Visible") == .boolean(false))
        #expect(try await company.get("Height") == .double(0))
        #expect(try await session.get("ContentHeight") == .double(6 * 77))
        try await session.call("Subscribe")
        try await session.client.listen()
        _ = session.client.takeSignals()
        try await session.field("kind").type("company")
        let announced = session.client.takeSignals().contains { signal in
            signal.path == company.path.string && signal.name == "PropertiesChanged"
                && signal.arguments.dropFirst().first?.properties?["Visible"] == .boolean(true)
        }
        #expect(announced)
        #expect(try await company.get("Visible") == .boolean(true))
        #expect(try await session.get("ContentHeight") == .double(7 * 77))
        #expect(try await session.get("Complete") == .boolean(false))
        try await company.type("ACME")
        #expect(try await session.call("GetValues").texts()["company"] == "ACME")
        try await session.field("kind").call("SetText", [.string("person"), .properties([])])
        #expect(try await session.call("GetValues").texts()["company"] == nil)
        #expect(try await company.text() == "ACME")
        #expect(try await company.call("Focus") == [.boolean(false)])
        let refused = try await company.refusal("InsertText", [.string("x")])
        #expect(refused?.name == .form(.disabled))
        #expect(refused?.message.contains("not visible") == true)
    }

    @Test("each of two fields is required as long as the other one is empty", arguments: Transport.allCases)
    @LoopActor
    func requiredWhen(_ transport: Transport) async throws {
        let session = try await session(transport)
        let phone = session.field("phone")
        #expect(try await phone.get("Required") == .boolean(true))
        let refused = try await session.refusal("Submit")
        #expect(refused?.name == .form(.notValid))
        #expect(refused?.message == "Phone: Needed")
        try await session.field("mail").type("ada@example.org")
        #expect(try await phone.get("Required") == .boolean(false))
        #expect(try await phone.get("Error") == .string(""))
        #expect(try await session.call("Submit").texts()["mail"] == "ada@example.org")
    }

    @Test(
        "an error that a server reported is shown and does not prevent the next submission",
        arguments: Transport.allCases
    )
    @LoopActor
    func serverErrors(_ transport: Transport) async throws {
        let session = try await session(transport)
        try await session.field("mail").type("ada@example.org")
        try await session.call("Submit")
        #expect(try await session.get("State") == .string("submitted"))
        let again = try await session.refusal("Submit")
        #expect(again?.name == .form(.alreadySubmitted))
        // `kind` has rules, `phone` none that says anything of it.
        try await session.call("SetErrors", [.texts(["kind": "Unknown", "phone": "Barred"])])
        #expect(try await session.get("State") == .string("editing"))
        #expect(try await session.field("phone").get("Error") == .string("Barred"))
        #expect(try await session.get("Valid") == .boolean(false))
        #expect(try await session.get("Complete") == .boolean(true))
        try await session.call("Submit")
        #expect(try await session.field("phone").get("Error") == .string(""))
        #expect(try await session.get("State") == .string("submitted"))
        try await session.call("SetErrors", [.texts([:])])
        try await session.call("Submit")
    }

    @Test("a submission with a rule that cannot be evaluated fails with its own error", arguments: Transport.allCases)
    @LoopActor
    func unavailable(_ transport: Transport) async throws {
        let session = try await session(transport)
        try await session.field("mail").type("ada@example.org")
        let text = String(repeating: "a", count: 2_000) + "b"
        try await session.field("slow").call("SetText", [.string(text), .properties([])])
        let refused = try await session.refusal("Submit")
        #expect(refused?.name == .form(.checkUnavailable))
        #expect(refused?.message == "Slow: The value could not be checked")
        #expect(try await session.get("FocusedField") == .string("slow"))
        let entry = try #require(try await explanations(session, of: "slow").last)
        #expect(entry["verdict"] == .string("unavailable"))
        #expect((entry["cost"]?.uint64 ?? 0) > 10_000)
    }

    @Test("a warning has its own property, and is shown in place of the hint", arguments: Transport.allCases)
    @LoopActor
    func warning(_ transport: Transport) async throws {
        let session = try await session(transport)
        let mail = session.field("mail")
        try await mail.type("a@b")
        #expect(try await mail.call("Validate", [.boolean(true)]) == [.boolean(true), .string("That is short")])
        #expect(try await mail.get("Warning") == .string("That is short"))
        #expect(try await mail.get("Error") == .string(""))
        #expect(try await mail.get("HintText") == .string("That is short"))
        #expect(try await mail.get("HintVisible") == .boolean(true))
        #expect(try await mail.get("State") == .string("normal"))
        try await session.call("Submit")
    }

    @Test(
        "Explain lists each rule with the texts that it read and its cost, and no secrets",
        arguments: Transport.allCases
    )
    @LoopActor
    func explain(_ transport: Transport) async throws {
        let session = try await session(transport)
        let revision = try await session.revision()
        try await session.field("mail").type("ada")
        try await session.field("pin").type("s3cr3t")
        try await session.field("again").type("s3crXt")
        let reply = try await session.call("Explain")
        #expect(!"\(reply)".contains("s3c"))
        let mail = try await explanations(session, of: "mail")
        #expect(mail.map { $0["rule"] } == [.string("email"), .string("length")])
        #expect(mail.first?["verdict"] == .string("invalid"))
        #expect(mail.first?["message"] == .string("Enter a mail address"))
        #expect(mail.first?["position"] == .uint32(0))
        #expect(mail.last?["verdict"] == .string("warning"))
        #expect(try [mail.first?["read"] ?? .string("")].texts() == ["mail": "ada"])
        #expect(try [mail.first?["parameters"] ?? .string("")].texts() == ["profile": "html"])
        #expect((mail.first?["cost"]?.uint64 ?? 0) > 0)
        let again = try #require(try await explanations(session, of: "again").first)
        #expect(try [again["read"] ?? .string("")].texts() == ["pin": "••••••", "again": "••••••"])
        #expect(again["verdict"] == .string("invalid"))
        let company = try await explanations(session, of: "company")
        #expect(company.map { $0["rule"] } == [.string("visibleWhen"), .string("required")])
        #expect(company.map { $0["verdict"] } == [.string("fails"), .string("notAsked")])
        let phone = try await explanations(session, of: "phone")
        #expect(phone.map { $0["verdict"] } == [.string("fails")])
        // Asking changes nothing.
        #expect(try await session.field("mail").get("Error") == .string(""))
        #expect(try await session.revision() == revision + 3)
    }

    @Test(
        "GetStatistics counts evaluations: a key evaluates only the rules that depend on it",
        arguments: Transport.allCases
    )
    @LoopActor
    func counters(_ transport: Transport) async throws {
        let fields = (0..<1_000).map { index in
            let rule = index == 0 ? "" : #", "validators": [{"type": "equals", "field": "f\#(index - 1)"}]"#
            return #"{"id": "f\#(index)", "value": "x"\#(rule)}"#
        }
        let definition = #"{"fields": [\#(fields.joined(separator: ","))]}"#
        let service = try await Service.start()
        let client = try await service.connect(transport)
        let reply = try await client.manager("OpenDefinition", [.string(definition), .properties([])])
        let session = SessionObject(client: client, path: try reply.objectPath())
        func evaluated() async throws -> UInt64 {
            try await client.manager("GetStatistics").first?.properties?["rulesEvaluated"]?.uint64 ?? 0
        }
        let opened = try await evaluated()
        #expect(opened == 999)
        try await session.field("f500").type("y")
        #expect(try await evaluated() == opened + 2)
        try await session.call("Close")
        #expect(try await evaluated() == opened + 2, "what closed sessions asked stays counted")
    }

    @Test("Check validates a text with rules like a field", arguments: Transport.allCases)
    @LoopActor
    func check(_ transport: Transport) async throws {
        let client = try await Service.start().connect(transport)
        let cases: [(String, String, Bool, String)] = [
            (#"[{"type": "iban"}]"#, "DE89 3704 0044 0532 0130 00", true, ""),
            (#"[{"type": "iban"}]"#, "DE89", false, "The IBAN must contain 22 characters"),
            (#"[{"type": "luhn"}]"#, "", true, ""),
            (#"[{"type": "luhn", "compatibility": "formController"}]"#, "", false, "Wrong format"),
            (#"[{"type": "date", "max": "today"}]"#, "2020-02-29", true, ""),
            (
                #"[{"type": "length", "max": 1, "severity": "warning"}, {"type": "ipv4"}]"#, "x", false,
                "Enter an IPv4 address"
            ),
            (#"[{"type": "minValue", "min": 18}]"#, "17.99", false, "The value must be at least 18"),
        ]
        for (rules, text, valid, message) in cases {
            let reply = try await client.manager("Check", [.string(rules), .string(text)])
            #expect(reply == [.boolean(valid), .string(message)], "\(rules) \(text)")
        }
        let refused = try await client.refusal(
            Contract.root,
            Contract.manager.name,
            "Check",
            [.string(#"[{"type": "date", "min": "soon"}]"#), .string("x")]
        )
        #expect(refused?.name == .form(.invalidDefinition))
        #expect(refused?.message.contains("/0/min") == true)
    }
}
