import ArgumentParser
import DBus
import EventLoop
import Glibc

/// A subcommand that talks to the daemon.
protocol DaemonCommand: ParsableCommand, Sendable {
    var options: GlobalOptions { get }
    /// Whether it goes on until it is interrupted.
    var isEndless: Bool { get }

    @LoopActor
    func run(_ daemon: Daemon) async throws
}

extension DaemonCommand {
    var isEndless: Bool { false }

    func run() throws {
        try EventLoop.run {
            let interrupts = isEndless ? try Interrupts() : nil
            try await run(Daemon(at: options.place, interrupts: interrupts))
        }
    }

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

    var place: BusAddress {
        if let address { return .at(address) }
        return bus == .system ? .system : .session
    }
}

/// SIGINT and SIGTERM, for a command that goes on until the user ends it. To be ended is no failure then.
///
/// Make it before the connection to the daemon: the signals have to be blocked before anything starts a thread.
@LoopActor
final class Interrupts {
    private var sources: [EventSource] = []
    private var hasCome = false

    /// Called when a signal comes, or at once if one has come already.
    var handler: (@LoopActor () -> Void)? {
        didSet { if hasCome { handler?() } }
    }

    init() throws {
        sources = try [SIGINT, SIGTERM].map { signal in
            try EventLoop.shared.addSignal(signal) { [weak self] in
                self?.hasCome = true
                self?.handler?()
            }
        }
    }
}
