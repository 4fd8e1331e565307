import ArgumentParser
import FormContract
import Glibc

/// formd for the shell: each subcommand makes one call to the daemon, or a few, and prints the answer as text.
@main
struct Formctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formctl",
        abstract: "Opens, fills in, watches and submits forms that formd runs.",
        discussion: """
            SESSION is the path that "open" prints, or the token of a session of your own. FIELD is a field's \
            identifier, or "." for the session itself. TEXT is a text, or "-" for standard input, without the line \
            break at its end: so a secret is in no list of processes. A text that is a hyphen goes through standard \
            input, another one that begins with a hyphen behind "--".

            Exit status: 0 done, 1 the daemon said no or a form is not valid, 2 no daemon was reached, 3 what was \
            waited for did not come in time, 64 the command line is wrong. Messages on standard error begin with \
            "formctl: ".
            """,
        version: Contract.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Session",
                subcommands: [
                    RunCommand.self, OpenCommand.self, GetCommand.self, WatchCommand.self, WaitCommand.self,
                    WhyCommand.self, ValidateCommand.self, SubmitCommand.self, CloseCommand.self, GrantCommand.self,
                    RevokeCommand.self, ExtendCommand.self, RecordCommand.self, ReplayCommand.self, DraftsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Editing",
                subcommands: [
                    SetCommand.self, TypeCommand.self, PressCommand.self, SelectCommand.self, StepCommand.self,
                    FocusCommand.self, BlurCommand.self, RowsCommand.self, PagesCommand.self, UndoCommand.self,
                    RedoCommand.self, ApplyCommand.self,
                ]
            ),
            CommandGroup(
                name: "Definition",
                subcommands: [
                    NewCommand.self, CheckCommand.self, FormatCommand.self, SchemaCommand.self, ImportCommand.self,
                ]
            ),
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    FormsCommand.self, SessionsCommand.self, TypesCommand.self, StatusCommand.self, TopCommand.self,
                    PluginsCommand.self, ReloadCommand.self,
                ]
            ),
            CommandGroup(name: "Script", subcommands: [CompatCommand.self]),
        ]
    )

    /// Declared here too, so that they may stand before the subcommand as well as after it.
    @OptionGroup var options: GlobalOptions

    static let _errorPrefix = "formctl: "

    static func main() {
        // A broken pipe is then an error of `write`, which becomes `ClosedPipe`.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch is ClosedPipe {
            // The reader of the output wants no more.
        } catch let failure as CommandFailure {
            StandardError.remark(failure.message)
            Glibc.exit(failure.status.rawValue)
        } catch {
            // A form that is run has statuses of its own; 64 is not among them.
            let isRun = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } == "run"
            if isRun, exitCode(for: error) == .validationFailure {
                StandardError.write(fullMessage(for: error))
                Glibc.exit(RunStatus.usage.rawValue)
            }
            exit(withError: error)
        }
    }
}
