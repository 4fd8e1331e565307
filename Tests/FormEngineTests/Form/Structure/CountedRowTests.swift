import FormModel
import Testing

@testable import FormEngine

@Suite("Rows whose number is a field's value")
struct CountedRowTests {
    /// A number of children, and a row for each with a name; `value` is the number at first.
    private static func form(_ value: String = "", _ more: String = "", values: [String: String] = [:]) throws -> Form {
        let definition = DefinitionDecoder().decode(
            """
            {"title": "Family of {{who}}", "fields": [
              {"id": "who"}, {"id": "children", "value": "\(value)", "formatter": {"type": "number"}},
              {"id": "child", "label": "{{name}} of {{who}}", "repeat": {"min": 0, "max": 4, "count": {"field": "children"}},
               "fields": [{"id": "name"}]}\(more)]}
            """,
            name: "t"
        )
        return try Form(CompiledForm(try #require(definition.value)), locale: "en", values: values)
    }

    private static func set(_ field: Int, _ text: String) -> FormEngine.Operation {
        .field(field, .setText(text, formats: true, validates: nil))
    }

    @Test(
        "there are initially as many rows as the field's value, within the bounds",
        arguments: [("", 0), ("2", 2), ("9", 4), ("-1", 0), ("1.5", 0), ("many", 0), ("99999999999999999999", 4)]
    )
    func first(value: String, count: Int) throws {
        #expect(try Self.form(value).groups[0].rows == Array(1..<(count + 1)))
        #expect(try Self.form("1", values: ["children": value]).groups[0].rows.count == count)
    }

    @Test(
        "rows are added and removed at the end when a program sets the field, in the same transaction, with new numbers"
    )
    func program() throws {
        var form = try Self.form("1")
        _ = try form.perform([.field(2, .setText("Ann", formats: true, validates: nil))])
        let more = try form.perform([Self.set(1, "3")])
        #expect(more.changes.first == .rows(added: [3, 4], removed: []))
        #expect(form.groups[0].rows == [1, 2, 3] && form.field(2).value == "Ann")
        let fewer = try form.perform([Self.set(1, "2")])
        #expect(fewer.changes.first == .rows(added: [], removed: ["child_3_name"]))
        _ = try form.perform([Self.set(1, "3")])
        #expect(form.groups[0].rows == [1, 2, 4])
    }

    @Test("rows do not change while the user types, and are updated when the field is left")
    func typing() throws {
        var form = try Self.form("2")
        _ = try form.perform([.field(1, .focus)])
        _ = try form.perform([.field(1, .select(start: 0, length: 1))])
        _ = try form.perform([.field(1, .insertText("1"))])
        #expect(form.groups[0].rows == [1, 2])
        _ = try form.perform([.field(1, .insertText("0"))])
        _ = try form.perform([.blur])
        #expect(form.groups[0].rows == [1, 2, 3, 4])
    }

    @Test("undo first restores the rows with their contents, then the field's text")
    func undo() throws {
        var form = try Self.form("2")
        _ = try form.perform([.field(3, .setText("Ben", formats: true, validates: nil))])
        _ = try form.perform([Self.set(1, "1")])
        #expect(form.groups[0].rows == [1])
        _ = try form.perform([.undo])
        #expect(form.groups[0].rows == [1, 2] && form.field(3).value == "Ben" && form.field(1).value == "1")
        _ = try form.perform([.undo])
        #expect(form.groups[0].rows == [1, 2] && form.field(1).value == "2")
        _ = try form.perform([.redo])
        _ = try form.perform([.redo])
        #expect(form.groups[0].rows == [1] && form.field(1).value == "1")
    }

    @Test("the rows cannot be added or removed directly, and have no buttons")
    func byHand() throws {
        var form = try Self.form("2")
        for operation in [
            FormEngine.Operation.addRow(group: "child", position: nil), .removeRow(group: "child", row: 1),
        ] {
            let error = #expect(throws: FormError.self) { try form.perform([operation]) }
            #expect(error?.code == .actionDisabled)
            #expect(error?.message == "the field children determines how many rows the group child has")
        }
        _ = try form.perform([.moveRow(group: "child", row: 2, position: 0)])
        #expect(form.groups[0].rows == [2, 1])
        #expect(form.frames.allSatisfy { $0.kind == .row })
    }

    @Test("a computed field determines the rows, and the columns of the rows are computed again")
    func computed() throws {
        var form = try Self.form(
            "1",
            #", {"id": "half", "formatter": {"type": "number"}, "computed": {"round": [{"quotient": [{"field": "children"}, 2]}]}}, "#
                + #"{"id": "pair", "repeat": {"min": 0, "max": 9, "count": {"field": "half"}}, "fields": [{"id": "n", "value": "1"}]}, "#
                + #"{"id": "sum", "computed": {"sum": [{"field": "pair.n"}]}}"#
        )
        _ = try form.perform([Self.set(1, "4")])
        #expect(form.groups.map(\.rows.count) == [4, 2])
        let sum = try #require((0..<form.fieldCount).first { form.field($0).id == "sum" })
        #expect(form.field(sum).value == "2")
    }

    @Test("a reset restores the initial number of rows")
    func restart() throws {
        var form = try Self.form("1")
        _ = try form.perform([Self.set(1, "3")])
        _ = try form.perform([.restart([:])])
        #expect(form.groups[0].rows.count == 1 && form.field(1).value == "1")
    }

    @Test("titles of the form, groups and rows contain answers, those of a row its own answers")
    func titles() throws {
        var form = try Self.form("2")
        #expect(form.title == "Family of ")
        let outcome = try form.perform([Self.set(0, "Eve"), Self.set(2, "Ann")])
        #expect(form.title == "Family of Eve")
        #expect(form.groups[0].label == " of Eve")
        #expect(form.structure.filter { $0.kind == "row" }.map(\.title) == ["Ann of Eve", " of Eve"])
        let announced = outcome.changes.contains { change in
            guard case .sessionProperties(let properties) = change else { return false }
            return properties.isSuperset(of: [.title, .groups, .structure])
        }
        #expect(announced)
    }
}
