import EventLoop
import Glibc

/// The arguments of `dialog` and `whiptail`: the options of all boxes, and a box.
struct DialogArguments {
    enum Program {
        case dialog, whiptail
    }

    let program: Program
    var dialog: CompatDialog
    /// The name of the box, and the arguments behind its size.
    private(set) var box = ""
    var defaultItem = ""
    var dateFormat = "%d/%m/%Y", timeFormat = "%H:%M:%S"
    var separator: String?
    var isSeparate = false, quotesSingly = false
    var hidesTags = false, hidesItems = false
    /// Whether each entry of a list has a text that explains it, and what the button for help prints.
    var hasItemHelp = false, printsHelpTags = false, printsHelpStatus = false
    private var hasExtraButton = false, hasHelpButton = false
    var extraLabel = "Extra"
    private var helpLabel = "Help"

    /// Parses the arguments.
    static func dialog(_ program: Program, _ arguments: [String]) throws(CompatMistake) -> CompatDialog {
        var state = DialogArguments(program)
        var words = try CompatOption.read(arguments, program == .dialog ? ofDialog : ofWhiptail, into: &state)
        guard let box = DialogBox.all[state.box] else { throw CompatMistake("there is no box among the options") }
        if box.firstLabels.indices.contains(0), state.dialog.okLabel.isEmpty {
            state.dialog.okLabel = box.firstLabels[0]
        }
        if box.firstLabels.indices.contains(1), state.dialog.cancelLabel.isEmpty {
            state.dialog.cancelLabel = box.firstLabels[1]
        }
        if box.firstLabels.count == 1 { state.dialog.hidesCancel = true }
        if box.mayLackText, words.count == box.sizes { words.insert("", at: 0) }
        guard words.count > box.sizes else { throw CompatMistake("\(state.box) needs a text and \(box.sizes) numbers") }
        // Both programs accept \n as a line break.
        state.dialog.text = words[0].replacing("\\n", with: "\n")
        for size in words[1...box.sizes] { _ = try CompatOption<Self>.number(size) }
        try box.make(&state, Array(words[(box.sizes + 1)...]))
        state.addButtons()
        return state.dialog
    }

    private init(_ program: Program) {
        self.program = program
        dialog = CompatDialog(descriptor: 2, timeoutStatus: 255, escapeStatus: 255)
        guard program == .dialog else { return }
        dialog.okStatus = Self.status("OK", 0)
        dialog.cancelStatus = Self.status("CANCEL", 1)
        dialog.escapeStatus = Self.status("ESC", 255)
        dialog.timeoutStatus = Self.status("TIMEOUT", 255)
    }

    /// The exit status, which a variable of the environment can change.
    private static func status(_ name: String, _ status: Int) -> Int {
        getenv("DIALOG_" + name).flatMap { Int(String(cString: $0)) } ?? status
    }

    // MARK: Options

    private static let ofDialog = options.merging(boxes { _ in true }) { $1 }
    private static let ofWhiptail = options.merging(boxes(where: \.isInWhiptail)) { $1 }

    private static func boxes(where isKnown: (DialogBox) -> Bool) -> [String: CompatOption<Self>] {
        Dictionary(
            uniqueKeysWithValues: DialogBox.all.filter { isKnown($0.value) }.keys.map { name in
                let option = CompatOption<Self>(count: 0) { (state, _) throws(CompatMistake) in
                    guard state.box.isEmpty else {
                        throw CompatMistake("only one box can be shown, beside \(state.box)")
                    }
                    state.box = name
                }
                return (name, option)
            }
        )
    }

