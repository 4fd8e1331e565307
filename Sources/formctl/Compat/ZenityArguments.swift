import Glibc

/// The arguments of `zenity`, and its output formats.
struct ZenityArguments {
    private var dialog = CompatDialog(descriptor: 1, timeoutStatus: 5, escapeStatus: 1, printsOnTimeout: true)
    private var kind: Kind?
    private var separator = "|"
    /// The format for `strftime`; the locale's unless an option sets it.
    private var dateFormat = Self.dateFormatOfLocale
    private var entryText = ""
    private var hidesText = false
    private var asksUser = false
    private var day = 0, month = 0, year = 0
    private var columns: [String] = []
    private var isChecklist = false, isRadiolist = false, isMultiple = false
    /// The columns to print, like the hidden ones counted from 1; empty for the default, `nil` for all.
    private var printedColumns: [Int]? = []
    private var hiddenColumns: Set<Int> = []
    private var cells: [String] = []

    private enum Kind: String {
        case forms = "--forms"
        case entry = "--entry"
        case password = "--password"
        case calendar = "--calendar"
        case list = "--list"
        case info = "--info"
        case warning = "--warning"
        case error = "--error"
        case question = "--question"
    }

    private static let ignored: [String: Int] = [
        "--width": 1, "--height": 1, "--window-icon": 1, "--name": 1, "--class": 1,
        "--display": 1, "--modal": 0, "--no-wrap": 0, "--no-markup": 0, "--ellipsize": 0, "--hide-header": 0,
        "--show-header": 0, "--editable": 0,
    ]

    /// - Parameter input: reads the cells of a list from lines, if there are none among the arguments.
    static func dialog(
        _ arguments: [String],
        input: () throws -> String = { "" }
    ) throws -> CompatDialog {
        var parser = ZenityArguments()
        try parser.parse(CompatArguments(arguments))
        try parser.finish(input)
        return parser.dialog
    }

    private init() {}

    private mutating func parse(_ given: CompatArguments) throws(CompatMistake) {
        var arguments = given
        while let option = arguments.next() {
            if let kind = Kind(rawValue: option) {
                guard self.kind == nil else { throw CompatMistake("only one dialog can be shown, not \(option), too") }
                self.kind = kind
                continue
            }
            guard option.hasPrefix("--") else {
                cells.append(option)
                continue
            }
            switch option {
            case "--title": dialog.title = try arguments.value(of: option)
            case "--text": dialog.text = try arguments.value(of: option)
            case "--ok-label": dialog.labels["submit"] = try arguments.value(of: option).replacing("_", with: "")
            case "--default-cancel": dialog.startsAtCancel = true
            case "--cancel-label": dialog.labels["cancel"] = try arguments.value(of: option).replacing("_", with: "")
            case "--extra-button": dialog.extraButtons.append(try arguments.value(of: option))
            case "--timeout": dialog.timeout = UInt32(clamping: try arguments.number(of: option))
            case "--separator": separator = try arguments.value(of: option)
            case "--date-format", "--forms-date-format": dateFormat = try arguments.value(of: option)
            case "--entry-text": entryText = try arguments.value(of: option)
            case "--hide-text": hidesText = true
            case "--username": asksUser = true
            case "--day": day = try arguments.number(of: option)
            case "--month": month = try arguments.number(of: option)
            case "--year": year = try arguments.number(of: option)
            case "--column": columns.append(try arguments.value(of: option))
            case "--checklist": isChecklist = true
            case "--radiolist": isRadiolist = true
            case "--multiple": isMultiple = true
            case "--print-column":
                let columns = try arguments.value(of: option)
                printedColumns = columns == "ALL" ? nil : columns.split(separator: ",").compactMap { Int($0) }
            case "--hide-column":
                hiddenColumns = Set(try arguments.value(of: option).split(separator: ",").compactMap { Int($0) })
            case "--add-entry": add(.text(""), try arguments.value(of: option))
            case "--add-password": add(.secret(""), try arguments.value(of: option))
            case "--add-multiline-entry": add(.lines(""), try arguments.value(of: option))
            case "--add-calendar": add(.date(firstDay), try arguments.value(of: option))
            case "--add-list": add(.options([], several: false), try arguments.value(of: option))
            case "--add-combo":
                add(.options([], several: false, none: " "), try arguments.value(of: option))
            case "--list-values", "--combo-values": try addOptions(try arguments.value(of: option), option)
            case "--progress", "--scale", "--text-info", "--file-selection", "--notification", "--color-selection",
                "--about", "--imagepath", "--mid-search", "--switch", "--icon", "--icon-name":
                throw CompatMistake("\(option) is not supported")
            default:
                guard let count = Self.ignored[option] else {
                    throw CompatMistake("there is no option \(option.quoted)")
                }
                for _ in 0..<count { _ = try arguments.value(of: option) }
            }
        }
    }

