import FormEngine
import FormImport
import FormModel
import SchemaImport
import Testing

private let decoder = DefinitionDecoder()

@Suite("A form made of a JSON Schema")
struct SchemaImportTests {
    /// The one field made of a property `a`, without what every field has, and what was left out of the property.
    private static func field(_ property: String, rest: String = "") throws -> (field: String, omissions: [String]) {
        let made = try SchemaImport(#"{"properties": {"a": \#(property)}\#(rest)}"#, decoder: decoder)
        let value = try JSONDocument(made.definition).root.object?["fields"]?.elements?.first
        let text = value.map { JSONWriter.text(of: $0) } ?? ""
        let usual = #"{"id":"a","label":"a","placeholders":["a"]"#
        let field = text.hasPrefix(usual) ? String(text.dropFirst(usual.count).drop { $0 == "," }.dropLast()) : text
        return (field, made.omissions.map { "\($0)".replacing("/properties/a", with: "") })
    }

    @Test(
        "has a field of the property's type",
        arguments: [
            (#"{"type": "string"}"#, ""),
            ("true", ""),
            (#"{"type": ["null", "string"], "description": "Help"}"#, #""hint":"Help","document":{"null":true}"#),
            (
                #"{"enum": ["S", "M", 3.0, null, "S"], "default": "M"}"#,
                #""input":{"type":"options","options":["S","M","3"]},"value":"M","validators":[{"type":"oneOf","values":["S","M","3"]}],"document":{"type":"number","null":true}"#
            ),
            (
                #"{"oneOf": [{"const": "s", "title": "Small"}, {"const": "l"}]}"#,
                #""input":{"type":"options","options":[{"value":"s","label":"Small"},"l"]},"validators":[{"type":"oneOf","values":["s","l"]}]"#
            ),
            (
                #"{"enum": ["s", "l"], "enumNames": ["Small", "Large"]}"#,
                #""input":{"type":"options","options":[{"value":"s","label":"Small"},{"value":"l","label":"Large"}]},"validators":[{"type":"oneOf","values":["s","l"]}]"#
            ),
            (
                #"{"anyOf": [{"type": "string", "enum": ["s"], "title": "Small"}, {"type": "number", "const": 1}]}"#,
                #""input":{"type":"options","options":[{"value":"s","label":"Small"},"1"]},"validators":[{"type":"oneOf","values":["s","1"]}],"document":{"type":"number"}"#
            ),
            (
                #"{"anyOf": [{"type": "integer", "minimum": 3}, {"type": "null"}], "default": null}"#,
                #""keyboard":{"purpose":"integer"},"allowedCharacters":{"sets":["digits"],"including":"-"},"validators":[{"type":"regex","pattern":"-?[0-9]+"},{"type":"minValue","min":3}],"document":{"type":"number","null":true}"#
            ),
            (
                #"{"oneOf": [{"type": "null"}, {"type": "string", "enum": ["s", "l"]}], "default": null}"#,
                #""input":{"type":"options","options":["s","l"]},"validators":[{"type":"oneOf","values":["s","l"]}],"document":{"null":true}"#
            ),
            (
                #"{"type": "string", "anyOf": [{"format": "ipv4"}, {"format": "ipv6"}, {"type": "integer"}, false]}"#,
                #""validators":[{"type":"any","rules":[{"type":"ipv4"},{"type":"ipv6"}]}]"#
            ),
            (#"{"type": "string", "anyOf": [{"minLength": 2}, {"minimum": 2}]}"#, ""),
            (
                #"{"anyOf": [{"type": "string", "format": "uuid"}, {"type": "null"}, {"type": "string", "format": "ipv4"}], "default": null}"#,
                #""validators":[{"type":"any","rules":[{"type":"uuid"},{"type":"ipv4"}]}],"document":{"null":true}"#
            ),
            (
                #"{"type": "number", "anyOf": [{"maximum": 2}, {"minimum": 5}, {"type": "integer"}]}"#,
                #""keyboard":{"purpose":"decimal"},"allowedCharacters":{"sets":["digits"],"including":"-."},"validators":[{"type":"regex","pattern":"-?[0-9]+(\\.[0-9]+)?"},{"type":"any","rules":[{"type":"maxValue","max":2},{"type":"minValue","min":5},{"type":"regex","pattern":"-?[0-9]+"}]}],"document":{"type":"number"}"#
            ),
            (
                #"{"const": "x"}"#,
                #""input":{"type":"options","options":["x"]},"validators":[{"type":"oneOf","values":["x"]}]"#
            ),
            (
                #"{"type": "string", "minLength": 2, "maxLength": 9}"#,
                #""validators":[{"type":"length","min":2,"max":9,"unit":"codePoint"}]"#
            ),
            (#"{"type": "string", "minLength": 0}"#, ""),
            (#"{"type": "boolean", "default": true}"#, #""input":{"type":"toggle"},"value":"true""#),
            (
                #"{"type": "array", "uniqueItems": true, "items": {"enum": ["a", "b"]}, "default": ["b"]}"#,
                #""input":{"type":"options","options":["a","b"],"multiple":true},"value":["b"]"#
            ),
            (
                #"{"items": {"oneOf": [{"const": "a", "title": "A"}]}, "uniqueItems": true, "maxItems": 1}"#,
                #""input":{"type":"options","options":[{"value":"a","label":"A"}],"multiple":true}"#
            ),
            (
                #"{"type": "string", "pattern": "^[a-z]+$"}"#,
                #""validators":[{"type":"regex","pattern":"\\A[a-z]+\\z"}]"#
            ),
            (
                #"{"type": "string", "pattern": "[a-z]|1"}"#,
                #""validators":[{"type":"regex","pattern":"(?s:.*)(?:[a-z]|1)(?s:.*)"}]"#
            ),
            (#"{"type": "string", "format": "date"}"#, #""input":{"type":"date","format":"yyyy-MM-dd"}"#),
            (#"{"type": "string", "format": "password"}"#, #""mode":{"type":"password"}"#),
            (
                #"{"type": "integer"}"#,
                #""keyboard":{"purpose":"integer"},"allowedCharacters":{"sets":["digits"],"including":"-"},"validators":[{"type":"regex","pattern":"-?[0-9]+"}],"document":{"type":"number"}"#
            ),
            (#"{"type": "string", "readOnly": true, "writeOnly": true}"#, #""readOnly":true,"secret":true"#),
            (
                #"{"type": "number", "exclusiveMinimum": 0, "allOf": [{"maximum": 2}, {"maximum": 1.5}]}"#,
                #""keyboard":{"purpose":"decimal"},"allowedCharacters":{"sets":["digits"],"including":"-."},"validators":[{"type":"regex","pattern":"-?[0-9]+(\\.[0-9]+)?"},{"type":"maxValue","max":2},{"type":"maxValue","max":1.5},{"type":"minValue","min":0,"exclusive":true}],"document":{"type":"number"}"#
            ),
            (#"{"type": "string", "minimum": 3, "items": {}}"#, ""),
            (#"{"type": "string", "format": "phone"}"#, #""keyboard":{"purpose":"phone"},"contentType":"tel""#),
            ##"{"$ref": "#/$defs/b"}"##.pair(#""hint":"Far away""#),
            ##"{"allOf": [{"$ref": "#/$defs/b"}, {"enum": ["x"]}], "description": "Near"}"##.pair(
                #""hint":"Near","input":{"type":"options","options":["x"]},"validators":[{"type":"oneOf","values":["x"]}]"#
            ),
        ]
    )
    func fields(_ property: String, _ expected: String) throws {
        let (field, omissions) = try Self.field(
            property,
            rest: ##", "$defs": {"b": {"type": "string", "description": "Far away"}}"##
        )
        #expect(field == expected)
        #expect(omissions == [])
    }

    @Test(
        "reports what it leaves out",
        arguments: [
            (#"{"type": "string", "pattern": "bad"}"#, [] as [String]),
            (
                #"{"type": "string", "format": "regex", "examples": [1]}"#,
                ["/format: “format” is left out", "/examples: “examples” is left out"]
            ),
            (#"{"type": ["string", "integer"]}"#, ["/type: only texts are asked for"]),
            (#"{"minimum": 1}"#, ["/minimum: “minimum” speaks of numbers, so that only numbers are asked for"]),
            (
                #"{"type": "string", "pattern": "(a)\\1"}"#,
                ["/pattern: the pattern is left out: it refers back to a group"]
            ),
            (#"{"type": "string", "format": "idn-hostname"}"#, ["/format: “format” is left out"]),
            (
                #"{"enum": [["S"], "M", ""]}"#,
                ["/enum/0: nobody can enter this value", "/enum/2: an empty field stands for no value"]
            ),
            (
                #"{"type": "number", "multipleOf": 1e-30}"#,
                ["/multipleOf: the step and its base have more than 17 digits"]
            ),
            (#"{"type": "string", "minLength": 70000}"#, ["/minLength: 70000 is out of range: 0 to 65536 characters"]),
            (#"{"type": "string", "not": {"const": "x"}}"#, ["/not: “not” is left out"]),
            (#"{"oneOf": [{"const": 1}, {"type": "string"}]}"#, ["/oneOf: “oneOf” is left out"]),
            (#"{"enum": ["S"], "default": "X"}"#, ["/default: this is none of the values"]),
            (#"{"type": "boolean", "default": "yes"}"#, ["/default: this is none of the values"]),
            (#"{"default": null}"#, ["/default: “default” is left out"]),
            (
                #"{"type": "array", "items": {"enum": ["a", "b", "c"], "pattern": "x"}, "minItems": 2, "maxItems": 2}"#,
                [
                    "/items/pattern: “pattern” is left out", "/items: no value is asked for twice",
                    "/minItems: the list need not be there, but it is sent without values where nothing is chosen",
                ]
            ),
            (
                #"{"uniqueItems": true, "items": {"enum": ["a"]}, "default": ["x"]}"#,
                ["/default: these are not all different values of the list"]
            ),
        ]
    )
    func omissions(_ property: String, _ expected: [String]) throws {
        #expect(try Self.field(property).omissions == expected)
    }

    @Test(
        "labels for true and false exist in all languages of formd",
        arguments: [
            ("en-GB", "Yes", "No"), ("ru", "Да", "Нет"), ("pt-BR", "Sim", "Não"), ("zh-TW", "是", "否"),
            ("fi", "Yes", "No"),
        ]
    )
    func booleans(locale: String, yes: String, no: String) throws {
        let made = try SchemaImport(
            #"{"properties": {"a": {"type": ["boolean", "null"], "default": true}}}"#,
            decoder: decoder
        )
        let field = try #require(decoder.decode(made.definition, name: "").value?.fields.first)
        guard case .options(let input) = field.input else {
            Issue.record("the field is no picker")
            return
        }
        #expect(input.options.map(\.value) == ["true", "false"])
        #expect(input.options.map { $0.label.text(in: locale) } == [yes, no])
        #expect(field.value == "true")
    }

    @Test("requires the properties of an object as soon as one of its fields is filled in")
    func optionalObject() throws {
        let form = try ImportedForm(
            #"""
            {"properties": {"name": {}, "address": {"required": ["street"], "properties": {"street": {}, "city": {}}}}}
            """#
        )
        #expect(try form.answer(to: ["name": .string("x")]) == .accepted)
        #expect(try form.answer(to: ["address": .object(["city": .string("x")])]) == .refused)
        #expect(try form.answer(to: ["address": .object(["city": .string("x"), "street": .string("y")])]) == .accepted)
    }

    @Test(
        "a value may be one constant or null, an absent object asks for nothing, and its rows make an object present",
        arguments: [
            (#""a": {"oneOf": [{"const": "x"}, {"type": "null"}]}"#, ["a": .null], true),
            (#""a": {"oneOf": [{"const": "x"}, {"type": "null"}]}"#, ["a": .string("x")], true),
            (
                #""a": {}, "o": {"properties": {"l": {"type": "array", "minItems": 1, "items": {"type": "string"}}, "x": {}}}"#,
                ["a": .string("x")], true
            ),
            (
                #""a": {}, "o": {"properties": {"b": {}, "x": {}}, "dependentRequired": {"b": ["x"]}}"#,
                ["a": .string("x")], true
            ),
            (
                #""a": {}, "o": {"properties": {"b": {}, "x": {}}, "if": {"properties": {"b": {"const": "y"}}}, "then": {"required": ["x"]}}"#,
                ["a": .string("x")], true
            ),
            (
                #""a": {}, "o": {"properties": {"l": {"type": "array", "items": {"type": "string"}}, "x": {}}, "required": ["x"]}"#,
                ["a": .string("x"), "o": .object(["l": .array([.string("y")])])], false
            ),
            (#""a": {"enum": ["ä", "a\u0308"]}"#, ["a": .string("ä")], true),
            (#""a": {"enum": ["ä", "a\u0308"]}"#, ["a": .string("a\u{308}")], true),
        ] as [(String, [String: JSON], Bool)]
    )
    func presence(properties: String, instance: [String: JSON], isValid: Bool) throws {
        let form = try ImportedForm(#"{"required": ["a"], "properties": {\#(properties)}}"#)
        #expect(try form.answer(to: instance) == (isValid ? .accepted : .refused))
    }

    @Test(
        "matches a pattern as ECMAScript does",
        arguments: [
            (#"^\w+$"#, "abc_1", "abcé"), (#"^[\w-]+$"#, "a-b", "ä"), (#"^[^\d]+$"#, "٣", "3"),
            (#"^[\S]$"#, "x", "\u{FEFF}"),
            (#"^\u0041\x42\u{43}$"#, "ABC", "abc"), (#"^\ud83d\ude00$"#, "😀", "😁"), ("^.$", "😀", "\u{2028}"),
            ("^[^]$", "\n", "ab"),
            (#"^a\/b[[:alpha:]\]$"#, "a/bl]", "a/bz]"), (#"\bcat\b"#, "a cat!", "concat"), (#"\bé"#, "aé", "éa"),
            ("^a{2,3}$", "aaa", "a"),
            ("^(?<year>[0-9]{4})$", "2026", "26"), ("^(?:a|b)*?c$", "abc", "abd"), (#"^\cJ$"#, "\n", "J"),
            ("^a|b$", "ax", "xa"),
            (#"^[\b]$"#, "\u{8}", "b"), ("^#x y$", "#x y", "xy"), (#"^\p{Lu}\P{Lu}$"#, "Éé", "éÉ"),
            (#"^\p{Script=Greek}$"#, "π", "p"),
            ("^[a-]$", "-", "b"), ("(?!x)a(?=b)", "ab", "ac"),
        ]
    )
    func patterns(pattern: String, good: String, bad: String) throws {
        let schema = JSON.object([
            "properties": .object(["a": .object(["type": .string("string"), "pattern": .string(pattern)])])
        ])
        let form = try ImportedForm(schema.written)
        #expect(form.form.omissions.isEmpty)
        #expect(try form.answer(to: ["a": .string(good)]) == .accepted)
        #expect(try form.answer(to: ["a": .string(bad)]) == .refused)
    }

    @Test(
        "leaves out a pattern that ECMAScript does not have, or that PCRE2 reads otherwise",
        arguments: [
            #"(a)\1"#, #"\k<a>"#, "a++", "(?i:a)", "(?>a)", "a{,2}", "(", ")", "[", "[b-a]", "\\", #"\a"#, #"\Qx\E"#,
            "*", "a**", "(?",
            "(?<a", #"\p{Nonsense}"#, #"\p{"#, #"\u12"#, #"\ud83d"#, #"\xg1"#, #"[a-\d]"#, "x{1", "]", "}", "(*FAIL)",
        ]
    )
    func foreignPatterns(pattern: String) throws {
        let schema = JSON.object([
            "properties": .object(["a": .object(["type": .string("string"), "pattern": .string(pattern)])])
        ])
        let made = try SchemaImport(schema.written, decoder: decoder)
        #expect(made.omissions.map(\.place) == ["/properties/a/pattern"])
    }

    @Test("leaves out an unusable pattern, and a reference without a target")
    func unusable() throws {
        let made = try SchemaImport(
            ##"""
            {"properties": {
                "ok": {"type": "string"}, "no": false, "far": {"$ref": "https://example.org/x"},
                "lost": {"$ref": "#/$defs/none"}, "list": {"type": "array", "items": {"type": "array"}}
            }}
            """##,
            decoder: DefinitionDecoder(kinds: DefinitionKinds(rules: [], formatters: [], patternProblem: { _ in "no" }))
        )
        #expect(
            made.omissions.map(\.description) == [
                "/properties/no: this is no schema of a value",
                "/properties/far/$ref: only references to places in the same text are followed",
                "/properties/lost/$ref: only references to places in the same text are followed",
                "/properties/list/items: only lists can be asked for whose items are known, and 2 in each other",
                "/properties/list: no group of rows can be made of this list",
            ]
        )
    }

    @Test(
        "a property without a value that a user could enter is left out",
        arguments: [
            #"{"enum": []}"#, #"{"type": "string", "enum": [1]}"#, #"{"type": "null"}"#, #"{"const": [1]}"#,
            #"{"type": []}"#,
        ]
    )
    func impossible(property: String) throws {
        let made = try SchemaImport(
            #"{"properties": {"a": \#(property), "b": {}}, "required": ["a"]}"#,
            decoder: decoder
        )
        #expect(made.properties.keys.sorted() == ["/b"])
        #expect(
            made.omissions.map(\.description).contains("/properties/a: there is no value that a person could enter")
        )
        #expect(made.omissions.map(\.description).contains("/required/0: “a” is required and cannot be asked for"))
    }

    @Test("has valid unique identifiers, also for nested objects, and the required fields")
    func names() throws {
        let made = try SchemaImport(
            ##"""
            {"title": "T", "required": ["first name", "address"], "properties": {
                "first name": {"type": "string", "title": "First name"}, "first-name": {}, "1st": {}, "имя": {},
                "address": {"type": "object", "required": ["street"], "properties": {"street": {}, "zip": {}}},
                "billing": {"required": ["street"], "properties": {"street": {}}}
            }}
            """##,
            decoder: decoder
        )
        let form = try #require(decoder.decode(made.definition, name: "").value)
        #expect(form.title.text(in: "en") == "T")
        #expect(
            form.fields.map(\.id) == [
                "first_name", "first_name_2", "_1st", "___", "address_street", "address_zip", "billing_street",
            ]
        )
        #expect(form.fields.filter(\.isRequired).map(\.id) == ["first_name", "address_street"])
        #expect(form.fields[0].label == LocalizedText("First name"))
    }

    @Test(
        "is refused if the schema has no property for a field",
        arguments: ["{}", "[]", "1", #"{"properties": {}}"#, "{", ""]
    )
    func refused(_ schema: String) {
        #expect(throws: (any Error).self) { try SchemaImport(schema, decoder: decoder) }
    }

    @Test("has a group of rows for a list of objects")
    func rows() throws {
        let made = try SchemaImport(
            #"""
            {"properties": {"items": {"type": "array", "minItems": 1, "maxItems": 4, "uniqueItems": true, "items":
                {"type": "object", "required": ["what"], "properties": {"what": {"type": "string"}, "tags": {"type": "array"}}}}},
             "required": ["items"]}
            """#,
            decoder: decoder
        )
        let group = try #require(decoder.decode(made.definition, name: "").value?.groups.first)
        #expect(group.id == "items" && group.minimum == 1 && group.maximum == 4)
        #expect(group.fields.map(\.id) == ["what"] && group.fields[0].isRequired)
        #expect(
            made.omissions.map(\.description) == [
                "/properties/items/items/properties/tags: only lists can be asked for whose items are known, and 2 in each other",
                "/properties/items/uniqueItems: “uniqueItems” is left out",
            ]
        )
    }

    @Test("has a group of one field for a list of values, and a section for an object")
    func lists() throws {
        let (lines, omissions) = try elements(
            of:
                #"""
                {"description": "About", "properties": {
                    "tags": {"type": "array", "maxItems": 3, "items": {"type": "string", "title": "Tag", "maxLength": 9}},
                    "home": {"type": "object", "title": "Home", "description": "Where", "properties": {
                        "city": {"type": "string"}, "description": {"type": "string"}}}}}
                """#
        )
        #expect(
            lines == [
                #"{"id":"tags","label":"tags","repeat":{"min":0,"max":3},"fields":[{"id":"value","label":"Tag","placeholders":["Tag"],"required":true,"validators":[{"type":"length","max":9,"unit":"codePoint"}],"document":{"at":""}}]}"#,
                #"{"id":"home","section":"Home","description":"Where","fields":[{"id":"home_city","label":"city","placeholders":["city"],"document":{"at":"/home/city"}},{"id":"home_description_2","label":"description","placeholders":["description"],"document":{"at":"/home/description"}}]}"#,
            ]
        )
        #expect(omissions.isEmpty)
    }

    @Test("a form of objects within objects has sections six deep, and fields deeper")
    func deepSections() throws {
        let open = String(repeating: #"{"properties": {"a": "#, count: 8)
        let made = try SchemaImport(open + "{}" + String(repeating: "}}", count: 8), decoder: decoder)
        let form = try #require(decoder.decode(made.definition, name: "").value)
        #expect(form.structure.sections.map(\.id) == ["a", "a_a", "a_a_a", "a_a_a_a", "a_a_a_a_a", "a_a_a_a_a_a"])
        #expect(form.fields.map(\.id) == ["a_a_a_a_a_a_a_a"])
    }

    @Test("increments the number of a name that is already used")
    func numbers() throws {
        let made = try SchemaImport(
            ##"{"properties": {"a-b": {}, "a_b_2": {}, "a.b": {}, "a+b": {}, "c": {"$ref": "#/$defs/list/1"}},"##
                + ##""$defs": {"list": [false, {"description": "second"}]}}"##,
            decoder: decoder
        )
        let form = try #require(decoder.decode(made.definition, name: "").value)
        #expect(form.fields.map(\.id) == ["a_b", "a_b_2", "a_b_3", "a_b_4", "c"])
        #expect(form.fields[4].hint == LocalizedText("second"))
    }

    @Test("a schema that refers to itself gives a form of limited size")
    func bounded() throws {
        let fan = (0..<40).map { ##""p\##($0)": {"$ref": "#"}"## }.joined(separator: ",")
        let made = try SchemaImport(#"{"properties": {"a": {"type": "string"}, \#(fan)}}"#, decoder: decoder)
        #expect(try #require(decoder.decode(made.definition, name: "").value).fields.count <= 1_000)
        #expect(!made.omissions.isEmpty)
    }
}

extension String {
    fileprivate func pair(_ other: String) -> (String, String) { (self, other) }
}
