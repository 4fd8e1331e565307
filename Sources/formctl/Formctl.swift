import ArgumentParser
import EventLoop
import FormContract
import Glibc

/// The command line client of formd: each subcommand calls the daemon and prints the reply as text.
@main
struct Formctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formctl",
        abstract: "Opens, fills in, watches and submits forms that formd runs.",
        discussion: """
            SESSION is the path that "open" prints, or the token of one of your own sessions. FIELD is a field's \
            identifier, or "." for the session itself. TEXT is a text; for "-" formctl reads standard input without \
            its final line break, so that a secret does not appear in the list of processes. Pass a text that is a \
            single hyphen through standard input, and any other text that begins with a hyphen after "--".

            Exit status: 0 success, 1 the daemon refused the call, a form is not valid or the user cancelled it, 2 the \
            command line is wrong, 3 the time has passed, 4 no daemon could be reached or the session was closed, 5 \
            incomplete. Messages on standard error begin with "formctl: ".
            """,
        version: Contract.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Session",
                subcommands: [
                    RunCommand.self, OpenCommand.self, GetCommand.self, WatchCommand.self, WaitCommand.self,
                    WhyCommand.self, ValidateCommand.self, SubmitCommand.self, CloseCommand.self, GrantCommand.self,
                    RevokeCommand.self, ShareCommand.self, AttachCommand.self, ExtendCommand.self, RecordCommand.self,
                    ReplayCommand.self, DraftsCommand.self,
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
                    ExportCommand.self,
                ]
            ),
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    FormsCommand.self, SessionsCommand.self, SubmissionsCommand.self, TypesCommand.self,
                    StatusCommand.self, TopCommand.self, PluginsCommand.self, BundleCommand.self, ReloadCommand.self,
                ]
            ),
            CommandGroup(name: "Script", subcommands: [AskCommand.self, CompatCommand.self]),
        ]
    )

    /// The global options are declared here, too, so that they are accepted before the subcommand as well as after it.
    @OptionGroup var options: GlobalOptions

    static let _errorPrefix = "formctl: "

    static func main() {
        // Writing to a closed pipe then fails with an error, which becomes `ClosedPipe`.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch is ClosedPipe {
            // The reader of the output does not want more.
        } catch let failure as CommandFailure {
            StandardError.remark(failure.message)
            Glibc.exit(failure.status.rawValue)
        } catch {
            if exitCode(for: error) == .validationFailure {
                StandardError.write(fullMessage(for: error))
                Glibc.exit(CommandFailure.Status.usage.rawValue)
            }
            exit(withError: error)
        }
    }
}
