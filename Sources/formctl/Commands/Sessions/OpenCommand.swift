import ArgumentParser
import DBus
import EventLoop

struct OpenCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a session of a form, and print its path.",
        discussion: """
            With "--lifetime connection" the session lives as long as this command, which stays until it is \
            interrupted or the session is closed.
            """
    )

    @Argument(help: "An installed form's name.")
    var form: String?

    @Option(help: ArgumentHelp("Open this definition instead; \"-\" is standard input.", valueName: "file"))
    var definition: String?

    @Option(help: "The session's name in its path: 1 to 64 of A-Z, a-z, 0-9 and _. Random if not given.")
    var token: String?

    @Option(help: "The language and region of texts and numbers: de-CH.")
    var locale: String?

    @Option(help: "The form's width in logical pixels.")
    var width: Double?

    @Option(name: .customLong("value"), help: "A field's first text; may be repeated.")
    var values: [FieldAssignment] = []

    @Option(help: "How long the session lives: until it is closed or idle, or as long as this command.")
    var lifetime: Lifetime?

    @Option(help: ArgumentHelp("Close the session when it is not used for so long.", valueName: "seconds"))
    var idleTimeout: UInt32?

    @Option(help: "Who gets the session's signals: everybody on the bus, or who subscribed.")
    var audience: Audience?

    @OptionGroup var options: GlobalOptions

    enum Lifetime: String, ExpressibleByArgument, CaseIterable {
        case detached, connection
    }

    enum Audience: String, ExpressibleByArgument, CaseIterable {
        case bus, members
    }

    func validate() throws {
        guard (form == nil) != (definition == nil) else {
            throw ValidationError("Name a form, or give a definition with --definition.")
        }
    }

    var isEndless: Bool { lifetime == .connection }

    func run(_ daemon: Daemon) async throws {
        let reply =
            if let definition {
                try await daemon.manager(
                    "OpenDefinition",
                    [.string(try TextFile.read(definition)), sessionOptions]
                )
            } else {
                try await daemon.manager("OpenSession", [.string(form ?? ""), sessionOptions])
            }
        guard let path = reply.first?.objectPath else { throw CommandFailure(.refused, "the reply has no path") }
        try report(json: .object(["session": .string(path.string)]), lines: [path.string])
        guard isEndless else { return }
        // The sequence lasts until the session is closed or the user interrupts the command.
        for try await _ in try await daemon.signals(of: SessionArgument(path: path)) {}
    }

    private var sessionOptions: Value {
        var options: [(String, Value)] = []
        if let token { options.append(("token", .string(token))) }
        if let locale { options.append(("locale", .string(locale))) }
        if let width { options.append(("width", .double(width))) }
        if let lifetime { options.append(("lifetime", .string(lifetime.rawValue))) }
        if let idleTimeout { options.append(("idleTimeout", .uint32(idleTimeout))) }
        if let audience { options.append(("audience", .string(audience.rawValue))) }
        if !values.isEmpty {
            let entries = values.map { Value.Entry(.string($0.field), .string($0.text)) }
            options.append(("values", .dictionary(.string, .string, entries)))
        }
        return .properties(options)
    }
}

/// `field=text`.
struct FieldAssignment: ExpressibleByArgument, Sendable {
    let field: String
    let text: String

    static let defaultValueDescription = "field=text"

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        field = String(argument[..<equals])
        text = String(argument[argument.index(after: equals)...])
    }
}
