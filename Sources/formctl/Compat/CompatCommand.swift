import ArgumentParser
import Glibc

/// Scripts that were written for another program, with the form in its place.
struct CompatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compat",
        abstract: "Show a form in place of a dialog of zenity, dialog or whiptail, and print as they do.",
        discussion: """
            formctl compat zenity --forms --add-entry=Name --add-calendar=Day
            formctl compat dialog --menu Fruit 15 40 5 a Apple b Banana 2>choice
            formctl compat whiptail --checklist Fruit 15 40 5 a Apple on b Banana off

            Of zenity: --forms, --entry, --password, --calendar and --list. Of dialog and whiptail: --inputbox, \
            --passwordbox, --menu and --checklist; of dialog --form, too. Options for the look are taken and change \
            nothing. The exit status is theirs: 0 answered, 1 cancelled, 255 wrong arguments or no daemon; when the time \
            is over 5 of zenity, 255 of the others.
            """
    )

    enum Program: String, ExpressibleByArgument, CaseIterable {
        case zenity, dialog, whiptail
    }

    @Argument(help: "Whose arguments follow.") var program: Program
    @Argument(parsing: .captureForPassthrough, help: "The program's arguments.") var arguments: [String] = []

    private static let failed: Int32 = 255

    func run() throws {
        let dialog: CompatDialog
        do {
            switch program {
            case .zenity: dialog = try ZenityArguments.dialog(arguments) { try TextFile.read("-") }
            case .dialog: dialog = try DialogArguments.dialog(.dialog, arguments)
            case .whiptail: dialog = try DialogArguments.dialog(.whiptail, arguments)
            }
        } catch let mistake as CompatMistake {
            StandardError.remark("\(program.rawValue): \(mistake.message)")
            throw ExitCode(Self.failed)
        }
        let run = try CompatRun(of: dialog)
        guard run.status == 0, let output = dialog.output(of: run.output) else {
            throw ExitCode(status(of: run.status, dialog))
        }
        try StandardOutput.write(text: output, to: dialog.descriptor)
    }

    /// The original's status for one of `formctl run`.
    private func status(of status: Int32, _ dialog: CompatDialog) -> Int32 {
        switch status {
        case 1, 128 + SIGINT: 1
        case 3: dialog.timeoutStatus
        default: Self.failed
        }
    }
}

/// `formctl run`, as a process of its own: the form comes from a pipe, and the values go into one.
struct CompatRun {
    let status: Int32
    let output: String

    init(of dialog: CompatDialog) throws {
        let input = try Self.pipe()
        let output = try Self.pipe()
        let timeout = dialog.timeout.map { ["--timeout", String($0)] } ?? []
        // An interrupt is for the form; this process waits for what it makes of it.
        signal(SIGINT, SIG_IGN)
        let process = try Self.spawn(
            ["formctl", "run", "-", "--with-secrets"] + timeout,
            input.reading,
            output.writing
        )
        close(input.reading)
        close(output.writing)
        let code = FileOutput.write(dialog.definition, to: input.writing)
        close(input.writing)
        guard code == 0 || code == EPIPE else { throw Self.failure(code) }
        defer { close(output.reading) }
        self.output = try TextFile.read("/dev/fd/\(output.reading)")
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Self.failure(errno) }
        }
        let isExit = status & 0x7f == 0
        self.status = isExit ? status >> 8 & 0xff : 128 + (status & 0x7f)
    }

    /// A pipe that the processes that are started do not inherit.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(_ arguments: [String], _ input: Int32, _ output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var process: pid_t = 0
        let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, pointers, environ)
        guard code == 0 else { throw failure(code) }
        return process
    }

    private static func failure(_ code: Int32) -> CommandFailure {
        CommandFailure(.refused, "cannot run a form: \(String(cString: strerror(code)))")
    }
}
