import FormEngine
import FormModel
import Testing

@Suite("An explanation")
struct ExplanationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var members: String
        var text: String
        /// `rule: verdict message`, the field's in their order.
        var expected: [String]

        init(_ members: String, _ text: String, _ expected: [String]) {
            self.members = members
            self.text = text
            self.expected = expected
        }

        var testDescription: String { "\(members) of “\(text)”" }
    }

    private static let number = #""formatter": {"type": "number", "maximum": 10}"#
    private static let day = #""input": {"type": "date", "format": "dd.MM.yyyy", "max": "2026-03-05"}"#
    private static let mask = #""formatter": {"type": "mask", "mask": "[00]"}, "validateWithFormatter": true"#

    static let rows = [
        Row(number, "11", ["formatter: invalid The value must be at most 10"]),
        Row(number, "10", ["formatter: valid"]),
        Row(number, "", ["formatter: notAsked"]),
        Row(number + #", "enabled": false"#, "11", ["formatter: notAsked"]),
        Row(
            number + #", "validators": [{"type": "minValue", "min": 3}], "required": true"#,
            "2",
            ["required: valid", "formatter: valid", "minValue: invalid The value must be at least 3"]
        ),
        Row(
            #""formatter": {"type": "number", "maximum": 10, "message": "At most {max}!"}"#,
            "11",
            ["formatter: invalid At most 10!"]
        ),
        Row(day, "06.03.2026", ["input: invalid The date must not be after 05.03.2026"]),
        Row(day, "05.03.2026", ["input: valid"]),
        Row(day, "soon", ["input: invalid Enter a date in the form dd.MM.yyyy"]),
        Row(day, "", ["input: notAsked"]),
        Row(mask, "1", ["formatter: invalid Wrong format"]),
        Row(mask, "12", ["formatter: valid"]),
        Row(mask, "", ["formatter: notAsked"]),
        Row(#""maxLength": 1"#, "ab", ["maxLength: invalid The field must contain at most 1 character."]),
        Row(
            #""formatter": {"type": "regexInput", "pattern": "(a|aa)+c?"}"#,
            String(repeating: "a", count: 5_000) + "b",
            ["formatter: unavailable The value could not be checked"]
        ),
    ]

    @Test(
        "an explanation names everything that makes a field invalid, including formatters and calendars",
        arguments: rows
    )
    func obstacles(row: Row) throws {
        var form = try FormDriver(field: row.members)
        try form.perform(.setText(row.text, formats: true, validates: false))
        var time: UInt64 = 0
        let explanations = try form.form.explain {
            time += 1
            return time
        }
        let said = explanations.map { entry in
            "\(entry.rule): \(entry.verdict.rawValue)" + (entry.message.isEmpty ? "" : " \(entry.message)")
        }
        #expect(said == row.expected)
        let isInTheWay = explanations.contains { [.invalid, .unavailable, .pending].contains($0.verdict) }
        #expect(form.form.isComplete != isInTheWay)
        let failure = try form.perform(.submit).failure
        #expect((failure != nil) == isInTheWay)
        #expect((failure?.code == .checkUnavailable) == explanations.contains { $0.verdict == .unavailable })
        guard try form.field.isEnabled, let first = explanations.first(where: { !$0.message.isEmpty }) else { return }
        #expect(try form.field.error == first.message)
    }

    static let own = [
        (number, "11", "tooLarge", "Up to {max}", "Up to 10"),
        (day, "06.03.2026", "dateTooLate", "Not past {max}", "Not past 05.03.2026"),
        (day, "x", "date", "As {format}", "As dd.MM.yyyy"),
        (#""formatter": {"type": "date", "format": "dd.MM.yyyy"}"#, "31.02.2026", "noSuchDate", "No!", "No!"),
        (#""formatter": {"type": "enum", "values": ["a"]}"#, "b", "notListed", "Other", "Other"),
        (mask, "1", "wrongFormat", "Short", "Short"),
    ]

    @Test("the form's messages replace those of formatters and calendars, too", arguments: 0..<own.count)
    func ownWords(number: Int) throws {
        let (members, text, name, message, expected) = Self.own[number]
        let json = #"{"fields": [{"id": "a", \#(members)}], "messages": {"\#(name)": "\#(message)"}}"#
        var form = try FormDriver(json: json)
        try form.perform(.setText(text, formats: true, validates: true))
        #expect(try form.field.error == expected)
    }

    @Test("a secret is not explained, whether it is read by name, in a column, or by a condition in a computation")
    func secrets() throws {
        var form = try PartTests.driver(
            """
            {"fields": [
              {"id": "pin"}, {"id": "staff", "repeat": {"min": 1, "max": 3}, "fields": [{"id": "code"}]},
              {"id": "first", "computed": {"first": [{"field": "staff.code"}]}},
              {"id": "a", "value": "x", "validators": [{"type": "check", "check": {"all": [
                {"field": "pin", "equals": "7421"}, {"field": "first", "less": 9000}]}}]},
              {"id": "b", "value": "1", "validators": [{"type": "maxValue", "max":
                {"when": {"field": "pin", "equals": "7421"}, "then": 5, "else": 6}}]}]}
            """
        )
        try PartTests.put("7421", into: "pin", &form)
        try PartTests.put("8765", into: "staff_1_code", &form)
        let code = try #require(form.form.index(ofField: "staff_1_code"))
        func explained() throws -> String {
            try form.form.explain { 0 }.map { "\($0.parameters) \($0.read)" }.joined()
        }
        #expect(try explained().contains("8765") && explained().contains("when(pin passes, 5, 6) = 5"))
        try form.perform(.field(0, .setMode(.password(reveal: .alwaysVisible), json: "{}")))
        try form.perform(.field(code, .setMode(.password(reveal: .alwaysVisible), json: "{}")))
        #expect(try !explained().contains("8765") && !explained().contains("7421"))
        #expect(try !explained().contains("pin passes") && explained().contains("when(pin = •, 5, 6) = •"))
    }

    @Test("an explanation that takes longer than a call is refused")
    func time() throws {
        let form = try PartTests.driver(#"{"fields": [{"id": "a", "value": "x", "required": true}]}"#).form
        let spent = WorkBudget(time: .zero, timeForRules: .zero) { .seconds(1) }
        let error = #expect(throws: FormError.self) { try form.explain(attempt: Attempt(budget: spent)) { 0 } }
        #expect(error?.code == .limitExceeded)
    }
}
