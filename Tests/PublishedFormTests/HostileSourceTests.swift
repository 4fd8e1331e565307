import FormImport
import FormModel
import SchemaImport
import Testing

/// Sources whose size or depth is out of proportion to what a form keeps. Each of them once overflowed the stack,
/// trapped, or did not end.
// The limit is for something that does not end: it includes waiting for the tests that run at the same time.
@Suite("Hostile sources", .timeLimit(.minutes(20)))
struct HostileSourceTests {
    private static func survey(_ elements: String) throws -> ImportSource {
        .survey(JSONText(try JSONDocument(#"{"elements": [{"type": "text", "name": "a"}, \#(elements)]}"#).root))
    }

    private static func reasons(_ source: ImportSource) throws -> [String] {
        try source.imported().omissions.map(\.reason)
    }

    @Test(
        "an expression with more operators or brackets than a form keeps is left out",
        arguments: [
            Array(repeating: "{a}", count: 16_000).joined(separator: " - "),
            Array(repeating: "{a} = 1", count: 4_000).joined(separator: " and "),
            String(repeating: "(", count: 16_000) + "{a}" + String(repeating: ")", count: 16_000),
            String(repeating: "not ", count: 8_000) + "{a}",
            String(repeating: "f([", count: 8_000),
        ]
    )
    func expressions(text: String) throws {
        let question = #"{"type": "text", "name": "b", "visibleIf": "\#(text)"}"#
        #expect(try Self.reasons(Self.survey(question)).count == 1)
        let table = [
            ["type", "name", "relevant"], ["text", "a", ""], ["text", "b", text.replacing("{", with: "${")],
        ]
        #expect(try Self.reasons(.sheets(["survey": table])).count == 1)
    }

    @Test(
        "a scale that is wider than a list of options is left out",
        arguments: [
            #""rateMin": -9223372036854775808, "rateMax": 9223372036854775807"#,
            #""rateMin": 9223372036854775807, "rateCount": 9223372036854775807"#,
            #""rateMin": 0, "rateCount": -9223372036854775808"#, #""rateMin": 5, "rateMax": 1"#,
        ]
    )
    func scales(bounds: String) throws {
        let reasons = try Self.reasons(Self.survey(#"{"type": "rating", "name": "b", \#(bounds)}"#))
        #expect(reasons.contains("a form asks no question of the type “rating”"))
    }

    @Test("a table of 5,000 rows and 5,000 columns is left out")
    func tables() throws {
        let names = (0..<5_000).map { "\"\($0)\"" }.joined(separator: ", ")
        let table = #"{"type": "matrix", "name": "b", "rows": [\#(names)], "columns": [\#(names)]}"#
        #expect(try Self.reasons(Self.survey(table)).count == 1)
    }

    @Test("references in a circle end")
    func circles() throws {
        let schema = """
            {"properties": {"a": {"type": "string"}, "b": {"$ref": "#/$defs/x"}, "c": {"$ref": "#/properties/c"}},
             "$defs": {"x": {"type": "object", "properties": {"y": {"$ref": "#/$defs/x"}, "z": {"$ref": "#/$defs/x"}}}}}
            """
        let source = ImportSource.schema(JSONText(try JSONDocument(schema).root), look: nil)
        #expect(try !Self.reasons(source).isEmpty)
    }

    @Test("groups in groups beyond any form are no form")
    func groups() {
        let open = (0..<5_000).map { ["begin group", "g\($0)"] }
        let table = [["type", "name"]] + open + [["text", "a"]]
        #expect(throws: NoForm.self) { try ImportSource.sheets(["survey": table]).imported() }
    }
}
