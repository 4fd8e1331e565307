import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Blur: DaemonCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take the focus away, from whichever field has it.",
            discussion: "Editing ends, and the field is validated as its definition says."
        )

        @Argument(help: SessionArgument.help) var session: SessionArgument
        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            try await daemon.session(session, "Blur")
        }
    }
}
