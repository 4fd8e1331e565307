import FormPresentation
import Glibc

/// The arguments of `zenity`, and its output formats.
struct ZenityArguments {
    private var dialog = CompatDialog(descriptor: 1, timeoutStatus: 5, escapeStatus: 1, printsOnTimeout: true)
    private var kind: Kind?
    private var separator = "|"
    /// The format for `strftime`; the locale's unless an option sets it.
    private var dateFormat = Self.dateFormatOfLocale
    private var text = "", filename = "", checkbox = ""
    private var hidesText = false, asksUser = false, isEditable = false
    private var day = 0, month = 0, year = 0
    private var value = 0, least = 0, most = 100, step = 1
    private var columns: [String] = []
    private var isChecklist = false, isRadiolist = false, isMultiple = false, isFolder = false, isSaved = false
    private var endsWhenFull = false
    /// The columns to print, like the hidden ones counted from 1; empty for the default, `nil` for all.
    private var printedColumns: [Int]? = []
    private var hiddenColumns: Set<Int> = []
    private var cells: [String] = []

    enum Kind: String, CaseIterable {
        case forms = "--forms"
        case entry = "--entry"
        case password = "--password"
        case calendar = "--calendar"
        case list = "--list"
        case info = "--info"
        case warning = "--warning"
        case error = "--error"
        case question = "--question"
        case progress = "--progress"
        case scale = "--scale"
        case text = "--text-info"
        case file = "--file-selection"
    }

    /// - Parameter input: reads standard input, which has a list's cells or a text if the arguments have none.
    static func dialog(
        _ arguments: [String],
        input: () throws -> String = { "" }
    ) throws -> CompatDialog {
        var parser = ZenityArguments()
        parser.cells = try CompatOption.read(arguments, options, into: &parser)
        try parser.finish(input)
        return parser.dialog
    }

    private init() {}

    // MARK: Options

    private static let options: [String: CompatOption<Self>] = {
        var options: [String: CompatOption<Self>] = [
            "--title": .text(\.dialog.title), "--text": .text(\.dialog.text), "--timeout": .number(\.dialog.timeout),
            "--default-cancel": .flag(\.dialog.startsAtCancel), "--separator": .text(\.separator),
            // An underscore marks the letter that presses the button.
            "--ok-label": .init { state, values in state.dialog.okLabel = values[0].replacing("_", with: "") },
            "--cancel-label": .init { state, values in state.dialog.cancelLabel = values[0].replacing("_", with: "") },
            "--extra-button": .init { state, values in
                let label = values[0]
                state.dialog.buttons.append(
                    .init(label: label.replacing("_", with: ""), status: 1) { _, _, _ in label + "\n" }
                )
            },
            "--date-format": .text(\.dateFormat), "--forms-date-format": .text(\.dateFormat),
            "--entry-text": .text(\.text), "--hide-text": .flag(\.hidesText), "--username": .flag(\.asksUser),
            "--day": .number(\.day), "--month": .number(\.month), "--year": .number(\.year),
            "--value": .number(\.value), "--percentage": .number(\.value), "--min-value": .number(\.least),
            "--max-value": .number(\.most), "--step": .number(\.step), "--auto-close": .flag(\.endsWhenFull),
            "--auto-kill": .flag(\.dialog.endsParent), "--no-cancel": .flag(\.dialog.hidesCancel),
            "--filename": .text(\.filename), "--editable": .flag(\.isEditable), "--checkbox": .text(\.checkbox),
            "--directory": .flag(\.isFolder), "--save": .flag(\.isSaved),
            "--column": .init { state, values in state.columns.append(values[0]) },
            "--checklist": .flag(\.isChecklist), "--radiolist": .flag(\.isRadiolist), "--multiple": .flag(\.isMultiple),
            "--print-column": .init { state, values in
                state.printedColumns = values[0] == "ALL" ? nil : numbers(values[0])
            },
            "--hide-column": .init { state, values in state.hiddenColumns = Set(numbers(values[0])) },
            "--add-entry": field { _ in .text("") }, "--add-password": field { _ in .secret("") },
            "--add-multiline-entry": field { _ in .lines("") }, "--add-calendar": field { .date($0.firstDay) },
            "--add-list": field { _ in .options([], several: false) },
            "--add-combo": field { _ in .options([], several: false, none: " ") },
            "--list-values": choices, "--combo-values": choices,
        ]
        for kind in Kind.allCases {
            options[kind.rawValue] = .init(count: 0) { (state, _) throws(CompatMistake) in
                if let other = state.kind {
                    throw CompatMistake("only one dialog can be shown, beside \(other.rawValue)")
                }
                state.kind = kind
            }
        }
        for name in ["width", "height", "window-icon", "icon-name", "name", "class", "display", "font", "file-filter"] {
            options["--" + name] = .ignored(1)
        }
        for name in [
            "modal", "no-wrap", "no-markup", "ellipsize", "hide-header", "show-header", "pulsate",
            "time-remaining", "hide-value", "auto-scroll", "confirm-overwrite",
        ] {
            options["--" + name] = .ignored()
        }
        for name in [
            "notification", "color-selection", "about", "imagepath", "mid-search", "switch", "icon",
            "print-partial", "html", "no-interaction", "url", "attach",
        ] {
            options["--" + name] = .unsupported
        }
        return options
    }()

