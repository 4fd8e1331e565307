import FormModel

/// Another program's dialog: the form that replaces it, and the output for its answers.
struct CompatDialog: Sendable {
    var title = ""
    /// The text above the fields.
    var text = ""
    var fields: [Field] = []
    /// Whether the text is written on the terminal, and nothing is asked.
    var isAnnouncement = false
    /// What changes the form while it is shown.
    var feed: FormFeed.Kind?
    /// The timeout in seconds; 0 for none.
    var timeout = 0
    /// The descriptor for the output.
    var descriptor: Int
    /// The exit statuses for answers, for cancelling, after the timeout and after Escape.
    var okStatus = 0, cancelStatus = 1
    var timeoutStatus, escapeStatus: Int
    /// Whether the answers so far are printed after the timeout.
    var printsOnTimeout = false
    /// The labels of the standard buttons; empty for those of the form.
    var okLabel = "", cancelLabel = ""
    var buttons: [Button] = []
    /// Which of the standard buttons there are, and whether that for cancelling has the focus at first.
    var hidesOK = false, hidesCancel = false, startsAtCancel = false
    /// Whether cancelling ends the script, too.
    var endsParent = false
    /// The maximum length of texts; 0 for no limit.
    var maxLength = 0
    /// Formats the answers: for each field its text, or the outputs of the chosen options.
    var print: @Sendable ([[String]]) -> String = { $0.joined().joined() }
    /// The field to show instead if the answer cannot be accepted.
    var askedAgain: @Sendable ([[String]]) -> Field? = { _ in nil }

    /// A button that ends the dialog beside those for answering and cancelling.
    struct Button: Sendable {
        var label: String
        var status: Int
        /// The output for the answers and the index of the field, and of its option, where the user was last.
        var print: @Sendable (_ answers: [[String]], _ field: Int, _ option: Int) -> String
    }

    struct Field: Sendable {
        var label = ""
        var hint = ""
        var kind: Kind
        /// Whether the field only shows something.
        var isReadOnly = false
    }

    enum Kind: Sendable {
        case text(String), lines(String), secret(String)
        /// Something that must be on.
        case consent
        /// A day such as `2026-02-28`; empty for none.
        case date(String)
        case number(Int, in: ClosedRange<Int>, step: Int = 1)
        /// - Parameter none: the output if no option is chosen.
        case options([Option], several: Bool, none: String = "")
    }

    struct Option: Sendable {
        /// The output if the option is chosen.
        var output: String
        var label: String
        /// The label without the tag, and what explains the option.
        var item = "", help = ""
        var isChosen = false
    }

    // MARK: The form

    /// The form's definition. The values of options are their indices, because the originals allow equal texts.
    var definition: String {
        var elements = fields.enumerated().map { JSONText.object(field($1, id: Self.identifier($0))) }
        if !text.isEmpty || fields.isEmpty {
            elements.insert(.object([.init("id", "text"), .init("note", .string(text))]), at: 0)
        }
        var members = title.isEmpty ? [] : [JSONText.Member("title", .string(title))]
        let labels = [("cancel", cancelLabel), ("submit", okLabel)].filter { !$0.1.isEmpty }
        if !labels.isEmpty { members.append(.init("labels", .object(labels.map { .init($0.0, .string($0.1)) }))) }
        return JSONText.object(members + [.init("fields", .array(elements))]).written
    }

    static func identifier(_ index: Int) -> String { "answer\(index + 1)" }

    private func field(_ field: Field, id: String) -> [JSONText.Member] {
        var members: [JSONText.Member] = [.init("id", .string(id))]
        func add(_ key: String, _ text: String) {
            if !text.isEmpty { members.append(.init(key, .string(text))) }
        }
        func add(input type: String, _ keys: [JSONText.Member]) {
            members.append(.init("input", .object([.init("type", .string(type))] + keys)))
        }
        func addLength(of text: String) {
            // A text that is there may be longer.
            if maxLength > 0 { members.append(.init("maxLength", .literal("\(max(maxLength, text.count))"))) }
            add("value", text)
        }
        add("label", field.label)
        if !field.hint.isEmpty {
            let states = ["normal", "active", "error", "disabled"].map(JSONText.string)
            members += [.init("hint", .string(field.hint)), .init("visibleHintStates", .array(states))]
        }
        if field.isReadOnly { members += [.init("readOnly", true), .init("focusable", .literal("false"))] }
        switch field.kind {
        case .text(let text): addLength(of: text)
        case .lines(let text):
            add("type", "textView")
            addLength(of: text)
        case .secret(let text):
            members.append(.init("mode", .object([.init("type", "password")])))
            addLength(of: text)
        case .consent: members += [.init("input", "toggle"), .init("required", true)]
        case .date(let day):
            add(input: "date", [.init("format", "yyyy-MM-dd")])
            add("value", day)
        case .number(let number, let range, let step):
            let keys = [("min", range.lowerBound), ("max", range.upperBound), ("step", step)]
            add(input: "slider", keys.map { .init($0, .literal("\($1)")) })
            add("value", String(min(max(number, range.lowerBound), range.upperBound)))
        case .options(let options, let several, _):
            let list = options.enumerated().map { index, option in
                JSONText.object([.init("value", .string(String(index))), .init("label", .string(option.label))])
            }
            let input: [JSONText.Member] = [.init("options", .array(list)), .init("display", "list")]
            add(input: "options", several ? input + [.init("multiple", true)] : input)
            let chosen = options.indices.filter { options[$0].isChosen }.map(String.init)
            add(
                "value",
                !several || chosen.isEmpty ? chosen.first ?? "" : JSONText.array(chosen.map(JSONText.string)).line
            )
        }
        return members
    }

    // MARK: The answers

    /// The answers among the values that `formctl run` printed; `nil` if these are not a JSON object.
    func answers(in values: String) -> [[String]]? {
        guard let object = (try? JSONDocument(values))?.root.object else { return nil }
        return fields.enumerated().map { index, field in
            let value = object[Self.identifier(index)]
            let text = value?.string ?? value?.numberText
            let texts = value?.elements?.compactMap(\.string) ?? text.map { [$0] } ?? []
            guard case .options(let options, let several, let none) = field.kind else {
                return texts.isEmpty ? [""] : texts
            }
            let chosen = texts.compactMap(Int.init).filter(options.indices.contains).map { options[$0].output }
            return chosen.isEmpty && !several ? [none] : chosen
        }
    }
}

/// Why the arguments of another program are invalid.
struct CompatMistake: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
