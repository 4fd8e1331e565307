import ArgumentParser
import CLinux
import DBus
import EventLoop
import FormContract
import Glibc
import Logging

/// The daemon's command line.
@main
struct Formd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formd",
        abstract: "Runs forms: sessions of fields with masks, validation and placeholders, as objects on D-Bus.",
        discussion: """
            Forms are files NAME.json in /usr/share/formd/forms, /usr/local/share/formd/forms, /etc/formd/forms and \
            ~/.local/share/formd/forms; the later folder wins. The log goes to the journal, or to standard \
            error with the journal's priorities.
            """,
        version: Version.text
    )

    @Flag(help: "Serve the session bus (the default) or the system bus.")
    var bus: BusChoice?

    @Option(help: ArgumentHelp("Serve a private socket here, alone or beside a bus.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("A folder with forms, instead of the standard ones; may be repeated.", valueName: "dir"))
    var forms: [String] = []

    @Option(
        help: ArgumentHelp(
            "A plug-in that may see secrets, if its manifest asks for it; may be repeated.",
            valueName: "plug-in"
        )
    )
    var pluginSecrets: [String] = []

    @Option(
        help: ArgumentHelp(
            "The processor's time that one call may take; rules have two thirds of it. More on a slow machine.",
            valueName: "milliseconds"
        )
    )
    var callTime = 75

    @Option(help: "The least urgent records that are logged.")
    var logLevel = LogLevel.info

    @Flag(help: "Print the D-Bus interfaces as introspection XML, and exit.")
    var introspect = false

    enum BusChoice: String, EnumerableFlag {
        case session, system
    }

    enum LogLevel: String, CaseIterable, ExpressibleByArgument {
        case debug, info, notice, warning, error
    }

    func validate() throws {
        guard (1...60_000).contains(callTime) else { throw ValidationError("--call-time must be 1 to 60000.") }
    }

    func run() throws {
        if introspect {
            let document = IntrospectionDocument(interfaces: Contract.interfaces, includesDocumentation: true)
            print(document.xml, terminator: "")
            return
        }
        var logger = Logger(label: "formd") { _ in DaemonLogHandler() }
        logger.logLevel = logLevel.level
        // The process's memory holds secrets, so no other process may read it.
        guard linux_conceal_memory() == 0 else {
            logger.critical("the kernel does not let the memory be kept out of core dumps")
            throw ExitCode.failure
        }
        let settings = Daemon.Settings(
            bus: bus ?? (socket == nil ? .session : nil),
            socketPath: socket,
            formFolders: forms,
            pluginsWithSecrets: Set(pluginSecrets),
            callTime: .milliseconds(callTime),
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

extension Formd.LogLevel {
    var level: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
