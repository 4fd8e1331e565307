import ArgumentParser
import EventLoop
import FormEngine
import FormExport
import FormImport
import FormModel
import Glibc

extension ExportFormat: ExpressibleByArgument {}

/// Works without a daemon.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Convert a form definition to another notation.",
        discussion: """
            Prints a JSON Schema or a SurveyJS survey, or writes the sheets of an XLSForm as CSV files into a folder. \
            The result is imported again, and everything in which that form differs is listed on standard error: if \
            nothing is listed, "formctl import" makes exactly this form of it.
            """
    )

    @Option(name: .customLong("to"), help: "The notation.") var format: ExportFormat

    @Option(help: "The folder for the sheets of an XLSForm; it is made if there is none.", completion: .directory)
    var folder: String?

    @Argument(help: "The definition; \"-\" is standard input.", completion: .file()) var file: String

    func validate() throws {
        guard (format == .xlsform) == (folder != nil) else {
            throw ValidationError("--folder belongs to \"xlsform\", whose sheets are several files.")
        }
    }

    func run() throws {
        let export: FormExport
        do {
            export = try FormExport(TextFile.read(file), as: format, decoder: DefinitionDecoder())
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.refused, "\(file.escapingControls): \(error)")
        }
        for omission in export.omissions {
            StandardError.remark("not exact: \(omission.description.escapingControls)")
        }
        guard let folder else {
            let text = export.files.first?.text ?? ""
            return try StandardOutput.write([String(text.dropLast()).shownSafely])
        }
        mkdir(folder, 0o777)
        for (name, text) in export.files { try TextFile.write(text, to: "\(folder)/\(name).csv") }
    }
}
