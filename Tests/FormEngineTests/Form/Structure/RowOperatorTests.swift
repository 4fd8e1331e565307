import FormEngine
import FormModel
import Testing

@Suite("The position and the number of rows")
struct RowOperatorTests {
    private static let json = #"""
        {"fields": [
          {"id": "count", "computed": {"rows": "orders"}},
          {"id": "orders", "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "place", "computed": {"position": "orders"}},
            {"id": "later", "visibleWhen": {"computed": {"position": "orders"}, "greater": 1}},
            {"id": "title", "note": "Order {{place}} of {{count}}"},
            {"id": "items", "repeat": {"min": 1, "max": 2}, "fields": [
              {"id": "name", "computed": {"concat": [{"position": "orders"}, {"position": "items"}, {"rows": "items"}],
                "separator": "."}}]}]}]}
        """#

    private static func value(_ id: String, _ form: FormDriver) throws -> String {
        let index = try #require((0..<form.form.fieldCount).first { form.form.field($0).id == id }, "no field \(id)")
        return form.form.field(index).value
    }

    @Test("are worked out again when rows are added, moved and removed")
    func rows() throws {
        var form = try FormDriver(json: Self.json)
        #expect(try Self.value("count", form) == "1" && Self.value("orders_1_place", form) == "1")
        try form.perform(.addRow(group: "orders", position: nil))
        try form.perform(.addRow(group: "orders", position: 0))
        #expect(try Self.value("count", form) == "3")
        #expect(try ["1", "2", "3"].map { try Self.value("orders_\($0)_place", form) } == ["2", "3", "1"])
        #expect(try Self.value("orders_2_items_1_name", form) == "3.1.1")
        try form.perform(.addRow(group: "orders_2_items", position: 0))
        #expect(try Self.value("orders_2_items_1_name", form) == "3.2.2")
        try form.perform(.moveRow(group: "orders", row: 2, position: 0))
        #expect(try ["1", "2", "3"].map { try Self.value("orders_\($0)_place", form) } == ["3", "1", "2"])
        try form.perform(.removeRow(group: "orders", row: 3))
        #expect(try Self.value("orders_1_place", form) == "2")
        try form.perform(.undo)
        #expect(try Self.value("orders_1_place", form) == "3" && Self.value("count", form) == "3")
    }

    @Test("decide what is visible and what texts say")
    func readers() throws {
        var form = try FormDriver(json: Self.json)
        func field(_ id: String) throws -> FieldReading {
            let index = try #require(
                (0..<form.form.fieldCount).first { form.form.field($0).id == id },
                "no field \(id)"
            )
            return form.form.field(index)
        }
        #expect(try !field("orders_1_later").isVisible)
        try form.perform(.addRow(group: "orders", position: 0))
        #expect(try field("orders_1_later").isVisible && !field("orders_2_later").isVisible)
        #expect(try field("orders_1_title").text == "Order 2 of 2")
    }

    @Test(
        "name a group that is there, and for a position one around the reader",
        arguments: [
            #"{"id": "a", "computed": {"rows": "b"}}"#, #"{"id": "a", "computed": {"position": "g"}}"#,
            #"{"id": "a", "computed": {"rows": "f"}}"#,
        ]
    )
    func unknown(field: String) {
        let json = #"{"fields": [\#(field), {"id": "g", "repeat": {"max": 2}, "fields": [{"id": "f"}]}]}"#
        let errors = DefinitionDecoder().decode(json, name: "").diagnostics
        #expect(errors.contains { $0.message.contains("unknown group") }, "\(errors)")
    }
}

@Suite("A computed initial value")
struct ComputedInitialValueTests {
    private static let json = #"""
        {"fields": [
          {"id": "start", "value": "a"}, {"id": "copy", "initially": {"field": "second"}},
          {"id": "second", "initially": {"concat": [{"field": "start"}, "!"]}},
          {"id": "sure", "input": {"type": "toggle"}, "initially": "true"},
          {"id": "more", "input": {"type": "toggle"}},
          {"id": "late", "visibleWhen": {"field": "more", "equals": "true"}, "initially": {"field": "name"}},
          {"id": "name"},
          {"id": "rows", "repeat": {"max": 3}, "fields": [{"id": "place", "initially": {"position": "rows"}}]}]}
        """#

    @Test("is there at first, and does not change with what it was computed from")
    func first() throws {
        var form = try FormDriver(json: Self.json)
        func value(_ id: String) throws -> String {
            let index = try #require(
                (0..<form.form.fieldCount).first { form.form.field($0).id == id },
                "no field \(id)"
            )
            return form.form.field(index).value
        }
        #expect(try value("second") == "a!" && value("copy") == "a!" && value("sure") == "true")
        try form.perform(.setValues(["start": "b"]))
        #expect(try value("second") == "a!" && value("copy") == "a!")
        // It had no value when the form was opened, and gets one when it is shown.
        try form.perform(.setValues(["name": "Ann"]))
        try form.perform(.setValues(["more": "true"]))
        #expect(try value("late") == "Ann")
        try form.perform(.setValues(["late": ""]))
        try form.perform(.setValues(["more": "false"]))
        try form.perform(.setValues(["more": "true"]))
        #expect(try value("late").isEmpty)
        try form.perform(.addRow(group: "rows", position: nil))
        try form.perform(.addRow(group: "rows", position: nil))
        #expect(try value("rows_2_place") == "2")
    }

    @Test("is refused beside another value, and if it would reveal a secret or reads itself")
    func refused() {
        for field in [
            #""value": "x", "initially": "y""#, #""computed": {"field": "b"}, "initially": "y""#,
            #""initially": {"field": "a"}"#, #""initially": {"field": "s"}"#,
        ] {
            let json = #"{"fields": [{"id": "a", \#(field)}, {"id": "b"}, {"id": "s", "secret": true}]}"#
            #expect(DefinitionDecoder().decode(json, name: "").value == nil, "\(field)")
        }
    }
}
