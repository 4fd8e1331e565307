import ArgumentParser
import DBus
import FormContract
import EventLoop

struct ValidateCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
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

struct SubmitCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Submit a form, and print its values.",
        discussion: """
            If it is not valid, its errors are printed on standard error, with --json on standard output, and the \
            exit status is 1.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ daemon: Daemon) async throws {
        do {
            let values = try await daemon.session(session, "Submit").first?.entries ?? []
            let pairs = values.map { ($0.key.string ?? "", $0.value) }
            try report(
                json: .object(["valid": .boolean(true), "values": JSON(pairs)]),
                lines: aligned(pairs.map { [$0.0.escapingControls, $0.1.text] })
            )
        } catch let failure as CommandFailure where failure.name == Contract.Failure.notValid.name {
            throw try await refusal(failure, daemon)
        }
    }

    private func refusal(_ failure: CommandFailure, _ daemon: Daemon) async throws -> CommandFailure {
        let errors = try await daemon.shownErrors(of: session)
        guard options.json else {
            let lines = errors.map { "\n  " + $0.line }
            return CommandFailure(.refused, failure.message + lines.joined())
        }
        let json = JSON.object(["valid": .boolean(false), "errors": .array(errors.map(\.json))])
        try StandardOutput.write([try json.line])
        return failure
    }
}

struct CloseCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Close a session."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ daemon: Daemon) async throws {
        try await daemon.session(session, "Close")
    }
}
