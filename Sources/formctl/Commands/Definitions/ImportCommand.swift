import ArgumentParser
import FormEngine
import FormModel
import SchemaImport

/// Works without a daemon.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a form definition of a JSON Schema, and print it.",
        discussion: """
            A field for each property: type, enum, format, required, title, description, default, pattern and \
            bounds count; objects are taken apart, lists of objects become rows. What a form cannot say is listed \
            on standard error.
            """
    )

    @Argument(help: "A JSON Schema of an object; \"-\" is standard input.") var file: String

    func run() throws {
        let schema = try TextFile.read(file)
        let form: SchemaImport
        do {
            form = try SchemaImport(schema, decoder: DefinitionDecoder())
        } catch {
            throw CommandFailure(.refused, "\(file.escapingControls): \(error)")
        }
        for omission in form.omissions {
            StandardError.write("formctl: left out: \("\(omission)".escapingControls)")
        }
        try StandardOutput.write([String(form.definition.dropLast())])
    }
}
