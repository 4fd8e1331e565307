import FormdTesting
import Foundation
import Testing

@Suite("formctl and JSON Schema")
struct FormctlSchemaTests {
    @Test("schema prints the file that is installed, without a daemon")
    func schema() async throws {
        let file = BuiltProducts.project + "/Sources/formctl/Schema/form-definition.schema.json"
        let result = try await Tool.run(Formctl.program, ["schema"], environment: [:])
        #expect(result.output == (try String(contentsOfFile: file, encoding: .utf8)))
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    @Test("an imported form has no errors, and what was left out is printed")
    func importing() async throws {
        let formctl = try await Formctl()
        let schema = """
            {"title": "Guest", "required": ["name"], "properties": {
              "name": {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[^0-9]+$"},
              "size": {"enum": ["S", "M"]}, "born": {"type": "string", "format": "date"},
              "mail": {"type": "string", "format": "email"}, "count": {"type": "integer"},
              "bad": {"type": "string", "pattern": "(", "format": "regex"}, "sure": {"type": "boolean"}}}
            """
        let result = try await formctl.shell(
            "echo '\(schema)' | \(Formctl.program) import - | formctl check - && echo good"
        )
        #expect(result.output == "good\n")
        #expect(
            result.errors == """
                formctl: left out: /properties/bad/pattern: the pattern is left out: a group is not closed
                formctl: left out: /properties/bad/format: “format” is left out

                """
        )
    }

    @Test("a uiSchema determines the presentation of the fields, and requires a schema")
    func look() async throws {
        let schema = #"{"properties": {"a": {"type": "string"}}}"#
        let look = #"{"a": {"ui:widget": "textarea", "ui:x": 1}}"#
        let result = try await Tool.run(
            "bash",
            ["-c", "\(Formctl.program) import --ui <(echo '\(look)') <(echo '\(schema)')"],
            environment: [:]
        )
        #expect(result.output.contains(#""type": "textView""#))
        #expect(result.errors == "formctl: left out: ui:/a/ui:x: “ui:x” is left out\n")
        let refused = try await Tool.run(
            Formctl.program,
            ["import", "--from", "survey", "--ui", "x", "-"],
            environment: [:]
        )
        #expect(refused.status != 0 && refused.errors.contains("--ui belongs to a JSON Schema."))
    }

    @Test("an XLSForm is a folder of sheets or a file of Excel")
    func spreadsheets() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formd-xlsform-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let survey = folder.appendingPathComponent("survey.csv")
        try Data("type,name,label\ntext,a,A\nhologram,b,B\n".utf8).write(to: survey)
        let result = try await Tool.run(
            Formctl.program,
            ["import", "--from", "xlsform", folder.path],
            environment: [:]
        )
        #expect(result.output == "{\"fields\": [{\"id\": \"a\", \"label\": \"A\"}]}\n")
        #expect(
            result.errors == "formctl: left out: survey!A3: a form asks no question of the type “hologram”\n"
        )
        let refused = try await Tool.run(
            Formctl.program,
            ["import", "--from", "xlsform", survey.path],
            environment: [:]
        )
        #expect(refused.status == 1 && refused.errors.contains("this is no file of Excel"))
    }

    @Test("a schema that is not for an object is refused", arguments: ["{}", "[", "3"])
    func refused(_ schema: String) async throws {
        let result = try await Tool.run(
            "sh",
            ["-c", "echo '\(schema)' | \(Formctl.program) import -"],
            environment: [:]
        )
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("formctl: -: "))
    }
}
