import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import FormTerminal
import Glibc

/// Shows a form in the terminal, and prints its values on standard output.
struct RunCommand: FormdCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Show a form in the terminal for filling in, and print its values.",
        discussion: """
            FORM is an installed form's name or the path of a definition, with a slash or ".json" in it; "-" is \
            standard input. The form is drawn on the terminal even if standard output is redirected, so that \
            V=$(formctl run checkout) works. F1 shows the keys. If no daemon runs, formctl starts one for itself.

            Exit status: 0 submitted, 1 cancelled, 2 the definition or the command line is wrong, 3 timed out, 4 no \
            daemon could be reached or the session was closed, 5 incomplete, 128 and the number of a signal that ended \
            the program.
            """
    )

    @Argument(help: "An installed form's name, or a definition's path.", completion: .forms)
    var form: String?

    @Option(help: "Show this open session, by its path or token, instead of opening a form.", completion: .sessions)
    var session: SessionArgument?

    @Option(
        help:
            "The format of the values: json, an object; shell, assignments for eval; env, lines of an environment file."
    )
    var format = ResultFormat.json

    @Option(
        help: ArgumentHelp(
            "What the names of the variables begin with: form_ for shell unless given, nothing for env.",
            valueName: "letters"
        )
    )
    var prefix: String?

    @Flag(help: "Print the values of secret fields, too.")
    var withSecrets = false

    @Option(
        help: ArgumentHelp(
            "Write the values of secret fields to this descriptor, as a JSON object.",
            valueName: "number"
        )
    )
    var secretFd: Int32?

    @Option(
        help: ArgumentHelp(
            "First values: a JSON object, as this command prints one; \"-\" is standard input.",
            valueName: "file"
        )
    )
    var values: String?

    @Flag(help: "Show the form in a window of the desktop instead of the terminal.")
    var window = false

    @Flag(help: "With --window: draw the form's own style instead of the desktop's.")
    var faithful = false

    @Flag(help: "Show no form: submit --values, or print as JSON everything that is missing or wrong.")
    var noninteractive = false

    @Option(help: ArgumentHelp("End after this time.", valueName: "seconds"))
    var timeout: Double?

    @Option(help: "Colours for a light or a dark background, if it is not recognized.")
    var colorScheme: ColorScheme?

    @Option(help: "The page that is shown first, from 1.")
    var page: UInt32?

    @Option(help: ArgumentHelp("A folder with forms, for a daemon that this command starts.", valueName: "folder"))
    var forms: [String] = []

    @Flag(
        help: """
            Serve one visitor after the other: nobody can leave the form, the values are printed at each submission, \
            and the form begins anew. Without --idle and an idle policy of the form, a visitor who does nothing is \
            asked after 60 seconds, and the input is removed 10 seconds later.
            """
    )
    var kiosk = false

    @OptionGroup var sessionArguments: SessionArguments
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard (form == nil) != (session == nil) else { throw ValidationError("Give a form, or --session.") }
        if session != nil, values != nil || noninteractive || kiosk || !sessionArguments.options.isEmpty {
            throw ValidationError("--session shows an open session: options for a new one do not belong to it.")
        }
        if let prefix,
            prefix.contains(where: { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") })
                || prefix.first?.isNumber ?? false
        {
            throw ValidationError("--prefix takes letters, digits and underscores, and does not begin with a digit.")
        }
        if kiosk, noninteractive || sessionArguments.draft != nil {
            throw ValidationError("--noninteractive and --draft do not belong to --kiosk.")
        }
        guard page != 0 else { throw ValidationError("Pages count from 1.") }
        if let timeout, !(0.001...1e9).contains(timeout) {
            throw ValidationError("--timeout takes 0.001 to 1000000000 seconds.")
        }
        if faithful, !window { throw ValidationError("--faithful needs --window.") }
        if window, noninteractive { throw ValidationError("--noninteractive shows no window.") }
        if form == "-", values == "-" {
            throw ValidationError("Only one of the form and --values can be standard input.")
        }
        if let secretFd, secretFd < 3 { throw ValidationError("--secret-fd takes 3 or more: the others are in use.") }
    }

    func run() throws {
        let status = try EventLoop.run {
            // The variable is necessary: the signal handlers hold the run weakly, and a release build releases an
            // unnamed value after its last use.
            let run = FormRun(self)
            return await run.status()
        }
        if status != 0 { throw ExitCode(status) }
    }
}

extension ColorScheme: ExpressibleByArgument {}
