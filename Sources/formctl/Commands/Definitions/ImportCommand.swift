import ArgumentParser
import EventLoop
import FormEngine
import FormImport
import FormModel
import QuestionnaireImport
import SchemaImport
import SurveyImport
import XLSFormImport

extension ImportFormat: ExpressibleByArgument {}

/// Works without a daemon.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Convert a form in another notation to a form definition, and print it.",
        discussion: """
            Reads a JSON Schema of an object, a SurveyJS survey, an XLSForm, an XForm of ODK or Enketo, an issue form of \
            GitHub, the templates of a Debian package, and a Questionnaire of FHIR R4. What a form cannot express is \
            listed on standard error.
            """
    )

    @Option(
        help: """
            The notation; found by itself if it is not given. "xlsform" is an .xlsx file, or a folder with survey.csv, \
            choices.csv and settings.csv.
            """
    )
    var from: ImportFormat?

    @Option(
        help: "The uiSchema of react-jsonschema-form or the UI schema of JSON Forms that belongs to the schema.",
        completion: .file()
    )
    var ui: String?

    @Option(
        help: """
            The publisher's own types of questions in a survey: a JSON list of objects with "name" and "questionJSON" \
            or "elementsJSON".
            """,
        completion: .file()
    )
    var types: String?

    @Argument(help: "The file; \"-\" is standard input.", completion: .file()) var file: String

    func validate() throws {
        guard ui == nil || from == nil || from == .schema else {
            throw ValidationError("--ui belongs to a JSON Schema.")
        }
        guard types == nil || from == nil || from == .survey else {
            throw ValidationError("--types belongs to a survey.")
        }
    }

    func run() throws {
        let form: (definition: String, omissions: [ImportOmission])
        do {
            form = try imported()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.refused, "\(file.escapingControls): \(error)")
        }
        for omission in form.omissions {
            let kind = omission.isUnused ? "without effect" : "left out"
            StandardError.remark("\(kind): \(omission.description.escapingControls)")
        }
        try StandardOutput.write([String(form.definition.dropLast()).shownSafely])
    }

    private func imported() throws -> (definition: String, omissions: [ImportOmission]) {
        let decoder = DefinitionDecoder()
        if from ?? .xlsform == .xlsform, TextFile.isFolder(file) {
            return try XLSFormImport.form(Workbook(csv: sheets()), files: neighbour, decoder: decoder).parts
        }
        let bytes = try TextFile.bytes(of: file)
        guard let format = from ?? ImportFormat(recognizing: bytes) else {
            throw NoForm(description: "the notation is not recognized: name it with --from")
        }
        switch format {
        case .xlsform: return try XLSFormImport.form(Workbook(xlsx: bytes), files: neighbour, decoder: decoder).parts
        case .xform: return try XLSFormImport.form(xform: bytes, files: neighbour, decoder: decoder).parts
        case .schema, .survey, .github, .debconf, .fhir: break
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw NoForm(description: "this is not UTF-8")
        }
        switch format {
        case .schema, .xlsform, .xform:
            let form = try SchemaImport(text, look: ui.map(TextFile.read), decoder: decoder)
            return (form.definition, form.omissions)
        case .survey: return try SurveyImport.form(text, types: types.map(TextFile.read), decoder: decoder).parts
        case .github: return try IssueForm.form(text, decoder: decoder).parts
        case .debconf: return try DebconfTemplates.form(text, decoder: decoder).parts
        case .fhir: return try FHIRQuestionnaire.form(text, decoder: decoder).parts
        }
    }

    /// A file beside the form.
    private func neighbour(_ name: String) -> [UInt8]? {
        guard !name.contains("/"), name != "..", file != "-" else { return nil }
        let folder = TextFile.isFolder(file) ? file : file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        let path = "\(folder)/\(name)"
        return TextFile.exists(path) ? try? TextFile.bytes(of: path) : nil
    }

    /// The sheets of a folder of CSV files.
    private func sheets() throws -> [String: String] {
        var sheets: [String: String] = [:]
        for name in Workbook.sheetNames {
            let path = "\(file)/\(name).csv"
            // Only the sheet with the questions is mandatory.
            if name == "survey" || TextFile.exists(path) { sheets[name] = try TextFile.read(path) }
        }
        return sheets
    }
}

extension FinishedForm {
    fileprivate var parts: (definition: String, omissions: [ImportOmission]) { (definition, omissions) }
}
