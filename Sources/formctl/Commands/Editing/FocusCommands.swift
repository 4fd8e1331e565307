import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct FocusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Move the focus to a field, and print the field that has it."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.fieldHelp) var field: FieldArgument?
    @Flag(help: "Move to the next or the previous field.") var direction: Direction?
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
        let name = try await session.get(\.focusedField)
        try report(json: .string(name), lines: [name.escapingControls])
    }
}

struct BlurCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "blur",
        abstract: "Remove the focus from the field that has it.",
        discussion: "Ends editing; the field is validated according to its definition."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).call("Blur")
    }
}
