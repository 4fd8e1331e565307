import ArgumentParser
import DBus
import EventLoop
import FormClient

struct FormatCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Format a text, without a session.",
        discussion: #"formctl format '{"type": "mask", "mask": "[000]-[000]"}' 123456"#
    )

    @Argument(help: "A formatter, JSON as in a definition.") var formatter: String
    @Argument(help: "The text.") var text: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let reply = try await forms.manager("Format", .string(formatter), .string(text))
        try report(
            json: JSON(Array(zip(["formatted", "value", "complete"], reply))),
            lines: reply.prefix(1).map(\.text)
        )
    }
}
