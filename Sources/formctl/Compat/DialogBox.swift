import FormPresentation
import FormTerminal
import Glibc

/// A box of `dialog` or `whiptail`: the arguments behind its text, and the form that replaces it.
struct DialogBox: Sendable {
    /// The labels of the buttons, if they are not the form's; a single one for a box that cannot be cancelled.
    var firstLabels: [String] = []
    /// How many numbers follow the text: the box's height and width, and those of its list.
    var sizes = 2
    var isInWhiptail = false
    var mayLackText = false
    /// Makes the form of the arguments behind the numbers.
    let make: @Sendable (inout DialogArguments, [String]) throws(CompatMistake) -> Void

    static let all: [String: DialogBox] = [
        "--yesno": .init(firstLabels: ["Yes", "No"], isInWhiptail: true) { _, _ in },
        "--msgbox": .init(firstLabels: ["OK"], isInWhiptail: true) { _, _ in },
        "--infobox": .init(isInWhiptail: true) { state, _ in state.dialog.isAnnouncement = true },
        "--textbox": .init(firstLabels: ["Exit"], isInWhiptail: true) { (state, _) throws(CompatMistake) in
            state.dialog.text = try file(state.dialog.text)
        },
        "--tailbox": .init(firstLabels: ["Exit"]) { (state, _) throws(CompatMistake) in
            _ = try file(state.dialog.text)
            state.follow(.file(state.dialog.text))
        },
        "--editbox": .init { (state, _) throws(CompatMistake) in
            state.add(.lines(try file(state.dialog.text)))
            state.dialog.text = ""
            state.dialog.print = { $0.joined().joined() + "\n" }
        },
        "--programbox": .init(firstLabels: ["OK"], mayLackText: true) { state, _ in
            state.follow(.lines(endsWithInput: false))
        },
        "--progressbox": .init(mayLackText: true) { state, _ in state.follow(.lines(endsWithInput: true), ends: true) },
        "--gauge": .init(isInWhiptail: true) { state, rest in
            let percent = rest.first.flatMap { Int($0) } ?? 0
            state.dialog.fields = [
                .init(hint: state.dialog.text, kind: .number(percent, in: 0...100), isReadOnly: true)
            ]
            state.dialog.text = ""
            state.follow(.gauge, ends: true)
        },
        "--pause": .init { (state, rest) throws(CompatMistake) in
            state.dialog.timeout = try state.number(rest, 0, 1...86400)
            state.dialog.timeoutStatus = state.dialog.okStatus
        },
        "--inputbox": .init(isInWhiptail: true) { state, rest in state.add(.text(rest.first ?? "")) },
        "--passwordbox": .init(isInWhiptail: true) { state, rest in state.add(.secret(rest.first ?? "")) },
        "--fselect": .init { state, _ in state.addPath() },
        "--dselect": .init { state, _ in state.addPath() },
        "--menu": list(hasMarks: false),
        "--checklist": list(several: true),
        "--radiolist": list(),
        "--buildlist": list(several: true, isInWhiptail: false),
        "--inputmenu": .init(sizes: 3) { (state, rest) throws(CompatMistake) in
            try state.addList(rest, hasMarks: false)
            guard case .options(let options, _, _) = state.dialog.fields[0].kind else { return }
            state.add(.text(""), label: state.extraLabel == "Extra" ? "Rename" : state.extraLabel)
            state.dialog.print = { $0[0].joined() }
            state.dialog.buttons = [
                .init(label: state.dialog.fields[1].label, status: 3) { answers, _, _ in
                    let item = options.first { [$0.output] == answers[0] }?.item ?? ""
                    return "RENAMED \(answers[0].joined()) \(answers[1] == [""] ? item : answers[1].joined())"
                }
            ]
        },
        "--calendar": .init { (state, rest) throws(CompatMistake) in
            let numbers = try (0..<3).map { place throws(CompatMistake) in try state.number(rest, place, -1...9999) }
            state.add(.date(Day.orToday(year: numbers[2], month: numbers[1], day: numbers[0]).text))
            let format = state.dateFormat
            state.dialog.print = { Day.format($0.joined().joined(), format) }
        },
        "--timebox": .init { (state, rest) throws(CompatMistake) in
            let now = [Int(tm.now.tm_hour), Int(tm.now.tm_min), Int(tm.now.tm_sec)]
            for (place, label) in ["Hours", "Minutes", "Seconds"].enumerated() {
                let number = try state.number(rest, place, -1...59, or: now[place])
                state.add(.number(number < 0 ? now[place] : number, in: 0...(place == 0 ? 23 : 59)), label: label)
            }
            let format = state.timeFormat
            state.dialog.print = { answers in
                let numbers = answers.map { Int32($0.joined()) ?? 0 }
                var time = tm.now
                (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[0], numbers[1], numbers[2])
                return time.formatted(format)
            }
        },
        "--rangebox": .init { (state, rest) throws(CompatMistake) in
            let bounds = -1_000_000_000...1_000_000_000
            let (least, most) = (try state.number(rest, 0, bounds), try state.number(rest, 1, bounds))
            guard least < most else { throw CompatMistake("the range \(least) to \(most) is empty") }
            state.add(.number(try state.number(rest, 2, bounds, or: least), in: least...most))
        },
        "--form": form(), "--passwordform": form(hidden: 1), "--mixedform": form(count: 9),
    ]

