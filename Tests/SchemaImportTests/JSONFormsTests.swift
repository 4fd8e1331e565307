import FormEngine
import FormImport
import FormModel
import SchemaImport
import Testing

@Suite("UI schemas of JSON Forms")
struct JSONFormsTests {
    private static let schema = """
        {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "age": {"type": "integer"},
         "dead": {"type": "boolean"}, "kind": {"enum": ["a", "b"]},
         "home": {"type": "object", "properties": {"city": {"type": "string"}}}}}
        """

    private static func imported(_ look: String) throws -> SchemaImport {
        try SchemaImport(schema, look: look, decoder: DefinitionDecoder())
    }

    private static func control(_ name: String, _ more: String = "") -> String {
        ##"{"type": "Control", "scope": "#/properties/\##(name)"\##(more)}"##
    }

    @Test("layouts, labels and groups arrange the fields, and what has no control is reported")
    func layout() throws {
        let imported = try Self.imported(
            """
            {"type": "VerticalLayout", "elements": [{"type": "Label", "text": "Hello"},
             {"type": "HorizontalLayout", "elements": [\(Self.control("kind")), \(Self.control("dead"))]},
             {"type": "Group", "label": "Who", "elements": [\(Self.control("name", #", "label": "Your name""#)),
              \(Self.control("home/properties/city", #", "options": {"multi": true}"#))]}]}
            """
        )
        let elements = try JSONDocument(imported.definition).root.object?["fields"]?.elements ?? []
        #expect(elements.map { $0.object?["id"]?.string } == ["note", "kind", "dead", "section"])
        #expect(elements[1].object?["span"]?.integer == 6)
        let group = elements[3].object?["fields"]?.elements ?? []
        #expect(group.map { $0.object?["id"]?.string } == ["name", "home_city"])
        #expect(group[0].object?["label"]?.string == "Your name" && group[1].object?["type"]?.string == "textView")
        #expect(
            imported.omissions.map(\.description) == ["/properties/age: no control of the UI schema asks for this"]
        )
    }

    @Test(
        "rules show, hide, enable and disable",
        arguments: [
            ("SHOW", #"{"const": true}"#, "dead", "true", true, true),
            ("HIDE", #"{"const": true}"#, "dead", "true", false, true),
            ("ENABLE", #"{"enum": ["a"]}"#, "kind", "b", true, false),
            ("DISABLE", #"{"const": "b"}"#, "kind", "a", true, true),
            ("SHOW", #"{"minimum": 18}"#, "age", "", true, true),
            ("SHOW", #"{"minimum": 18}"#, "age", "17", false, true),
        ]
    )
    func rules(
        effect: String,
        schema: String,
        decider: String,
        answer: String,
        isVisible: Bool,
        isEnabled: Bool
    ) throws {
        let condition = ##"{"scope": "#/properties/\##(decider)", "schema": \##(schema)}"##
        let imported = try Self.imported(
            """
            {"type": "Categorization", "elements": [{"type": "Category", "label": "One", "elements": [\(Self.control(decider)),
             \(Self.control("name", #", "rule": {"effect": "\#(effect)", "condition": \#(condition)}"#))]}]}
            """
        )
        let decoded = DefinitionDecoder().decode(imported.definition, name: "form")
        var form = try Form(CompiledForm(try #require(decoded.value)))
        func index(_ id: String) throws -> Int {
            try #require((0..<form.fieldCount).first { form.field($0).id == id }, "no field \(id)")
        }
        if !answer.isEmpty {
            _ = try form.perform([.field(try index(decider), .setText(answer, formats: true, validates: true))])
        }
        let name = form.field(try index("name"))
        #expect(name.isVisible == isVisible && name.isEnabled == isEnabled)
    }

    @Test("unknown elements, options and rules are reported with their places")
    func omissions() throws {
        let rule = ##", "rule": {"effect": "SHOW", "condition": {"scope": "#"}}"##
        let imported = try Self.imported(
            """
            {"type": "VerticalLayout", "odd": 1, "elements": [{"type": "Odd"}, \(Self.control("name", rule)),
             \(Self.control("name")), \(Self.control("age", #", "options": {"odd": 1}"#)), \(Self.control("dead")),
             \(Self.control("kind")), \(Self.control("home"))]}
            """
        )
        #expect(
            imported.omissions.map(\.description) == [
                "ui:/elements/0: a form has no element “Odd”", "ui:/elements/1/rule/condition: the rule has no schema",
                "ui:/elements/2/scope: there is no such property, or another control asks for it",
                "ui:/elements/3/options/odd: the option “odd” is left out", "ui:/odd: “odd” is left out",
            ]
        )
    }
}
