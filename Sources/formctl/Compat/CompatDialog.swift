import FormModel

/// Another program's dialog: the form that replaces it, and the output for its answers.
struct CompatDialog: Sendable {
    var title = ""
    /// The text above the fields.
    var text = ""
    var fields: [Field] = []
    /// The timeout in seconds.
    var timeout: UInt32?
    /// The descriptor for the output.
    var descriptor: Int32
    /// The exit statuses after the timeout and after Escape.
    var timeoutStatus, escapeStatus: Int32
    /// Whether the answers so far are printed after the timeout.
    var printsOnTimeout = false
    /// The labels of the standard buttons, by their names in a definition.
    var labels: [String: String] = [:]
    /// The labels of buttons that end the dialog with status 1 and print their label.
    var extraButtons: [String] = []
    /// Whether the dialog has no button for cancelling, and whether that button has the focus at first.
    var hidesCancel = false, startsAtCancel = false
    /// The maximum length of texts; `nil` for no limit.
    var maxLength: Int?
    /// Formats the answers: for each field its text, or the outputs of the chosen options.
    var print: @Sendable ([[String]]) -> String = { $0.joined().joined() }

    struct Field: Sendable {
        var label = ""
        var kind: Kind
        var isReadOnly = false
    }

    enum Kind: Sendable {
        case text(String), lines(String), secret(String)
        /// A day such as `2026-02-28`; empty for none.
        case date(String)
        /// - Parameter none: the output if no option is chosen.
        case options([Option], several: Bool, none: String = "")
    }

    struct Option: Sendable {
        /// The output if the option is chosen.
        var output: String
        var label: String
        var isChosen = false
    }

    // MARK: The form

    /// The form's definition. The values of options are their indices, because the originals allow equal texts.
    var definition: String {
        var elements = fields.enumerated().map { JSONText.object(field($1, id: Self.identifier($0))) }
        if !text.isEmpty || fields.isEmpty {
            elements.insert(.object([.init("id", .string("text")), .init("note", .string(text))]), at: 0)
        }
        var members = title.isEmpty ? [] : [JSONText.Member("title", .string(title))]
        if !labels.isEmpty {
            let texts = labels.sorted { $0.key < $1.key }.map { JSONText.Member($0.key, .string($0.value)) }
            members.append(.init("labels", .object(texts)))
        }
        return JSONText.object(members + [.init("fields", .array(elements))]).written
    }

    private static func identifier(_ index: Int) -> String { "answer\(index + 1)" }

    private func field(_ field: Field, id: String) -> [JSONText.Member] {
        var members: [JSONText.Member] = [.init("id", .string(id))]
        func add(_ key: String, _ text: String) {
            if !text.isEmpty { members.append(.init(key, .string(text))) }
        }
        add("label", field.label)
        if field.isReadOnly { members.append(.init("readOnly", true)) }
        if let maxLength { members.append(.init("maxLength", .literal("\(maxLength)"))) }
        switch field.kind {
        case .text(let text): add("value", text)
        case .lines(let text):
            add("type", "textView")
            add("value", text)
        case .secret(let text):
            members.append(.init("mode", .object([.init("type", .string("password"))])))
            add("value", text)
        case .date(let day):
            members.append(
                .init("input", .object([.init("type", .string("date")), .init("format", .string("yyyy-MM-dd"))]))
            )
            add("value", day)
        case .options(let options, let several, _):
            let list = options.enumerated().map { index, option in
                JSONText.object([.init("value", .string(String(index))), .init("label", .string(option.label))])
            }
            var input: [JSONText.Member] = [.init("type", .string("options")), .init("options", .array(list))]
            if several { input.append(.init("multiple", .literal("true"))) }
            members.append(.init("input", .object(input)))
            let chosen = options.indices.filter { options[$0].isChosen }.map(String.init)
            if several, !chosen.isEmpty {
                members.append(.init("value", .string(JSONText.array(chosen.map(JSONText.string)).line)))
            } else if !several {
                add("value", chosen.first ?? "")
            }
        }
        return members
    }

    // MARK: The answers

    /// The output for the values that `formctl run` printed; `nil` if they are not a JSON object.
    func output(of values: String) -> String? {
        guard let object = (try? JSONDocument(values))?.root.object else { return nil }
        return print(
            fields.enumerated().map { index, field in
                let value = object[Self.identifier(index)]
                let texts = value?.elements?.compactMap(\.string) ?? (value?.string).map { [$0] } ?? []
                guard case .options(let options, let several, let none) = field.kind else {
                    return texts.isEmpty ? [""] : texts
                }
                let chosen = texts.compactMap(Int.init).filter(options.indices.contains).map { options[$0].output }
                return chosen.isEmpty && !several ? [none] : chosen
            }
        )
    }
}

/// Why the arguments of another program are invalid.
struct CompatMistake: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
