import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import FormModel

struct WatchCommand: EndlessCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the signals of a session, one line for each, until it is closed.",
        discussion: """
            A line has the field's identifier ("." for the session), the signal's name, and its arguments by name. \
            Structures are abbreviated to {…}; --json prints them completely. A message on standard error announces \
            that watching has begun: all signals after that are printed.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms, until interrupts: Interrupts) async throws {
        let path = session.path
        let feed = Feed<WatchedSignal>(until: interrupts)
        forms.onSignal = { message in
            guard let signal = WatchedSignal(message, of: path) else { return }
            feed.yield(signal)
            if signal.field == nil, signal.name == "Closed" { feed.finish() }
        }
        forms.onReach = { isReachable in
            feed.note(isReachable: isReachable)
            guard isReachable else { return }
            LoopActor.task {
                do throws(BusError) {
                    try await forms.subscribe(to: path)
                } catch {
                    // Unless the daemon has gone again, the session has.
                    if error.failure != nil { feed.finish(throwing: error) }
                }
            }
        }
        try await forms.subscribe(to: path)
        StandardError.write("watching \(path)")
        for try await signal in feed.elements { try report(json: signal.json, lines: [signal.line]) }
    }
}

/// A signal of a session or of one of its fields, for printing.
private struct WatchedSignal: Sendable {
    /// `nil` if it is a signal of the session.
    let field: String?
    let name: String
    let arguments: [PropertyChange]

    /// `nil` if the message is not a signal of the session at this path.
    init?(_ message: Message, of session: ObjectPath) {
        guard let below = message.path?.relative(to: session), let name = message.member,
            let arguments = try? message.arguments()
        else { return nil }
        let field = below.isEmpty ? nil : below.split(separator: "/").last.map(String.init)
        switch (message.interface, arguments.first) {
        case (.properties, _) where arguments.count == 3:
            self.init(field, name.string, arguments[1].propertyChanges ?? [])
        case (.objectManager, .objectPath(let path)?):
            self.init(nil, name.string, [("field", .string(path.name ?? ""))])
        default:
            let interface = field == nil ? Contract.session : Contract.field
            let names = interface.signals.first { $0.name == name }?.arguments.map(\.name) ?? []
            self.init(field, name.string, zip(names, arguments).map { ($0, $1) })
        }
    }

    private init(_ field: String?, _ name: String, _ arguments: [PropertyChange]) {
        self.field = field
        self.name = name
        self.arguments = arguments
    }

    var line: String {
        let words = [field ?? ".", name] + (arguments.isEmpty ? [] : [arguments.line])
        return words.joined(separator: " ")
    }

    var json: JSONText {
        ["field": .string(field ?? "."), "signal": .string(name), "arguments": JSONText(arguments)]
    }
}

extension [PropertyChange] {
    /// The properties as `Text="a" Caret=1`, with dictionaries shortened.
    var line: String {
        map { "\($0.name.escapingControls)=\($0.value.notation(briefly: true))" }.joined(separator: " ")
    }
}
