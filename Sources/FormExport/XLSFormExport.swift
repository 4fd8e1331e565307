import FormImport
import FormModel

/// Writes a definition as the sheets of an XLSForm.
struct XLSFormExport {
    private let form: JSONText
    private let expressions: ExpressionWriter
    private var survey = Table(["type", "name"])
    private var choices = Table(["list_name", "name"])
    private var settings = Table([])

    init(_ form: JSONText) {
        self.form = form
        expressions = ExpressionWriter(.xpath, form)
        for element in form["fields"]?.array ?? [] { add(element) }
        for (key, type) in [("started", "start"), ("submitted", "end")] {
            if let name = form["record"]?[key]?.text { survey.append(["type": type, "name": name]) }
        }
        var row: [String: String] = [:]
        add(form["title"], "form_title", to: &row)
        if !row.isEmpty { settings.append(row) }
    }

    /// The sheets in the format of RFC 4180.
    var sheets: [(name: String, text: String)] {
        [("survey", survey), ("choices", choices), ("settings", settings)].compactMap { name, table in
            table.isEmpty ? nil : (name, table.text)
        }
    }

    /// A sheet, whose columns are those that its rows have.
    private struct Table {
        private var columns: [String]
        private var rows: [[String: String]] = []

        init(_ columns: [String]) {
            self.columns = columns
        }

        var isEmpty: Bool { rows.isEmpty }

        mutating func append(_ row: [String: String]) {
            rows.append(row)
            columns += row.keys.filter { !columns.contains($0) }.sorted()
        }

        var text: String {
            ([columns] + rows.map { row in columns.map { row[$0] ?? "" } }).map { cells in
                cells.map(Self.quoted).joined(separator: ",") + "\n"
            }.joined()
        }

        private static func quoted(_ cell: String) -> String {
            let isPlain = !cell.contains { ",\"\n\r".contains($0) || $0 == "\r\n" }
            return isPlain ? cell : "\"" + cell.replacing("\"", with: "\"\"") + "\""
        }
    }

    // MARK: Elements

    private mutating func add(_ element: JSONText) {
        var row = ["name": element["id"]?.text ?? ""]
        add(element["visibleWhen"].flatMap(expressions.condition), "relevant", to: &row)
        if let title = element["section"] {
            row["type"] = "begin group"
            add(title, "label", to: &row)
            add(element["description"], "hint", to: &row)
            if element["layout"] == "grid" { row["appearance"] = "table-list" }
            addAll(of: element, row, end: "end group")
        } else if let rows = element["repeat"] {
            row["type"] = "begin repeat"
            add(element["label"], "label", to: &row)
            if let count = rows["count"]?["field"]?.text { row["repeat_count"] = "${\(count)}" }
            if let most = rows["max"], rows["min"] == most { row["repeat_count"] = most.line }
            addAll(of: element, row, end: "end repeat")
        } else if let note = element["note"] {
            row["type"] = "note"
            add(note, "label", to: &row)
            add(element["image"]?.text, "image", to: &row)
            survey.append(row)
        } else if let constant = element["constant"] {
            survey.append(["type": "hidden", "name": row["name"] ?? "", "default": constant.text ?? constant.line])
        } else {
            add(field: element, row)
        }
    }

    private mutating func addAll(of element: JSONText, _ row: [String: String], end: String) {
        survey.append(row)
        for inner in element["fields"]?.array ?? [] { add(inner) }
        survey.append(["type": end])
    }

    private func add(_ text: String?, _ column: String, to row: inout [String: String]) {
        if let text { row[column] = text }
    }

    /// Adds a text, or one for each language.
    private func add(_ text: JSONText?, _ column: String, to row: inout [String: String]) {
        switch text {
        case .string(let text): row[column] = expressions.text(text)
        case .object(let texts):
            for text in texts {
                row["\(column)::\(text.key) (\(text.key))"] = text.value.text.map(expressions.text)
            }
        case .array, .literal, nil: break
        }
    }

    // MARK: Questions

    private mutating func add(field: JSONText, _ given: [String: String]) {
        var row = given
        row["type"] = type(of: field, &row)
        for (key, column) in [("label", "label"), ("hint", "hint"), ("requiredMessage", "required_message")] {
            add(field[key], column, to: &row)
        }
        if field["required"] == true { row["required"] = "yes" }
        add(field["requiredWhen"].flatMap(expressions.condition), "required", to: &row)
        if field["readOnly"] == true { row["readonly"] = "yes" }
        add(field["image"]?.text, "image", to: &row)
        let first = field["value"]?.array?.compactMap(\.text).joined(separator: " ") ?? field["value"]?.text
        add(first, "default", to: &row)
        if let computed = field["computed"] {
            row["calculation"] = expressions.value(computed)
            if field["visibleWhen"] != .never { row["readonly"] = "yes" }
        }
        if let setting = field["setOnChange"] {
            row["calculation"] = setting["to"].flatMap(expressions.value)
            row["trigger"] = setting["of"]?.array?.compactMap { $0.text.map { "${\($0)}" } }.joined(separator: ",")
        }
        if field["visibleWhen"] == .never {
            row["relevant"] = nil
            row["type"] = row["calculation"] == nil ? "hidden" : "calculate"
        }
        if let rule = field["validators"]?.array?.first, rule["type"] == "check", let check = rule["check"] {
            // Within the rules of a field, its own answer is a point.
            add(expressions.condition(check), "constraint", to: &row)
            add(rule["message"], "constraint_message", to: &row)
        }
        survey.append(row)
    }

    private mutating func type(of field: JSONText, _ row: inout [String: String]) -> String {
        if field["type"] == "textView" { row["appearance"] = "multiline" }
        let input = field["input"]
        switch input?["type"]?.text {
        case "toggle": return "acknowledge"
        case "date": return "date"
        case "slider":
            row["parameters"] = [("start", "min"), ("end", "max"), ("step", "step")]
                .compactMap { name, key in input?[key].map { "\(name)=\($0.line)" } }.joined(separator: " ")
            return "range"
        case "options":
            let displays = ["menu": "minimal", "rating": "likert", "buttons": "horizontal"]
            row["appearance"] = input?["display"]?.text.flatMap { displays[$0] }
            let list = "list_\(row["name"] ?? "")"
            for option in input?["options"]?.array ?? [] {
                var choice = ["list_name": list, "name": option.text ?? option["value"]?.text ?? ""]
                add(option["label"], "label", to: &choice)
                add(option["image"]?.text, "image", to: &choice)
                add(option["when"]?.text, "filter", to: &choice)
                choices.append(choice)
            }
            if let deciding = input?["optionsWhen"]?.text { row["choice_filter"] = "filter=${\(deciding)}" }
            return (input?["multiple"] == true ? "select_multiple " : "select_one ") + list
        default: break
        }
        switch field["formatter"]?["type"]?.text {
        case "number":
            if field["formatter"]?["grouping"] == true { row["appearance"] = "thousands-sep" }
            return field["formatter"]?["maximumFractionDigits"] == 0 ? "integer" : "decimal"
        case "time": return "time"
        case "dateTime": return "dateTime"
        default: break
        }
        switch field["keyboard"]?["purpose"]?.text {
        case "phone": return "tel"
        case "integer": row["appearance"] = "numbers"
        case let purpose? where purpose == "url" || purpose == "email": row["appearance"] = purpose
        default: break
        }
        return "text"
    }
}
