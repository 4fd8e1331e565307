import ArgumentParser
import FormEngine
import FormModel
import SchemaImport
import SurveyImport
import XLSFormImport

/// Works without a daemon.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Convert a JSON Schema, a survey or an XLSForm to a form definition, and print it.",
        discussion: """
            Each property of a schema becomes a field, with its type, enum, format, required, title, description, \
            default, pattern and bounds; objects become sections, lists become rows, and conditional keywords become \
            conditions. A uiSchema adds the presentation of the fields. A SurveyJS survey is imported with its pages, \
            panels, questions, validators and expressions, an XLSForm with its questions, choices, groups, repeats, \
            languages and expressions. What a form cannot express is listed on standard error.
            """
    )

    enum Source: String, ExpressibleByArgument, CaseIterable {
        case schema, survey, xlsform
    }

    @Option(
        help: """
            The kind of file: a JSON Schema of an object, the JSON of a SurveyJS survey, or an XLSForm, which is an \
            .xlsx file or a folder with survey.csv, choices.csv and settings.csv.
            """
    )
    var from = Source.schema

    @Option(help: "The uiSchema of react-jsonschema-form that belongs to the schema.", completion: .file())
    var ui: String?

    @Argument(help: "The file; \"-\" is standard input.", completion: .file()) var file: String

    func validate() throws {
        guard ui == nil || from == .schema else { throw ValidationError("--ui belongs to a JSON Schema.") }
    }

    func run() throws {
        let definition: String
        let omissions: [ImportOmission]
        do {
            let decoder = DefinitionDecoder()
            switch from {
            case .schema:
                let form = try SchemaImport(TextFile.read(file), look: ui.map(TextFile.read), decoder: decoder)
                (definition, omissions) = (form.definition, form.omissions)
            case .survey:
                let form = try SurveyImport(TextFile.read(file), decoder: decoder)
                (definition, omissions) = (form.definition, form.omissions)
            case .xlsform:
                let form = try XLSFormImport(workbook(), decoder: decoder)
                (definition, omissions) = (form.definition, form.omissions)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.refused, "\(file.escapingControls): \(error)")
        }
        for omission in omissions {
            StandardError.remark("left out: \(omission.description.escapingControls)")
        }
        try StandardOutput.write([String(definition.dropLast()).shownSafely])
    }

    /// The sheets of an `.xlsx` file, or of a folder of CSV files.
    private func workbook() throws -> Workbook {
        guard TextFile.isFolder(file) else { return try Workbook(xlsx: TextFile.bytes(of: file)) }
        var sheets: [String: String] = [:]
        for name in Workbook.sheetNames {
            let path = "\(file)/\(name).csv"
            // Only the sheet with the questions is mandatory.
            if name == "survey" || TextFile.exists(path) { sheets[name] = try TextFile.read(path) }
        }
        return try Workbook(csv: sheets)
    }
}
