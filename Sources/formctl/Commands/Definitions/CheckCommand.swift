import ArgumentParser
import EventLoop
import FormEngine
import FormModel
import PluginHost

struct CheckCommand: FormdCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check form definitions, and print errors and warnings as compilers do.",
        discussion: """
            Prints one line for each finding: file, line, column, severity, position as a JSON Pointer, message. Needs \
            no daemon. The types of installed plug-ins are read from their manifests; a type that none of them \
            provides is a warning, because the machine that opens the form may have other plug-ins; with --strict it is \
            an error, because the form cannot be opened here. Exit status 1 if a finding is an error, which means that \
            the form cannot be opened, or if a file cannot be read.
            """,
        aliases: ["lint"]
    )

    @Argument(help: "Form definitions; \"-\" is standard input.", completion: .file(extensions: ["json"]))
    var files: [String]
    @Flag(help: "Types that no plug-in installed here provides are errors.") var strict = false
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
                StandardError.remark(error.message)
                hasErrors = true
            }
        }
        try report(
            json: .array(findings.map(json)),
            lines: findings.map { "\($0.file.escapingControls):\($0.1.description.escapingControls)" }
        )
        if hasErrors || findings.contains(where: { $0.1.severity == .error }) {
            throw ExitCode(CommandFailure.Status.refused.rawValue)
        }
    }

    private func json(_ file: String, _ finding: Diagnostic) -> JSONText {
        [
            "file": .string(file),
            "line": .number(finding.line),
            "column": .number(finding.column),
            "severity": .string(finding.severity.rawValue),
            "pointer": .string(finding.pointer),
            "message": .string(finding.message),
        ]
    }

    /// The types that the plug-ins of this machine provide, according to their manifests. No plug-in is started.
    private func knownTypes() -> TypeNames {
        TypeNames(PluginDirectory.installed.flatMap(\.manifest.types), isComplete: strict)
    }
}
