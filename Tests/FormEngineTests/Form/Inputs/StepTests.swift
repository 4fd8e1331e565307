import FormEngine
import FormModel
import RandomTesting
import Testing
import TextEditing

@Suite("A step")
struct StepTests {
    private static func form(_ members: String, today: String = "2026-03-05") throws -> FormDriver {
        let form = try FormDriver(json: #"{"fields": [{"id": "a", \#(members)}]}"#)
        return FormDriver(form: try Form(form.form.compiled, today: try #require(CalendarDay(iso: today))))
    }

    struct Row: Sendable {
        var members: String
        var value: String
        var count: Int
        /// `nil` where no step leads anywhere.
        var expected: String?
        var caret: Int?

        init(_ members: String, _ value: String, _ count: Int, _ expected: String?, caret: Int? = nil) {
            self.members = members
            self.value = value
            self.count = count
            self.expected = expected
            self.caret = caret
        }
    }

    private static let number = #""formatter": {"type": "number"}"#
    private static let slider = #""input": {"type": "slider", "min": -1, "max": 1, "step": 0.25}"#
    private static let bounded = #""formatter": {"type": "number", "minimum": 2, "maximum": 10}"#
    private static func step(_ step: String, _ base: String = "0") -> String {
        #"\#(number), "validators": [{"type": "step", "step": \#(step), "base": \#(base)}]"#
    }

    static let numbers = [
        Row(number, "1.5", 1, "2.5"), Row(number, "-1", 3, "2"), Row(number, "", 1, "1"), Row(number, "", -2, "-2"),
        Row(#""formatter": {"type": "percent"}"#, "12.5", 1, "13.5"),
        Row(#""formatter": {"type": "currency", "currency": "EUR"}"#, "9.99", 1, "10.99"),
        // Bounds: a step ends at them, and goes no way that it does not say.
        Row(bounded, "9", 5, "10"), Row(bounded, "10", 1, nil), Row(bounded, "2", -1, nil), Row(bounded, "", 1, "2"),
        Row(bounded, "11", 1, nil), Row(bounded, "11", -1, "10"),
        Row(#""formatter": {"type": "number", "negative": false}"#, "1", -5, "0"),
        Row(#"\#(number), "validators": [{"type": "maxValue", "max": 3, "exclusive": true}]"#, "1", 9, "2"),
        Row(#"\#(number), "validators": [{"type": "minValue", "min": 3}]"#, "5", -9, "3"),
        // The rule's step: the first one leads to the nearest number that is right.
        Row(step("5"), "7", 1, "10"), Row(step("5"), "7", -1, "5"), Row(step("5", "1"), "7", 1, "11"),
        Row(step("0.1"), "0.3", -2, "0.1"), Row(step("5"), "-7", 1, "-5"), Row(step("5"), "-7", -2, "-15"),
        Row(slider, "0", 1, "0.25"), Row(slider, "0.9", 1, "1"), Row(slider, "-1", -1, nil), Row(slider, "", 1, "0.25"),
        Row(slider, "0.25", 100, "1"),
        // Exact, whatever the size, and no trap beyond what can be computed.
        Row(number, "99999999999999999999.1", 1, "100000000000000000000.1"),
        Row(number, "9" + String(repeating: "0", count: 60), 1, nil), Row(number, "1", 4_294_967_295, "4294967296"),
    ]

    private static let date = #""formatter": {"type": "date", "format": "dd.MM.yyyy"}"#
    private static let time = #""formatter": {"type": "time", "format": "HH:mm"}"#
    private static let opening =
        #""formatter": {"type": "time", "format": "HH:mm", "minimum": "09:00", "maximum": "17:00"}"#
    private static let clock = #""formatter": {"type": "time", "format": "h:mm:ss a"}"#
    private static let both = #""formatter": {"type": "dateTime", "format": "yyyy-MM-dd HH:mm"}"#
    private static let picker = #""input": {"type": "date", "format": "d MMMM yyyy", "max": "2026-03-10"}"#

    static let moments = [
        Row(date, "2024-01-31", 1, "2024-02-01"), Row(date, "2024-01-31", 1, "2024-02-29", caret: 4),
        Row(date, "2023-01-31", 13, "2024-02-29", caret: 5), Row(date, "2024-02-29", 1, "2025-02-28", caret: 7),
        Row(date, "2024-02-29", -1, "2024-02-28", caret: 0), Row(date, "2024-02-29", -1, "2024-02-28"),
        Row(date, "9999-12-31", 1, nil), Row(date, "", 1, "2026-03-05"), Row(date, "0001-01-01", -4_294_967_295, nil),
        Row(
            #"\#(date), "validators": [{"type": "step", "step": 7, "base": "2026-03-02"}]"#,
            "2026-03-05",
            1,
            "2026-03-09"
        ),
        Row(
            #"\#(date), "validators": [{"type": "step", "step": 7, "base": "2026-03-02"}]"#,
            "2026-03-02",
            -2,
            "2026-02-16"
        ),
        Row(
            #""formatter": {"type": "date", "format": "dd.MM.yyyy", "maximum": "today"}"#,
            "2026-03-01",
            9,
            "2026-03-05"
        ),
        Row(time, "23:59", 1, "00:00"), Row(time, "00:00", -1, "23:00", caret: 1), Row(time, "10:15", 5, "10:20"),
        Row(time, "", 1, "00:00"), Row(clock, "11:00:59", 1, "11:01:00"),
        Row(clock, "11:30:00", 1, "23:30:00", caret: 9),
        Row(#""formatter": {"type": "time", "format": "HH:mm", "maximum": "17:00"}"#, "16:59", 5, "17:00"),
        Row(#""formatter": {"type": "time", "format": "HH:mm", "maximum": "17:00"}"#, "17:00", 1, nil),
        Row(opening, "08:00", -1, nil), Row(opening, "08:00", -1, nil, caret: 1), Row(opening, "08:00", 1, "09:00"),
        Row(opening, "09:00", -1, nil), Row(opening, "09:05", -9, "09:00"), Row(opening, "18:00", 1, nil),
        Row(opening, "18:00", -1, "17:00"), Row(opening, "23:59", 1, nil),
        Row(#"\#(opening), "validators": [{"type": "step", "step": 900}]"#, "08:10", -1, nil),
        Row(#""formatter": {"type": "date", "format": "dd.MM.yyyy", "minimum": "2026-03-01"}"#, "2026-02-01", -1, nil),
        Row(#"\#(time), "validators": [{"type": "step", "step": 900}]"#, "10:20", 1, "10:30"),
        Row(#"\#(time), "validators": [{"type": "step", "step": 900}]"#, "10:30", 1, "11:30", caret: 1),
        Row(both, "2024-12-31T23:59", 1, "2025-01-01T23:59"),
        Row(both, "2024-12-31T23:59", 1, "2025-01-01T00:59", caret: 12),
        Row(picker, "2026-02-28", 1, "2026-03-01"), Row(picker, "2026-02-28", 1, "2026-03-10", caret: 4),
        Row(picker, "2026-03-10", 1, nil), Row(picker, "", 1, "2026-03-05"),
        Row(picker, "2026-03-10", -2, "2024-03-10", caret: 11),
    ]

    private static let options = #""input": {"type": "options", "options": ["a", "b", "c"]}"#

    static let choices = [
        Row(options, "", 1, "a"), Row(options, "", -1, "c"), Row(options, "a", 1, "b"), Row(options, "c", 1, nil),
        Row(options, "a", -1, nil), Row(options, "a", 9, "c"), Row(#""input": {"type": "toggle"}"#, "false", 2, "true"),
        Row(#""input": {"type": "toggle"}"#, "true", 1, nil), Row(#""input": {"type": "toggle"}"#, "true", -1, "false"),
    ]

    @Test(
        "a step changes to the next number, date, time or option, stops at the bounds, and can be undone",
        arguments: numbers + moments + choices
    )
    func steps(row: Row) throws {
        var form = try Self.form(row.members)
        try form.perform(.setText(row.value, formats: true, validates: nil))
        let before = try (form.field.text, form.field.value)
        if let caret = row.caret { try form.perform(.select(start: caret, length: 0)) }
        let outcome = try form.perform(.step(row.count))
        guard case .edit(_, _, let accepted) = outcome.results.first else {
            Issue.record("a step replies as an edit does")
            return
        }
        #expect(accepted == (row.expected != nil))
        #expect(try form.field.value == row.expected ?? before.1)
        #expect(accepted || outcome.changes.isEmpty)
        guard accepted else { return }
        #expect(try form.field.isTouched && form.field.selection.end <= form.field.text.unicodeScalars.count)
        try form.perform(.undo)
        #expect(try form.field.text == before.0 && form.field.value == before.1)
    }

    @Test(
        "a step ends at a bound that is computed from another field",
        arguments: [("2", 1, "3"), ("2", 9, "5"), ("5", 1, "5"), ("7", 1, "7"), ("7", -1, "5"), ("2", -9, "-7")]
    )
    func computedBounds(value: String, count: Int, expected: String) throws {
        var form = try FormDriver(
            json: #"""
                {"fields": [
                  {"id": "a", "formatter": {"type": "number"},
                    "validators": [{"type": "maxValue", "max": {"field": "most"}}]},
                  {"id": "most", "value": "5", "formatter": {"type": "number"}}
                ]}
                """#
        )
        try form.perform(.setText(value, formats: true, validates: nil))
        try form.perform(.step(count))
        #expect(try form.field.value == expected)
    }

    @Test("no step moves against its direction, whatever bounds and steps there are")
    func direction() throws {
        var random = SeededGenerator(seed: 33)
        let times = (0..<12).map { _ in
            "\(Int.random(in: 10...23, using: &random)):\(Int.random(in: 10...59, using: &random))"
        }
        for _ in 0..<400 {
            let (low, high) = (random.pick(times), random.pick(times))
            let bounds = [#", "minimum": "\#(min(low, high))""#, #", "maximum": "\#(max(low, high))""#]
            let members = random.pick([bounds[0], bounds[1], bounds.joined()])
            var driver = try Self.form(
                #""formatter": {"type": "time", "format": "HH:mm"\#(members)}, "#
                    + #""validators": [{"type": "step", "step": \#(random.pick(["1", "60", "420", "900", "3600"]))}]"#
            )
            let start = random.pick(times)
            try driver.perform(.setText(start, formats: true, validates: nil))
            try driver.perform(.select(start: Int.random(in: 0...5, using: &random), length: 0))
            let count = random.pick([-100, -7, -1, 1, 7, 100])
            try driver.perform(.step(count))
            let end = try driver.field.value
            #expect(count > 0 ? end >= start : end <= start, "\(members): \(start) by \(count) is \(end)")
        }
    }

    @Test("repeated steps change the same part of a date, which stays selected if it was selected", arguments: [0, 2])
    func samePart(length: Int) throws {
        var form = try Self.form(Self.date)
        try form.perform(.setText("2024-11-30", formats: true, validates: nil))
        try form.perform(.select(start: 3, length: length))
        for _ in 0..<3 { try form.perform(.step(1)) }
        #expect(try form.field.value == "2025-02-28" && form.field.selection.length == length)
        try form.perform(.undo)
        #expect(try form.field.value == "2024-11-30")
    }

    @Test("a step changes nothing in an incomplete text, and in a field without steps")
    func nothing() throws {
        for (members, text) in [(Self.number, "-"), (Self.date, "31.0"), (Self.time, "1")] {
            var form = try Self.form(members)
            try form.type(text)
            let shown = try form.field.text
            #expect(try form.perform(.step(1)).changes.isEmpty)
            #expect(try form.field.text == shown)
        }
        var form = try Self.form(Self.number)
        #expect(try form.perform(.step(0)).changes.isEmpty)
        for members in [#""label": "A""#, #""formatter": {"type": "mask", "mask": "[00]"}"#] {
            form = try Self.form(members)
            let error = #expect(throws: FormError.self) { try form.perform(.step(1)) }
            #expect(error?.code == .actionDisabled)
        }
    }

    @Test("a step is a user's edit, and is refused if those are not allowed")
    func refused() throws {
        for members in [#""readOnly": true"#, #""enabled": false"#, #""allowedEdits": ["clipboard"]"#] {
            var form = try Self.form("\(Self.number), \(members)")
            #expect(throws: FormError.self) { try form.perform(.step(1)) }
        }
        var form = try Self.form("\(Self.number), \"inputValidators\": [{\"type\": \"oneOf\", \"values\": [\"1\"]}]")
        try form.perform(.step(1))
        #expect(try form.perform(.step(1)).results == [.edit(text: "1", caret: 1, accepted: false)])
    }
}

@Suite("The rule about steps")
struct StepRuleTests {
    @Test(
        "the rule counts days from a date and seconds from a time",
        arguments: [
            (#"{"step": 7}"#, "1970-01-08", true), (#"{"step": 7}"#, "1970-01-07", false),
            (#"{"step": 7, "base": "2026-03-02"}"#, "2026-03-09", true),
            (#"{"step": 7, "base": "2026-03-02"}"#, "2026-02-23", true),
            (#"{"step": 7, "base": "2026-03-02"}"#, "2026-03-03", false),
            (#"{"step": 900}"#, "10:15", true), (#"{"step": 900}"#, "10:20", false),
            (#"{"step": 900, "base": "00:05"}"#, "10:20", true), (#"{"step": 0.5}"#, "10:20:01", true),
            (#"{"step": 86400, "base": "2026-03-02T12:00"}"#, "2026-03-05T12:00", true),
            (#"{"step": 86400, "base": "2026-03-02T12:00"}"#, "2026-03-05T12:01", false),
        ]
    )
    func moments(_ keys: String, _ text: String, _ passes: Bool) throws {
        let rule = #"{"type": "step", \#(keys.dropFirst())"#
        var form = try FormDriver(json: #"{"fields": [{"id": "a", "validators": [\#(rule)]}]}"#)
        try form.perform(.setText(text, formats: true, validates: true))
        #expect(try form.field.isValid == passes)
    }

    @Test(
        "the message contains the step and the base",
        arguments: [
            (
                #""step": 7, "base": "2026-03-02""#, "2026-03-03",
                "The number of days from 2026-03-02 must be a multiple of 7"
            ),
            (#""step": 7"#, "2026-03-03", "The number of days from 1970-01-01 must be a multiple of 7"),
            (#""step": 900"#, "10:20", "The time from 00:00 must be a multiple of 00:15"),
            (#""step": 5400, "base": "00:30""#, "10:20", "The time from 00:30 must be a multiple of 01:30"),
            (#""step": 90"#, "2026-03-03T10:20", "The time from 1970-01-01T00:00 must be a multiple of 00:01:30"),
            (#""step": 2"#, "3", "The value must be a multiple of 2"),
        ]
    )
    func messages(_ keys: String, _ text: String, _ message: String) throws {
        var form = try FormDriver(json: #"{"fields": [{"id": "a", "validators": [{"type": "step", \#(keys)}]}]}"#)
        try form.perform(.setText(text, formats: true, validates: true))
        #expect(try form.field.error == message)
    }
}

@Suite("A slider")
struct SliderTests {
    private static func form(_ input: String, _ members: String = "") throws -> FormDriver {
        try FormDriver(json: #"{"fields": [{"id": "a", "input": {"type": "slider", \#(input)}\#(members)}]}"#)
    }

    @Test(
        "a slider accepts numbers between its bounds that are whole steps from the minimum",
        arguments: [
            ("0.5", ""), ("-1", ""), ("3", ""), ("0.6", "The value must be -1 and a multiple of 0.5 more or less"),
            ("3.5", "The value must be at most 3"), ("-2", "The value must be at least -1"), ("", ""),
        ]
    )
    func judged(_ value: String, _ error: String) throws {
        var form = try Self.form(#""min": -1, "max": 3, "step": 0.5"#)
        try form.perform(.setText(value, formats: true, validates: true))
        #expect(try form.field.error == error && form.field.value == value)
        #expect(try form.field.input == "keyboard" && form.field.display == "slider")
    }

    @Test("a slider's number can be typed in the notation of the language, with no more decimals than its steps have")
    func typed() throws {
        var form = try Self.form(#""min": 0, "max": 9000, "step": 0.5"#)
        try form.type("1234.56")
        #expect(try form.field.text == "1,234.5" && form.field.value == "1234.5")
        form = try Self.form(#""min": 0, "max": 100"#, #", "formatter": {"type": "percent"}"#)
        try form.type("12")
        #expect(try form.field.text == "12%")
        try form.perform(.setText("101", formats: true, validates: true))
        #expect(try !form.field.isValid)
    }
}
