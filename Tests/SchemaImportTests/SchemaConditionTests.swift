import FormImport
import SchemaImport
import Testing

@Suite("Conditional keywords and presentation of a JSON Schema")
struct SchemaConditionTests {
    @Test(
        "has conditions for conditional keywords",
        arguments: [
            (
                #""a": {}, "b": {"type": "number"}}, "dependencies": {"b": ["a"]"#, 0,
                #""requiredWhen":{"field":"b","empty":false}"#
            ),
            (
                #""a": {}}, "dependentSchemas": {"a": {"properties": {"b": {}}, "required": ["b"]}}, "x": {"#, 1,
                #""required":true,"visibleWhen":{"field":"a","empty":false}"#
            ),
            (
                #""a": {"enum": ["x", "y"]}}, "if": {"properties": {"a": {"const": "x"}}, "required": ["a"]}, "then": {"properties": {"b": {}}}, "else": {"#,
                1, #""visibleWhen":{"field":"a","equals":"x"}"#
            ),
            (
                #""a": {"type": "integer"}, "b": {}}, "if": {"properties": {"a": {"minimum": 3}}}, "then": {"required": ["b"]}, "else": {"#,
                1, #""requiredWhen":{"any":[{"field":"a","empty":true},{"field":"a","atLeast":3}]}"#
            ),
            (
                #""a": {"type": "boolean"}}, "allOf": [{"if": {"properties": {"a": {"const": true}}}, "then": {"properties": {"b": {}}}}], "x": {"#,
                1, #""visibleWhen":{"field":"a","equals":true}"#
            ),
            (
                #""a": {"enum": ["x", "y"], "default": "x"}}, "dependencies": {"a": {"oneOf": [{"properties": {"a": {"enum": ["x"]}}}, {"properties": {"a": {"const": "y"}, "b": {}}, "required": ["b"]}]}}, "x": {"#,
                1, #""required":true,"visibleWhen":{"field":"a","equals":"y"}"#
            ),
        ]
    )
    func conditions(rest: String, place: Int, expected: String) throws {
        let (lines, omissions) = try elements(of: #"{"properties": {\#(rest)}}"#)
        #expect(lines[place].contains(expected), "\(lines)")
        #expect(omissions.allSatisfy { $0 == "/x: “x” is left out" }, "\(omissions)")
    }

    @Test(
        "two constants that differ only in how a character is composed are different conditions",
        arguments: ["ä", "a\u{308}"]
    )
    func composed(value: String) throws {
        let form = try ImportedForm(
            """
            {"properties": {"a": {"enum": ["\u{E4}", "a\u{308}", "b"]}, "c": {"type": "string"}},
              "if": {"properties": {"a": {"const": "\u{E4}"}}}, "then": {},
              "else": {"properties": {"a": {"const": "a\u{308}"}}, "required": ["c"]}}
            """
        )
        #expect(try form.answer(to: ["a": .string(value), "c": .string("x")]) == .accepted)
        #expect(try form.answer(to: ["a": .string("b"), "c": .string("x")]) == .refused)
    }

    @Test("additional schemas validate a property while a condition holds")
    func checks() throws {
        let form = try ImportedForm(
            #"""
            {"properties": {"country": {"enum": ["CA", "US"]}, "code": {"type": "string"}},
             "if": {"properties": {"country": {"const": "CA"}}}, "then": {"properties": {"code": {"pattern": "^[A-Z]"}}},
             "else": {"properties": {"code": {"enum": ["12345", "54321"]}}}}
            """#
        )
        #expect(form.form.omissions == [])
        func answer(_ country: String, _ code: String) throws -> ImportedForm.Answer {
            try form.answer(to: ["country": .string(country), "code": .string(code)])
        }
        #expect(try answer("CA", "K1M") == .accepted)
        #expect(try answer("CA", "12345") == .refused)
        #expect(try answer("US", "12345") == .accepted)
        #expect(try answer("US", "K1M") == .refused)
    }

    @Test("has a second field for a property that two conditions declare differently, and reports that")
    func alternatives() throws {
        let (lines, omissions) = try elements(
            of:
                #"""
                {"properties": {"animal": {"enum": ["Cat", "Fish"]}}, "required": ["animal"], "allOf": [
                    {"if": {"properties": {"animal": {"const": "Cat"}}}, "then": {"properties": {"food": {"enum": ["meat"]}}}},
                    {"if": {"properties": {"animal": {"const": "Fish"}}}, "then": {"properties": {"food": {"enum": ["worms"]}}}}]}
                """#
        )
        #expect(lines.count == 3 && lines[2].hasPrefix(#"{"id":"food_2""#))
        #expect(
            omissions == [
                "/allOf/1/then/properties/food: this is asked for by a field of its own, “food_2”"
            ]
        )
    }

    @Test(
        "reports the conditions that it leaves out",
        arguments: [
            (
                #""if": {"properties": {"a": {"format": "email"}}}, "then": {}"#,
                ["/if/properties/a/format: no condition says “format”"]
            ),
            (#""if": {"oneOf": [{}]}, "then": {}"#, ["/if/oneOf: no condition says “oneOf”"]),
            (#""dependencies": {"a": ["z"]}"#, ["/dependencies/a/0: “z” is required and cannot be asked for"]),
            (#""dependentSchemas": {"a": false}"#, ["/dependentSchemas/a: this is no schema of a value"]),
            (
                #""dependencies": {"a": {"oneOf": [{"properties": {"b": {}}}]}}"#,
                [
                    "/dependencies/a/oneOf/0: “a” does not say whether this schema is the one",
                    "/dependencies/a/oneOf: “oneOf” is left out",
                ]
            ),
        ]
    )
    func untestable(rest: String, expected: [String]) throws {
        #expect(try elements(of: #"{"properties": {"a": {"type": "string"}}, \#(rest)}"#).omissions == expected)
    }

    @Test("has the presentation of a uiSchema, and lists the keys without an equivalent")
    func look() throws {
        let (lines, omissions) = try elements(
            of:
                #"""
                {"properties": {"a": {"type": "string", "description": "About"}, "b": {"enum": ["x", "y"]},
                 "c": {"type": "integer", "minimum": 0, "maximum": 5}, "d": {"type": "string", "default": "v1"},
                 "e": {"properties": {"f": {"type": "boolean"}}}, "g": {"items": {"type": "string"}, "maxItems": 2}}}
                """#,
            look: #"""
                {"ui:order": ["b", "*", "a"], "a": {"ui:widget": "textarea", "ui:help": "Help", "ui:placeholder": "Text", "ui:autofocus": true},
                 "b": {"ui:widget": "radio", "ui:options": {"inline": true, "label": false}, "ui:enumNames": ["X", "Y"]}, "c": {"ui:widget": "range"},
                 "d": {"ui:widget": "hidden"}, "e": {"ui:title": "E", "f": {"ui:widget": "radio"}, "h": {}},
                 "g": {"items": {"ui:widget": "password"}, "ui:options": {"orderable": false}}}
                """#
        )
        #expect(
            lines == [
                #"{"id":"b","label":"b","placeholders":["b"],"input":{"type":"options","options":[{"value":"x","label":"X"},{"value":"y","label":"Y"}],"display":"buttons"},"validators":[{"type":"oneOf","values":["x","y"]}]}"#,
                #"{"id":"c","label":"c","placeholders":["c"],"input":{"type":"slider","min":0,"max":5,"step":1}}"#,
                #"{"id":"d","constant":"v1"}"#,
                #"{"id":"e","section":"E","fields":[{"id":"e_f","label":"f","placeholders":["f"],"input":{"type":"toggle"},"document":{"at":"/e/f"}}]}"#,
                #"{"id":"g","label":"g","repeat":{"min":0,"max":2},"fields":[{"id":"value","label":"g","placeholders":["g"],"required":true,"mode":{"type":"password"},"document":{"at":""}}]}"#,
                #"{"id":"a","label":"a","placeholders":["a",{"service":"native","text":"Text","role":"support"}],"hint":"About\nHelp","type":"textView"}"#,
            ]
        )
        #expect(
            omissions == [
                "ui:/b/ui:options/label: “label” is left out",
                "ui:/e/f/ui:widget: no field of this kind has the widget", "ui:/e/h: “h” is left out",
                "ui:/g/ui:options/orderable: “orderable” is left out", "ui:/a/ui:autofocus: “ui:autofocus” is left out",
            ]
        )
    }
}
