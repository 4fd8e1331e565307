import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Why: DaemonCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say in plain words why a form cannot be submitted.",
            discussion: """
                For each field that stands in the way: what it says, which rule says so, and what the rule read. Changes \
                nothing. With --json everything that every rule and condition says. Exit status 1 if the form cannot be \
                submitted.
                """
        )

        @Argument(help: SessionArgument.help) var session: SessionArgument
        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            let state = try await daemon.property("State", FormBusNames.session, of: session.path)
            let entries = try await daemon.session(session, "Explain").first?.elements ?? []
            let explanations = entries.compactMap { Explanation($0) }
            let reasons = Reasons(explanations, isSubmitted: state.string == "submitted")
            try report(
                json: .object([
                    "submittable": .boolean(reasons.isSubmittable),
                    "state": JSON(state),
                    "explanations": .array(explanations.map(\.json)),
                ]),
                lines: reasons.lines
            )
            if !reasons.isSubmittable { throw ExitCode(CommandFailure.Status.refused.rawValue) }
        }
    }
}
