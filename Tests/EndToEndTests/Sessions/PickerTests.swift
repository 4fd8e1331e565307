import DBus
import EventLoop
import FormContract
import FormdTesting
import Foundation
import Testing

@Suite("Pickers on the bus", .loop, .timeLimit(.minutes(2)))
struct PickerTests {
    static let form = """
        {"fields": [
          {"id": "country", "placeholders": ["Country"], "required": true,
           "input": {"type": "options", "options": [
             {"value": "de", "label": {"en": "Germany", "ru": "Германия"}},
             {"value": "ge", "label": {"en": "Georgia", "ru": "Грузия"}}, "Mars"]}},
          {"id": "day", "placeholders": ["Day"],
           "input": {"type": "date", "format": "d MMMM yyyy", "min": "2000-02-29", "max": "today"}},
          {"id": "long", "placeholders": ["Long"], "input": {"type": "options", "options": [\(long)]}},
          {"id": "plain", "placeholders": ["Plain"]}
        ]}
        """

    private static let long = (0..<30_000).map { "\"Option \($0)\"" }.joined(separator: ",")

    @LoopActor
    private func session(_ transport: Transport) async throws -> SessionObject {
        try await Service.start(forms: ["pick": Self.form]).session(transport, form: "pick")
    }

    @Test("an option is chosen, shown in the session's language, and has its value", arguments: Transport.allCases)
    @LoopActor
    func options(_ transport: Transport) async throws {
        let session = try await session(transport)
        try await session.call("Subscribe")
        try await session.client.listen()
        let country = session.field("country")
        #expect(try await country.get("Options") == .strings(["Germany", "Georgia", "Mars"]))
        #expect(try await country.get("SelectedOption") == .int32(-1))
        _ = session.client.takeSignals()
        try await country.call("SelectOption", [.uint32(1)])
        let told = session.client.takeSignals().first { $0.name == "TextChanged" }
        #expect(told?.arguments.prefix(3) == [.string("Georgia"), .string("ge"), .string("picker")])
        #expect(try await country.get("SelectedOption") == .int32(1))
        try await session.set("Locale", .string("ru"))
        #expect(try await country.get("Text") == .string("Грузия"))
        #expect(try await country.get("Options") == .strings(["Германия", "Грузия", "Mars"]))
        #expect(try await session.call("GetValues").texts()["country"] == "ge")
        try await session.call("SetValues", [.texts(["country": "de"])])
        #expect(try await country.get("Text") == .string("Германия"))
        try await session.call("Undo")
        try await session.call("Undo")
        #expect(try await country.get("Text") == .string(""))
    }

    @Test("a day is chosen, formatted, and has an ISO 8601 value", arguments: Transport.allCases)
    @LoopActor
    func dates(_ transport: Transport) async throws {
        let session = try await session(transport)
        try await session.call("Subscribe")
        try await session.client.listen()
        let day = session.field("day")
        try await day.call("SelectDate", [.string("2026-03-05")])
        let told = session.client.takeSignals().filter { ["TextChanged", "DateChanged"].contains($0.name) }
        #expect(told.map(\.name) == ["TextChanged", "DateChanged"])
        #expect(told.last?.arguments.first == .string("2026-03-05"))
        #expect(try await day.get("Text") == .string("5 March 2026"))
        #expect(try await day.get("Value") == .string("2026-03-05"))
        #expect(try await day.get("Date") == .string("2026-03-05"))
        // The daemon's own day is the last one.
        let calendar = Calendar(identifier: .gregorian)
        let today = calendar.dateComponents([.year, .month, .day], from: .now)
        let written = String(format: "%04d-%02d-%02d", today.year ?? 0, today.month ?? 0, today.day ?? 0)
        #expect(
            try await day.get("DateRange")
                == .structure([.string("2000-02-29"), .string(written), .string(written)])
        )
        try await day.call("SelectDate", [.string(written)])
    }

    @Test(
        "invalid choices are refused with the reason",
        arguments: [
            ("country", "SelectOption", Value.uint32(3), .outOfRange, "3"),
            ("country", "SelectOption", .uint32(.max), .outOfRange, "4294967295"),
            ("country", "SelectDate", .string("2026-03-05"), .actionDisabled, "country"),
            ("plain", "SelectOption", .uint32(0), .actionDisabled, "plain"),
            ("day", "SelectDate", .string("2000-02-28"), .outOfRange, "2000-02-29"),
            ("day", "SelectDate", .string("9999-12-31"), .outOfRange, "9999-12-31"),
            ("day", "SelectDate", .string("05.03.2026"), .invalidArgument, "05.03.2026"),
        ] as [(String, MemberName, Value, Contract.Failure, String)]
    )
    @LoopActor
    func refusals(
        _ field: String,
        _ method: MemberName,
        _ argument: Value,
        _ failure: Contract.Failure,
        _ said: String
    ) async throws {
        let session = try await session(.socket)
        let before = try await session.snapshot()
        let refused = try await session.field(field).refusal(method, [argument])
        #expect(refused?.name == .form(failure))
        #expect(refused?.message.contains(said) == true)
        #expect(try await session.snapshot() == before)
    }

    @Test("a long list is read in pages", arguments: Transport.allCases)
    @LoopActor
    func pages(_ transport: Transport) async throws {
        let field = try await session(transport).field("long")
        #expect(try await field.get("OptionCount") == .uint32(30_000))
        #expect(try await field.get("Options").elements?.count == 500)
        let reply = try await field.call("ListOptions", [.string("OPTION 2999"), .uint32(1), .uint32(2)])
        #expect(reply.first == .uint32(11))
        let options = reply.last?.elements?.compactMap(\.members) ?? []
        #expect(
            options == [29990, 29991].map { [.uint32($0), .string("Option \($0)"), .string("Option \($0)")] }
        )
        let refused = try await field.refusal("ListOptions", [.string(""), .uint32(0), .uint32(1_001)])
        #expect(refused?.name == .form(.outOfRange))
        let long = Value.string(String(repeating: "o", count: 257))
        let tooLong = try await field.refusal("ListOptions", [long, .uint32(0), .uint32(1)])
        #expect(tooLong?.name == .form(.textTooLong))
        #expect(tooLong?.message.contains("256") == true)
    }
}
