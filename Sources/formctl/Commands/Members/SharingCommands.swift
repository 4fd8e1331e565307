import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct ShareCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Print a code with which a session can be gone on with at another machine.",
        discussion: """
            The machines share a database: see the setting "store". Whoever types in the code there, as with "formctl \
            attach", goes on with the session, which is closed here then. The code is valid once, for a quarter of an hour.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let code = try await forms.session(session).share()
        try report(json: .object([.init("code", .string(code))]), lines: [code])
    }
}

struct AttachCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Go on with a session of another machine, and print its path.",
        discussion: "With a code of \"formctl share\", or what \"formctl sessions --elsewhere\" lists first."
    )

    @Argument(help: "A code, or the identifier of one of your sessions at another machine.") var session: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let path = try await forms.manager("Attach", .string(session)).first?.string ?? ""
        try report(json: .object([.init("session", .string(path))]), lines: [path])
    }
}
