import ArgumentParser
import FormEngine
import FormModel
import SchemaImport
import SurveyImport

/// Works without a daemon.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a form definition of a JSON Schema or a survey, and print it.",
        discussion: """
            A field for each property of a schema: type, enum, format, required, title, description, default, pattern \
            and bounds count; objects become sections, lists become rows, and what is said only sometimes has conditions. \
            A uiSchema beside it says how the fields look. Of a SurveyJS survey, pages, panels, questions, validators and \
            expressions count. What a form cannot say is listed on standard error.
            """
    )

    enum Source: String, ExpressibleByArgument, CaseIterable {
        case schema, survey
    }

    @Option(help: "What the file is: a JSON Schema of an object, or the JSON of a SurveyJS survey.")
    var from = Source.schema

    @Option(help: "The uiSchema of react-jsonschema-form that belongs to the schema.", completion: .file())
    var ui: String?

    @Argument(help: "The file; \"-\" is standard input.") var file: String

    func validate() throws {
        guard ui == nil || from == .schema else { throw ValidationError("--ui belongs to a JSON Schema.") }
    }

    func run() throws {
        let text = try TextFile.read(file)
        let definition: String
        let omissions: [String]
        do {
            switch from {
            case .schema:
                let form = try SchemaImport(text, look: try ui.map(TextFile.read), decoder: DefinitionDecoder())
                (definition, omissions) = (form.definition, form.omissions.map(\.description))
            case .survey:
                let form = try SurveyImport(text, decoder: DefinitionDecoder())
                (definition, omissions) = (form.definition, form.omissions.map(\.description))
            }
        } catch {
            throw CommandFailure(.refused, "\(file.escapingControls): \(error)")
        }
        for omission in omissions {
            StandardError.write("formctl: left out: \(omission.escapingControls)")
        }
        try StandardOutput.write([String(definition.dropLast())])
    }
}
