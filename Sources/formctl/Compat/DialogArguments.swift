import FormTerminal

/// The arguments of `dialog` and `whiptail`, and their output formats.
struct DialogArguments {
    enum Program {
        case dialog, whiptail
    }

    private let program: Program
    private var isSeparate = false
    private var separator: String?
    private var showsTags = true
    private var showsItems = true
    private var defaultItem = ""
    private var dialog = CompatDialog(descriptor: 2, timeoutStatus: 255, escapeStatus: 255)

    /// Parses the arguments.
    static func dialog(_ program: Program, _ arguments: [String]) throws(CompatMistake) -> CompatDialog {
        var parser = DialogArguments(program: program)
        try parser.parse(CompatArguments(arguments))
        return parser.dialog
    }

    private init(program: Program) {
        self.program = program
    }

    /// The options that have no effect on a form, with the number of their values.
    private static let ignored: [String: Int] = [
        "--backtitle": 1, "--aspect": 1, "--begin": 2, "--clear": 0, "--insecure": 0,
        "--fb": 0, "--fullbuttons": 0, "--scrolltext": 0, "--topleft": 0, "--colors": 0, "--no-collapse": 0,
        "--cr-wrap": 0, "--trim": 0, "--no-shadow": 0, "--no-mouse": 0, "--keep-tite": 0, "--ascii-lines": 0,
        "--no-lines": 0,
    ]

    private mutating func parse(_ given: CompatArguments) throws(CompatMistake) {
        var arguments = given
        // The options of a box may come before, between and behind its arguments.
        var box: String?
        var words: [String] = []
        while let option = arguments.next() {
            if option == "--" {
                words += arguments.values()
                break
            }
            guard option.hasPrefix("--") else {
                words.append(option)
                continue
            }
            switch option {
            case "--title": dialog.title = try arguments.value(of: option)
            case "--stdout": dialog.descriptor = 1
            case "--stderr": dialog.descriptor = 2
            case "--output-fd": dialog.descriptor = Int32(clamping: try arguments.number(of: option))
            case "--separate-output": isSeparate = true
            case "--separator", "--output-separator": separator = try arguments.value(of: option)
            case "--default-item": defaultItem = try arguments.value(of: option)
            case "--no-tags", "--notags": showsTags = false
            case "--no-items", "--noitem": showsItems = false
            case "--ok-label", "--ok-button", "--yes-label", "--yes-button", "--exit-label":
                dialog.labels["submit"] = try arguments.value(of: option)
            case "--cancel-label", "--cancel-button", "--no-label", "--no-button":
                dialog.labels["cancel"] = try arguments.value(of: option)
            case "--no-cancel", "--nocancel": dialog.hidesCancel = true
            case "--defaultno": dialog.startsAtCancel = true
            case "--max-input":
                let length = try arguments.number(of: option)
                dialog.maxLength = length > 0 ? length : nil
            case "--timeout": dialog.timeout = UInt32(clamping: try arguments.number(of: option))
            case "--inputbox", "--passwordbox", "--menu", "--checklist", "--radiolist", "--yesno", "--msgbox",
                "--textbox",
                "--form" where program == .dialog, "--passwordform" where program == .dialog,
                "--mixedform" where program == .dialog, "--pause" where program == .dialog:
                if let box { throw CompatMistake("only one box can be shown, not \(option) beside \(box)") }
                box = option
            case _ where Self.unsupported.contains(option): throw CompatMistake("\(option) is not supported")
            default:
                guard let count = Self.ignored[option] else {
                    throw CompatMistake("there is no option \(option.quoted)")
                }
                for _ in 0..<count { _ = try arguments.value(of: option) }
            }
        }
        guard let box else { throw CompatMistake("there is no box among the options") }
        var rest = CompatArguments(words)
        switch box {
        case "--inputbox", "--passwordbox": try input(box, &rest)
        case "--menu", "--checklist", "--radiolist": try list(box, &rest)
        case "--form", "--passwordform", "--mixedform": try form(box, &rest)
        default: try message(box, &rest)
        }
    }

    /// The boxes and options of the programs that a form cannot replace.
    private static let unsupported: Set<String> = [
        "--gauge", "--mixedgauge", "--infobox", "--tailbox", "--tailboxbg", "--progressbox", "--programbox",
        "--prgbox", "--calendar", "--timebox", "--rangebox", "--inputmenu", "--buildlist", "--treeview", "--fselect",
        "--dselect", "--editbox", "--extra-button", "--extra-label", "--help-button", "--help-label", "--help-status",
        "--help-tags", "--item-help", "--and-widget", "--and-extra",
    ]

