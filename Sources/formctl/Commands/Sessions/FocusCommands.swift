import ArgumentParser
import DBus
import FormContract
import EventLoop

struct FocusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Give the focus to a field, and print which has it."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: "A field's identifier.") var field: FieldArgument?
    @Flag(help: "Go to the next or the previous field.") var direction: Direction?
    @OptionGroup var options: GlobalOptions

    enum Direction: String, EnumerableFlag {
        case next, previous
    }

    func validate() throws {
        guard (field == nil) != (direction == nil) else {
            throw ValidationError("Name a field, or give --next or --previous.")
        }
    }

    func run(_ daemon: Daemon) async throws {
        if let field {
            let focused = try await daemon.field(field, of: session, "Focus").first?.bool ?? false
            guard focused else { throw CommandFailure(.refused, "the field does not take the focus") }
        } else {
            try await daemon.session(session, direction == .next ? "FocusNext" : "FocusPrevious")
        }
        let name = try await daemon.property("FocusedField", Contract.session.name, of: session.path)
        try report(json: JSON(name), lines: [name.text])
    }
}

struct BlurCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "blur",
        abstract: "Take the focus away, from whichever field has it.",
        discussion: "Editing ends, and the field is validated as its definition says."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ daemon: Daemon) async throws {
        try await daemon.session(session, "Blur")
    }
}
