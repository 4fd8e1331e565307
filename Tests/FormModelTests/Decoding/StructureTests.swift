import FormModel
import Testing

@Suite("A form with groups or pages")
struct StructureTests {
    static let order = """
        {"fields": [
          {"id": "name"},
          {"id": "items", "label": {"en": "Item"}, "repeat": {"min": 1, "max": 3},
           "fields": [{"id": "what", "next": "count"}, {"id": "count", "accessibilityId": "n"}]},
          {"id": "note"}],
         "pages": [{"title": "Who", "fields": ["name"]}, {"fields": ["items", "note"]}]}
        """

    @Test("fields and groups are in order, and pages are consecutive")
    func good() throws {
        let decoded = decoder.decode(Self.order, name: "")
        #expect(decoded.diagnostics == [])
        let form = try #require(decoded.value)
        #expect(form.elements.map(\.id) == ["name", "items", "note"])
        #expect(form.groups.map { $0.fields.map(\.id) } == [["what", "count"]])
        #expect(form.pages.map(\.elements) == [0..<1, 1..<3])
        #expect(form.pages[0].title == LocalizedText("Who"))
        #expect(form.maximumFieldCount == 8)
    }

    @Test(
        "groups without a maximum all have the largest with which the form has 1,000 fields",
        arguments: [
            (#"{"id": "a"}, {"id": "g", "repeat": {}, "fields": [{"id": "x"}, {"id": "y"}]}"#, [499]),
            (
                #"{"id": "g", "repeat": {}, "fields": [{"id": "x"}]}, {"id": "h", "repeat": {}, "fields": [{"id": "x"}]}"#,
                [500, 500]
            ),
            (
                #"{"id": "g", "repeat": {}, "fields": [{"id": "x"}, {"id": "h", "repeat": {}, "fields": [{"id": "y"}]}]}"#,
                [31, 31]
            ),
            (
                #"{"id": "g", "repeat": {"max": 900}, "fields": [{"id": "x"}]}, {"id": "h", "repeat": {"min": 3}, "fields": [{"id": "x"}]}"#,
                [900, 100]
            ),
        ]
    )
    func withoutMaximum(elements: String, maximums: [Int]) throws {
        let decoded = decoder.decode(#"{"fields": [\#(elements)]}"#, name: "")
        let groups = try #require(decoded.value, "\(decoded.diagnostics)").groups
        #expect(groups.flatMap { [$0] + $0.elements.groups }.map(\.maximum) == maximums)
    }

    @Test(
        "elements of a row can refer to fields of the row and of the form",
        arguments: [
            (#""validators": [{"type": "equals", "field": "x"}]"#, "/validators/0/field: unknown field “x”"),
            (#""validators": [{"type": "equals", "field": "a"}]"#, "/validators/0/field: the field “a” is compared"),
            (#""visibleWhen": {"field": "h_1_b", "empty": true}"#, "/visibleWhen: unknown field “h_1_b”"),
            (#""visibleWhen": {"field": "pin", "equals": "1"}"#, "/visibleWhen: the field “pin” is secret"),
        ]
    )
    func badReferences(_ keys: String, _ message: String) throws {
        let json = """
            {"fields": [{"id": "pin", "secret": true},
              {"id": "g", "repeat": {"max": 2}, "fields": [{"id": "a", \(keys)}]},
              {"id": "h", "repeat": {"max": 2}, "fields": [{"id": "b"}]}]}
            """
        let found = decoder.decode(json, name: "").diagnostics.map(\.description)
        #expect(found.count == 1 && found[0].contains("/fields/1/fields/0" + message), "\(found)")
    }

    @Test(
        "a field of a row is found by its full name",
        arguments: [
            ("items_1_what", 1), ("items_9999999_what", 9_999_999), ("items_0_what", nil), ("items_01_what", nil),
            ("items_10000000_what", nil), ("items_1_no", nil), ("items_1", nil), ("items__what", nil),
            ("items_-1_what", nil), ("item_1_what", nil), ("items_99999999999999999999_what", nil),
        ] as [(String, Int?)]
    )
    func row(_ name: String, _ row: Int?) throws {
        let structure = try #require(decoder.decode(Self.order, name: "").value?.structure)
        #expect(RowField(name, in: structure.elements)?.rows.map(\.number) == row.map { [$0] })
    }

    @Test(
        "errors are reported with their positions",
        arguments: [
            (
                #"{"repeat": 1, "fields": [{"id": "a"}]}"#, "",
                ["/fields/0: a group needs the key “id”", "/fields/0/repeat: expected an object, found a number"]
            ),
            (
                #"{"id": "g", "repeat": {"min": 3, "max": 2}, "fields": [{"id": "a"}], "style": "box"}"#, "",
                [
                    "/fields/0/repeat/max: the maximum of 2 is less than the minimum of 3",
                    "/fields/0/style: unknown key “style”; known are “document”, “fields”, “id”, “label”, “repeat”, “span”, “visibleWhen”",
                ]
            ),
            (#"{"id": "g", "repeat": {"max": 2}}"#, "", ["/fields/0: a group needs the key “fields”"]),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": []}"#, "",
                ["/fields/0/fields: a group needs at least one field"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "a"}, {"id": "a", "next": "b"}]}"#, "",
                [
                    "/fields/0/fields/1/id: the field “a” exists already in this group",
                    "/fields/0/fields/1/next: unknown field “b”; known are “a”",
                ]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "h", "repeat": {"max": 2}, "fields": [{"id": "i", "repeat": {"max": 2}, "fields": []}]}, {"id": "a"}]}"#,
                "", ["/fields/0/fields/0/fields/0: the group stands in 2 others; the limit is 1"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 10}, "fields": [{"id": "h", "repeat": {"max": 25}, "fields": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}]}, {"id": "e"}]}"#,
                "", ["/fields: with all rows there are 1010 fields; the limit is 1000"]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "h", "repeat": {"max": 2}, "fields": [{"id": "a"}]}, {"id": "h_1_a"}, {"id": "h"}]}"#,
                "",
                [
                    "/fields/0/fields/1/id: “h_1_a” could be the name of a row's field in the group “h”",
                    "/fields/0/fields/2/id: the field “h” exists already in this group",
                ]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "inner_rows_with_a_long_name", "repeat": {"max": 2}, "fields": [{"id": "a_name_that_is_long"}]}]}"#,
                "",
                [
                    "/fields/0/fields/0/fields/0/id: the names of group and field together have more than 46 characters"
                ]
            ),
            (
                #"{"id": "n", "computed": {"count": [{"field": "m"}]}}, {"id": "m", "computed": {"count": [{"field": "g.h.a"}]}}, {"id": "g", "repeat": {"max": 2}, "fields": [{"id": "h", "repeat": {"max": 2, "count": {"field": "n"}}, "fields": [{"id": "a"}]}]}"#,
                "",
                [
                    "/fields/0/computed: these fields are worked out from each other in a circle: “n” → “m” → “a” → “n”"
                ]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "visibleWhen": {"computed": {"sum": [{"field": "g.h.a"}]}, "less": 3}, "fields": [{"id": "h", "repeat": {"max": 2}, "fields": [{"id": "a", "formatter": {"type": "number"}}]}]}"#,
                "",
                [
                    "/fields/0/fields/0/fields/0: whether these fields are visible depends on each other in a circle: “a” → “a”"
                ]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "h", "repeat": {"max": 2, "count": {"field": "a"}}, "fields": [{"id": "a"}]}, {"id": "s", "computed": {"sum": [{"field": "h.x"}, {"field": "i.a"}, {"field": "a.b.c.d"}]}}]}"#,
                "",
                [
                    "/fields/0/fields/0/repeat/count/field: unknown field “a”; known are “s”",
                    "/fields/0/fields/1/computed/sum/0/field: unknown field “h.x”; did you mean “h.a”?",
                    "/fields/0/fields/1/computed/sum/1/field: unknown field “i.a”; did you mean “h.a”?",
                    "/fields/0/fields/1/computed/sum/2/field: “a.b.c.d” is neither a field's name nor those of groups and a field",
                ]
            ),
            (
                #"{"id": "g", "repeat": {"max": 2}, "fields": [{"id": "a"}]}, {"id": "g_1_a", "next": "g"}, {"id": "g_x"}"#,
                "",
                [
                    "/fields/1/id: “g_1_a” could be the name of a row's field in the group “g”",
                    "/fields/1/next: unknown field “g”; known are “g_1_a”, “g_x”",
                ]
            ),
            (
                #"{"id": "g", "repeat": {"max": 501}, "fields": [{"id": "a"}, {"id": "b"}]}"#, "",
                ["/fields: with all rows there are 1002 fields; the limit is 1000"]
            ),
            (
                #"{"id": "a"}, {"id": "b"}, {"id": "c"}"#, #"{"fields": ["b", "a"]}, {"fields": []}, {}"#,
                [
                    "/pages/0/fields/0: pages keep the form's order: “a” comes before this",
                    "/pages/0/fields/1: the field “a” stands before this already",
                    "/pages/1/fields: a page needs at least one field",
                    "/pages/2: a page needs the key “fields”",
                ]
            ),
            (#"{"id": "a"}, {"id": "b"}"#, #"{"fields": ["a"]}"#, ["/pages: the field “b” stands on no page"]),
            (
                #"{"id": "a"}"#, #"{"fields": ["a", "x"], "name": "n"}"#,
                [
                    "/pages/0/fields/1: unknown field “x”; known are “a”",
                    "/pages/0/name: unknown key “name”; known are “description”, “fields”, “review”, “title”, “visibleWhen”",
                ]
            ),
        ] as [(String, String, [String])]
    )
    func bad(_ fields: String, _ pages: String, _ expected: [String]) {
        let rest = pages.isEmpty ? "" : #", "pages": [\#(pages)]"#
        let found = decoder.decode(#"{"fields": [\#(fields)]\#(rest)}"#, name: "").diagnostics
        #expect(found.map { "\($0.pointer): \($0.message)" } == expected)
    }

    @Test("the full names of fields in rows have a maximum length")
    func longNames() {
        let (group, field) = (String(repeating: "g", count: 30), String(repeating: "f", count: 26))
        let json = #"{"fields": [{"id": "\#(group)", "repeat": {"max": 2}, "fields": [{"id": "\#(field)"}]}]}"#
        #expect(
            decoder.decode(json, name: "").diagnostics.map(\.message) == [
                "the names of group and field together have more than 55 characters"
            ]
        )
    }
}
