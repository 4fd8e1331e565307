import ArgumentParser
import EventLoop
import FormPresentation
import FormTerminal
import Glibc

/// Shows a form in place of another program's dialog, for scripts that were written for that program.
struct CompatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compat",
        abstract: "Show a form instead of a dialog of zenity, dialog or whiptail, with the same output.",
        discussion: """
            formctl compat zenity --forms --add-entry=Name --add-calendar=Day
            formctl compat dialog --menu Fruit 15 40 5 a Apple b Banana 2>choice
            formctl compat whiptail --checklist Fruit 15 40 5 a Apple on b Banana off

            In place of zenity a window is shown if there is a display and formd-gtk is installed, otherwise, and in place \
            of the others, the form is drawn on the terminal.

            For zenity: \(listed(ZenityArguments.Kind.allCases.map(\.rawValue))). For dialog: \
            \(listed(DialogBox.all.keys.sorted())). For whiptail, those of them that it has. Options for the \
            appearance are accepted and ignored; any other box or option is refused with its name. The exit status is \
            that of the program: 0 answered, 1 cancelled, 255 wrong arguments or no daemon; after a timeout 5 for \
            zenity, 255 for the others; after Esc 1 for zenity, 255 for the others. For dialog, the variables \
            DIALOG_OK, DIALOG_CANCEL, DIALOG_ESC, DIALOG_EXTRA, DIALOG_HELP and DIALOG_TIMEOUT change it.
            """
    )

    enum Program: String, ExpressibleByArgument, CaseIterable {
        case zenity, dialog, whiptail
    }

    @Argument(help: "The program whose arguments follow.") var program: Program
    @Argument(parsing: .captureForPassthrough, help: "The program's arguments.") var arguments: [String] = []

    private static let failed = 255

    private static func listed(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    func run() throws {
        var dialog: CompatDialog
        do {
            switch program {
            case .zenity: dialog = try ZenityArguments.dialog(arguments) { try TextFile.read("-") }
            case .dialog: dialog = try DialogArguments.dialog(.dialog, arguments)
            case .whiptail: dialog = try DialogArguments.dialog(.whiptail, arguments)
            }
        } catch let mistake as CompatMistake {
            StandardError.remark("\(program.rawValue): \(mistake.message)")
            throw ExitCode(Int32(Self.failed))
        }
        if dialog.isAnnouncement { return announce(dialog) }
        while true {
            let (status, run) = try show(dialog)
            let answers = run.delivered.flatMap(dialog.answers) ?? []
            if status == 0, let field = dialog.askedAgain(answers) {
                dialog.fields = [field]
                continue
            }
            let descriptor = Int32(clamping: dialog.descriptor)
            if case .extraButton(let place)? = run.departure, dialog.buttons.indices.contains(place) {
                let field = dialog.fields.indices.first { CompatDialog.identifier($0) == run.position?.field }
                let text = dialog.buttons[place].print(answers, field ?? 0, run.position?.option ?? 0)
                try StandardOutput.write(text: text, to: descriptor)
            } else if run.delivered != nil {
                try StandardOutput.write(text: dialog.print(answers), to: descriptor)
            }
            let code = Self.status(of: status, run.departure, dialog)
            if code == dialog.cancelStatus, status != 0, dialog.endsParent { kill(getppid(), SIGHUP) }
            if code != 0 { throw ExitCode(Int32(clamping: code)) }
            return
        }
    }

    /// Writes a text that nothing is asked about.
    private func announce(_ dialog: CompatDialog) {
        let terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC)
        guard terminal >= 0 else { return }
        let lines = [dialog.title, dialog.text].filter { !$0.isEmpty }.map(\.escapingControls)
        _ = FileOutput.write(lines.joined(separator: "\n\n") + "\n", to: terminal)
        close(terminal)
    }

    private struct Outcome: Sendable {
        let delivered: String?
        let departure: Departure?
        let position: (field: String, option: Int)?
    }

    private func show(_ dialog: CompatDialog) throws -> (status: Int32, Outcome) {
        let timeout = dialog.timeout > 0 ? ["--timeout", String(dialog.timeout)] : []
        // Zenity shows windows, the others draw on the terminal.
        let window = program == .zenity && FormWindow.isPossible ? ["--window"] : []
        let command = try RunCommand.parse(["-", "--with-secrets"] + timeout + window)
        var settings = ScreenSettings.ofEnvironment
        settings.extraButtons = dialog.buttons.map(\.label)
        // The originals do not ask either.
        settings.asksBeforeLeaving = false
        if dialog.hidesCancel { settings.hiddenButtons.insert(.cancel) }
        if dialog.hidesOK { settings.hiddenButtons.insert(.submit) }
        settings.startsAtCancel = dialog.startsAtCancel
        // Zenity selects a text that is there. The others append to it.
        settings.replacesValues = program == .zenity
        return try EventLoop.run { [settings] in
            let run = FormRun(
                command,
                definition: dialog.definition,
                settings: settings,
                feed: dialog.feed.map { (CompatDialog.identifier(0), $0) },
                deliversUnfinished: dialog.printsOnTimeout
            ) { _ in }
            let status = await run.status()
            return (status, Outcome(delivered: run.delivered, departure: run.departure, position: run.position))
        }
    }

    /// The original's exit status for one of `formctl run`.
    private static func status(of status: Int32, _ departure: Departure?, _ dialog: CompatDialog) -> Int {
        switch (CommandFailure.Status(rawValue: status), departure) {
        case (.success?, _): dialog.okStatus
        case (.refused?, .escaped?): dialog.escapeStatus
        case (.refused?, .extraButton(let place)?) where dialog.buttons.indices.contains(place):
            dialog.buttons[place].status
        case (.refused?, _): dialog.cancelStatus
        case (.timedOut?, _): dialog.timeoutStatus
        // A status of 128 and more means a signal, as in a shell.
        case (nil, _): Int(status)
        case (.usage?, _), (.noDaemon?, _), (.incomplete?, _): failed
        }
    }
}
