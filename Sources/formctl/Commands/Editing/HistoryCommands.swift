import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

typealias UndoCommand = HistoryCommand<Undo>
typealias RedoCommand = HistoryCommand<Redo>

/// Undoes or redoes one step of a session.
struct HistoryCommand<Step: HistoryStep>: DaemonCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Step.word,
            abstract: Step.abstract,
            discussion: "Prints no field if rows changed. Exit status 1 if there is nothing to \(Step.word)."
        )
    }

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        guard try await session.get(Step.condition) else {
            throw CommandFailure(.refused, "there is nothing to \(Step.word)")
        }
        let field: String = try await session.call(Step.method).answer()
        try report(json: ["field": .string(field)], lines: field.isEmpty ? [] : [field.escapingControls])
    }
}

protocol HistoryStep: Sendable {
    static var word: String { get }
    static var abstract: String { get }
    /// The session's property that tells whether there is such a step.
    static var condition: KeyPath<SessionProperties, PropertyKey<Bool>> { get }
    /// The method. It returns the name of the field whose text changed; empty if rows changed.
    static var method: MemberName { get }
}

enum Undo: HistoryStep {
    static let word = "undo"
    static let abstract = "Undo the last edit, and print the field whose text changed."
    static var condition: KeyPath<SessionProperties, PropertyKey<Bool>> { \.canUndo }
    static let method: MemberName = "Undo"
}

enum Redo: HistoryStep {
    static let word = "redo"
    static let abstract = "Redo the last edit that was undone, and print the field whose text changed."
    static var condition: KeyPath<SessionProperties, PropertyKey<Bool>> { \.canRedo }
    static let method: MemberName = "Redo"
}