    private mutating func add(_ kind: CompatDialog.Kind, _ label: String) {
        dialog.fields.append(.init(label: label, kind: kind))
    }

    /// Sets the values of the list that was added last.
    private mutating func addOptions(_ values: String, _ option: String) throws(CompatMistake) {
        guard let last = dialog.fields.indices.last, case .options(_, _, let none) = dialog.fields[last].kind else {
            throw CompatMistake("\(option) comes after the list that it is for")
        }
        let options = values.split(separator: "|").map { CompatDialog.Option(output: String($0), label: String($0)) }
        dialog.fields[last].kind = .options(options, several: false, none: none)
    }

    private mutating func finish(_ input: () throws -> String) throws {
        guard let kind else {
            throw CompatMistake(
                "none of --forms, --entry, --password, --calendar, --list, --info, --warning, --error and --question is given"
            )
        }
        let separator = separator
        switch kind {
        case .forms: break
        case .entry: dialog.fields = [.init(kind: hidesText ? .secret(entryText) : .text(entryText))]
        case .password:
            // After the timeout zenity cancels this dialog.
            dialog.timeoutStatus = 1
            dialog.printsOnTimeout = false
            dialog.fields = [.init(label: asksUser ? "Password" : "", kind: .secret(""))]
            if asksUser { dialog.fields.insert(.init(label: "Username", kind: .text("")), at: 0) }
        case .calendar: dialog.fields = [.init(kind: .date(firstDay))]
        case .list: dialog.fields = [try list(input)]
        case .info, .warning, .error, .question:
            dialog.hidesCancel = kind != .question
            dialog.printsOnTimeout = false
            // Markup is for a graphical screen.
            dialog.text = dialog.text.replacing("\\n", with: "\n")
            let labels = kind == .question ? ["submit": "Yes", "cancel": "No"] : ["submit": "OK"]
            for (name, label) in labels where dialog.labels[name] == nil { dialog.labels[name] = label }
            return
        }
        guard !dialog.fields.isEmpty else { throw CompatMistake("--forms has no fields: see --add-entry") }
        let isDate = dialog.fields.map { if case .date = $0.kind { true } else { false } }
        let dateFormat = dateFormat
        // For a list every chosen row, or nothing; for a form every field.
        dialog.print = { answers in
            if kind == .list, answers.joined().allSatisfy(\.isEmpty) { return "" }
            return zip(answers, isDate).flatMap { texts, isDate in
                isDate ? texts.map { Self.date($0, format: dateFormat) } : texts
            }.joined(separator: kind == .password ? "|" : separator) + "\n"
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
            let cells = Array(row)
            func texts(of columns: [Int]) -> [String] {
                columns.map { cells.indices.contains($0 - 1) ? cells[$0 - 1] : "" }
            }
            return CompatDialog.Option(
                output: texts(of: printed).joined(separator: separator),
                label: texts(of: all.filter { !hiddenColumns.contains($0) }).joined(separator: "  "),
                isChosen: hasMarks && cells.first?.uppercased() == "TRUE"
            )
        }
        return .init(kind: .options(options, several: isChecklist || isMultiple))
    }

    // MARK: Days

    private static let dateFormatOfLocale: String = {
        setlocale(LC_TIME, "")
        return String(cString: nl_langinfo(Int32(D_FMT)))
    }()

    private var firstDay: String {
        var now = time(nil)
        var today = tm()
        localtime_r(&now, &today)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let parts = [
            digits(year > 0 ? year : Int(today.tm_year) + 1900, 4),
            digits(month > 0 ? month : Int(today.tm_mon) + 1, 2),
            digits(day > 0 ? day : Int(today.tm_mday), 2),
        ]
        return parts.joined(separator: "-")
    }

    /// A day formatted by `strftime`; any other text unchanged.
    static func date(_ day: String, format: String) -> String {
        let numbers = day.split(separator: "-").compactMap { Int32($0) }
        guard numbers.count == 3 else { return day }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        // `mktime` computes the day of the week. At noon, a change of daylight saving time cannot lead to another day.
        parts.tm_hour = 12
        _ = mktime(&parts)
        return parts.formatted(format)
    }
}
