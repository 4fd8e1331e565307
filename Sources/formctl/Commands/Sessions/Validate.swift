import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Validate: DaemonCommand {
        static let configuration = CommandConfiguration(
            abstract: "Validate every field, and print what is wrong.",
            discussion: "Exit status 1 if something is."
        )

        @Argument(help: SessionArgument.help) var session: SessionArgument
        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            let reply = try await daemon.session(session, "Validate", [.boolean(true)])
            let errors = reply.last?.elements?.compactMap { FieldMessage($0) } ?? []
            let isValid = reply.first?.bool ?? false
            try report(
                json: .object(["valid": .boolean(isValid), "errors": .array(errors.map(\.json))]),
                lines: isValid ? ["valid"] : errors.map(\.line)
            )
            if !isValid { throw ExitCode(CommandFailure.Status.refused.rawValue) }
        }
    }
}