    private static func list(several: Bool = false, hasMarks: Bool = true, isInWhiptail: Bool = true) -> DialogBox {
        .init(sizes: 3, isInWhiptail: isInWhiptail) { (state, rest) throws(CompatMistake) in
            try state.addList(rest, several: several, hasMarks: hasMarks)
            if several { state.dialog.print = state.tagOutput }
        }
    }

    /// Fields with 8 arguments each: the label with its row and column, the text with its row and column, the width and
    /// the length; in a mixed form also bits, of which 1 hides the text and 2 forbids editing. A field with the width 0
    /// or less cannot be edited either, and is not printed.
    private static func form(hidden: Int = 0, count: Int = 8) -> DialogBox {
        .init(sizes: 3) { (state, rest) throws(CompatMistake) in
            for entry in try state.entries(rest, count + (state.hasItemHelp ? 1 : 0)) {
                let width = try CompatOption<DialogArguments>.number(entry[6])
                let bits = count > 8 ? try CompatOption<DialogArguments>.number(entry[8]) : hidden
                guard width > 0 else {
                    state.dialog.text += "\n\(entry[0]) \(entry[3])"
                    continue
                }
                state.dialog.fields.append(
                    .init(
                        label: entry[0],
                        hint: state.hasItemHelp ? entry[count] : "",
                        kind: bits & 1 == 1 ? .secret(entry[3]) : .text(entry[3]),
                        isReadOnly: bits & 2 == 2
                    )
                )
            }
            let end = state.separator ?? "\n"
            state.dialog.print = { answers in answers.map { $0.joined() + end }.joined() }
        }
    }

    private static func file(_ path: String) throws(CompatMistake) -> String {
        do throws(CommandFailure) { return try TextFile.read(path) } catch { throw CompatMistake(error.message) }
    }
}

// MARK: The arguments behind the size

extension DialogArguments {
    fileprivate mutating func add(_ kind: CompatDialog.Kind, label: String = "", isReadOnly: Bool = false) {
        dialog.fields.append(.init(label: label, kind: kind, isReadOnly: isReadOnly))
    }

    /// Makes the text of a box for files the path that is edited.
    fileprivate mutating func addPath() {
        add(.text(dialog.text))
        dialog.text = ""
    }

    /// - Parameter ends: whether the box ends with its input, and has no buttons.
    fileprivate mutating func follow(_ feed: FormFeed.Kind, ends: Bool = false) {
        dialog.feed = feed
        dialog.hidesOK = ends
        dialog.hidesCancel = true
        dialog.print = { _ in "" }
        if dialog.fields.isEmpty { add(.lines(""), isReadOnly: true) }
    }

    /// The number at a place; `first` if there is none.
    fileprivate func number(_ rest: [String], _ place: Int, _ range: ClosedRange<Int>, or first: Int = 0)
        throws(CompatMistake)
        -> Int
    {
        guard rest.indices.contains(place) else { return first }
        let number = try CompatOption<Self>.number(rest[place])
        guard range.contains(number) else { throw CompatMistake("\(number) is not within \(range)") }
        return number
    }

    fileprivate func entries(_ rest: [String], _ count: Int) throws(CompatMistake) -> [[String]] {
        guard let entries = rest.groups(of: count), !entries.isEmpty else {
            throw CompatMistake("\(box) takes \(count) arguments for each entry")
        }
        return entries
    }

    fileprivate mutating func addList(_ rest: [String], several: Bool = false, hasMarks: Bool) throws(CompatMistake) {
        // Without items, whiptail's menus have the arguments nevertheless.
        let hasItems = !hidesItems || program == .whiptail && !hasMarks
        let count = 1 + (hasItems ? 1 : 0) + (hasMarks ? 1 : 0) + (hasItemHelp ? 1 : 0)
        let entries = try entries(rest, count)
        let width = entries.map { $0[0].displayWidth }.max() ?? 0
        let first = entries.contains { $0[0] == defaultItem } ? defaultItem : nil
        let marks = program == .dialog ? ["on"] : ["on", "1", "yes"]
        let options = entries.enumerated().map { index, entry in
            let (tag, item) = (entry[0], hidesItems ? "" : entry[1])
            let gap = String(repeating: " ", count: width - tag.displayWidth + 2)
            let mark = hasMarks ? entry[hasItems ? 2 : 1].lowercased() : ""
            let isDefault = first == nil ? index == 0 : tag == first
            let help = hasItemHelp ? entry[count - 1] : ""
            let label = hidesTags ? item : item.isEmpty ? tag : tag + gap + item
            return CompatDialog.Option(
                output: tag,
                label: help.isEmpty ? label : "\(label) (\(help))",
                item: item,
                help: help,
                isChosen: hasMarks ? marks.contains(mark) : isDefault
            )
        }
        add(.options(options, several: several))
    }
}
