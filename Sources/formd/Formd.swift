import CLinux
import DBus
import EventLoop
import FormContract
import Glibc
import Logging

/// The daemon's command line.
///
/// It is not parsed by `swift-argument-parser`, as that of `formctl` is, because that package needs Foundation, which
/// would be a quarter of the program's size.
@main
struct Formd {
    var bus: BusChoice?
    var socket: String?
    var socketGroup: String?
    /// The permissions of the private socket; `nil` for the default, which depends on the group.
    var socketMode: mode_t?
    /// The folder of stored sessions, or `none`; `nil` for the default folder.
    var state: String?
    var forms: [String] = []
    var pluginSecrets: Set<String> = []
    /// The processor time that one call may take, in milliseconds.
    var callTime = 75
    var logLevel = Logger.Level.info
    /// The text that an option such as `--help` asks for; it is printed, and the program ends.
    var output: String?

    enum BusChoice {
        case session, system
    }

    /// The levels of the log that can be asked for.
    private static let logLevels: [Logger.Level] = [.debug, .info, .notice, .warning, .error]

    private static let options: [CommandLineOption<Formd>] = [
        CommandLineOption("--session", "Serve the session bus: the default.") { formd, _ throws(UsageError) in
            try formd.choose(.session)
        },
        CommandLineOption("--system", "Serve the system bus.") { formd, _ throws(UsageError) in
            try formd.choose(.system)
        },
        CommandLineOption(
            "--socket",
            value: "path",
            "Serve a private socket at this path, alone or in addition to a bus."
        ) {
            $0.socket = $1
        },
        CommandLineOption(
            "--socket-group",
            value: "group",
            "Allow the users of this group to connect to the socket, too."
        ) {
            $0.socketGroup = $1
        },
        CommandLineOption(
            "--socket-mode",
            value: "mode",
            "The socket's permissions in octal: 600 by default, or 660 with a group; 666 allows every user to connect."
        ) { formd, text throws(UsageError) in
            guard let mode = mode_t(text, radix: 8), mode <= 0o777 else {
                throw UsageError("The value '\(text)' is invalid for '--socket-mode': it is not octal, or exceeds 777")
            }
            formd.socketMode = mode
        },
        CommandLineOption(
            "--forms",
            value: "dir",
            "A folder with forms, instead of the standard ones; may be repeated."
        ) {
            $0.forms.append($1)
        },
        CommandLineOption(
            "--state",
            value: "dir",
            "The folder for stored sessions and drafts, or 'none' to store nothing."
        ) {
            $0.state = $1
        },
        CommandLineOption(
            "--plugin-secrets",
            value: "plug-in",
            "A plug-in that receives secrets if its manifest requests them; may be repeated."
        ) { $0.pluginSecrets.insert($1) },
        CommandLineOption(
            "--call-time",
            value: "milliseconds",
            "The limit of a call's processor time, of which rules have two thirds; 75, or more on a slow machine."
        ) { formd, text throws(UsageError) in
            guard let time = Int(text), 1...60_000 ~= time else {
                throw UsageError("The value '\(text)' is invalid for '--call-time': it is not from 1 to 60000")
            }
            formd.callTime = time
        },
        CommandLineOption(
            "--log-level",
            value: "level",
            "The lowest level of the messages to log: \(levelNames); info by default."
        ) { formd, name throws(UsageError) in
            guard let level = logLevels.first(where: { $0.rawValue == name }) else {
                throw UsageError("The value '\(name)' is invalid for '--log-level': it is none of \(levelNames)")
            }
            formd.logLevel = level
        },
        CommandLineOption("--introspect", "Print the D-Bus interfaces as introspection XML, and exit.") { formd, _ in
            formd.output = IntrospectionDocument(interfaces: Contract.interfaces, includesDocumentation: true).xml
        },
        CommandLineOption("--version", "Show the version.") { formd, _ in formd.output = Contract.version + "\n" },
        CommandLineOption("--help", "Show this help.") { formd, _ in formd.output = help },
        CommandLineOption("-h", "Show this help.") { formd, _ in formd.output = help },
    ]

    private static var levelNames: String { logLevels.map(\.rawValue).joined(separator: ", ") }

    private static var help: String {
        """
        formd hosts sessions of forms as objects on D-Bus: fields with masks, validation
        and placeholders.

        Forms are files NAME.json in /usr/share/formd/forms,
        /usr/local/share/formd/forms, /etc/formd/forms and ~/.local/share/formd/forms;
        if two forms have the same name, the one in the later folder is used. Sessions
        are stored in $STATE_DIRECTORY, else in $XDG_STATE_HOME/formd, else in
        ~/.local/state/formd. formd logs to the journal, or to standard error with the
        journal's priorities.

        Options:
        \(options.help)

        """
    }

    private mutating func choose(_ choice: BusChoice) throws(UsageError) {
        guard bus == nil || bus == choice else { throw UsageError("'--session' and '--system' exclude each other") }
        bus = choice
    }

    /// Throws for options that require another one.
    private func check() throws(UsageError) {
        guard socket != nil || socketGroup == nil && socketMode == nil else {
            throw UsageError("'--socket-group' and '--socket-mode' need '--socket'")
        }
    }

    static func main() {
        var formd = Formd()
        do throws(UsageError) {
            try options.apply(CommandLine.arguments.dropFirst(), to: &formd)
            try formd.check()
        } catch {
            writeToStandardError("Error: \(error.message)\nSee 'formd --help' for more information.\n")
            exit(EX_USAGE)
        }
        exit(formd.run())
    }

    /// Serves until the daemon is told to stop. Returns the status to exit with.
    private func run() -> Int32 {
        if let output {
            print(output, terminator: "")
            return EXIT_SUCCESS
        }
        // The program that reads the log may end.
        signal(SIGPIPE, SIG_IGN)
        var logger = Logger(label: "formd") { _ in DaemonLogHandler() }
        logger.logLevel = logLevel
        // The process's memory holds secrets, so no other process may read it.
        guard linux_conceal_memory() == 0 else {
            logger.critical("the kernel refuses to exclude the memory from core dumps")
            return EXIT_FAILURE
        }
        let settings = Daemon.Settings(
            bus: bus ?? (socket == nil ? .session : nil),
            socketPath: socket,
            socketGroup: socketGroup,
            socketMode: socketMode,
            state: state,
            formFolders: forms,
            pluginsWithSecrets: pluginSecrets,
            callTime: .milliseconds(callTime),
            program: ProgramChange(),
            logger: logger
        )
        do {
            return try EventLoop.serve { try await Daemon.start(settings) }
        } catch {
            logger.critical("\(error)")
            return EXIT_FAILURE
        }
    }

    private static func writeToStandardError(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
