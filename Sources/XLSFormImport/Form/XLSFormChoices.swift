import FormImport
import FormModel

/// The lists of choices of an XLSForm, in its sheets and in files beside it.
struct XLSFormChoices {
    struct List {
        let sheet: Sheet
        let rows: [Sheet.Row]
    }

    private var lists: [String: List] = [:]
    private let files: XLSFormImport.Files

    init(_ workbook: Workbook, files: @escaping XLSFormImport.Files) {
        self.files = files
        for sheet in ["choices", "external_choices"].compactMap({ workbook[$0] }) {
            let rows = Dictionary(grouping: sheet.rows) { sheet.text("list_name", in: $0) }
            lists.merge(rows.mapValues { List(sheet: sheet, rows: $0) }) { first, _ in first }
        }
    }

    subscript(name: String) -> List? { lists[name] }

    /// Reads the choices of a file. Returns whether there are any.
    mutating func load(_ name: String) -> Bool {
        if lists[name] == nil, let bytes = files(name), let sheet = try? Sheet(choices: bytes, file: name) {
            lists[name] = List(sheet: sheet, rows: sheet.rows)
        }
        return lists[name] != nil
    }

    /// The values of a list with their labels, in the first language.
    func labels(of name: String, _ texts: XLSFormTexts) -> [(value: String, label: String)] {
        guard let list = lists[name] else { return [] }
        let column = texts.columns("label", of: list.sheet).first?.column ?? "label"
        return list.rows.map { row in
            let (value, label) = (list.sheet.text("name", in: row), list.sheet.text(column, in: row))
            return (value, label.isEmpty ? value : label)
        }
    }
}

extension Sheet {
    /// Reads a file of choices: a table of comma-separated values, or XML with an element for each choice.
    fileprivate init(choices bytes: [UInt8], file name: String) throws(UnreadableSheet) {
        if name.lowercased().hasSuffix(".xml") {
            let rows = try XMLTree(bytes).children.map { choice in
                let cells = choice.children.map { ($0.name.lowercased(), $0.text) }
                return SourceRow(origin: name, cells: Dictionary(cells) { first, _ in first })
            }
            self.init(name: name, rows: rows)
        } else {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw UnreadableSheet(description: "this is not UTF-8")
            }
            self.init(name: name, table: try CommaSeparatedValues.table(text))
        }
    }
}

/// Which choices of a list there are.
struct XLSFormFilter {
    /// The field with whose value each choice is compared; `nil` if there is not one for all.
    var field: String?
    /// When each choice is there, by its row's number; a choice without an entry always is.
    var when: [Int: JSONText] = [:]
    /// The numbers of the rows of choices that are never there.
    var never: Set<Int> = []
}

extension XLSFormImporter {
    /// Reads a `choice_filter`: for each choice, its cells stand in place of the columns.
    mutating func choiceFilter(_ item: XLSFormItem) -> XLSFormFilter {
        let text = text(item, "choice_filter")
        guard !text.isEmpty, let list = choices[item.list] else { return XLSFormFilter() }
        do throws(ImportedExpressionError) {
            return try filter(text, list, names(of: item))
        } catch {
            omit(item, "choice_filter", "all choices are always there: \(error)")
            return XLSFormFilter()
        }
    }

    private func filter(
        _ text: String,
        _ list: XLSFormChoices.List,
        _ names: ImportedExpression.Names
    ) throws(ImportedExpressionError) -> XLSFormFilter {
        let filter = try XPathExpression(text, names).expression
        for question in filter.questions where names(question)?.field.contains(".") ?? true {
            throw ImportedExpressionError(description: "“\(question)” has no one answer")
        }
        var result = XLSFormFilter()
        var parts: [(row: Int, holds: ImportedExpression)] = []
        for row in list.rows {
            let holds = try filter.filtering { column in
                [column, column.lowercased()].first(where: list.sheet.columns.contains).map {
                    list.sheet.text($0, in: row)
                }
            }
            switch holds.certainty {
            case true?: break
            case false?: result.never.insert(row.number)
            case nil: parts.append((row.number, holds))
            }
        }
        let answers = parts.map { $0.holds.comparedAnswer(names) }
        if let first = answers.first??.question, answers.allSatisfy({ $0?.question == first }) {
            result.field = names(first)?.field
            for (part, answer) in zip(parts, answers) { result.when[part.row] = answer.map { .string($0.value) } }
            return result
        }
        guard parts.count <= DefinitionLimits.optionsWithAnswers else {
            let limit = DefinitionLimits.optionsWithAnswers
            throw ImportedExpressionError(description: "a form has at most \(limit) choices with conditions in a list")
        }
        for (row, holds) in parts { result.when[row] = try holds.condition(names) }
        return result
    }

