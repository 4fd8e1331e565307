import FormEngine
import FormModel
import FormReference
import Foundation
import Testing

/// What is generated from the declarations of keys; `make reference` writes it.
@Suite("The reference of definitions")
struct ReferenceTests {
    private static let sources = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
    }

    /// Compares a file with what it should be; with `FORMD_RECORD`, writes it.
    private static func compare(_ path: String, with generated: String) throws {
        if ProcessInfo.processInfo.environment["FORMD_RECORD"] != nil {
            try generated.write(to: sources.appendingPathComponent(path), atomically: true, encoding: .utf8)
        }
        #expect(try text(path) == generated, "run make reference")
    }

    @Test("the schema is generated from the declarations")
    func schema() throws {
        try Self.compare("formctl/Schema/form-definition.schema.json", with: DefinitionSchema(kinds: .builtIn).text)
    }

    @Test(
        "the tables are generated from the declarations",
        arguments: ["FormModel/FormModel.docc/Definitions.md", "FormEngine/FormEngine.docc/Formatters.md"]
    )
    func tables(article: String) throws {
        let generated = DefinitionReference(kinds: .builtIn).filled(try Self.text(article))
        #expect(generated.contains("<!-- keys: "))
        #expect(!generated.contains("No table has this name"))
        try Self.compare(article, with: generated)
    }

    @Test("has a table, or a row, for every kind of rule and formatter")
    func kinds() throws {
        let articles =
            try Self.text("FormModel/FormModel.docc/Definitions.md")
            + Self.text("FormEngine/FormEngine.docc/Formatters.md")
        for name in DefinitionKinds.builtIn.ruleNames { #expect(articles.contains("\n| `\(name)` |")) }
        for name in DefinitionKinds.builtIn.formatterNames {
            #expect(articles.contains("<!-- keys: \(name) -->") || articles.contains("`\(name)`"))
        }
    }
}
