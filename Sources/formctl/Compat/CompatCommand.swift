import ArgumentParser
import EventLoop
import FormPresentation
import FormTerminal

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

            For zenity: --forms, --entry, --password, --calendar, --list, --info, --warning, --error and --question. \
            For dialog and whiptail: --inputbox, --passwordbox, --menu, --checklist, --radiolist, --yesno, --msgbox and \
            --textbox, and for dialog also --form, --passwordform, --mixedform and --pause. Options for the appearance \
            are accepted and ignored; any other box or option is refused with its name. The exit status is that of the program: 0 answered, 1 cancelled, 255 wrong arguments or no \
            daemon; after a timeout 5 for zenity, 255 for the others; after Esc 1 for zenity, 255 for the others.
            """
    )

    enum Program: String, ExpressibleByArgument, CaseIterable {
        case zenity, dialog, whiptail
    }

    @Argument(help: "The program whose arguments follow.") var program: Program
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
        let timeout = dialog.timeout.map { ["--timeout", String($0)] } ?? []
        // Zenity shows windows, the others draw on the terminal.
        let window = program == .zenity && FormWindow.isPossible ? ["--window"] : []
        let command = try RunCommand.parse(["-", "--with-secrets"] + timeout + window)
        var settings = ScreenSettings.ofEnvironment
        // In the original, an underscore marks the letter that presses the button.
        settings.extraButtons = dialog.extraButtons.map { $0.replacing("_", with: "") }
        // The originals do not ask either.
        settings.asksBeforeLeaving = false
        settings.hidesCancel = dialog.hidesCancel
        settings.startsAtCancel = dialog.startsAtCancel
        // Zenity selects a text that is there. The others append to it.
        settings.replacesValues = program == .zenity
        let (status, departure) = try EventLoop.run { [settings] in
            let run = FormRun(
                command,
                definition: dialog.definition,
                settings: settings,
                deliversUnfinished: dialog.printsOnTimeout
            ) { values in
                guard let output = dialog.output(of: values) else {
                    throw CommandFailure(.refused, "the form's values cannot be read")
                }
                try StandardOutput.write(text: output, to: dialog.descriptor)
            }
            return (await run.status(), run.departure)
        }
        if case .extraButton(let place)? = departure, dialog.extraButtons.indices.contains(place) {
            try StandardOutput.write(text: dialog.extraButtons[place] + "\n", to: dialog.descriptor)
        }
        if status != 0 { throw ExitCode(Self.status(of: status, departure, dialog)) }
    }

    /// The original's exit status for one of `formctl run`.
    private static func status(of status: Int32, _ departure: Departure?, _ dialog: CompatDialog) -> Int32 {
        switch CommandFailure.Status(rawValue: status) {
        case .refused: departure == .escaped ? dialog.escapeStatus : 1
        case .timedOut: dialog.timeoutStatus
        // A status of 128 and more means a signal, as in a shell.
        case nil: status
        case .success, .usage, .noDaemon, .incomplete: failed
        }
    }
}
