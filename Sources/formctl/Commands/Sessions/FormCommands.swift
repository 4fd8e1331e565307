import ArgumentParser
import DBus
import FormContract
import EventLoop
import FormClient
import FormModel

struct ValidateCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Validate every field, and print the errors.",
        discussion: "Exit status 1 if there are errors."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let errors = try await forms.session(session).validate()
        try report(
            json: errors.json(isValid: errors.isEmpty),
            lines: errors.isEmpty ? ["valid"] : errors.map(\.line)
        )
        if !errors.isEmpty { throw ExitCode(CommandFailure.Status.refused.rawValue) }
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
    @Flag(help: "Print the values as one JSON document, typed as their fields are.") var document = false
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        do {
            if document {
                return try StandardOutput.write([try await forms.session(session).submitDocument().shownSafely])
            }
            let values = try await forms.session(session).submit().map { ($0.field, Value.string($0.value)) }
            try report(
                json: ["valid": .boolean(true), "values": JSONText(values)],
                lines: aligned(values.map { [$0.0.escapingControls, $0.1.text] })
            )
        } catch let error as BusError where error.failure == .notValid {
            throw try await refusal(error, forms.session(session))
        }
    }
}

extension DaemonCommand {
    /// The failure for a form or a page that is not valid, with all fields that show an error. With `--json` they are
    /// printed on standard output.
    @LoopActor
    func refusal(_ error: BusError, _ session: SessionProxy) async throws -> CommandFailure {
        let errors = try await shownErrors(of: session)
        let failure = CommandFailure(refusing: error)
        guard options.json else {
            let lines = errors.map { "\n  " + $0.line }
            return CommandFailure(.refused, failure.message + lines.joined())
        }
        try StandardOutput.write(errors.json())
        return failure
    }

    /// The fields that show an error, with its message, in the form's order. Reading them changes nothing.
    private func shownErrors(of session: SessionProxy) async throws -> [FieldError] {
        let mirror = try await session.state()
        return mirror.fieldNames.compactMap { field in
            let message = mirror[FieldProperties.all.error, of: field]
            return message.isEmpty ? nil : FieldError(field: field, message: message)
        }
    }
}

struct CloseCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Close a session."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).close()
    }
}

extension FieldError {
    fileprivate var line: String { "\(field.escapingControls): \(message.escapingControls)" }
}
