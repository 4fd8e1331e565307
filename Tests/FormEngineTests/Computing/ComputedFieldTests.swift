@testable import FormEngine
import FormModel
import Testing
import TextEditing

@Suite("Computed fields")
struct ComputedFieldTests {
    /// A session of a form of these fields, written as in a definition.
    static func driver(_ fields: String, values: [String: String] = [:]) throws -> FormDriver {
        let decoded = DefinitionDecoder().decode(#"{"fields": [\#(fields)]}"#, name: "")
        #expect(decoded.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        let definition = try #require(decoded.value)
        return FormDriver(
            form: try Form(definition: definition, types: .inAllLanguages, locale: "en", values: values)
        )
    }

    static func index(_ name: String, _ driver: FormDriver) throws -> Int {
        try #require((0..<driver.form.fieldCount).first { driver.form.field($0).id == name })
    }

    static func set(_ name: String, _ text: String, _ driver: inout FormDriver) throws {
        try driver.perform(.field(try index(name, driver), .setText(text, formats: true, validates: true)))
    }

    static func value(_ name: String, _ driver: FormDriver) throws -> String {
        driver.form.field(try index(name, driver)).value
    }

    /// The value that a tree over the fields `a`, `b` and `c` has, and the warning, if there is one.
    private static func result(_ tree: String, _ values: [String]) throws -> (value: String, warning: String) {
        let fields = #"{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "x", "computed": \#(tree)}"#
        var driver = try driver(fields)
        for (name, value) in zip(["a", "b", "c"], values) { try set(name, value, &driver) }
        let field = driver.form.field(3)
        return (field.value, field.warning)
    }

    private static let a = #"{"field": "a"}"#
    private static let b = #"{"field": "b"}"#
    private static let c = #"{"field": "c"}"#

    @Test(
        "each operator has the right value, and most have none while an operand is empty",
        arguments: [
            ("{\"sum\": [\(a), \(b), 0.1]}", ["0.2", "1000"], "1000.3"),
            ("{\"sum\": [\(a), \(b)]}", ["0.2", ""], ""),
            ("{\"difference\": [\(a), \(b)]}", ["1", "2.5"], "-1.5"),
            ("{\"product\": [\(a), \(b), -2]}", ["1.5", "4"], "-12"),
            ("{\"quotient\": [\(a), \(b)]}", ["1", "8"], "0.125"),
            ("{\"quotient\": [\(a), \(b)]}", ["", "0"], ""),
            ("{\"round\": [\(a)]}", ["2.5"], "3"),
            ("{\"round\": [{\"quotient\": [\(a), 3]}, 2]}", ["2"], "0.67"),
            ("{\"min\": [\(a), \(b)]}", ["10", "9.5"], "9.5"),
            ("{\"max\": [\(a), \(b)]}", ["2026-03-05", "2025-12-31"], "2026-03-05"),
            ("{\"max\": [\(a), \(b)]}", ["1", ""], ""),
            ("{\"count\": [\(a), \(b), \(c)]}", ["x", "", "y"], "2"),
            ("{\"first\": [\(a), \(b), \"none\"]}", ["", "second"], "second"),
            ("{\"first\": [\(a), \(b), \"none\"]}", ["", ""], "none"),
            ("{\"daysBetween\": [\(a), \(b)]}", ["2024-02-28", "2024-03-01"], "2"),
            ("{\"daysBetween\": [\(a), \"2024-01-01\"]}", ["2024-02-01"], "-31"),
            ("{\"daysBetween\": [\(a), \(b)]}", ["2024-02-28T23:59", "2024-03-01T00:00:15.5Z"], "2"),
            ("{\"max\": [\(a), \(b)]}", ["2026-03-05T09:30+02:00", "2026-03-05T08:00Z"], "2026-03-05T08:00Z"),
            ("{\"min\": [\(a), \(b)]}", ["09:30:15", "09:30"], "09:30"),
            ("{\"yearsBetween\": [\(a), \(b)]}", ["2000-02-29", "2023-02-28"], "22"),
            ("{\"yearsBetween\": [\(a), \(b)]}", ["2000-02-29", "2023-03-01"], "23"),
            ("{\"yearsBetween\": [\(a), \(b)]}", ["2023-03-01", "2000-02-29"], "-23"),
            ("{\"concat\": [\(a), \(b), \(c)], \"separator\": \", \"}", ["x", "", "z"], "x, z"),
            ("{\"concat\": [\(a), \"-\", \(b)]}", ["1", "2"], "1-2"),
            (
                "{\"when\": {\"field\": \"a\", \"less\": 10}, \"then\": \"low\", \"else\": \(b)}", ["9.99", "high"],
                "low"
            ),
            (
                "{\"when\": {\"field\": \"a\", \"less\": 10}, \"then\": \"low\", \"else\": \(b)}", ["10", "high"],
                "high"
            ),
            ("{\"when\": {\"field\": \"a\", \"equals\": \"x\"}, \"then\": 1}", ["y"], ""),
            ("{\"score\": [\(a), \(b)], \"points\": {\"never\": 0, \"daily\": 3}}", ["daily", "daily"], "6"),
            ("{\"score\": [\(a), \(b)], \"points\": {\"never\": 0, \"daily\": 3}}", ["daily", ""], ""),
            ("{\"score\": [\(a), \(b)]}", ["2", "3"], "5"),
            ("{\"day\": \"2026-03-05\"}", [], "2026-03-05"),
            ("{\"daysBetween\": [{\"day\": \"today\"}, \"today\"]}", [], "0"),
        ]
    )
    func operators(tree: String, values: [String], expected: String) throws {
        let result = try Self.result(tree, values)
        #expect(result.value == expected)
        #expect(result.warning == "")
    }

    @Test(
        "a value that cannot be computed is empty, with a warning",
        arguments: [
            ("{\"quotient\": [\(a), \(b)]}", ["1", "0"], "A division by zero has no result"),
            ("{\"sum\": [\(a), 1]}", ["abc"], "The value cannot be worked out from the other answers"),
            ("{\"daysBetween\": [\(a), \(b)]}", ["2026-02-30", "2026-01-01"], notComputable),
            ("{\"daysBetween\": [\(a), \(b)]}", ["2026-03-01garbage", "2026-01-01"], notComputable),
            ("{\"max\": [\(a), \(b)]}", ["2026-03-01 soon", "2026-01-01"], notComputable),
            ("{\"max\": [\(a), \(b)]}", ["08:30x", "09:00"], notComputable),
            ("{\"max\": [\(a), \(b)]}", ["1", "2026-01-01"], notComputable),
            ("{\"product\": [\(a), \(a)]}", ["12345678901234567890123456789012345678"], notComputable),
        ]
    )
    func faults(tree: String, values: [String], warning: String) throws {
        let result = try Self.result(tree, values)
        #expect(result.value == "")
        #expect(result.warning == warning)
    }

    private static let notComputable = "The value cannot be worked out from the other answers"

    @Test("the warning names the answers that are of the wrong kind, and only those that the value needs")
    func misfits() throws {
        var driver = try Self.driver(
            #"""
            {"id": "a", "label": "Amount"}, {"id": "b", "label": "Price"}, {"id": "c", "label": "Day"},
            {"id": "x", "computed": {"when": {"field": "c", "empty": true},
              "then": {"sum": [{"product": [{"field": "a"}, {"field": "b"}]}, 1]},
              "else": {"daysBetween": [{"field": "c"}, "2026-01-01"]}}}
            """#
        )
        for (values, labels) in [
            (["some", "much", ""], "Amount, Price"), (["2", "much", ""], "Price"), (["2", "much", "soon"], "Day"),
        ] {
            for (name, value) in zip(["a", "b", "c"], values) { try Self.set(name, value, &driver) }
            #expect(driver.form.field(3).warning == "\(Self.notComputable): \(labels)")
        }
    }

    @Test("a computed text that is too long for a field is empty, with a warning")
    func tooLong() throws {
        let half = String(repeating: "a", count: 40_000)
        let result = try Self.result("{\"concat\": [\(Self.a), \(Self.b)]}", [half, half])
        #expect(result.value == "")
        #expect(result.warning == Self.notComputable)
        #expect(try Self.result("{\"concat\": [\(Self.a), \(Self.b)]}", [half, "b"]).value == half + "b")
    }

    @Test(
        "two values are equal if they are the same text, or the same number where one is known to be a number",
        arguments: [
            (#"{"field": "a", "equals": {"field": "b"}}"#, "x", "x", true),
            (#"{"field": "a", "equals": {"field": "b"}}"#, "007", "7", false),
            (#"{"field": "a", "equals": {"field": "b"}}"#, "", "", true),
            (#"{"field": "a", "equals": {"field": "b"}}"#, "x", "", false),
            (#"{"field": "a", "notEquals": {"field": "b"}}"#, "x", "", true),
            (#"{"field": "a", "equals": {"field": "number"}}"#, "3.50", "", true),
            (#"{"field": "a", "equals": {"sum": [{"field": "b"}, 1]}}"#, "3.0", "2", true),
            (#"{"field": "a", "equals": {"sum": [{"field": "b"}, 1]}}"#, "", "", true),
            (#"{"computed": {"count": [{"field": "a"}, {"field": "b"}]}, "equals": 2}"#, "x", "y", true),
            (#"{"computed": {"concat": [{"field": "a"}, {"field": "b"}]}, "notEquals": "xy"}"#, "x", "y", false),
        ]
    )
    func equality(condition: String, a: String, b: String, isEqual: Bool) throws {
        var driver = try Self.driver(
            """
            {"id": "a"}, {"id": "b"}, {"id": "number", "formatter": {"type": "number"}, "value": "3.5"},
            {"id": "x", "visibleWhen": \(condition)}
            """
        )
        try Self.set("a", a, &driver)
        try Self.set("b", b, &driver)
        #expect(driver.form.field(3).isVisible == isEqual)
    }

    @Test("a check compares two answers, and is judged again when either changes")
    func repetition() throws {
        var driver = try Self.driver(
            """
            {"id": "a"}, {"id": "b", "validators": [
              {"type": "check", "check": {"field": "b", "equals": {"field": "a"}}, "message": "differs"}]}
            """
        )
        try Self.set("a", "x", &driver)
        try Self.set("b", "y", &driver)
        #expect(driver.form.field(1).error == "differs" && !driver.form.isComplete)
        try Self.set("a", "y", &driver)
        #expect(driver.form.field(1).error == "" && driver.form.isComplete)
    }

    @Test("a warning disappears with its cause")
    func mended() throws {
        var driver = try Self.driver(#"{"id": "a"}, {"id": "x", "computed": {"quotient": [1, {"field": "a"}]}}"#)
        try Self.set("a", "0", &driver)
        #expect(driver.form.field(1).warning != "")
        #expect(driver.form.isValid && driver.form.isComplete)
        try Self.set("a", "4", &driver)
        #expect(driver.form.field(1).warning == "")
        #expect(driver.form.field(1).value == "0.25")
        try driver.perform(.undo)
        #expect(driver.form.field(1).warning != "")
    }

    @Test("a formatter formats the computed value, and other fields read the value")
    func formatted() throws {
        var driver = try Self.driver(
            """
            {"id": "net", "formatter": {"type": "number", "maximumFractionDigits": 2}},
            {"id": "tax", "computed": {"product": [{"field": "net"}, 0.19]},
             "formatter": {"type": "number", "minimumFractionDigits": 2, "maximumFractionDigits": 2}},
            {"id": "all", "computed": {"sum": [{"field": "net"}, {"field": "tax"}]}}
            """
        )
        try Self.set("net", "1234.57", &driver)
        #expect(driver.form.field(1).text == "234.57")
        #expect(try Self.value("all", driver) == "1469.14")
        try Self.set("net", "1000", &driver)
        #expect(driver.form.field(1).text == "190.00")
    }

    @Test("a computed text cannot be changed, and setting all values skips it")
    func readOnly() throws {
        var driver = try Self.driver(#"{"id": "a"}, {"id": "x", "computed": {"sum": [{"field": "a"}, 1]}}"#)
        try Self.set("a", "1", &driver)
        #expect(driver.form.field(1).isReadOnly && driver.form.field(1).isComputed)
        for operation: FieldOperation in [
            .insertText("9"), .clear, .setReadOnly(false), .setText("9", formats: true, validates: true),
        ] {
            #expect(throws: FormError.self) { try driver.perform(.field(1, operation)) }
        }
        try driver.perform(.setValues(["a": "5", "x": "100"]))
        #expect(try Self.value("x", driver) == "6")
        try driver.perform(.reset)
        #expect(try Self.value("x", driver) == "")
        let opened = try Self.driver(
            #"{"id": "a"}, {"id": "x", "computed": {"sum": [{"field": "a"}, 1]}}"#,
            values: ["a": "2", "x": "9"]
        )
        #expect(try Self.value("x", opened) == "3")
    }

    @Test("undo restores the typed and the computed text in one step")
    func undo() throws {
        var driver = try Self.driver(#"{"id": "a"}, {"id": "x", "computed": {"product": [{"field": "a"}, 2]}}"#)
        try driver.perform(.field(0, .focus))
        try driver.type("12", in: 0)
        #expect(try Self.value("x", driver) == "24")
        try driver.perform(.undo)
        #expect(try Self.value("a", driver) == "")
        #expect(try Self.value("x", driver) == "")
        try driver.perform(.redo)
        #expect(try Self.value("x", driver) == "24")
    }

    @Test("a hidden field counts as empty, and a computed one can be hidden")
    func visibility() throws {
        var driver = try Self.driver(
            """
            {"id": "a"}, {"id": "b", "visibleWhen": {"field": "x", "greater": 10}},
            {"id": "x", "computed": {"product": [{"field": "a"}, 2]}},
            {"id": "y", "computed": {"first": [{"field": "b"}, "none"]}, "visibleWhen": {"field": "a", "empty": false}}
            """
        )
        #expect(!driver.form.field(3).isVisible)
        try Self.set("a", "6", &driver)
        #expect(driver.form.field(1).isVisible && driver.form.field(3).isVisible)
        try Self.set("b", "text", &driver)
        #expect(try Self.value("y", driver) == "text")
        try Self.set("a", "5", &driver)
        #expect(!driver.form.field(1).isVisible)
        #expect(try Self.value("y", driver) == "none")
    }

    @Test("a value that depends on a secret, even indirectly, is secret")
    func secrets() throws {
        var driver = try Self.driver(
            """
            {"id": "pin", "mode": {"type": "password", "reveal": "alwaysVisible"}},
            {"id": "x", "computed": {"concat": [{"field": "pin"}, "!"]}},
            {"id": "y", "computed": {"concat": [{"field": "x"}, "?"]}}, {"id": "z", "computed": {"count": ["a"]}}
            """
        )
        try Self.set("pin", "1234", &driver)
        #expect(driver.form.field(1).value == "" && driver.form.field(2).value == "")
        #expect(driver.form.field(2).text == "••••••")
        #expect(driver.form.field(3).value == "1")
        let explained = try driver.form.explain { 0 }.map { "\($0.parameters) \($0.read)" }.joined()
        #expect(!explained.contains("1234"))
    }

    @Test("columns contain the values of all rows, and added and removed rows change the result at once")
    func columns() throws {
        var driver = try Self.driver(
            """
            {"id": "rate"},
            {"id": "days", "repeat": {"min": 1, "max": 5}, "fields": [
              {"id": "meals"},
              {"id": "cost", "computed": {"sum": [{"field": "meals"}, {"product": [{"field": "rate"}, 2]}]}},
              {"id": "share", "computed":
                {"round": [{"quotient": [{"field": "cost"}, {"field": "all"}]}, 2]}}]},
            {"id": "all", "computed": {"sum": [{"field": "days.cost"}]}},
            {"id": "rows", "computed": {"count": [{"field": "days.meals"}]}}
            """
        )
        #expect(try Self.value("all", driver) == "")
        #expect(try Self.value("rows", driver) == "0")
        try Self.set("rate", "1.5", &driver)
        try Self.set("days_1_meals", "7", &driver)
        #expect(try Self.value("all", driver) == "10")
        try driver.perform(.addRow(group: "days", position: nil))
        #expect(try Self.value("all", driver) == "10", "an empty row counts nothing")
        try Self.set("days_2_meals", "27", &driver)
        #expect(try Self.value("all", driver) == "40")
        #expect(try Self.value("days_1_share", driver) == "0.25")
        #expect(try Self.value("rows", driver) == "2")
        try driver.perform(.removeRow(group: "days", row: 1))
        #expect(try Self.value("all", driver) == "30")
        #expect(try Self.value("days_2_share", driver) == "1")
        try driver.perform(.undo)
        #expect(try Self.value("all", driver) == "40")
    }

    @Test("rules validate a computed text at once, and bounds can be computed")
    func rules() throws {
        var driver = try Self.driver(
            """
            {"id": "a"}, {"id": "b", "validators": [{"type": "minValue", "min": {"sum": [{"field": "a"}, 1]}}]},
            {"id": "x", "computed": {"sum": [{"field": "a"}, {"field": "b"}]},
             "validators": [{"type": "maxValue", "max": 100, "message": "Too much"}]},
            {"id": "from"}, {"id": "to", "validators": [{"type": "date", "min": {"field": "from"}, "max": "2026-12-31"}]}
            """
        )
        try Self.set("b", "3", &driver)
        #expect(driver.form.field(1).isValid, "there is no bound yet")
        try Self.set("a", "5", &driver)
        #expect(driver.form.field(1).error == "The value must be at least 6")
        try Self.set("b", "96", &driver)
        #expect(driver.form.field(1).isValid)
        #expect(driver.form.field(2).error == "Too much")
        try Self.set("a", "4", &driver)
        #expect(driver.form.field(2).isValid)
        try Self.set("to", "2026-03-01", &driver)
        #expect(driver.form.field(4).isValid)
        try Self.set("from", "2026-03-02", &driver)
        #expect(driver.form.field(4).error == "The date must not be before 2026-03-02")
        try Self.set("to", "2027-01-01", &driver)
        #expect(driver.form.field(4).error == "The date must not be after 2026-12-31")
    }

    @Test("a check can read several fields, and passes while values cannot be compared yet")
    func checks() throws {
        var driver = try Self.driver(
            """
            {"id": "spent"}, {"id": "kind"}, {"id": "budget", "validators": [
              {"type": "check", "check": {"any": [
                 {"field": "spent", "atMost": {"field": "budget"}}, {"field": "kind", "equals": "open"}]},
               "message": "Over budget"}]}
            """
        )
        try Self.set("budget", "10", &driver)
        #expect(driver.form.field(2).isValid)
        try Self.set("spent", "10.5", &driver)
        #expect(driver.form.field(2).error == "Over budget")
        let explanation = try #require(try driver.form.explain { 0 }.first { $0.rule == "check" })
        #expect(
            explanation.parameters.map(\.value)
                == ["any(spent = 10.5 atMost budget = 10, kind does not pass)"]
        )
        try Self.set("kind", "open", &driver)
        #expect(driver.form.field(2).isValid)
        try Self.set("kind", "", &driver)
        try Self.set("spent", "10.0", &driver)
        #expect(driver.form.field(2).isValid)
    }

    @Test(
        "numbers, dates and times can be compared, and a comparison with a missing value does not hold",
        arguments: [
            (#"{"field": "a", "less": 10}"#, "9", true), (#"{"field": "a", "less": 10}"#, "10.0", false),
            (#"{"field": "a", "atMost": 10}"#, "10.0", true), (#"{"field": "a", "greater": "10"}"#, "9", false),
            (#"{"field": "a", "atLeast": 10}"#, "9", false), (#"{"field": "a", "atLeast": 10}"#, "", false),
            (#"{"not": {"field": "a", "atLeast": 10}}"#, "", false), (#"{"field": "a", "less": 10}"#, "x", false),
            (#"{"field": "a", "less": "2026-01-01"}"#, "2025-12-31", true),
            (#"{"field": "a", "less": "2026-01-01"}"#, "2026-01-01T10:00", false),
            (#"{"field": "a", "less": "08:30"}"#, "07:45", true),
            (#"{"computed": {"sum": [{"field": "a"}, 1]}, "greater": 5}"#, "4.5", true),
            (#"{"field": "a", "contains": "rie"}"#, "Brief", true), (#"{"field": "a", "contains": "x"}"#, "", false),
            (#"{"field": "a", "selected": "x"}"#, "x", true), (#"{"field": "a", "selected": ["x", "y"]}"#, "x", false),
        ]
    )
    func comparisons(condition: String, value: String, holds: Bool) throws {
        var driver = try Self.driver(#"{"id": "a"}, {"id": "b", "visibleWhen": \#(condition)}"#)
        try Self.set("a", value, &driver)
        #expect(driver.form.field(1).isVisible == holds)
    }

    @Test("each of several chosen options can be tested, counted and scored")
    func severalChoices() throws {
        var driver = try Self.driver(
            """
            {"id": "a", "input": {"type": "options", "options": ["bike", "motorbike", "dog"], "multiple": true}},
            {"id": "b", "visibleWhen": {"field": "a", "contains": "bike"}},
            {"id": "c", "visibleWhen": {"field": "a", "selected": ["motorbike", "dog"]}},
            {"id": "n", "computed": {"count": [{"field": "a"}]}},
            {"id": "s", "computed": {"score": [{"field": "a"}], "points": {"bike": 1, "motorbike": 5, "dog": 2}}}
            """
        )
        #expect(try Self.value("n", driver) == "0")
        #expect(try Self.value("s", driver) == "")
        try driver.perform(.field(0, .selectOptions([1, 2])))
        #expect(!driver.form.field(1).isVisible && driver.form.field(2).isVisible)
        #expect(try Self.value("n", driver) == "2")
        #expect(try Self.value("s", driver) == "7")
        try driver.perform(.field(0, .selectOptions([0])))
        #expect(driver.form.field(1).isVisible && !driver.form.field(2).isVisible)
    }

    @Test("an explanation contains the value of each part of the expression")
    func explained() throws {
        var driver = try Self.driver(
            #"{"id": "a"}, {"id": "x", "computed": {"round": [{"product": [{"field": "a"}, 0.3]}, 1]}}"#
        )
        try Self.set("a", "7", &driver)
        let entry = try #require(try driver.form.explain { 0 }.first { $0.rule == "computed" })
        #expect(entry.field == "x")
        #expect(entry.parameters.map(\.value) == ["round(product(a = 7, 0.3) = 2.1, 1) = 2.1"])
        #expect(entry.read.map(\.value) == ["7"])
    }

    @Test("a value computed from a field that becomes secret is secret, in rows added later, too")
    func becomingSecret() throws {
        let sum = #"{"sum": [{"field": "items.price"}, {"field": "fee"}]}"#
        let gross = #"{"product": [{"field": "price"}, {"field": "fee"}]}"#
        var driver = try Self.driver(
            """
            {"id": "fee"}, {"id": "total", "computed": \(sum)}, {"id": "twice", "computed": {"product": [{"field": "total"}, 2]}},
            {"id": "name", "visibleWhen": {"field": "fee", "equals": "7"}}, {"id": "items", "repeat": {"min": 1, "max": 3},
             "fields": [{"id": "price"}, {"id": "gross", "computed": \(gross)}]}
            """
        )
        try Self.set("fee", "7", &driver)
        try Self.set("items_1_price", "5", &driver)
        #expect(try Self.value("twice", driver) == "24")
        try driver.perform(.field(try Self.index("fee", driver), .setMode(.password(reveal: .alwaysVisible))))
        try driver.perform(.addRow(group: "items", position: nil))
        try Self.set("items_2_price", "1", &driver)
        for name in ["fee", "total", "twice", "items_1_gross", "items_2_gross"] {
            let field = driver.form.field(try Self.index(name, driver))
            #expect(field.isSecret && field.value.isEmpty && field.text.allSatisfy { $0 == "•" }, "\(name)")
        }
        #expect(!driver.form.field(try Self.index("name", driver)).isSecret)
        #expect(try Self.value("items_1_price", driver) == "5")
    }

    @Test("a sum over rows is empty once the last row is gone")
    func lastRow() throws {
        var driver = try Self.driver(
            #"""
            {"id": "total", "computed": {"sum": [{"field": "items.price"}]}},
            {"id": "items", "repeat": {"min": 0, "max": 3}, "fields": [{"id": "price"}]}
            """#
        )
        try driver.perform(.addRow(group: "items", position: nil))
        try Self.set("items_1_price", "5", &driver)
        #expect(try Self.value("total", driver) == "5")
        try driver.perform(.removeRow(group: "items", row: 1))
        #expect(try Self.value("total", driver) == "")
        try driver.perform(.undo)
        #expect(try Self.value("total", driver) == "5")
    }

    @Test("a field of a row that was made secret is secret, and empty, when its row comes back")
    func secretInRemovedRow() throws {
        var driver = try Self.driver(
            #"""
            {"id": "name"}, {"id": "items", "repeat": {"min": 0, "max": 3}, "fields": [{"id": "code"}]}
            """#
        )
        try driver.perform(.addRow(group: "items", position: nil))
        let code = try Self.index("items_1_code", driver)
        try driver.perform(.field(code, .setMode(.password(reveal: .alwaysVisible))))
        try Self.set("items_1_code", "1234", &driver)
        try driver.perform(.removeRow(group: "items", row: 1))
        let kept = driver.form.history.undo.steps.compactMap { step in
            step.rows == nil ? nil : step.fields.first { $0.id == "items_1_code" }?.field
        }
        #expect(kept.map(\.text.string) == [""])
        try driver.perform(.undo)
        let field = driver.form.field(try Self.index("items_1_code", driver))
        #expect(field.isSecret && field.isSecureEntry && field.text.isEmpty)
    }
}
