import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct GetCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print properties of a session or a field.",
        discussion: """
            Each property that is named is printed on one line, without its name: control characters as \\n, \\t or \
            \\u001b, a backslash as two. If no property is named, all are printed with their names, and strings in \
            quotation marks.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: FieldArgument.help, completion: .fieldsAndSession) var field = FieldArgument.session
    @Argument(help: "Names of properties, such as Text, Value or Error.", completion: .properties)
    var properties: [String] = []
    @Flag(help: "Print texts without quotation marks and escapes, and each text of a list on a line of its own.")
    var raw = false
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let session = forms.session(session)
        if let name = properties.first, properties.count == 1 {
            let value = try await session.get(name, of: field.name)
            return try report(json: JSONText(value), lines: [text(value)])
        }
        let all = try await session.properties(of: field.name)
        if properties.isEmpty {
            let rows = all.map { [$0.name.escapingControls, raw ? $0.value.rawText : $0.value.notation()] }
            return try report(json: JSONText(all), lines: aligned(rows))
        }
        let chosen = try properties.map { name in
            guard let property = all.first(where: { $0.name == name }) else {
                throw CommandFailure(.refused, "UnknownProperty: there is no property \(name.quoted)")
            }
            return property
        }
        try report(json: JSONText(chosen), lines: chosen.map { text($0.value) })
    }

    private func text(_ value: Value) -> String { raw ? value.rawText : value.text }
}
