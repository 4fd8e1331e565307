import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

/// The installed form with every kind of input, on a daemon.
@Suite("Inputs on the bus", .loop, .timeLimit(.minutes(2)))
struct InputTests {
    @LoopActor
    private func session(_ transport: Transport) async throws -> SessionObject {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Forms/survey.json")
        let form = try String(contentsOf: sources, encoding: .utf8)
        return try await Service.start(forms: ["survey": form]).session(transport, form: "survey")
    }

    @Test(
        "options, toggles, sliders and steps can be used, and are submitted in their own types",
        arguments: Transport.allCases
    )
    @LoopActor
    func survey(_ transport: Transport) async throws {
        let session = try await session(transport)
        let topics = session.field("topics")
        try await topics.call("SelectOptions", [.array(.uint32, [.uint32(3), .uint32(0)])])
        #expect(try await topics.get("SelectedOptions") == .array(.uint32, [.uint32(0), .uint32(3)]))
        #expect(try await topics.text() == "Price and Service")
        try await topics.call("SelectOption", [.uint32(1)])
        let tooMany = try await topics.refusal("SelectOption", [.uint32(2)])
        #expect(tooMany?.name == .form(.limitExceeded) && tooMany?.message.contains("at most 3 options") == true)
        let strange = try await topics.refusal("SelectOptions", [.array(.uint32, [.uint32(0), .uint32(9)])])
        #expect(strange?.name == .form(.outOfRange) && strange?.message.contains("9") == true)

        let channel = session.field("channel")
        #expect(
            try await channel.call("StepDown", [.uint32(1)]).prefix(3) == [
                .string("In the shop"), .uint32(11), .boolean(true),
            ]
        )

        let satisfaction = session.field("satisfaction")
        #expect(try await satisfaction.call("StepUp", [.uint32(17)]).first == .string("8.5"))
        #expect(try await satisfaction.call("StepUp", [.uint32(9)]).first == .string("10"))
        #expect(try await satisfaction.call("StepUp", [.uint32(1)])[2] == .boolean(false))
        #expect(try await satisfaction.call("StepDown", [.uint32(1)]).first == .string("9.5"))

        try await session.field("day").call("SelectDate", [.string("2026-02-28")])
        #expect(try await session.field("day").call("StepUp", [.uint32(1)]).first == .string("1 March 2026"))

        #expect(try await session.field("time").refusal("InsertText", [.string("1")])?.name == .form(.disabled))
        #expect(try await session.field("contact").call("Toggle") == [.boolean(true)])
        try await session.field("time").type("0910")
        #expect(try await session.field("time").call("StepUp", [.uint32(2)]).first == .string("09:30"))

        let refused = try await session.refusal("SubmitDocument")
        #expect(refused?.name == .form(.notValid) && refused?.message == "I agree to the terms: Agree to the terms")
        #expect(try await session.get("FocusedField") == .string("terms"))
        #expect(try await session.field("terms").type(" ") == "Yes")
        #expect(
            try await session.call("SubmitDocument").string() == #"""
                {"topics": ["price", "quality", "service"], "channel": "shop", "satisfaction": 9.5, \#
                "day": "2026-03-01", "time": "09:30", "contact": true, "terms": true}
                """#
        )
        #expect(try await session.get("State") == .string("submitted"))
    }

    @Test("inputs have properties for their kind and display")
    @LoopActor
    func kinds() async throws {
        let session = try await session(.bus)
        let rows = [
            ("topics", "options", "list", true), ("channel", "options", "buttons", false),
            ("satisfaction", "keyboard", "slider", false), ("day", "date", "", false), ("terms", "toggle", "", false),
        ]
        for (name, input, display, isMultiple) in rows {
            let field = session.field(name)
            #expect(try await field.get("Input") == .string(input))
            #expect(try await field.get("Display") == .string(display))
            #expect(try await field.get("Multiple") == .boolean(isMultiple))
        }
        let many: [Value] = try await session.apply([
            ("Toggle", [("field", .string("terms"))]),
            ("SelectOptions", [("field", .string("topics")), ("indices", .array(.uint32, [.uint32(1)]))]),
            ("StepUp", [("field", .string("satisfaction")), ("count", .uint32(2))]),
        ])
        #expect(many.first == .uint64(1))
        let values = try await session.call("GetValues").texts()
        #expect(values["topics"] == #"["quality"]"# && values["satisfaction"] == "1" && values["terms"] == "true")
    }
}
