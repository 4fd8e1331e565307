import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormTerminal
import Glibc

struct TopCommand: EndlessCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Show the daemon's activity: your account, sessions and plug-ins, with rates.",
        discussion: """
            On a terminal the table is updated until the command is interrupted. In a pipe, with --once and with \
            --json it is printed once, without rates. Root sees the sessions and plug-ins of all users.
            """
    )

    @Option(help: ArgumentHelp("The time between two updates.", valueName: "seconds")) var interval = 2.0
    @Flag(help: "Print the table once.") var once = false
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard 0.1...3600 ~= interval else { throw ValidationError("--interval is 0.1 to 3600 seconds.") }
    }

    func run(_ forms: Forms, until interrupts: Interrupts) async throws {
        let isLive = StandardOutput.isTerminal && !once && !options.json
        var sample = try await DaemonSample(of: forms)
        guard isLive else { return try report(json: sample.json, lines: sample.table(since: nil)) }
        interrupts.handler = {
            try? StandardOutput.write(text: Screen.leave)
            Glibc.exit(EXIT_SUCCESS)
        }
        try StandardOutput.write(text: Screen.enter)
        defer { try? StandardOutput.write(text: Screen.leave) }
        var before: DaemonSample?
        while true {
            try StandardOutput.write(text: Screen.page(sample.table(since: before)))
            try await EventLoop.shared.sleep(for: .seconds(interval))
            before = sample
            sample = try await DaemonSample(of: forms)
        }
    }
}

/// The terminal sequences for showing pages on the alternate screen.
private enum Screen {
    /// The alternate screen, without a cursor.
    static let enter = "\u{1b}[?1049h\u{1b}[?25l"
    static let leave = "\u{1b}[?25h\u{1b}[?1049l"

    /// As many of the lines as fit, from the upper left corner; the rest of the screen is cleared.
    static func page(_ lines: [String]) -> String {
        var size = winsize()
        let isKnown = ioctl(StandardOutput.descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
        let (rows, columns) = isKnown ? (Int(size.ws_row), Int(size.ws_col)) : (24, 80)
        let shown = lines.prefix(rows).map { $0.cut(toWidth: columns) + "\u{1b}[K" }
        return "\u{1b}[H" + shown.joined(separator: "\r\n") + "\u{1b}[J"
    }
}
