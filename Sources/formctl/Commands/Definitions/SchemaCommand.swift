import ArgumentParser
import FormEngine
import FormModel
import FormReference

/// Works without a daemon.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of form definitions, for editors.",
        discussion: """
            Editors complete and check a form whose "$schema" names the schema's file. "formctl check" finds errors \
            that a schema cannot express.
            """
    )

    func run() throws {
        try StandardOutput.write([String(DefinitionSchema(kinds: .builtIn).text.dropLast())])
    }
}
