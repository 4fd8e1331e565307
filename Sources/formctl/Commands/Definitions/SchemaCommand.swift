import ArgumentParser

/// Works without a daemon.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of form definitions, for editors.",
        discussion: """
            Editors complete and check a form whose "$schema" names the schema's file. "formctl check" says more \
            than a schema can.
            """
    )

    func run() throws {
        let text = String(decoding: PackageResources.form_definition_schema_json, as: UTF8.self)
        try StandardOutput.write([text.hasSuffix("\n") ? String(text.dropLast()) : text])
    }
}
