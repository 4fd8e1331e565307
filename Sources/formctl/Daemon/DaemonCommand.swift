import ArgumentParser
import DBus
import EventLoop
import FormClient
import Glibc

/// A subcommand that has the options of all.
protocol FormdCommand: ParsableCommand, Sendable {
    var options: GlobalOptions { get }
}

/// A subcommand that makes calls to the daemon.
protocol DaemonCommand: FormdCommand {
    @LoopActor
    func run(_ forms: Forms) async throws
}

/// A subcommand that may go on until the user ends it.
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
    func report(json: @autoclosure () -> JSON, lines: @autoclosure () -> [String]) throws {
        if options.json {
            try StandardOutput.write([try json().line])
        } else {
            try StandardOutput.write(lines())
        }
    }
}

/// Where the daemon is, and how answers are printed.
struct GlobalOptions: ParsableArguments, Sendable {
    @Flag(help: "Talk to the daemon on the session bus (the default) or the system bus.")
    private var bus: Bus = .session

    @Option(help: ArgumentHelp("Talk to the daemon at this D-Bus address: unix:path=…", valueName: "address"))
    private var address: String?

    @Flag(help: "Print JSON.")
    var json = false

    enum Bus: String, EnumerableFlag {
        case session, system
    }

    /// Whether the command line names no daemon.
    var isDefaultPlace: Bool { address == nil && bus == .session }

    var place: BusAddress {
        if let address { return .at(address) }
        return bus == .system ? .system : .session
    }

    /// Connects to the daemon. What the daemon refuses becomes a `CommandFailure`, which says it in words for the user.
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
