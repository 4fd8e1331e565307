import FormModel
import Testing

@Suite("An input in a definition")
struct InputDecodingTests {
    private static let list = #""input": {"type": "options", "options": ["a", "b", "c"]"#

    @Test(
        "the keys of an input are checked, separately and together with the field's",
        arguments: [
            (
                "\(list), \"atLeast\": 2}",
                ["/input/atLeast: at most one option is chosen: the key “multiple” is missing"]
            ),
            ("\(list), \"atMost\": 2}", ["/input/atMost: at most one option is chosen: the key “multiple” is missing"]),
            (
                "\(list), \"multiple\": true, \"atLeast\": 3, \"atMost\": 2}",
                ["/input/atLeast: 3 options are to be chosen, and only 2 can be"]
            ),
            (
                "\(list), \"multiple\": true, \"atLeast\": 4}",
                ["/input/atLeast: 4 options are to be chosen, and only 3 can be"]
            ),
            (
                "\(list), \"multiple\": true, \"atMost\": 0}",
                ["/input/atMost: 0 is out of range: 1 to 50000 options"]
            ),
            (
                "\(list), \"display\": \"wheel\"}",
                ["/input/display: unknown value “wheel”; known are “menu”, “list”, “buttons”, “rating”, “grid”"]
            ),
            (
                "\(list), \"multiple\": true}, \"value\": [\"a\", \"x\"]",
                ["/value: “x” is the value or the label of no option"]
            ),
            ("\(list), \"multiple\": true}, \"value\": \"a\"", ["/value: “a” is the value or the label of no option"]),
            (
                "\(list)}, \"value\": [\"a\"]",
                [
                    "/value: “[\"a\"]” is the value or the label of no option",
                    "/value: expected a string, found an array",
                ]
            ),
            (#""value": true"#, ["/value: expected a string, found a boolean"]),
            (#""value": ["a"]"#, ["/value: expected a string, found an array"]),
            (#""input": {"type": "toggle"}, "value": "on""#, ["/value: a toggle is true or false, not “on”"]),
            (
                #""input": {"type": "toggle"}, "trim": true, "maxLength": 4"#,
                [
                    "/maxLength: a toggle: nothing is typed, so that there is no “maxLength”",
                    "/trim: a toggle: nothing is typed, so that there is no “trim”",
                ]
            ),
            (
                #""input": {"type": "toggle"}, "mode": {"type": "password"}"#,
                ["/mode: a toggle: there is no text to hide and no button, so no mode but “plain”"]
            ),
            (
                "\(list), \"multiple\": true}, \"secret\": true",
                ["/secret: several options: what is chosen can be seen, so that it is no secret"]
            ),
            (#""input": {"type": "slider", "min": 0}"#, ["/input: an input of a slider needs the key “max”"]),
            (
                #""input": {"type": "slider", "min": 1, "max": 1}"#,
                ["/input/max: the maximum 1 is not above the minimum 1"]
            ),
            (
                #""input": {"type": "slider", "min": 0, "max": 1, "step": 0}"#,
                ["/input/step: the step 0 is not above 0"]
            ),
            (
                #""input": {"type": "slider", "min": 0, "max": 1, "step": 0.123456789012345678}"#,
                ["/input/step: the step and the minimum have more than 17 digits"]
            ),
            (
                #""input": {"type": "slider", "min": 0, "max": 1}, "formatter": {"type": "mask", "mask": "[0]"}"#,
                ["/formatter: a slider's formatter writes numbers"]
            ),
        ]
    )
    func faults(_ members: String, _ expected: [String]) {
        #expect(findings(inField: members).sorted() == expected.map { "error: \($0)" }.sorted())
    }

    @Test("an input is decoded as it is written")
    func inputs() throws {
        let several = try #require(
            decodedField("\(Self.list), \"multiple\": true, \"atLeast\": 1, \"atMost\": 2}, \"value\": [\"c\", \"a\"]")
        )
        guard case .options(let input) = several.input else {
            Issue.record("the field has no options")
            return
        }
        #expect(input.allowsSeveral && input.least == 1 && input.most == 2 && input.display == nil)
        #expect(several.value == #"["c", "a"]"#)
        let toggle = decodedField(#""input": {"type": "toggle"}, "value": true"#)
        #expect(toggle?.input == .toggle && toggle?.value == "true")
        #expect(decodedField(#""input": "toggle""#)?.input == .toggle)
        let slider = decodedField(#""input": {"type": "slider", "min": -1, "max": 1e1, "step": 0.25}"#)
        var expected = SliderInput()
        expected.minimum = DecimalNumber(-1)
        expected.maximum = DecimalNumber(10)
        expected.step = try #require(DecimalNumber("0.25"))
        #expect(slider?.input == .slider(expected))
    }
}

@Suite("A grid of steps")
struct StepGridTests {
    @Test(
        "a step leads from any number to the neighbouring steps",
        arguments: [
            (7, 1, 10), (7, -1, 5), (10, 1, 15), (10, -2, 0), (-7, 1, -5), (-7, -1, -10), (0, 0, 0),
        ] as [(Int, Int, Int)]
    )
    func moves(number: Int, count: Int, expected: Int) throws {
        #expect(try #require(StepGrid(step: 5, base: 0)).moved(number, by: count) == expected)
    }

    @Test("steps do not exceed the range of the type, and must be above 0")
    func limits() throws {
        let grid = try #require(StepGrid<Int8>(step: 100, base: 3))
        #expect(grid.moved(103, by: 1) == nil && grid.moved(3, by: -2) == nil && grid.moved(-128, by: 1) == nil)
        #expect(grid.nearest(to: 120, below: false) == nil && grid.nearest(to: 120, below: true) == 103)
        #expect(StepGrid(step: 0, base: 0) == nil && StepGrid(step: -1, base: 0) == nil)
    }

    @Test("decimal steps are exact", arguments: ["0", "-1.5", "123456789012345678901234.567", "-0.001"])
    func decimals(text: String) throws {
        let number = try #require(DecimalNumber(text))
        #expect(number.wholeUnits(scale: 3).map { DecimalNumber(units: $0, scale: 3) } == number)
        #expect(number.wholeUnits(scale: 40) == nil)
    }
}

@Suite("A moment")
struct MomentStepTests {
    @Test(
        "a date and time can be moved by a number of units",
        arguments: [
            ("2024-01-31", .date, 1, .month, "2024-02-29"), ("2023-12-31", .date, 2, .month, "2024-02-29"),
            ("2024-03-31", .date, -1, .month, "2024-02-29"), ("2024-02-29", .date, -4, .year, "2020-02-29"),
            ("2024-02-28", .date, 2, .day, "2024-03-01"), ("0001-01-01", .date, -1, .day, nil),
            ("9999-12-01", .date, 1, .month, nil), ("0001-01-01", .date, -1, .month, nil),
            ("2024-01-01", .date, .max, .year, nil), ("2024-01-01", .date, .min, .day, nil),
            ("23:59", .time, 1, .minute, "00:00"), ("00:00", .time, -1, .second, "23:59:59"),
            ("10:30", .time, 1, .dayPeriod, "22:30"), ("10:30", .time, 25, .hour, "11:30"),
            ("10:30", .time, .max, .hour, nil), ("10:30", .time, 1, .day, nil),
            ("2024-12-31T23:30", .dateTime, 1, .hour, "2025-01-01T00:30"),
            ("2024-12-31T23:30", .dateTime, -3, .dayPeriod, "2024-12-31T11:30"),
            ("2024-01-01T00:00", .dateTime, -1, .second, "2023-12-31T23:59:59"),
        ] as [(String, MomentKind, Int, DatePattern.Component, String?)]
    )
    func adding(
        _ text: String,
        _ kind: MomentKind,
        _ count: Int,
        _ component: DatePattern.Component,
        _ expected: String?
    ) throws {
        let moment = try #require(Moment(iso: text, kind: kind))
        #expect(moment.adding(count, component)?.description == expected)
    }
}
