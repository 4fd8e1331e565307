import ArgumentParser
import DBus
import EventLoop
import FormClient

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
        let changes = try await forms.attach(session.path).changes(until: interrupts)
        StandardError.write("watching \(session.path)")
        for try await change in changes {
            guard let signal = WatchedSignal(change) else { continue }
            try report(json: signal.json, lines: [signal.line])
        }
    }
}

/// A signal of a session or of one of its fields, for printing.
private struct WatchedSignal {
    /// `nil` if it is a signal of the session.
    let field: String?
    let name: String
    let arguments: [PropertyChange]

    /// `nil` if the change is not a signal.
    init?(_ change: SessionChange) {
        switch change {
        case .properties(let field, let properties): self.init(field, "PropertiesChanged", properties)
        case .fieldAdded(let field): self.init(nil, "InterfacesAdded", [("field", .string(field))])
        case .fieldRemoved(let field): self.init(nil, "InterfacesRemoved", [("field", .string(field))])
        case .event(let event): self.init(event.field, event.name.string, event.arguments)
        case .refused, .lost, .resumed, .reopened, .closed: return nil
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

    var json: JSON {
        .object(["field": .string(field ?? "."), "signal": .string(name), "arguments": JSON(arguments)])
    }
}

extension [PropertyChange] {
    /// The properties as `Text="a" Caret=1`, with dictionaries shortened.
    var line: String {
        map { "\($0.name.escapingControls)=\($0.value.notation(briefly: true))" }.joined(separator: " ")
    }
}
