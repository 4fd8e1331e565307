@testable import FormEngine
import FormModel
import Testing

/// Where the rows of groups place their fields, and which fields references mean there.
@Suite("Fields, rules and pages of a form with rows")
struct PlacementTests {
    private static func compile(_ json: String) throws -> CompiledForm {
        let decoded = DefinitionDecoder().decode(json, name: "")
        #expect(decoded.diagnostics == [])
        return try CompiledForm(try #require(decoded.value))
    }

    @Test("each row has fields with unique names, and pages contain consecutive fields")
    func order() throws {
        let form = try Self.compile(
            """
            {"fields": [
              {"id": "name"},
              {"id": "items", "label": {"en": "Item"}, "repeat": {"min": 1, "max": 3},
               "fields": [{"id": "what", "next": "count"}, {"id": "count", "accessibilityId": "n"}]},
              {"id": "note"}],
             "pages": [{"title": "Who", "fields": ["name"]}, {"fields": ["items", "note"]}]}
            """
        )
        let first = form.firstPlacement
        #expect(first.fields.map(\.id) == ["name", "items_1_what", "items_1_count", "note"])
        #expect(first.pages.map(\.fields) == [0..<1, 1..<4])
        #expect(first.page(of: 0) == 0 && first.page(of: 3) == 1)
        let more = form.placed(rows: ["items": [1, 7, 2]])
        #expect(
            more.fields.map(\.id) == [
                "name", "items_1_what", "items_1_count", "items_7_what", "items_7_count", "items_2_what",
                "items_2_count", "note",
            ]
        )
        #expect(more.fields[3].next == 4)
        #expect(more.fields.map(\.accessibilityID)[3...4] == ["items_7_what", "n_7"])
        #expect(more.pages.map(\.fields) == [0..<1, 1..<8])
        #expect(more.indices["items_7_count"] == 4)
        #expect(form.placed(rows: ["items": []]).pages.map(\.fields) == [0..<1, 1..<2])
        #expect(more.fields[1].plan === more.fields[3].plan, "one plan is placed many times")
        #expect(form.placed(rows: ["items": [1]]) === first, "sessions with the first rows share their placement")
    }

    @Test("rules and conditions read fields of the same row first, then those of the form")
    func references() throws {
        let form = try Self.compile(
            """
            {"fields": [{"id": "what"}, {"id": "kind"}, {"id": "g", "repeat": {"max": 2, "min": 1}, "fields": [
              {"id": "what"},
              {"id": "same", "validators": [{"type": "equals", "field": "what"}], "visibleWhen": {"any": [
                {"field": "kind", "empty": true}, {"not": {"field": "what", "equals": "x"}}]}}]}]}
            """
        )
        let placement = form.placed(rows: ["g": [4]])
        #expect(placement.fields.map(\.id) == ["what", "kind", "g_4_what", "g_4_same"])
        let same = placement.fields[3]
        #expect(same.plan.rules.map { $0.other.flatMap { same.field(at: $0) } } == [2])
        #expect(same.plan.conditions?.visible?.reads.map { same.field(at: $0) } == [1, 2])
    }

    @Test("the next and previous field follow the form's order, and end at the edges of a page")
    func neighbours() throws {
        let form = try Self.compile(
            #"""
            {"fields": [{"id": "a"}, {"id": "b", "next": "d"}, {"id": "c"}, {"id": "d"}],
             "pages": [{"fields": ["a", "b"]}, {"fields": ["c", "d"]}]}
            """#
        )
        let fields = form.firstPlacement.fields
        #expect(fields.map(\.next) == [1, 3, 3, nil])
        #expect(fields.map(\.nextInOrder) == [1, nil, 3, nil])
        #expect(fields.map(\.previous) == [nil, 0, nil, 2])
    }
}
