import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct TypeCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "type",
        abstract: "Type a text into a field as a user would, and print the resulting text.",
        discussion: """
            Moves the focus to the field, then types one character after the other. The caret is shown as "|". \
            Characters that the field did not accept are printed on standard error.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.fieldHelp) var field: FieldArgument
    @Argument(help: "The text; \"-\" is standard input.") var text: TextArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let text = try text.read()
        let session = forms.session(session)
        let field = session.field(try field.required())
        try await field.needsFocus()
        var refused = ""
        for character in text where try await !field.type(String(character)) { refused.append(character) }
        let shown = try await ShownText(of: field.name, in: session)
        try report(json: .object(shown.json + [.init("refused", .string(refused))]), lines: [shown.line])
        if !refused.isEmpty { StandardError.remark("not taken: \(refused.quoted)") }
    }
}

extension SessionProxy.Field {
    /// Focuses the field. Throws if the field does not accept the focus.
    func needsFocus() async throws {
        guard try await takeFocus() else { throw CommandFailure(.refused, "the field does not take the focus") }
    }
}
