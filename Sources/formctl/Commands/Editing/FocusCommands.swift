import ArgumentParser
import DBus
import EventLoop
import FormClient

struct FocusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Give the focus to a field, and print which has it."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.fieldHelp) var field: FieldArgument?
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

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        if let field {
            try await session.field(field.required()).needsFocus()
        } else {
            try await session.call(direction == .next ? "FocusNext" : "FocusPrevious")
        }
        let name = try await session.get("FocusedField")
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

    func run(_ forms: Forms) async throws {
        try await forms.session(session).call("Blur")
    }
}
