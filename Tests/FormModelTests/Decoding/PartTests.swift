import FormModel
import Testing

@Suite("A form with notes, sections, conditional parts, a review and an end")
struct PartTests {
    static let permit = """
        {"title": "Permit", "description": "For work in a street", "end": "Thank you", "endWhen": {"field": "kind", "equals": "none"},
         "record": {"started": "from", "submitted": "at", "duration": "seconds"},
         "fields": [
           {"id": "help", "note": {"en": "Read the rules", "de": "Lies die Regeln"}, "visibleWhen": {"field": "kind", "empty": true}},
           {"id": "kind", "label": "Kind", "span": 6},
           {"id": "version", "constant": 3}, {"id": "source", "constant": "web"}, {"id": "draft", "constant": false},
           {"id": "where", "section": "Place", "description": "Where you work", "span": 6, "fields": [
             {"id": "street"}, {"section": "Number", "visibleWhen": {"field": "street", "empty": false},
               "fields": [{"id": "number"}, {"id": "suffix"}]}]},
           {"id": "items", "label": "Machine", "repeat": {"max": 3}, "visibleWhen": {"field": "kind", "equals": "dig"}, "fields": [
             {"id": "hint", "note": "One each"}, {"section": "Machine", "fields": [{"id": "name"}]}]}
         ],
         "pages": [
           {"title": "Kind", "fields": ["help", "kind"]},
           {"title": "Place", "description": "All of it", "visibleWhen": {"field": "kind", "empty": false}, "fields": ["where", "items"]},
           {"title": "Review", "review": true, "description": "Look again"}]}
        """