    /// Reads a box without fields: a question, a text or a file. Its buttons answer it.
    private mutating func message(_ option: String, _ arguments: inout CompatArguments) throws(CompatMistake) {
        try box(option, &arguments, sizes: 2)
        switch option {
        case "--yesno":
            for (name, label) in ["submit": "Yes", "cancel": "No"] where dialog.labels[name] == nil {
                dialog.labels[name] = label
            }
        case "--pause":
            dialog.timeout = UInt32(clamping: try arguments.number(of: option))
            dialog.timeoutStatus = 0
        default:
            dialog.hidesCancel = true
            if dialog.labels["submit"] == nil { dialog.labels["submit"] = "OK" }
        }
        guard option == "--textbox" else { return }
        do throws(CommandFailure) {
            dialog.text = try TextFile.read(dialog.text)
        } catch {
            throw CompatMistake(error.message)
        }
    }

    /// Reads the text of a box, and the numbers for its size.
    private mutating func box(_ option: String, _ arguments: inout CompatArguments, sizes: Int) throws(CompatMistake) {
        // Both programs accept \n as a line break.
        dialog.text = try arguments.value(of: option).replacing("\\n", with: "\n")
        for _ in 0..<sizes { _ = try arguments.number(of: option) }
    }

    private mutating func input(_ option: String, _ arguments: inout CompatArguments) throws(CompatMistake) {
        try box(option, &arguments, sizes: 2)
        let first = arguments.values().first ?? ""
        dialog.fields = [.init(kind: option == "--inputbox" ? .text(first) : .secret(first))]
    }

    private mutating func list(_ option: String, _ arguments: inout CompatArguments) throws(CompatMistake) {
        try box(option, &arguments, sizes: 3)
        let several = option == "--checklist"
        let hasMarks = option != "--menu"
        let size = 1 + (showsItems ? 1 : 0) + (hasMarks ? 1 : 0)
        guard let entries = arguments.values().groups(of: size), !entries.isEmpty else {
            throw CompatMistake("\(option) takes \(size) arguments for each entry")
        }
        let width = entries.compactMap(\.first).map(\.displayWidth).max() ?? 0
        dialog.fields = [
            .init(
                kind: .options(
                    entries.enumerated().map { index, entry in
                        let tag = entry.first ?? ""
                        let item = showsItems ? entry.dropFirst().first ?? "" : ""
                        let gap = String(repeating: " ", count: width - tag.displayWidth + 2)
                        let label = !showsTags ? item : item.isEmpty ? tag : tag + gap + item
                        let isOn = ["on", "true", "checked"].contains(entry.last?.lowercased())
                        let isFirst = defaultItem.isEmpty ? index == 0 : tag == defaultItem
                        return .init(output: tag, label: label, isChosen: hasMarks ? isOn : isFirst)
                    },
                    several: several
                )
            )
        ]
        if several { dialog.print = checklistOutput }
    }

    /// Reads fields with 8 arguments each: the label with its row and column, the text with its row and column, the
    /// width and the length; in a mixed form also bits, of which 1 hides the text and 2 forbids editing. A field with the
    /// width 0 cannot be edited either, and is not printed.
    private mutating func form(_ option: String, _ arguments: inout CompatArguments) throws(CompatMistake) {
        try box(option, &arguments, sizes: 3)
        let count = option == "--mixedform" ? 9 : 8
        guard let entries = arguments.values().groups(of: count), !entries.isEmpty else {
            throw CompatMistake("\(option) takes \(count) arguments for each field")
        }
        for entry in entries.map(Array.init) {
            guard let width = Int(entry[6]) else { throw CompatMistake("\(entry[6].quoted) is no width of a field") }
            let bits = option == "--passwordform" ? 1 : entry.count > 8 ? Int(entry[8]) ?? 0 : 0
            if width > 0 {
                let kind = bits & 1 == 1 ? CompatDialog.Kind.secret(entry[3]) : .text(entry[3])
                dialog.fields.append(.init(label: entry[0], kind: kind, isReadOnly: bits & 2 == 2))
            } else {
                dialog.text += "\n\(entry[0]) \(entry[3])"
            }
        }
        dialog.print = { answers in answers.map { $0.joined() + "\n" }.joined() }
    }

    // MARK: Output

    private var checklistOutput: @Sendable ([[String]]) -> String {
        let separator = separator ?? " "
        if isSeparate { return { $0.joined().map { $0 + "\n" }.joined() } }
        switch program {
        case .dialog: return { $0.joined().map(Self.quotedIfNeeded).joined(separator: separator) }
        case .whiptail: return { $0.joined().map { "\"\($0)\"" }.joined(separator: separator) }
        }
    }

    /// A tag in dialog's output format: quoted if a shell would split it.
    static func quotedIfNeeded(_ tag: String) -> String {
        guard tag.isEmpty || tag.contains(where: { $0.isWhitespace || special.contains($0) }) else { return tag }
        return "\"" + tag.map { special.contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
    }

    private static let special: Set<Character> = Set("\"#$&()*;<>?[\\]^`{|}~")
}
