import CLinux
import DBus
import EventLoop
import FormContract
import Glibc
import Logging
import PostgreSQLAddress

/// The daemon's command line.
///
/// It is not parsed by `swift-argument-parser`, as that of `formctl` is, because that package needs Foundation, which
/// would be a quarter of the program's size.
@main
struct Formd {
    var bus: BusChoice?
    /// The settings file that replaces the standard ones.
    var settingsFile: String?
    /// Whether the settings are only checked.
    var checksSettings = false
    /// What the options change in the settings of the files.
    private var overrides: [@Sendable (inout DaemonSettings) -> Void] = []
    /// The values of `--forms` and `--plugin-secrets`, which replace the lists of the files.
    private var forms: [String] = []
    private var pluginSecrets: [String] = []
    /// The text that an option such as `--help` asks for; it is printed, and the program ends.
    var output: String?

    enum BusChoice {
        case session, system
    }

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
        ) { formd, path in
            formd.overrides.append { $0.socket = path }
        },
        CommandLineOption(
            "--socket-group",
            value: "group",
            "Allow the users of this group to connect to the socket, too."
        ) { formd, group in
            formd.overrides.append { $0.socketGroup = group }
        },
        CommandLineOption(
            "--socket-mode",
            value: "mode",
            "The socket's permissions in octal: 600 by default, or 660 with a group; 666 allows every user to connect."
        ) { formd, text throws(UsageError) in
            guard let mode = mode_t(text, radix: 8), mode <= 0o777 else {
                throw UsageError("The value '\(text)' is invalid for '--socket-mode': it is not octal, or exceeds 777")
            }
            formd.overrides.append { $0.socketMode = mode }
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
        ) { formd, folder in
            formd.overrides.append { $0.state = folder }
        },
        CommandLineOption(
            "--store",
            value: "address",
            "The PostgreSQL in which several daemons share their sessions: postgresql://USER@HOST/DATABASE."
        ) { formd, text throws(UsageError) in
            do throws(DatabaseAddressError) {
                let address = try DatabaseAddress(text)
                formd.overrides.append { $0.store = address }
            } catch {
                throw UsageError("The value '\(text)' is invalid for '--store': \(error)")
            }
        },
        CommandLineOption(
            "--plugin-secrets",
            value: "plug-in",
            "A plug-in that receives secrets if its manifest requests them; may be repeated."
        ) { $0.pluginSecrets.append($1) },
        CommandLineOption(
            "--call-time",
            value: "milliseconds",
            "The limit of a call's processor time, of which rules have two thirds; 75, or more on a slow machine."
        ) { formd, text throws(UsageError) in
            guard let time = Int(text), 1...60_000 ~= time else {
                throw UsageError("The value '\(text)' is invalid for '--call-time': it is not from 1 to 60000")
            }
            formd.overrides.append { $0.limits.callTime = time }
        },
        CommandLineOption(
            "--log-level",
            value: "level",
            "The lowest level of the messages to log: \(levelNames); info by default."
        ) { formd, name throws(UsageError) in
            guard let level = DaemonSettings.logLevels.first(where: { $0.rawValue == name }) else {
                throw UsageError("The value '\(name)' is invalid for '--log-level': it is none of \(levelNames)")
            }
            formd.overrides.append { $0.logLevel = level }
        },
        CommandLineOption(
            "--config",
            value: "file",
            "A settings file instead of the standard ones; its drop-ins are in the folder of the same name with '.d'."
        ) {
            $0.settingsFile = $1
        },
        CommandLineOption("--check-config", "Check the settings files, print every problem, and exit.") { formd, _ in
            formd.checksSettings = true
        },
        CommandLineOption("--introspect", "Print the D-Bus interfaces as introspection XML, and exit.") { formd, _ in
            formd.output = IntrospectionDocument(interfaces: Contract.interfaces, includesDocumentation: true).xml
        },
        CommandLineOption("--version", "Show the version.") { formd, _ in formd.output = Contract.version + "\n" },
        CommandLineOption("--help", "Show this help.") { formd, _ in formd.output = help },
        CommandLineOption("-h", "Show this help.") { formd, _ in formd.output = help },
    ]

    private static var levelNames: String { DaemonSettings.logLevels.map(\.rawValue).joined(separator: ", ") }

    private static var help: String {
        """
        formd hosts sessions of forms as objects on D-Bus: fields with masks, validation
        and placeholders.

        Forms are files NAME.json in /usr/share/formd/forms,
        /usr/local/share/formd/forms, /etc/formd/forms and ~/.local/share/formd/forms;
        if two forms have the same name, the one in the later folder is used. Sessions
        are stored in $STATE_DIRECTORY, else in $XDG_STATE_HOME/formd, else in
        ~/.local/state/formd. formd logs to the journal, or to standard error with the
        journal's priorities. Settings are read from /etc/formd/formd.json and
        ~/.config/formd/formd.json, each with the drop-ins formd.json.d/*.json; options
        override them.

        Options:
        \(options.help)

        """
    }

    private mutating func choose(_ choice: BusChoice) throws(UsageError) {
        guard bus == nil || bus == choice else { throw UsageError("'--session' and '--system' exclude each other") }
        bus = choice
    }

    /// The files of this command line's settings.
    private var settingsFiles: SettingsFiles {
        settingsFile.map { SettingsFiles(paths: [$0]) }
            ?? .standard(environment: Daemon.environment, isUserDaemon: bus != .system)
    }

    /// The settings of the files with those of the options, and the problems that they have. Called again when the
    /// daemon reloads.
    private func readSettings() -> (settings: DaemonSettings, problems: [String]) {
        var (settings, problems) = settingsFiles.read()
        for override in overrides { override(&settings) }
        if !forms.isEmpty { settings.forms = forms }
        if !pluginSecrets.isEmpty { settings.pluginSecrets = pluginSecrets }
        if settings.socket == nil, settings.socketGroup != nil || settings.socketMode != nil {
            problems.append("a group or a mode of the socket needs the path of a socket")
        }
        problems += settings.bundle.problems
        if settings.bundle.source != nil, settings.state == "none" {
            problems.append("a bundle needs a state folder, in which it is kept")
        }
        return (settings, problems)
    }

    static func main() {
        var formd = Formd()
        do throws(UsageError) {
            try options.apply(CommandLine.arguments.dropFirst(), to: &formd)
        } catch {
            exit(refuse(error))
        }
        exit(formd.run())
    }

    /// Serves until the daemon is told to stop. Returns the status to exit with.
    private func run() -> Int32 {
        if let output {
            print(output, terminator: "")
            return EXIT_SUCCESS
        }
        let (settings, problems) = readSettings()
        if settings.socket == nil {
            var ofOptions = DaemonSettings()
            for override in overrides { override(&ofOptions) }
            guard ofOptions.socketGroup == nil, ofOptions.socketMode == nil else {
                return Self.refuse(UsageError("'--socket-group' and '--socket-mode' need '--socket'"))
            }
        }
        guard problems.isEmpty else {
            for problem in problems { StandardError.write(problem) }
            return EX_CONFIG
        }
        if checksSettings { return EXIT_SUCCESS }
        // The program that reads the log may end.
        signal(SIGPIPE, SIG_IGN)
        let log = DaemonLog(level: settings.logLevel)
        let logger = Logger(label: "formd") { _ in DaemonLogHandler(log) }
        // The process's memory holds secrets, so no other process may read it.
        guard linux_conceal_memory() == 0 else {
            logger.critical("the kernel refuses to exclude the memory from core dumps")
            return EXIT_FAILURE
        }
        let setup = Daemon.Setup(
            bus: bus ?? (settings.socket == nil ? .session : nil),
            settings: settings,
            problems: { readSettings().problems },
            program: ProgramChange(),
            log: log,
            logger: logger
        )
        do {
            return try EventLoop.serve { try await Daemon.start(setup) }
        } catch {
            logger.critical("\(error)")
            return EXIT_FAILURE
        }
    }

    /// Reports wrong options. Returns the status to exit with.
    private static func refuse(_ error: UsageError) -> Int32 {
        StandardError.write("Error: \(error.message)\nSee 'formd --help' for more information.")
        return EX_USAGE
    }
}
