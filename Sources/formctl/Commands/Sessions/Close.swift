import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Close: DaemonCommand {
        static let configuration = CommandConfiguration(abstract: "Close a session.")

        @Argument(help: SessionArgument.help) var session: SessionArgument
        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            try await daemon.session(session, "Close")
        }
    }
}
