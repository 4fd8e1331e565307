import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct StepCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "step",
        abstract: "Step a number, date, time, option or toggle as arrow keys do, and print the resulting text.",
        discussion: "Exit status 1 if no step changes anything."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.fieldHelp) var field: FieldArgument
    @Argument(help: "The number of steps.") var count: UInt32 = 1
    @Flag(help: "Step down.") var down = false
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        let field = session.field(try field.required())
        guard try await field.step(by: count, down: down) else {
            throw CommandFailure(.refused, "no step leads anywhere from there")
        }
        let text = try await field.get(\.text)
        try report(json: ["text": .string(text)], lines: [text.escapingControls])
    }
}
