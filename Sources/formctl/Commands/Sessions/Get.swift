import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Get: DaemonCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print properties of a session or a field.",
            discussion: """
                One property is printed as it is, on one line: control characters as \\n, \\t or \\u001b, a backslash \
                as two. Without a property all are printed, strings in quotation marks.
                """
        )

        @Argument(help: SessionArgument.help) var session: SessionArgument
        @Argument(help: FieldArgument.help) var field = FieldArgument.session
        @Argument(help: "A property's name, such as Text, Value or Error.") var property: String?
        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            let object = session.object(field)
            guard let property else {
                let properties = try await daemon.properties(field.interface, of: object)
                let rows = properties.map { [$0.0.escapingControls, $0.1.notation()] }
                return try report(json: JSON(properties), lines: aligned(rows))
            }
            let value = try await daemon.property(property, field.interface, of: object)
            try report(json: JSON(value), lines: [value.text])
        }
    }
}
