import FormImport
import FormModel

/// Imports the cells of an element's row.
extension XLSFormImporter {
    func isYes(_ text: String) -> Bool { ["yes", "true", "true()", "1"].contains(text.lowercased()) }

    mutating func readDefault(of item: XLSFormItem, to members: inout [JSONText.Member]) {
        let value = text(item, "default")
        // XForms tell an expression from a value.
        let column = text(item, "setvalue").isEmpty ? "default" : "setvalue"
        if column == "setvalue" || value.contains("(") || value.contains("${") {
            return members.add("initially", computation(item, column))
        }
        guard !value.isEmpty else { return }
        guard !members.contains(where: { $0.key == "initially" }) else {
            return omit(item, "default", "the calculation gives the first value")
        }
        let values = value.split(whereSeparator: \.isWhitespace).map { JSONText.string(String($0)) }
        let isSeveral = known(item.name, from: item.path)?.isSeveral == true
        members.append(.init("value", isSeveral ? .array(values) : .string(value)))
    }

    /// The keys of a field whose value a calculation sets when answers change, so that users can change it in between;
    /// `nil` for one that is worked out at all times.
    mutating func setting(_ value: JSONText, of item: XLSFormItem, isReadOnly: Bool) -> [JSONText.Member]? {
        let names = names(of: item)
        let triggers = text(item, "trigger").split(separator: ",").map(\.trimmed)
        let isTriggered = !triggers.isEmpty
        guard isTriggered || item.type != "calculate" && !isReadOnly else { return nil }
        let read =
            isTriggered
            ? triggers.map { $0.hasPrefix("${") ? $0.dropFirst(2).dropLast().trimmed : $0 }
            : (try? ImportedExpression(text(item, "calculation"), as: .xpath))?.questions ?? []
        let setters = Set(read.map { names($0)?.field ?? "" }).subtracting([names(".")?.field ?? ""]).sorted()
        guard setters.count <= DefinitionLimits.askedFields,
            !setters.contains(where: { $0.isEmpty || $0.contains(".") })
        else {
            let loss = isTriggered ? "this is worked out at all times" : "nobody changes what is worked out"
            omit(item, isTriggered ? "trigger" : "calculation", loss)
            return nil
        }
        var members: [JSONText.Member] = []
        members.add("initially", value, if: !isTriggered)
        members.add("setOnChange", ["of": .array(setters.map(JSONText.string)), "to": value], if: !setters.isEmpty)
        return members
    }

    mutating func readRequirement(of item: XLSFormItem, to members: inout [JSONText.Member]) {
        let required = text(item, "required")
        if isYes(required) {
            members.append(.init("required", .literal("true")))
        } else if !["", "no", "false", "false()", "0"].contains(required.lowercased()) {
            condition(item, "required", "requiredWhen", to: &members)
        }
        if let message = text("required_message", of: item) { members.append(.init("requiredMessage", message)) }
    }

    /// - Parameter rules: the validators of the question's type.
    mutating func readConstraint(of item: XLSFormItem, besides rules: [JSONText], to members: inout [JSONText.Member]) {
        var rules = rules
        if let condition = condition(item, "constraint") {
            var rule: [JSONText.Member] = [.init("type", "check"), .init("check", condition)]
            rule.add("message", text("constraint_message", of: item))
            rules.append(.object(rule))
        }
        members.add("validators", .array(rules), if: !rules.isEmpty)
    }

    func copyImage(of item: XLSFormItem, to members: inout [JSONText.Member]) {
        guard let column = survey.columns.first(where: { $0.hasPrefix("image") || $0.hasPrefix("media::image") }) else {
            return
        }
        let image = survey.text(column, in: item.row)
        if !image.isEmpty { members.append(.init("image", .string(image))) }
    }

    // MARK: Texts

    func text(_ item: XLSFormItem, _ column: String) -> String { survey.text(column, in: item.row) }

    mutating func text(_ kind: String, of item: XLSFormItem) -> JSONText? {
        text(kind, of: survey, item.row, item.path)
    }

    mutating func text(_ kind: String, of sheet: Sheet, _ row: Sheet.Row, _ path: [String] = []) -> JSONText? {
        texts.text(kind, of: sheet, in: row) { text, column in
            let place = sheet.place(column, in: row)
            let plain = withoutTags(text, place)
            if plain.contains("**") || plain.contains("](") { hasMarkup = true }
            return inserting(plain, place, path)
        }
    }

    /// Replaces `${name}` by `{{id}}`.
    private mutating func inserting(_ text: String, _ place: String, _ path: [String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "${") {
            result += rest[..<open.lowerBound]
            rest = rest[open.upperBound...]
            guard let close = rest.firstIndex(of: "}") else {
                result += "${"
                continue
            }
            let name = rest[..<close].trimmed
            if let shown = shown(name, from: path), shown.kind != .rows, !shown.field.contains(".") {
                result += "{{\(shown.field)}}"
            } else {
                result += "…"
                omit(place, "“\(name)” has no one answer to be shown")
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Converts HTML tags to markup, and removes the signs of a heading. XLSForms also use the form's own markup.
    private mutating func withoutTags(_ text: String, _ place: String) -> String {
        let plain = text.drop { $0 == "#" }
        guard plain.contains("<"), plain.contains(">") else { return plain.count == text.count ? text : plain.trimmed }
        let marked = ["b": "**", "strong": "**", "i": "*", "em": "*"].reduce(String(plain)) { text, tag in
            text.replacing("<\(tag.key)>", with: tag.value).replacing("</\(tag.key)>", with: tag.value)
        }
        let hypertext = Hypertext(marked, hasMarks: false)
        if hypertext.isCutDown { omit(place, "some of this text's HTML is left out") }
        return hypertext.text
    }
}