    private static func numbers(_ text: String) -> [Int] { text.split(separator: ",").compactMap { Int($0) } }

    private static func field(_ kind: @escaping @Sendable (Self) -> CompatDialog.Kind) -> CompatOption<Self> {
        .init { state, values in state.dialog.fields.append(.init(label: values[0], kind: kind(state))) }
    }

    /// Sets the values of the list that was added last.
    private static let choices = CompatOption<Self> { (state, values) throws(CompatMistake) in
        guard let last = state.dialog.fields.indices.last,
            case .options(_, _, let none) = state.dialog.fields[last].kind
        else { throw CompatMistake("the option comes after the list that it is for") }
        let options = values[0].split(separator: "|").map { CompatDialog.Option(output: String($0), label: String($0)) }
        state.dialog.fields[last].kind = .options(options, several: false, none: none)
    }

    // MARK: Dialogs

    private mutating func finish(_ input: () throws -> String) throws {
        guard let kind else {
            throw CompatMistake("none of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")) is given")
        }
        let (separator, isMultiple) = (separator, isMultiple)
        switch kind {
        case .forms: break
        case .entry: dialog.fields = [.init(kind: hidesText ? .secret(text) : .text(text))]
        case .password:
            // After the timeout zenity cancels this dialog.
            dialog.timeoutStatus = 1
            dialog.printsOnTimeout = false
            dialog.fields = [.init(label: asksUser ? "Password" : "", kind: .secret(""))]
            if asksUser { dialog.fields.insert(.init(label: "Username", kind: .text("")), at: 0) }
        case .calendar: dialog.fields = [.init(kind: .date(firstDay))]
        case .list: dialog.fields = [try list(input)]
        case .scale:
            guard least < most, step > 0 else { throw CompatMistake("the range \(least) to \(most) is empty") }
            dialog.fields = [.init(kind: .number(value, in: least...most, step: step))]
        case .file:
            let kind: @Sendable (String) -> CompatDialog.Kind = { isMultiple ? .lines($0) : .text($0) }
            dialog.fields = [.init(label: isFolder ? "Folder" : "File", kind: kind(filename))]
            let field = dialog.fields[0], isSaved = isSaved
            dialog.print = { Self.paths($0).joined(separator: separator) + "\n" }
            dialog.askedAgain = { answers in
                let missing = Self.paths(answers).first { !TextFile.exists($0) }
                let hint = isSaved ? nil : Self.paths(answers).isEmpty ? "" : missing.map { "\($0): no such file" }
                return hint.map { .init(label: field.label, hint: $0, kind: kind(answers.joined().joined())) }
            }
            return
        case .text:
            let text = filename.isEmpty ? try input() : try TextFile.read(filename)
            dialog.printsOnTimeout = isEditable
            if isEditable { dialog.fields = [.init(kind: .lines(text))] } else { dialog.text = text }
            if !checkbox.isEmpty { dialog.fields.append(.init(label: checkbox, kind: .consent)) }
            dialog.print = { [isEditable] answers in isEditable ? answers[0].joined() : "" }
            return
        case .progress:
            dialog.fields = [
                .init(hint: dialog.text, kind: .number(value, in: 0...100), isReadOnly: true)
            ]
            dialog.text = ""
            dialog.feed = .progress(endsWhenFull: endsWhenFull)
            dialog.printsOnTimeout = false
            dialog.print = { _ in "" }
            return
        case .info, .warning, .error, .question:
            dialog.hidesCancel = kind != .question
            dialog.printsOnTimeout = false
            // Markup is for a graphical screen.
            dialog.text = dialog.text.replacing("\\n", with: "\n")
            if dialog.okLabel.isEmpty { dialog.okLabel = kind == .question ? "Yes" : "OK" }
            if dialog.cancelLabel.isEmpty { dialog.cancelLabel = "No" }
            return
        }
        guard !dialog.fields.isEmpty else { throw CompatMistake("--forms has no fields: see --add-entry") }
        let isDate = dialog.fields.map { if case .date = $0.kind { true } else { false } }
        let dateFormat = dateFormat
        // For a list every chosen row, or nothing; for a form every field.
        dialog.print = { answers in
            if kind == .list, answers.joined().allSatisfy(\.isEmpty) { return "" }
            return zip(answers, isDate).flatMap { texts, isDate in
                isDate ? texts.map { Day.format($0, dateFormat) } : texts
            }.joined(separator: kind == .password ? "|" : separator) + "\n"
        }
    }

    /// The absolute paths that were typed, each on a line.
    private static func paths(_ answers: [[String]]) -> [String] {
        guard let folder = getcwd(nil, 0) else { return [] }
        defer { free(folder) }
        return answers.joined().joined().split(separator: "\n").map { path in
            let path = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path
            return path.hasPrefix("/") ? String(path) : String(cString: folder) + "/" + path
        }
    }

    // MARK: Lists

    private mutating func list(_ input: () throws -> String) throws -> CompatDialog.Field {
        guard !columns.isEmpty else { throw CompatMistake("--list has no columns: see --column") }
        if cells.isEmpty {
            cells = try input().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            // A trailing line break does not start a cell.
            if cells.last?.isEmpty == true { cells.removeLast() }
        }
        let hasMarks = isChecklist || isRadiolist
        guard let rows = cells.groups(of: columns.count) else {
            throw CompatMistake("\(cells.count) cells do not make rows of \(columns.count) columns")
        }
        // By default zenity prints the first column behind the marks.
        let all = Array((hasMarks ? 2 : 1)..<(columns.count + 1))
        let printed = printedColumns.map { $0.isEmpty ? Array(all.prefix(1)) : $0 } ?? all
        let options = rows.map { row in
            func texts(of columns: [Int]) -> [String] {
                columns.map { row.indices.contains($0 - 1) ? row[$0 - 1] : "" }
            }
            return CompatDialog.Option(
                output: texts(of: printed).joined(separator: separator),
                label: texts(of: all.filter { !hiddenColumns.contains($0) }).joined(separator: "  "),
                isChosen: hasMarks && row.first?.uppercased() == "TRUE"
            )
        }
        return .init(kind: .options(options, several: isChecklist || isMultiple))
    }

    // MARK: Days

    private static let dateFormatOfLocale: String = {
        setlocale(LC_TIME, "")
        return String(cString: nl_langinfo(Int32(D_FMT)))
    }()

    private var firstDay: String { Day.orToday(year: year, month: month, day: day).text }
}
