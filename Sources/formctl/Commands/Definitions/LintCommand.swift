import ArgumentParser
import DBus
import EventLoop
import FormEngine
import FormModel

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check form definitions, and print what is wrong with them as compilers do.",
        discussion: """
            A line for each finding: file, line, column, severity, the place as a JSON Pointer, the message. Needs no \
            daemon; where one runs, the types of its plug-ins are known, else a definition that names one cannot be \
            checked whole. Exit status 1 if a finding is an error, or a file cannot be read.
            """
    )

    @Argument(help: "Form definitions; \"-\" is standard input.") var files: [String]
    @OptionGroup var options: GlobalOptions

    func run() throws {
        var hasErrors = false
        var findings: [(file: String, Diagnostic)] = []
        let decoder = DefinitionDecoder(types: knownTypes())
        for file in files {
            do throws(CommandFailure) {
                let text = try TextFile.read(file)
                findings += decoder.decode(text, name: "").diagnostics.map { (file, $0) }
            } catch {
                StandardError.write("formctl: \(error.message)")
                hasErrors = true
            }
        }
        if options.json {
            try StandardOutput.write([try JSON.array(findings.map(json)).line])
        } else {
            try StandardOutput.write(
                findings.map { "\($0.file.escapingControls):\($0.1.description.escapingControls)" }
            )
        }
        if hasErrors || findings.contains(where: { $0.1.severity == .error }) {
            throw ExitCode(CommandFailure.Status.refused.rawValue)
        }
    }

    private func json(_ file: String, _ finding: Diagnostic) -> JSON {
        .object([
            "file": .string(file),
            "line": .integer(Int64(finding.line)),
            "column": .integer(Int64(finding.column)),
            "severity": .string(finding.severity.rawValue),
            "pointer": .string(finding.pointer),
            "message": .string(finding.message),
        ])
    }

    /// The types that a running daemon's plug-ins provide. Empty if no daemon runs.
    private func knownTypes() -> TypeNames {
        let rows = try? EventLoop.run { [place = options.place] in
            try await Daemon(at: place, interrupts: nil).manager("ListTypes")
        }
        var names = TypeNames()
        for row in rows?.first?.elements ?? [] {
            guard let words = row.members?.compactMap(\.string), words.count == 3, !words[2].isEmpty else {
                continue
            }
            switch words[0] {
            case "formatter": names.formatters.insert(words[1])
            case "validator": names.validators.insert(words[1])
            case "measurer": names.measurers.insert(words[1])
            default: names.placeholders.insert(words[1])
            }
        }
        return names
    }
}