    private static let options: [String: CompatOption<Self>] = {
        let okLabel = CompatOption<Self>.text(\.dialog.okLabel),
            cancelLabel = CompatOption<Self>.text(\.dialog.cancelLabel)
        var options: [String: CompatOption<Self>] = [
            "--title": .text(\.dialog.title), "--ok-label": okLabel, "--ok-button": okLabel, "--yes-label": okLabel,
            "--yes-button": okLabel, "--exit-label": okLabel, "--cancel-label": cancelLabel,
            "--cancel-button": cancelLabel, "--no-label": cancelLabel, "--no-button": cancelLabel,
            "--extra-label": .text(\.extraLabel), "--help-label": .text(\.helpLabel),
            "--extra-button": .flag(\.hasExtraButton), "--help-button": .flag(\.hasHelpButton),
            "--no-cancel": .flag(\.dialog.hidesCancel), "--nocancel": .flag(\.dialog.hidesCancel),
            "--defaultno": .flag(\.dialog.startsAtCancel), "--item-help": .flag(\.hasItemHelp),
            "--help-tags": .flag(\.printsHelpTags), "--help-status": .flag(\.printsHelpStatus),
            "--default-button": .init { (state, values) throws(CompatMistake) in
                guard ["ok", "yes", "cancel", "no"].contains(values[0]) else {
                    throw CompatMistake("\(values[0].quoted) is not supported")
                }
                state.dialog.startsAtCancel = ["cancel", "no"].contains(values[0])
            },
            "--default-item": .text(\.defaultItem), "--max-input": .number(\.dialog.maxLength),
            "--timeout": .number(\.dialog.timeout), "--date-format": .text(\.dateFormat),
            "--time-format": .text(\.timeFormat), "--separator": .text(\.separator),
            "--output-separator": .text(\.separator), "--separate-output": .flag(\.isSeparate),
            "--single-quoted": .flag(\.quotesSingly), "--no-tags": .flag(\.hidesTags), "--notags": .flag(\.hidesTags),
            "--no-items": .flag(\.hidesItems), "--noitem": .flag(\.hidesItems),
            "--output-fd": .number(\.dialog.descriptor),
            "--stdout": .init(count: 0) { state, _ in state.dialog.descriptor = 1 },
            "--stderr": .init(count: 0) { state, _ in state.dialog.descriptor = 2 },
            "--begin": .ignored(2),
        ]
        // For the appearance, which a form has of its own.
        for name in [
            "backtitle", "aspect", "separate-widget", "sleep", "tab-len", "hfile", "hline", "week-start",
            "column-separator", "trace",
        ] {
            options["--" + name] = .ignored(1)
        }
        for name in [
            "clear", "insecure", "fb", "fullbuttons", "scrolltext", "topleft", "colors", "no-collapse",
            "cr-wrap", "trim", "no-shadow", "no-mouse", "keep-tite", "keep-window", "ascii-lines", "no-lines", "beep",
            "quoted", "visit-items", "scrollbar", "no-kill", "no-hot-list", "erase-on-exit", "tab-correct", "size-err",
            "cursor-off-label",
        ] {
            options["--" + name] = .ignored()
        }
        for name in [
            "mixedgauge", "prgbox", "tailboxbg", "treeview", "and-widget", "input-fd", "last-key", "no-ok",
            "nook", "no-nl-expand", "no-label", "reorder", "print-size", "print-maxsize", "print-text-only",
            "print-text-size", "print-version", "version", "help", "create-rc", "ignore",
        ]
        where options["--" + name] == nil {
            options["--" + name] = .unsupported
        }
        return options
    }()

    // MARK: Output

    private mutating func addButtons() {
        let print = dialog.print
        if hasExtraButton {
            dialog.buttons.append(
                .init(label: extraLabel, status: Self.status("EXTRA", 3)) { answers, _, _ in print(answers) }
            )
        }
        guard hasHelpButton else { return }
        let fields = dialog.fields,
            shows = (help: hasItemHelp && !printsHelpTags, status: printsHelpStatus && box != "--menu")
        let ending = isSeparate ? "\n" : " "
        dialog.buttons.append(
            .init(label: helpLabel, status: Self.status("HELP", 2)) { answers, place, option in
                guard fields.indices.contains(place) else { return print(answers) }
                switch fields[place].kind {
                case .options(let options, _, _):
                    guard options.indices.contains(option) else { return "" }
                    let help = "HELP " + (shows.help ? options[option].help : options[option].output)
                    return shows.status ? help + ending + print(answers) : help
                case _ where fields[place].label.isEmpty: return print(answers)
                default:
                    let help = "HELP " + (shows.help ? fields[place].hint : fields[place].label)
                    return shows.status ? help + "\n" + print(answers) : help
                }
            }
        )
    }

    /// Formats the chosen tags of a list in which several can be chosen.
    var tagOutput: @Sendable ([[String]]) -> String {
        let (separator, program, quotesSingly) = (separator, program, quotesSingly)
        if isSeparate { return { $0.joined().map { $0 + (separator ?? "\n") }.joined() } }
        return { answers in
            let tags = answers.joined().map { tag in
                program == .whiptail ? "\"\(tag)\"" : Self.quotedIfNeeded(tag, quotesSingly ? "'" : "\"")
            }
            // A separator that an option sets precedes the first tag, too.
            return separator.map { separator in tags.map { separator + $0 }.joined() } ?? tags.joined(separator: " ")
        }
    }

    /// A tag in dialog's output format: quoted if a shell would split it.
    private static func quotedIfNeeded(_ tag: String, _ quote: String) -> String {
        guard tag.isEmpty || tag.contains(where: { $0.isWhitespace || special.contains($0) }) else { return tag }
        let escaped = quote == "'" ? ["'", "\\"] : special
        return quote + tag.map { escaped.contains($0) ? "\\\($0)" : String($0) }.joined() + quote
    }

    private static let special: Set<Character> = Set("\"#$&()*;<>?[\\]^`{|}~")
}
