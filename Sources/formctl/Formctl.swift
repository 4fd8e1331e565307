import ArgumentParser
import Glibc

/// formd for the shell: each subcommand makes one call to the daemon, or a few, and prints the answer as text.
@main
struct Formctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formctl",
        abstract: "Opens, fills in, watches and submits forms that formd runs.",
        discussion: """
            SESSION is the path that "open" prints, or the token of a session of your own. FIELD is a field's \
            identifier, or "." for the session itself. Text that begins with a hyphen goes after "--".

            Exit status: 0 done, 1 the daemon said no, 2 no daemon was reached, 64 the command line is wrong.
            """,
        subcommands: [
            OpenCommand.self, GetCommand.self, SetCommand.self, TypeCommand.self, StepCommand.self,
            WatchCommand.self, ValidateCommand.self, SubmitCommand.self, CloseCommand.self, FocusCommand.self,
            BlurCommand.self, WhyCommand.self, GrantCommand.self, RevokeCommand.self,
            FormsCommand.self, SessionsCommand.self, CheckCommand.self, LintCommand.self, FormatCommand.self,
            StatusCommand.self, SchemaCommand.self, ImportCommand.self, PluginsCommand.self, PluginCommand.self,
        ]
    )

    /// Declared here too, so that they may stand before the subcommand as well as after it.
    @OptionGroup var options: GlobalOptions

    static func main() {
        // A broken pipe is then an error of `write`, which becomes `ClosedPipe`.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch is ClosedPipe {
            // The reader of the output wants no more.
        } catch let failure as CommandFailure {
            StandardError.write("formctl: \(failure.message)")
            Glibc.exit(failure.status.rawValue)
        } catch {
            exit(withError: error)
        }
    }
}
