import ArgumentParser
import DBus
import EventLoop
import FormClient

struct TypeCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "type",
        abstract: "Type a text into a field as a user would, and print what is there then.",
        discussion: """
            The field gets the focus, then one character after the other. The caret is shown as "|". What the \
            field did not take is said on standard error.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: "A field's identifier.") var field: FieldArgument
    @Argument(help: "The text.") var text: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        let field = session.field(try field.required())
        guard try await field.takeFocus() else { throw CommandFailure(.refused, "the field does not take the focus") }
        var refused = ""
        for character in text where try await !field.type(String(character)) { refused.append(character) }
        let now = try await session.get("Text", of: field.name).string ?? ""
        let selection = try await session.get("Selection", of: field.name).members ?? []
        let start = Int(selection.first?.uint32 ?? 0)
        let end = start + Int(selection.last?.uint32 ?? 0)

        try report(
            json: .object([
                "text": .string(now),
                "selection": .array([.integer(Int64(start)), .integer(Int64(end - start))]),
                "refused": .string(refused),
            ]),
            lines: [Self.line(now, selected: start..<end)]
        )
        if !refused.isEmpty { StandardError.write("formctl: not taken: \(refused.quoted)") }
    }

    /// The text with "|" at the caret, or at both ends of the selection.
    private static func line(_ text: String, selected: Range<Int>) -> String {
        let scalars = text.unicodeScalars
        let bounds = selected.isEmpty ? [selected.lowerBound] : [selected.lowerBound, selected.upperBound]
        var line = ""
        var position = scalars.startIndex
        for bound in bounds {
            let index = scalars.index(scalars.startIndex, offsetBy: bound, limitedBy: scalars.endIndex)
            let next = max(position, index ?? scalars.endIndex)
            line += String(scalars[position..<next]).escapingControls + "|"
            position = next
        }
        return line + String(scalars[position...]).escapingControls
    }
}
