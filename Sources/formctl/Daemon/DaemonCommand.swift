import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel
import Glibc

/// A subcommand with the global options.
protocol FormdCommand: ParsableCommand, Sendable {
    var options: GlobalOptions { get }
}

/// A subcommand that calls the daemon.
protocol DaemonCommand: FormdCommand {
    @LoopActor
    func run(_ forms: Forms) async throws
}

/// A subcommand that may run until the user interrupts it.
protocol EndlessCommand: FormdCommand {
    @LoopActor
    func run(_ forms: Forms, until interrupts: Interrupts) async throws
}

extension DaemonCommand {
    func run() throws {
        try EventLoop.run { try await options.connected { try await run($0) } }
    }
}

extension EndlessCommand {
    func run() throws {
        try EventLoop.run {
            let interrupts = try Interrupts()
            try await options.connected { try await run($0, until: interrupts) }
        }
    }
}

extension FormdCommand {
    /// Prints `json` or, without `--json`, the lines.
    func report(json: @autoclosure () -> JSONText, lines: @autoclosure () -> [String]) throws {
        if options.json {
            try StandardOutput.write(json())
        } else {
            try StandardOutput.write(lines())
        }
    }
}

extension [FieldError] {
    /// The errors of a form as the commands that validate it print them.
    func json(isValid: Bool = false) -> JSONText {
        [
            "valid": .boolean(isValid),
            "errors": .array(map { ["field": .string($0.field), "message": .string($0.message)] }),
        ]
    }
}

/// The options that all subcommands have: the daemon's address and the output format.
struct GlobalOptions: ParsableArguments, Sendable {
    @Flag(help: "Talk to the daemon on the system bus instead of the session bus.")
    private var system = false

    @Option(help: ArgumentHelp("Talk to the daemon at this D-Bus address: unix:path=…", valueName: "address"))
    private var address: String?

    @Flag(help: "Print JSON.")
    var json = false

    /// Whether the command line does not choose a daemon.
    var isDefaultPlace: Bool { address == nil && !system }

    var place: BusAddress {
        if let address { return .at(address) }
        return system ? .system : .session
    }

    /// Connects to the daemon. Errors of the daemon become a `CommandFailure` with a message for the user.
    @LoopActor
    func connected(_ body: @LoopActor (Forms) async throws -> Void) async throws {
        let forms: Forms
        do throws(BusError) {
            forms = try await Forms.connect(place)
        } catch {
            throw CommandFailure(connecting: error, to: place)
        }
        do {
            try await body(forms)
        } catch let error as BusError {
            throw CommandFailure(error, at: place)
        }
    }
}
