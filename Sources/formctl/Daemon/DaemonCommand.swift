import ArgumentParser
import EventLoop

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
