import FormEngine
import FormModel
import Testing

@Suite("A value that a change of another field sets")
struct SetOnChangeTests {
    private static let json = #"""
        {"fields": [
          {"id": "price", "value": "1"},
          {"id": "count", "value": "2"},
          {"id": "sum", "setOnChange": {"of": ["count"], "to": {"product": [{"field": "price"}, {"field": "count"}]}}},
          {"id": "copy", "setOnChange": {"of": ["sum"], "to": {"field": "sum"}}},
          {"id": "sure", "input": {"type": "toggle"}, "setOnChange": {"of": ["count"], "to": {"field": "price"}}},
          {"id": "rows", "repeat": {"min": 1, "max": 2}, "fields": [
            {"id": "a"}, {"id": "b", "setOnChange": {"of": ["a", "count"], "to": {"concat": [{"field": "a"}, "!"]}}}]}]}
        """#

    private static func value(_ id: String, _ form: FormDriver) throws -> String {
        let index = try #require((0..<form.form.fieldCount).first { form.form.field($0).id == id }, "no field \(id)")
        return form.form.field(index).value
    }

    @Test("is replaced only then, and users can change it in between")
    func setting() throws {
        var form = try FormDriver(json: Self.json)
        #expect(try Self.value("sum", form).isEmpty)
        try form.perform(.setValues(["price": "3"]))
        #expect(try Self.value("sum", form).isEmpty)
        try form.perform(.setValues(["count": "5"]))
        #expect(try Self.value("sum", form) == "15" && Self.value("copy", form) == "15")
        try form.perform(.setValues(["sum": "16"]))
        #expect(try Self.value("sum", form) == "16" && Self.value("copy", form) == "16")
        try form.perform(.setValues(["price": "4"]))
        #expect(try Self.value("sum", form) == "16")
        // A value that the field cannot have leaves it as it is.
        #expect(try Self.value("sure", form) == "false")
    }

    @Test("is set in the row of the field that changes, and in all rows by a field outside")
    func rows() throws {
        var form = try FormDriver(json: Self.json)
        try form.perform(.addRow(group: "rows", position: nil))
        try form.perform(.setValues(["rows_2_a": "x"]))
        #expect(try Self.value("rows_1_b", form).isEmpty && Self.value("rows_2_b", form) == "x!")
        try form.perform(.setValues(["rows_2_b": "", "rows_1_a": ""]))
        try form.perform(.setValues(["count": "9"]))
        #expect(try Self.value("rows_1_b", form) == "!" && Self.value("rows_2_b", form) == "x!")
    }

    @Test("is undone together with the change, and not set by an undo or a reset")
    func undo() throws {
        var form = try FormDriver(json: Self.json)
        try form.perform(.setValues(["count": "5"]))
        try form.perform(.setValues(["sum": "7"]))
        try form.perform(.undo)
        #expect(try Self.value("sum", form) == "5")
        try form.perform(.undo)
        #expect(try Self.value("count", form) == "2" && Self.value("sum", form).isEmpty)
        try form.perform(.redo)
        #expect(try Self.value("count", form) == "5" && Self.value("sum", form) == "5")
        try form.perform(Operation.reset)
        #expect(try Self.value("count", form) == "2" && Self.value("sum", form).isEmpty)
    }

    @Test(
        "is refused of a computed field, from itself, in a circle, and without fields",
        arguments: [
            (#""computed": {"field": "b"}, "setOnChange": {"of": ["b"], "to": 1}"#, "at all times"),
            (#""setOnChange": {"of": ["b"], "to": {"field": "a"}}"#, "worked out from itself"),
            (#""setOnChange": {"of": ["a"], "to": 1}"#, "compared with itself"),
            (#""setOnChange": {"of": ["c"], "to": 1}"#, "in a circle"),
            (#""setOnChange": {"of": [], "to": 1}"#, "no field sets"),
            (#""setOnChange": {"of": ["zz"], "to": 1}"#, "unknown field"),
            (#""setOnChange": {"of": ["b"], "to": {"field": "s"}}"#, "secret"),
            (#""setOnChange": {"of": ["b"]}"#, "“to”"),
        ]
    )
    func refused(keys: String, message: String) {
        let json = """
            {"fields": [{"id": "a", \(keys)}, {"id": "b"}, {"id": "s", "secret": true},
              {"id": "c", "setOnChange": {"of": ["a"], "to": 1}}]}
            """
        let errors = DefinitionDecoder().decode(json, name: "").diagnostics.filter { $0.severity == .error }
        #expect(errors.contains { $0.message.contains(message) }, "\(errors)")
    }
}
