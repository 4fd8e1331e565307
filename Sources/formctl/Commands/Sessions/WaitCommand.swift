import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct WaitCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until a form is submitted, and print its values.",
        discussion: """
            Secrets are left out, because only the caller of Submit gets them. A message on standard error announces \
            that waiting has begun: a submission after that is not missed. Exit status 1 if the session ends without \
            being submitted, 3 after --timeout.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Option(help: ArgumentHelp("The longest time to wait.", valueName: "seconds")) var timeout: UInt32?
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = try await forms.attach(session.path)
        let limit = timeout.map { seconds in
            (Duration.seconds(seconds), CommandFailure(.timedOut, "the form was not submitted within \(seconds) s"))
        }
        let changes = session.changes(within: limit)
        StandardError.remark("waiting for \(session.path)")
        if session.state == "submitted" { return try report(values: session) }
        for try await change in changes {
            switch change {
            case .changed(let update) where update.contains(event: "Submitted"): return try report(values: session)
            // The event may have come while formd was out of reach.
            case .resumed where session.state == "submitted": return try report(values: session)
            default: continue
            }
        }
        throw CommandFailure(.refused, "the session was closed and not submitted")
    }

    /// Prints the values of the session's fields from the mirror, because the client that submitted may have closed the
    /// session.
    @LoopActor
    private func report(values session: FormSession) throws {
        let mirror = session.mirror
        let keys = FieldProperties.all
        let fields = mirror.fieldNames.filter { field in
            // For a secret, the text is published as bullets, but the value is empty.
            let isSecret = mirror[keys.value, of: field].isEmpty && !mirror[keys.text, of: field].isEmpty
            return mirror[keys.visible, of: field] && mirror[keys.type, of: field] != "note" && !isSecret
        }
        let values = fields.map { ($0, Value.string(mirror[keys.value, of: $0])) }
        try report(json: JSONText(values), lines: aligned(values.map { [$0.0.escapingControls, $0.1.text] }))
    }
}
