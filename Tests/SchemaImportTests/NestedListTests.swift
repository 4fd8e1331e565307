import FormEngine
import FormImport
import FormModel
import SchemaImport
import Testing

@Suite("Lists in lists of a schema")
struct NestedListTests {
    private let decoder = DefinitionDecoder()

    @Test("are groups in the rows of groups, and submitted as the schema has them")
    func objects() throws {
        let made = try SchemaImport(
            #"""
            {"type": "object", "properties": {"orders": {"type": "array", "maxItems": 3, "items": {"type": "object",
              "required": ["who"], "properties": {"who": {"type": "string"}, "items": {"type": "array", "maxItems": 5,
                "items": {"type": "object", "properties": {"price": {"type": "number"}}}}}}}}}
            """#,
            decoder: decoder
        )
        #expect(made.omissions.map(\.description) == [])
        let definition = try #require(decoder.decode(made.definition, name: "").value)
        #expect(definition.groups.map { $0.elements.groups.map(\.id) } == [["items"]])
        var form = try Form(
            CompiledForm(definition),
            values: ["orders_1_who": "Ann", "orders_1_items_1_price": "2", "orders_1_items_2_price": "3"]
        )
        let outcome = try form.perform([.submitDocument])
        guard case .document(let json)? = outcome.results.first else {
            Issue.record("\(outcome.results)")
            return
        }
        #expect(json == #"{"orders": [{"who": "Ann", "items": [{"price": 2}, {"price": 3}]}]}"#)
    }

    @Test("have a row with rows of one field for a list of lists, with room for all of them")
    func lists() throws {
        let made = try SchemaImport(
            #"{"properties": {"table": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}}}"#,
            decoder: decoder
        )
        let group = try #require(decoder.decode(made.definition, name: "").value?.groups.first)
        #expect(group.id == "table" && group.maximum == 31 && group.elements.groups.map(\.id) == ["value"])
        #expect(group.elements.groups.first?.maximum == 31)
        #expect(made.omissions.isEmpty)
    }

    @Test("are left out if they are nested more than twice")
    func depth() throws {
        let list = { (inner: String) in
            #"{"type": "array", "maxItems": 2, "items": {"type": "object", "properties": {"x": {"type": "string"}, "y": \#(inner)}}}"#
        }
        let made = try SchemaImport(
            #"{"properties": {"a": \#(list(list(list(#"{"type": "string"}"#))))}}"#,
            decoder: decoder
        )
        #expect(
            made.omissions.map(\.description) == [
                "/properties/a/items/properties/y/items/properties/y: only lists can be asked for whose items are known, and 2 in each other"
            ]
        )
    }
}
