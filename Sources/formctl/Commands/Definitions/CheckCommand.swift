import ArgumentParser
import DBus
import EventLoop
import FormClient

struct CheckCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a form definition, and print what is wrong with it.",
        discussion: """
            A line for each finding: the file, the place in it as a JSON Pointer, the message. Exit status 1 if \
            one of them is an error, and the form does not open.
            """
    )

    @Argument(help: "A form definition; \"-\" is standard input.") var file: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let reply = try await forms.manager("CheckDefinition", .string(try TextFile.read(file)))
        let findings = reply.first?.elements?.compactMap(\.members) ?? []
        try report(
            json: .array(findings.map { JSON(Array(zip(["severity", "pointer", "message"], $0))) }),
            lines: findings.map(line)
        )
        if findings.contains(where: { $0.first?.string == "error" }) {
            throw ExitCode(CommandFailure.Status.refused.rawValue)
        }
    }

    private func line(_ finding: [Value]) -> String {
        let words = finding.map(\.text)
        guard words.count == 3 else { return words.joined(separator: ": ") }
        let severity = words[0] == "error" ? "" : words[0] + ": "
        return "\(file.escapingControls):\(words[1]): \(severity)\(words[2])"
    }
}
