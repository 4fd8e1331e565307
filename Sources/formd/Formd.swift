package import ArgumentParser
import DBus
import EventLoop
import FormBus
import Glibc
package import Logging

/// The daemon's command line.
@main
struct Formd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formd",
        abstract: "Runs forms: sessions of fields with masks, validation and placeholders, as objects on D-Bus.",
        discussion: """
            Forms are files NAME.json in /usr/share/formd/forms, /etc/formd/forms and ~/.local/share/formd/forms; \
            the later folder wins. The log goes to standard error, with the journal's priorities.
            """,
        version: Version.text
    )

    @Flag(help: "Serve the session bus (the default) or the system bus.")
    var bus: BusChoice?

    @Option(help: ArgumentHelp("Serve a private socket here, alone or beside a bus.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("A folder with forms, instead of the standard ones; may be repeated.", valueName: "dir"))
    var forms: [String] = []

    @Option(help: "What is logged: debug, info, notice, warning or error.")
    var logLevel: Logger.Level = .info

    @Flag(help: "Print the D-Bus interfaces as introspection XML, and exit.")
    var introspect = false

    enum BusChoice: String, EnumerableFlag {
        case session, system
    }

    func run() throws {
        if introspect {
            print(try EventLoop.run { FormService.introspectionXML }, terminator: "")
            return
        }
        var logger = Logger(label: "formd") { _ in JournalLogHandler() }
        logger.logLevel = logLevel
        let settings = Daemon.Settings(
            bus: bus ?? (socket == nil ? .session : nil),
            socketPath: socket,
            formFolders: forms,
            logger: logger
        )
        do {
            let code = try EventLoop.serve { try await Daemon.start(settings) }
            throw ExitCode(code)
        } catch let error as ExitCode {
            throw error
        } catch {
            logger.critical("\(error)")
            throw ExitCode.failure
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
