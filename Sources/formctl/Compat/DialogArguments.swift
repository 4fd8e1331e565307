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
        "--backtitle": 1, "--yes-button": 1,
        "--no-button": 1, "--aspect": 1, "--begin": 2, "--clear": 0, "--insecure": 0, "--no-cancel": 0, "--nocancel": 0,
        "--fb": 0, "--fullbuttons": 0, "--scrolltext": 0, "--topleft": 0, "--colors": 0, "--no-collapse": 0,
        "--cr-wrap": 0, "--trim": 0, "--no-shadow": 0, "--no-mouse": 0, "--keep-tite": 0, "--ascii-lines": 0,
        "--no-lines": 0,
    ]

    private mutating func parse(_ given: CompatArguments) throws(CompatMistake) {
        var arguments = given
        while let option = arguments.next() {
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
            case "--ok-label", "--ok-button": dialog.labels["submit"] = try arguments.value(of: option)
            case "--cancel-label", "--cancel-button": dialog.labels["cancel"] = try arguments.value(of: option)
            case "--timeout": dialog.timeout = UInt32(clamping: try arguments.number(of: option))
            case "--inputbox", "--passwordbox": try input(option, &arguments)
            case "--menu": try list(option, &arguments, several: false)
            case "--checklist": try list(option, &arguments, several: true)
            case "--form" where program == .dialog: try form(option, &arguments)
            default:
                guard let count = Self.ignored[option] else {
                    throw CompatMistake("there is no option \(option.quoted)")
                }
                for _ in 0..<count { _ = try arguments.value(of: option) }
            }
        }
        if dialog.fields.isEmpty { throw CompatMistake("there is no box among the options") }
    }

    /// Reads the text of a box, and the numbers for its size.
    private mutating func box(_ option: String, _ arguments: inout CompatArguments, sizes: Int) throws(CompatMistake) {
        guard dialog.fields.isEmpty else { throw CompatMistake("only one box can be shown, not \(option), too") }
        // Both programs accept \n as a line break.
        dialog.text = try arguments.value(of: option).replacing("\\n", with: "\n")
        for _ in 0..<sizes { _ = try arguments.number(of: option) }
    }

    private mutating func input(_ option: String, _ arguments: inout CompatArguments) throws(CompatMistake) {
        try box(option, &arguments, sizes: 2)
        let first = arguments.values().first ?? ""
        dialog.fields = [.init(kind: option == "--inputbox" ? .text(first) : .secret(first))]
    }

    private mutating func list(
        _ option: String,
        _ arguments: inout CompatArguments,
        several: Bool
    ) throws(CompatMistake) {
        try box(option, &arguments, sizes: 3)
        let size = 1 + (showsItems ? 1 : 0) + (several ? 1 : 0)
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
                        return .init(output: tag, label: label, isChosen: several ? isOn : isFirst)
                    },
                    several: several
                )
            )
        ]
        if several { dialog.print = checklistOutput }
    }

    /// Reads fields with 8 arguments each: the label with its row and column, the text with its row and column, the
    /// width and the length. A field with the width 0 cannot be edited and is not printed.
    private mutating func form(_ option: String, _ arguments: inout CompatArguments) throws(CompatMistake) {
        try box(option, &arguments, sizes: 3)
        guard let entries = arguments.values().groups(of: 8), !entries.isEmpty else {
            throw CompatMistake("\(option) takes 8 arguments for each field")
        }
        for entry in entries.map(Array.init) {
            guard let width = Int(entry[6]) else { throw CompatMistake("\(entry[6].quoted) is no width of a field") }
            if width > 0 {
                dialog.fields.append(.init(label: entry[0], kind: .text(entry[3])))
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
