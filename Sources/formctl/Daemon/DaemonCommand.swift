import ArgumentParser
import EventLoop

/// A subcommand that talks to the daemon.
protocol DaemonCommand: ParsableCommand, Sendable {
    var options: GlobalOptions { get }

    @LoopActor
    func run(_ daemon: Daemon) async throws
}

extension DaemonCommand {
    func run() throws {
        try EventLoop.run { try await run(Daemon(at: options.place)) }
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
