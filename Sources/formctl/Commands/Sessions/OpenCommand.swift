import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct OpenCommand: EndlessCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a session of a form, and print its path.",
        discussion: """
            The session ends when it is closed or idle for too long. With "--lifetime connection" it ends with this \
            command, which runs until it is interrupted or the session is closed; with "--lifetime members" it ends a \
            minute after the last subscribed front end has left. For a kiosk, --idle resets or closes the session when \
            nobody uses it.
            """
    )

    @Argument(help: "An installed form's name.", completion: .forms)
    var form: String?

    @Option(
        help: ArgumentHelp("Open this definition instead; \"-\" is standard input.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var definition: String?

    @Option(help: "The form's width in logical pixels.")
    var width: Double?

    @Option(name: .customLong("value"), help: "A field's first text, or \"-\" for standard input; may be repeated.")
    var values: [FieldAssignment] = []

    @Option(help: "How long the session lives.")
    var lifetime: Lifetime?

    @Option(help: ArgumentHelp("Close the session after this time without use.", valueName: "seconds"))
    var idleTimeout: UInt32?

    @Option(help: "Who receives the session's signals: everybody on the bus, or subscribers only.")
    var audience: Audience?

    @OptionGroup var session: SessionArguments
    @OptionGroup var options: GlobalOptions

    enum Lifetime: String, ExpressibleByArgument, CaseIterable {
        case detached, connection, members
    }

    enum Audience: String, ExpressibleByArgument, CaseIterable {
        case bus, members
    }

    func validate() throws {
        guard (form == nil) != (definition == nil) else {
            throw ValidationError("Name a form, or give a definition with --definition.")
        }
    }

    func run(_ forms: Forms, until interrupts: Interrupts) async throws {
        let path = try await forms.path(ofSession: try opening)
        try report(json: ["session": .string(path.string)], lines: [path.string])
        if session.draft != nil { await warnOfLeftOut(path, forms) }
        guard lifetime == .connection else { return }
        // The sequence ends when the session is closed or the user interrupts the command.
        for try await _ in try await forms.attach(path).changes(until: interrupts) {}
    }

    /// Reports which fields of the draft no longer fit the form.
    private func warnOfLeftOut(_ path: ObjectPath, _ forms: Forms) async {
        let fields = try? await forms.session(path).get(\.leftOut)
        guard let fields, !fields.isEmpty else { return }
        StandardError.remark("the form has no place for \(fields.joined(separator: ", ")) of the draft")
    }

    private var opening: Opening {
        get throws {
            var options = session.options
            if let width { options.append(.width(width)) }
            if let lifetime { options.append(.lifetime(lifetime.rawValue)) }
            if let idleTimeout { options.append(.idleTimeout(seconds: idleTimeout)) }
            if let audience { options.append(.audience(audience.rawValue)) }
            if !values.isEmpty { options.append(.values(try values.texts())) }
            guard let definition else { return .form(form ?? "", options) }
            return .definition(try TextFile.read(definition), options)
        }
    }
}
