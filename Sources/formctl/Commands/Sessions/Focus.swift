import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Focus: DaemonCommand {
        static let configuration = CommandConfiguration(abstract: "Give the focus to a field, and print which has it.")

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
            let name = try await daemon.property("FocusedField", FormBusNames.session, of: session.path)
            try report(json: JSON(name), lines: [name.text])
        }
    }
}
