import ArgumentParser
import DBus
import EventLoop

struct WatchCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print what happens in a session, a line for each signal, until it is closed.",
        discussion: """
            A line is the field's identifier ("." for the session), the signal's name, and its arguments by name. \
            Structures are cut short to {…}; --json has them whole. That watching has begun is said on standard \
            error: what happens after that is printed.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    var isEndless: Bool { true }

    func run(_ daemon: Daemon) async throws {
        let signals = try await daemon.signals(of: session)
        StandardError.write("watching \(session.path)")
        for try await signal in signals {
            try report(json: signal.json, lines: [signal.line])
        }
    }
}
