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
            daemon could be reached or the session was closed, 5 incomplete.
            """
    )

    @Argument(help: "An installed form's name, or a definition's path.", completion: .forms)
    var form: String

    @Option(
        help:
            "The format of the values: json, an object; shell, assignments for eval; env, lines of an environment file."
    )
    var format = ResultFormat.json

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

    @Flag(help: "Show no form: submit --values, or print as JSON which values are missing.")
    var noninteractive = false

    @Option(help: ArgumentHelp("End after this time.", valueName: "seconds"))
    var timeout: Double?

    @Option(help: "Store the values as a draft of this name until the form is submitted, and begin with its values.")
    var draft: String?

    @Option(help: "The language and region of texts and numbers: de-CH.")
    var locale: String?

    @Option(help: "The page that is shown first, from 1.")
    var page: UInt32?

    @Option(help: ArgumentHelp("A folder with forms, for a daemon that this command starts.", valueName: "folder"))
    var forms: [String] = []

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard page != 0 else { throw ValidationError("Pages count from 1.") }
        if let timeout, !(0.001...1e9).contains(timeout) {
            throw ValidationError("--timeout takes 0.001 to 1000000000 seconds.")
        }
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

/// The exit statuses of a run.
enum RunStatus: Int32 {
    case submitted = 0
    case cancelled = 1
    /// The definition or the command line is invalid.
    case usage = 2
    case timedOut = 3
    case noDaemon = 4
    case incomplete = 5
}

/// A run that could not start, or ended early.
struct RunFailure: Error {
    let status: RunStatus
    let message: String

    init(_ status: RunStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ error: BusError) {
        let failure = CommandFailure(refusing: error)
        switch error.failure {
        case .unknownSession, nil: self.init(.noDaemon, failure.message)
        default: self.init(.usage, failure.message)
        }
    }

    init(_ failure: CommandFailure) {
        self.init(failure.status == .noDaemon ? .noDaemon : .usage, failure.message)
    }
}
