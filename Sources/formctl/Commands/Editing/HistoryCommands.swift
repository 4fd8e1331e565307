import ArgumentParser
import DBus
import EventLoop
import FormClient

struct UndoCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take the last edit back, and print the field whose text went back.",
        discussion: "Prints nothing where rows went back. Exit status 1 if there is nothing to undo."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        guard try await session.get("CanUndo").bool == true else {
            throw CommandFailure(.refused, "there is nothing to undo")
        }
        try report(travelledTo: try await session.undo())
    }
}

struct RedoCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Do again what \"undo\" took back, and print the field.",
        discussion: "Prints nothing where rows came or went. Exit status 1 if there is nothing to redo."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        guard try await session.get("CanRedo").bool == true else {
            throw CommandFailure(.refused, "there is nothing to redo")
        }
        try report(travelledTo: try await session.redo())
    }
}

extension DaemonCommand {
    fileprivate func report(travelledTo field: String) throws {
        try report(json: .object(["field": .string(field)]), lines: field.isEmpty ? [] : [field.escapingControls])
    }
}
