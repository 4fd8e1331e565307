import ArgumentParser
import EventLoop
import FormClient
import FormTerminal

struct TopCommand: EndlessCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Show the daemon's activity: your account, sessions and plug-ins, with rates.",
        discussion: """
            On a terminal the table is updated until q, Escape or Ctrl+C is pressed. In a pipe, with --once and with \
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
        guard isLive, let terminal = try? Terminal(usesColors: false, scheme: nil, ordersTexts: false) else {
            return try report(json: sample.json, lines: sample.table(since: nil))
        }
        defer { terminal.close() }
        let (ticks, tick) = AsyncStream<Void>.makeStream()
        interrupts.handler = { tick.finish() }
        let timer = try EventLoop.shared.addTimer(after: .seconds(interval)) { tick.yield() }
        let keys = try EventLoop.shared.addIO(descriptor: terminal.descriptor, events: .readable) { events in
            let ends: [Key] = [.control("c"), Key(.character("q")), Key(.escape)]
            if events.contains(.hangup) || terminal.readKeys().contains(where: ends.contains) { tick.finish() }
        }
        defer { for source in [timer, keys] { source.cancel() } }
        terminal.draw(Canvas(sample.table(since: nil), terminal.size))
        for await _ in ticks {
            let before = sample
            sample = try await DaemonSample(of: forms)
            terminal.resize()
            terminal.draw(Canvas(sample.table(since: before), terminal.size))
            timer.schedule(after: .seconds(interval))
        }
    }
}