    @Test("all parts are in one list, with descriptions as notes and sections as ranges")
    func good() throws {
        let decoded = decoder.decode(Self.permit, name: "")
        #expect(decoded.diagnostics == [])
        let structure = try #require(decoded.value).structure
        #expect(
            structure.elements.map(\.id) == [
                "form_description", "help", "kind", "page_1_description", "where_description", "street", "number",
                "suffix",
                "items", "page_2_description", "form_end",
            ]
        )
        #expect(structure.sections.map(\.id) == ["where", "section_2"])
        #expect(structure.sections.map(\.elements) == [4..<8, 6..<8])
        #expect(structure.sections.map(\.depth) == [0, 1])
        #expect(structure.sections[0].span == 6)
        #expect(structure.groups[0].sections.map(\.id) == ["section_3"])
        #expect(structure.groups[0].sections[0].elements == 1..<2)
        #expect(structure.pages.map(\.elements) == [0..<3, 3..<9, 9..<10])
        #expect(structure.pages.map(\.isReview) == [false, false, true])
        #expect(structure.endNote == 10 && structure.earlyEnd?.hidden == 3..<10)
        #expect(structure.constants.map(\.text) == ["3", "web", "false"])
        #expect(structure.constants.map(\.isString) == [false, true, false])
        #expect(structure.fields.filter { $0.kind == .note }.count == 6)
        let record = try #require(decoded.value).record
        #expect(record.started == "from" && record.submitted == "at" && record.duration == "seconds")
    }

    @Test("a page can list the elements of a section instead of the section")
    func flatPages() throws {
        let json = """
            {"fields": [{"id": "s", "section": "S", "description": "D", "fields": [{"id": "a"}, {"id": "b"}]}, {"id": "c"}],
             "pages": [{"description": "P", "fields": ["a", "b"]}, {"fields": ["c"]}]}
            """
        let decoded = decoder.decode(json, name: "")
        #expect(decoded.diagnostics == [])
        let structure = try #require(decoded.value).structure
        #expect(structure.elements.map(\.id) == ["page_0_description", "s_description", "a", "b", "c"])
        #expect(structure.pages.map(\.elements) == [0..<4, 4..<5])
    }

    @Test(
        "errors are reported with their positions",
        arguments: [
            (
                #"{"id": "n", "note": "N", "required": true, "validators": []}"#,
                [
                    "/fields/0/required: unknown key “required”",
                    "/fields/0/validators: unknown key “validators”",
                ]
            ),
            (#"{"note": "N"}"#, ["/fields/0: a note needs the key “id”"]),
            (#"{"id": "n", "note": 1}"#, ["/fields/0/note: expected a string or an object of strings by language"]),
            (#"{"section": "S"}"#, ["/fields/0: a section needs the key “fields”"]),
            (#"{"section": "S", "fields": []}"#, ["/fields/0/fields: a section needs at least one element"]),
            (
                #"{"section": "S", "fields": [{"id": "a"}], "layout": "columns"}"#,
                ["/fields/0/layout: unknown value “columns”"]
            ),
            (
                #"{"section": "1", "fields": [{"section": "2", "fields": [{"section": "3", "fields": [{"section": "4", "fields": [{"section": "5", "fields": [{"section": "6", "fields": [{"section": "7", "fields": [{"id": "a"}]}]}]}]}]}]}]}"#,
                [
                    "/fields/0/fields/0/fields/0/fields/0/fields/0/fields/0/fields/0: the section stands in 6 others; the limit is 5"
                ]
            ),
            (
                #"{"id": "a", "span": 13}, {"id": "b", "span": 0}"#,
                [
                    "/fields/0/span: 13 is out of range: 1 to 12 columns",
                    "/fields/1/span: 0 is out of range: 1 to 12 columns",
                ]
            ),
            (
                #"{"id": "s", "section": "S", "fields": [{"id": "a"}, {"id": "s"}]}, {"id": "a"}"#,
                [
                    "/fields/0/fields/1/id: the field “s” exists already, at /fields/0",
                    "/fields/1/id: the field “a” exists already, at /fields/0/fields/0",
                ]
            ),
            (
                #"{"id": "section_1"}, {"section": "S", "fields": [{"id": "a"}]}"#,
                ["/fields/1: the field “section_1” exists already, at /fields/0"]
            ),
            (
                #"{"section": "S", "visibleWhen": {"field": "a", "equals": "1"}, "fields": [{"id": "a"}]}"#,
                [
                    "/fields/0/visibleWhen: the condition reads the field “a”, which is in the part that it shows and hides"
                ]
            ),
            (
                #"{"section": "S", "visibleWhen": {"field": "b", "equals": "1"}, "fields": [{"id": "a"}]}, {"id": "b", "visibleWhen": {"field": "a", "empty": false}}"#,
                [
                    "/fields/0/fields/0: whether these fields are visible depends on each other in a circle: “a” → “b” → “a”"
                ]
            ),
            (
                #"{"section": "S", "visibleWhen": {"field": "pin", "equals": "1"}, "fields": [{"id": "a"}]}, {"id": "pin", "secret": true}"#,
                ["/fields/0/visibleWhen: the field “pin” is secret: a condition may only test whether it is “empty”"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "visibleWhen": {"field": "x", "empty": true}, "fields": [{"id": "a"}]}"#,
                ["/fields/0/visibleWhen: unknown field “x”"]
            ),
            (
                #"{"id": "n", "note": "N"}, {"id": "a", "next": "n", "visibleWhen": {"field": "n", "empty": true}}"#,
                [
                    "/fields/1/next: “n” is a note, which takes no focus",
                    "/fields/1/visibleWhen: “n” is a note, which has no value",
                ]
            ),
            (
                #"{"id": "c", "constant": [1]}, {"id": "c", "constant": 1}, {"id": "a", "required": true, "constant": 1}"#,
                [
                    "/fields/0/constant: expected a string, a number, true or false, found an array",
                    "/fields/1/id: the field “c” exists already, at /fields/0",
                    "/fields/2/required: unknown key “required”; known are “constant”, “document”, “id”",
                ]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2, "count": {"field": "x"}}, "fields": [{"id": "a"}]}"#,
                ["/fields/0/repeat/count/field: unknown field “x”"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2, "count": {"field": "a"}}, "fields": [{"id": "a"}]}, {"id": "n", "note": "N"}"#,
                ["/fields/0/repeat/count/field: unknown field “a”"]
            ),
            (
                #"{"id": "s", "secret": true}, {"id": "g", "repeat": {"max": 2, "count": {"field": "s"}}, "fields": [{"id": "a"}]}"#,
                ["/fields/1/repeat/count/field: the field “s” is secret, and the number of rows would reveal it"]
            ),
            (
                #"{"id": "s", "computed": {"count": [{"field": "g.a"}]}}, {"id": "g", "repeat": {"max": 2, "count": {"field": "s"}}, "fields": [{"id": "a"}]}"#,
                ["/fields/1/repeat/count/field: the field “s” is worked out from the rows that it counts"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2, "count": 3}, "fields": [{"id": "a"}]}"#,
                ["/fields/0/repeat/count: expected an object"]
            ),
            (
                #"{"id": "g", "repeat": {"min": 3, "max": 2}, "fields": [{"id": "a"}]}"#,
                ["/fields/0/repeat/max: the maximum of 2 is less than the minimum of 3"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 1001}, "fields": [{"id": "a"}]}"#,
                ["/fields/0/repeat/max: 1001 is out of range: 1 to 1000 rows"]
            ),
            (
                #"{"id": "g", "label": "{{a}} {{z}}", "repeat": {"max": 2}, "fields": [{"id": "a"}]}"#,
                ["/fields/0/label: unknown field “z”"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "c", "constant": 1}, {"id": "a"}]}"#,
                ["/fields/0/fields/0: a constant stands in no group"]
            ),
        ] as [(String, [String])]
    )
    func bad(_ fields: String, _ expected: [String]) {
        let found = decoder.decode(#"{"fields": [\#(fields)]}"#, name: "").diagnostics
        let shown = found.map { "\($0.pointer): \($0.message)" }
        #expect(shown.count == expected.count && zip(shown, expected).allSatisfy { $0.hasPrefix($1) }, "\(shown)")
    }

    @Test(
        "errors about the whole form are reported",
        arguments: [
            (#""endWhen": {"field": "x", "empty": true}"#, ["/endWhen: unknown field “x”; known are “a”, “b”"]),
            (
                #""endWhen": {"field": "b", "empty": true}"#,
                ["/endWhen: no element follows the fields that the condition reads"]
            ),
            (
                #""record": {"started": "a", "ended": "e", "duration": "d", "submitted": "d"}"#,
                [
                    "/record/started: the name “a” is taken already, at /fields/0",
                    "/record/ended: unknown key “ended”",
                    "/record/duration: the name “d” is taken already, at /record/submitted",
                ]
            ),
            (
                #""pages": [{"fields": ["a", "b"]}, {"review": true, "fields": ["a"]}]"#,
                ["/pages/1/fields: a review page has no"]
            ),
            (#""pages": [{"fields": ["a", "b"]}, {"title": "x"}]"#, ["/pages/1: a page needs the key “fields”"]),
            (
                #""pages": [{"fields": ["a"], "visibleWhen": {"field": "a", "empty": true}}, {"fields": ["b"]}]"#,
                [
                    "/pages/0/visibleWhen: the condition reads the field “a”, which is in the part that it shows and hides"
                ]
            ),
            (#""end": "E", "description": 1"#, ["/description: expected a string"]),
        ] as [(String, [String])]
    )
    func badForm(_ keys: String, _ expected: [String]) {
        let found = decoder.decode(#"{"fields": [{"id": "a"}, {"id": "b"}], \#(keys)}"#, name: "").diagnostics
        let shown = found.map { "\($0.pointer): \($0.message)" }
        #expect(shown.count == expected.count && zip(shown, expected).allSatisfy { $0.hasPrefix($1) }, "\(shown)")
    }

    @Test(
        "texts can contain answers of fields that are not secret",
        arguments: [
            (
                #""label": "{{b}}, {{who}}""#,
                ["error: /fields/0/label: unknown field “who”; known are “a”, “b”, “g”, “n”, “pin”"]
            ),
            (
                #""hint": {"en": "Hello {{b}}", "de": "Hallo {{pin}}"}"#,
                ["error: /fields/0/hint/de: the answer of the secret field “pin” is never shown"]
            ),
            (#""label": "{{n}}""#, ["error: /fields/0/label: “n” is a note, which has no answer"]),
            (#""label": "{{x""#, ["warning: /fields/0/label: “{{” means nothing here: an answer is written {{name}}"]),
            (
                #""label": "{{ b }}""#,
                ["warning: /fields/0/label: “{{” means nothing here: an answer is written {{name}}"]
            ),
            (
                #""placeholders": ["{{b}}"]"#,
                ["warning: /fields/0/placeholders/0: “{{b}}” means nothing here: no answer is shown in this text"]
            ),
            (
                #""required": true, "requiredMessage": "{{r}}""#,
                ["error: /fields/0/requiredMessage: unknown field “r”; known are “a”, “b”, “g”, “n”, “pin”"]
            ),
            (
                #""validators": [{"type": "length", "min": 3, "message": "{min, plural, one {{min}} other {{min}}} {{b}}"}]"#,
                []
            ),
            (
                #""label": "\#(String(repeating: "{{b}}", count: 65))""#,
                ["error: /fields/0/label: the text shows 65 answers; the limit is 64"]
            ),
            (#""label": "{{b}} {b}", "image": "map""#, []),
            (
                #""input": {"type": "options", "options": ["{{b}}", {"value": "1", "label": {"de": "{{pin}} {{x}}"}}]}"#,
                [
                    "error: /fields/0/input/options/1/label/de: the answer of the secret field “pin” is never shown",
                    "error: /fields/0/input/options/1/label/de: unknown field “x”; known are “a”, “b”, “g”, “n”, “pin”",
                ]
            ),
            (
                #""input": {"type": "options", "options": [{"value": "1", "label": "Not {{a}}"}]}"#,
                [
                    "error: /fields/0/input/options/0/label: the options of these fields show each other's answers in a circle: “a” → “a”"
                ]
            ),
            (
                #""input": {"type": "options", "options": [\#((0..<1_001).map { #""\#($0) {{b}}""# }.joined(separator: ","))]}"#,
                [
                    "error: /fields/0/input/options: there are 1,001 options, whose labels show answers; the limit is 1,000"
                ]
            ),
        ] as [(String, [String])]
    )
    func answersInTexts(_ keys: String, _ expected: [String]) {
        let json = #"""
            {"fields": [{"id": "a", \#(keys)}, {"id": "b"}, {"id": "g"}, {"id": "n", "note": "{{a}}"},
              {"id": "pin", "secret": true}]}
            """#
        let found = decoder.decode(json, name: "").diagnostics.map { "\($0.severity): \($0.pointer): \($0.message)" }
        #expect(found == expected)
    }

    @Test("texts in a row can contain answers of the row and of the form")
    func answersInRows() {
        let json = """
            {"fields": [{"id": "a", "label": "{{b}}"},
              {"id": "g", "repeat": {"max": 2}, "fields": [{"id": "b", "label": "{{a}}, {{b}}"}, {"id": "n", "note": "{{c}}"}]}]}
            """
        #expect(
            findings(json).map { $0.drop { $0 != "/" } } == [
                "/fields/0/label: unknown field “b”; known are “a”",
                "/fields/1/fields/1/note: unknown field “c”; known are “a”, “b”, “n”",
            ]
        )
    }

    @Test("a section must be on one page")
    func splitSection() {
        let json = """
            {"fields": [{"id": "s", "section": "S", "fields": [{"id": "a"}, {"id": "b"}]}],
             "pages": [{"fields": ["a"]}, {"fields": ["b"]}]}
            """
        #expect(
            findings(json).map { $0.split(separator: " ", maxSplits: 2).last ?? "" } == [
                "/pages: the section “s” stands on more than one page"
            ]
        )
    }
}