    /// The options of a list; `nil` if the form has no room for them.
    mutating func options(_ item: XLSFormItem, _ filter: XLSFormFilter) -> [JSONText]? {
        guard let list = choices[item.list] else { return nil }
        guard sketch.affords(options: list.rows.count, at: survey.place("type", in: item.row)) else { return nil }
        let columns = item.list.contains(".") ? parameters(of: item).mapValues { $0.lowercased() } : [:]
        var options: [JSONText] = []
        var places: [String: Int] = [:]
        for row in list.rows where !filter.never.contains(row.number) {
            let name = list.sheet.text(columns["value"] ?? "name", in: row)
            let value = JSONText.string(name)
            let label = text(columns["label"] ?? "label", of: list.sheet, row) ?? value
            if let place = places[name] {
                let isOther = options[place]["label"] != label
                if isOther || !options[place].offer(also: filter.when[row.number]) {
                    omit(list.sheet.place("name", in: row), "the choice is there twice")
                }
                continue
            }
            places[name] = options.count
            var option: [JSONText.Member] = [.init("value", value), .init("label", label)]
            let image = list.sheet.text(
                list.sheet.columns.first { $0.hasPrefix("image") || $0.hasPrefix("media::image") } ?? "",
                in: row
            )
            if !image.isEmpty { option.append(.init("image", .string(image))) }
            option.add("when", filter.when[row.number])
            options.append(.object(option))
        }
        if item.hasOther {
            options.append(["value": "other", "label": "Other"])
        }
        return options
    }

    /// The field for an answer that is not among the choices.
    mutating func other(_ item: XLSFormItem, _ id: String) -> Element {
        let test = known(item.name, from: item.path)?.isSeveral == true ? "contains" : "equals"
        let isOther = JSONText.test(id, test, "other")
        return Element(identifier("\(id)_other"), [.init("label", "Specify other."), .init("visibleWhen", isOther)])
    }

    /// The cell `parameters`, such as `start=0 end=10 step=1`.
    func parameters(of item: XLSFormItem) -> [String: String] {
        let parts = text(item, "parameters").split { $0.isWhitespace || $0 == ";" || $0 == "," }
        let parameters = parts.compactMap { part -> (String, String)? in
            guard let sign = part.firstIndex(of: "=") else { return nil }
            return (part[..<sign].lowercased(), String(part[part.index(after: sign)...]))
        }
        return Dictionary(parameters) { first, _ in first }
    }
}

extension JSONText {
    /// Offers an option under another condition, too. Returns whether that makes a difference that a form can keep.
    fileprivate mutating func offer(also other: JSONText?) -> Bool {
        guard case .object(var members) = self, let place = members.firstIndex(where: { $0.key == "when" }) else {
            return false
        }
        let own = members[place].value
        if let other {
            let parts = (own["any"]?.array ?? own.array ?? [own]) + [other]
            guard parts.count <= DefinitionLimits.conditionParts else { return false }
            members[place].value = other.text == nil ? ["any": .array(parts)] : .array(parts)
        } else {
            members.remove(at: place)
        }
        self = .object(members)
        return true
    }
}

extension ImportedExpression {
    /// The question and the value of a comparison that `optionsWhen` expresses; `nil` for any other condition.
    fileprivate func comparedAnswer(_ names: Names) -> (question: String, value: String)? {
        guard case .operation(let name, let operands) = self, operands.count == 2 else { return nil }
        let sides = if case .question = operands[0] { operands } else { [operands[1], operands[0]] }
        guard case .question(let question) = sides[0], case .text(let value) = sides[1], !value.isEmpty,
            let kind = names(question)?.kind
        else { return nil }
        let isExpressed = name == "=" ? kind == .plain || kind == .day : name == "contains" && kind == .several
        return isExpressed ? (question, value) : nil
    }
}
