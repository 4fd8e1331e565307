import FormImport
import FormModel

/// Converts the sheets of an XLSForm to the elements of a form.
struct XLSFormImporter {
    let workbook: Workbook
    let survey: Sheet
    var choices: XLSFormChoices
    /// The questions of which a calculation inserts the label of the answer, by the name of the calculation.
    private var choiceNames: [String: String] = [:]
    /// The rows of the elements, by their identifiers behind those of the groups around them.
    private(set) var places: [String: Sheet.Row] = [:]
    /// The identifiers of the groups around the elements being made, each with a point behind it.
    private var path = ""
    let texts: XLSFormTexts
    var sketch: FormSketch
    var identifiers = ImportedNames()
    /// The identifiers of questions and of groups of rows, by the numbers of their rows in the sheet. Several questions
    /// can have the same name.
    private var ids: [Int: String] = [:]
    /// The fields of the questions inside each group and repeat, by its row's number. Those in rows are columns.
    private var inside: [Int: [String: ImportedName]] = [:]
    /// The fields that expressions mean in the group that is being read.
    private var scope: [String: ImportedName] = [:]
    private var record: [JSONText.Member] = []
    /// The words in the expressions and texts of the sheet: a question whose name is not among them is not read.
    private var readNames: Set<String> = []
    /// Whether any text has markup.
    var hasMarkup = false

    /// The number of characters of an identifier that are reserved for a number and a row's name.
    private static let room = 12
    /// The maximum number of rows of the sheet with the questions.
    private static let rows = 10_000
    /// The number of groups that contain the elements being made.
    private var rowDepth = 0

    init(
        _ workbook: Workbook,
        _ survey: Sheet,
        omissions: [ImportOmission] = [],
        files: @escaping XLSFormImport.Files
    ) {
        sketch = FormSketch(omissions: omissions)
        self.workbook = workbook
        choices = XLSFormChoices(workbook, files: files)
        self.survey = survey.asked(choices, limit: Self.rows)
        let settings = workbook["settings"]
        let language =
            settings.flatMap { sheet in sheet.rows.first.map { sheet.text("default_language", in: $0) } } ?? ""
        texts = XLSFormTexts(defaultLanguage: language)
    }

    mutating func form() throws(NoForm) -> JSONText {
        guard survey.rows.count <= Self.rows else {
            throw NoForm(description: "the sheet “survey” has more than \(Self.rows) rows")
        }
        var items: [XLSFormItem]
        do throws(MisplacedRow) {
            items = try XLSFormItem.items(of: survey)
        } catch {
            throw NoForm(description: "\(survey.place("type", in: error.row)): \(error.reason)")
        }
        for place in items.indices { items[place].resolveChoices(&choices) }
        findChoiceNames()
        findReadNames()
        scope = name(items)
        reportColumns(Self.lists(of: items))
        let fields = elements(items)
        guard !fields.isEmpty else { throw NoForm(description: "the form asks nothing") }
        var form: [JSONText.Member] = []
        if let title = title() { form.append(.init("title", title)) }
        if hasMarkup { form.append(.init("markup", .string("basic"))) }
        form.append(.init("fields", .array(fields.map(\.json))))
        if !record.isEmpty { form.append(.init("record", .object(record))) }
        return .object(form)
    }

    private mutating func title() -> JSONText? {
        guard let settings = workbook["settings"], let row = settings.rows.first else { return nil }
        let known = ["form_title", "title", "form_id", "id_string", "version", "default_language"]
        for column in settings.columns where !known.contains(column) && !settings.text(column, in: row).isEmpty {
            omit(settings.place(column, in: row), "“\(column)” is left out", isUnused: Self.isRemark(column))
        }
        let titles = ["form_title", "title"].map { settings.text($0, in: row) }
        let title = titles.first { !$0.isEmpty } ?? ""
        return title.isEmpty ? nil : .string(title)
    }

    // MARK: Names

    /// Assigns a field name to every question. This happens before expressions are read, because they may refer to any
    /// question.
    ///
    /// - Returns: the fields as expressions beside these items refer to them. Those in rows are columns.
    private mutating func name(_ items: [XLSFormItem]) -> [String: ImportedName] {
        var known: [String: ImportedName] = [:]
        for item in items {
            switch item.kind {
            case .group:
                let inner = name(item.children)
                inside[item.row.number] = inner
                known.merge(inner) { first, _ in first }
            case .rows:
                let group = identifier(item.name)
                ids[item.row.number] = group
                let outer = identifiers
                identifiers = ImportedNames()
                let row = name(item.children)
                identifiers = outer
                inside[item.row.number] = row
                for (name, local) in row where known[name] == nil {
                    known[name] = ImportedName(field: "\(group).\(local.field)", local.kind)
                }
                let rows = ImportedName(field: group, .rows)
                if known[item.name] == nil { known[item.name] = rows }
                known[Self.key(item.path)] = rows
                // From inside, paths such as `..` mean the group.
                inside[item.row.number]?[Self.key(item.path)] = rows
            case .question:
                let id = identifier(item.name)
                ids[item.row.number] = id
                guard !XLSFormQuestion.hasNoAnswer(item.type), !item.name.isEmpty else { continue }
                var field = ImportedName(field: id, Self.kind(item.type))
                if !choiceNames.isEmpty { field.labels = choices.labels(of: item.list, texts) }
                if known[item.name] == nil { known[item.name] = field }
                known[Self.key(item.path)] = field
            }
        }
        return known
    }

    private static func kind(_ type: String) -> ImportedName.Kind {
        switch type {
        case "select_multiple", "select": .several
        case "date", "today": .day
        case "acknowledge", "trigger": .acknowledgement
        default: .plain
        }
    }

    mutating func identifier(_ name: String) -> String { identifiers.identifier(for: name, room: Self.room) }

    /// The name of a question by its path.
    private static func key(_ path: [String]) -> String { "/" + path.joined(separator: "/") }

    /// The field that a name or a path means in the expressions and texts of an element.
    func known(_ name: String, from path: [String]) -> ImportedName? {
        guard name.contains("/") || name.hasPrefix("..") else { return scope[name] }
        var steps = name.split(separator: "/").map(String.init)
        if steps.first == "current()" { steps.removeFirst() }
        // The first name of an absolute path is that of the whole form.
        var place = name.hasPrefix("/") ? [] : path
        for step in name.hasPrefix("/") ? steps.dropFirst() : steps[...] {
            if step == ".." { _ = place.popLast() } else if step != "." { place.append(step) }
        }
        return scope[Self.key(place)]
    }

    /// Finds the calculations that are the label of an answer: where a text inserts one of them, it shows that answer.
    private mutating func findChoiceNames() {
        for row in survey.rows {
            let calculation = survey.text("calculation", in: row)
            guard calculation.contains("jr:choice-name") else { continue }
            var question = ""
            if case .call("jr:choice-name", let arguments)? = try? ImportedExpression(calculation, as: .xpath),
                case .question(let name)? = arguments.first
            {
                question = name
            }
            choiceNames[survey.text("name", in: row)] = question
        }
    }

    private mutating func findReadNames() {
        for row in survey.rows where survey.text("type", in: row) != "hidden" {
            for column in survey.columns where !["type", "name"].contains(column) {
                let words = survey.text(column, in: row).split {
                    !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-"
                }
                readNames.formUnion(words.map(String.init))
            }
        }
    }

    /// The field whose answer a text shows for a name.
    func shown(_ name: String, from path: [String]) -> ImportedName? {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        return choiceNames[last].flatMap { $0.isEmpty ? nil : known($0, from: path) } ?? known(name, from: path)
    }

    private static func lists(of items: [XLSFormItem]) -> Set<String> {
        items.reduce(into: []) { lists, item in
            lists.insert(item.list)
            lists.formUnion(Self.lists(of: item.children))
        }
    }

    // MARK: Elements

    typealias Element = SketchedElement

    private mutating func elements(_ items: [XLSFormItem]) -> [Element] {
        items.flatMap { item -> [Element] in
            let elements = elements(of: item)
            for element in elements where places[path + element.id] == nil { places[path + element.id] = item.row }
            return elements
        }
    }

    private mutating func elements(of item: XLSFormItem) -> [Element] {
        switch item.kind {
        case .group: return section(item)
        case .rows: return group(item)
        case .question: break
        }
        let id = ids[item.row.number] ?? identifier(item.name)
        switch item.type {
        case "note":
            var members: [JSONText.Member] = [.init("note", text("label", of: item) ?? .string(""))]
            var shown: [JSONText.Member] = []
            condition(item, "relevant", "visibleWhen", to: &shown)
            members += shown
            copyImage(of: item, to: &members)
            reportCells(of: item, besides: ["label", "hint", "relevant", "image"])
            guard let hint = text("hint", of: item) else { return [Element(id, members)] }
            return [Element(id, members), Element(identifier("\(id)_hint"), [.init("note", hint)] + shown)]
        case "start", "end":
            record.append(.init(item.type == "start" ? "started" : "submitted", .string(id)))
            reportCells(of: item, besides: [])
            return []
        case "hidden":
            let isConstant = rowDepth == 0 && !text(item, "default").isEmpty && text(item, "calculation").isEmpty
            guard isConstant, !readNames.contains(item.name) else { fallthrough }
            reportCells(of: item, besides: ["default"])
            return [Element(id, [.init("constant", .string(text(item, "default")))])]
        default:
            guard let field = field(item, id) else { return [] }
            return item.hasOther ? [field, other(item, id)] : [field]
        }
    }

    /// Makes a section from a group. A group without title and condition becomes just its elements.
    private mutating func section(_ item: XLSFormItem) -> [Element] {
        let outer = scope
        scope.merge(inside[item.row.number] ?? [:]) { $1 }
        let inner = elements(item.children)
        scope = outer
        let title = text("label", of: item)
        let words = text(item, "appearance").split(whereSeparator: \.isWhitespace).map(String.init)
        let isHidden = words.contains("hidden")
        for word in words where !["field-list", "table-list", "hidden"].contains(word) {
            omit(item, "appearance", "“\(word)” is left out")
        }
        guard !inner.isEmpty, title != nil || !text(item, "relevant").isEmpty || isHidden else {
            reportCells(of: item, besides: ["appearance"])
            return inner
        }
        reportCells(of: item, besides: ["label", "hint", "relevant", "appearance"])
        var members: [JSONText.Member] = [
            .init("section", title ?? .string(item.name)), .init("fields", .array(inner.map(\.json))),
        ]
        members.add("description", text("hint", of: item))
        if words.contains("table-list") { members.append(.init("layout", .string("grid"))) }
        if isHidden {
            members.add("visibleWhen", .never)
            reportCells(of: item, besides: Self.cells.subtracting(["relevant"]))
        } else {
            condition(item, "relevant", "visibleWhen", to: &members)
        }
        return [Element(identifier(item.name.isEmpty ? "group" : item.name), members)]
    }

    private mutating func group(_ item: XLSFormItem) -> [Element] {
        guard rowDepth < DefinitionLimits.groupDepth else {
            omit(item, "type", "rows stand in each other to a depth of \(DefinitionLimits.groupDepth)")
            return []
        }
        let id = ids[item.row.number] ?? identifier(item.name)
        let outer = (scope, identifiers, path)
        let own = inside[item.row.number] ?? [:]
        path += id + "."
        scope.merge(own) { $1 }
        identifiers = ImportedNames()
        // For a column, the name in the row is that of the group.
        for name in own.values where name.field != id { identifiers.reserve(String(name.field.prefix { $0 != "." })) }
        rowDepth += 1
        let inner = elements(item.children)
        rowDepth -= 1
        let label = text("label", of: item) ?? .string(item.name)
        (scope, identifiers, path) = outer
        guard !inner.isEmpty else { return [] }
        // All questions of a row are shown together anyway.
        let isPlain = text(item, "appearance") == "field-list"
        reportCells(of: item, besides: ["label", "relevant", "repeat_count", isPlain ? "appearance" : ""])
        var repetition: [JSONText.Member] = []
        let count = text(item, "repeat_count").trimmed
        if let number = Int(count), 1...DefinitionLimits.fields ~= number {
            repetition = [.init("min", .literal("\(number)")), .init("max", .literal("\(number)"))]
        } else {
            repetition = FinishedForm.rows(least: 0, most: nil)
            if count.hasPrefix("${"), count.hasSuffix("}"),
                let name = known(count.dropFirst(2).dropLast().trimmed, from: item.path)
            {
                repetition.append(.init("count", .object([.init("field", .string(name.field))])))
            } else if !count.isEmpty {
                omit(item, "repeat_count", "rows are counted by a number or by an answer")
            }
        }
        var members: [JSONText.Member] = [
            .init("label", label), .init("repeat", .object(repetition)),
            .init("fields", .array(inner.map(\.json))),
        ]
        condition(item, "relevant", "visibleWhen", to: &members)
        return [Element(id, members)]
    }

    private mutating func field(_ item: XLSFormItem, _ id: String) -> Element? {
        let appearance = text(item, "appearance").split(whereSeparator: \.isWhitespace).map(String.init)
        let filter = choiceFilter(item)
        let question = XLSFormQuestion(
            item.type,
            appearance: appearance,
            parameters: parameters(of: item),
            options: item.list.isEmpty ? [] : options(item, filter) ?? [],
            optionsWhen: filter.field
        )
        if let loss = XLSFormQuestion.loss(of: item) { omit(item, "type", loss) }
        if let refusal = question.refusal {
            omit(item, "type", refusal)
            return nil
        }
        for word in question.leftOut { omit(item, "appearance", "“\(word)” is left out") }
        let usesParameters = item.type == "range" || item.list.contains(".")
        if !text(item, "parameters").isEmpty, !usesParameters { omit(item, "parameters", "these are left out") }
        var members: [JSONText.Member] = [.init("label", text("label", of: item) ?? .string(item.name))]
        if let hint = text("hint", of: item) {
            members.append(.init("hint", hint))
            reportCells(of: item, besides: Self.cells.subtracting(["guidance_hint"]))
        } else if let hint = text("guidance_hint", of: item) {
            members.append(.init("hint", hint))
        }
        if text(item, "constraint").isEmpty {
            reportCells(of: item, besides: Self.cells.subtracting(["constraint_message"]))
        }
        members += question.members
        copyImage(of: item, to: &members)
        let isReadOnly = isYes(text(item, "readonly"))
        let isTriggered = !text(item, "trigger").isEmpty
        let hasValue = !text(item, "calculation").isEmpty || isTriggered && item.hasControl
        // A trigger without a calculation empties the question.
        let value = hasValue && text(item, "calculation").isEmpty ? .string("") : computation(item)
        if var computed = value {
            // What nobody sees has no value while it is not relevant.
            if members.contains(where: { $0.key == "visibleWhen" }), let condition = condition(item, "relevant") {
                computed = ["when": condition, "then": computed]
            }
            if let setting = setting(computed, of: item, isReadOnly: isReadOnly) {
                members += setting
                members.add("readOnly", if: isReadOnly)
            } else {
                members.removeAll { $0.key == "input" }
                members.append(.init("computed", computed))
            }
        } else if hasValue, isReadOnly || !item.hasControl {
            return nil
        } else if item.type == "today" {
            members.append(.init("computed", .object([.init("day", .string("today"))])))
        } else if item.type == "calculate" {
            omit(item, "calculation", "there is nothing to work out")
            return nil
        } else if isReadOnly {
            members.append(.init("readOnly", .literal("true")))
        }
        readDefault(of: item, to: &members)
        readRequirement(of: item, to: &members)
        readConstraint(of: item, besides: question.rules, to: &members)
        if !question.members.contains(where: { $0.key == "visibleWhen" }) {
            condition(item, "relevant", "visibleWhen", to: &members)
        } else if !text(item, "relevant").isEmpty, text(item, "calculation").isEmpty, item.type != "hidden" {
            omit(item, "relevant", "this has a value at all times")
        }
        return Element(id, members)
    }

    // MARK: Expressions

    mutating func condition(_ item: XLSFormItem, _ column: String) -> JSONText? {
        read(item, column) { (expression, names) throws(ImportedExpressionError) in try expression.condition(names) }
    }

    mutating func condition(
        _ item: XLSFormItem,
        _ column: String,
        _ key: String,
        to members: inout [JSONText.Member]
    ) {
        if let condition = condition(item, column) {
            members.append(.init(key, condition))
        } else if key == "visibleWhen", !text(item, column).isEmpty {
            members.append(.init(key, FinishedForm.unsaid))
        }
    }

    mutating func computation(_ item: XLSFormItem, _ column: String = "calculation") -> JSONText? {
        read(item, column) { (expression, names) throws(ImportedExpressionError) in
            try expression.computation(names)
        }
    }

    private mutating func read(
        _ item: XLSFormItem,
        _ column: String,
        _ make: (ImportedExpression, ImportedExpression.Names) throws(ImportedExpressionError) -> JSONText
    ) -> JSONText? {
        let text = text(item, column)
        guard !text.isEmpty else { return nil }
        let names = names(of: item)
        do throws(ImportedExpressionError) {
            return try make(try XPathExpression(text, names).expression, names)
        } catch {
            omit(item, column, error.description)
            return nil
        }
    }

    /// The fields that the expressions of an item mean.
    func names(of item: XLSFormItem) -> ImportedExpression.Names {
        let own = ImportedName(field: ids[item.row.number] ?? "", Self.kind(item.type))
        return { [self] in $0 == "." ? own : known($0, from: item.path) }
    }

    // MARK: Omissions

    /// The columns of the sheet for the keys of a definition.
    static let sourceColumns = [
        "visibleWhen": "relevant", "requiredWhen": "required", "required": "required", "computed": "calculation",
        "label": "label", "note": "label", "section": "label", "hint": "hint", "validators": "constraint",
        "value": "default", "repeat": "repeat_count", "image": "image",
    ]

    /// - Parameter isUnused: whether the part has no effect in an XLSForm either.
    mutating func omit(_ place: String, _ reason: String, isUnused: Bool = false) {
        sketch.omit(place, reason, isUnused: isUnused)
    }

    mutating func omit(_ item: XLSFormItem, _ column: String, _ reason: String) {
        omit(survey.place(column, in: item.row), reason)
    }

    /// The columns that some rows have a use for, but for their names and types. Those of texts can have a language.
    private static let cells: Set = [
        "label", "hint", "guidance_hint", "required_message", "constraint_message", "required", "relevant",
        "constraint", "calculation", "default", "appearance", "readonly", "choice_filter", "repeat_count", "parameters",
        "trigger", "setvalue", "image", "media::image",
    ]

    /// The columns that have no effect in a row without a control.
    private static let ofControls: Set = [
        "label", "hint", "guidance_hint", "required_message", "constraint_message", "appearance", "parameters", "image",
    ]
    /// The columns of the survey and of the settings without “::” that an XLSForm has a use for, and a form has not.
    /// Others are remarks.
    private static let foreignColumns: Set = [
        "audio", "video", "big-image", "autoplay", "rows", "save_to", "noapperrorstring", "no_app_error_string",
        "count",
        "compact_tag", "add_none_option", "hxl", "sms_field", "sms_option", "sms_separator", "sms_response", "intent",
        "media", "body", "bind", "control", "instance", "query", "geometry", "style", "public_key", "submission_url",
        "auto_send", "auto_delete", "instance_name", "instance_xmlns", "namespaces", "prefix", "delimiter", "name",
        "client_editable", "allow_choice_duplicates", "omit_instanceid", "clean_text_values", "xml_root", "attribute",
        "sms_keyword", "set_form_title", "set_form_id",
    ]

    /// Reports the cells of a row that it has no use for.
    private mutating func reportCells(of item: XLSFormItem, besides known: Set<String>) {
        for column in survey.columns where !text(item, column).isEmpty {
            let isImage = column.hasPrefix("image") || column.hasPrefix("media::image")
            let name = column.firstRange(of: "::").map { String(column[..<$0.lowerBound]) } ?? column
            let kind = isImage ? "image" : name
            guard Self.cells.contains(kind), !known.contains(kind) else { continue }
            let isUnused = kind == "constraint_message" || !item.hasControl && Self.ofControls.contains(kind)
            omit(survey.place(column, in: item.row), "“\(column)” is left out", isUnused: isUnused)
        }
    }

    private static func isRemark(_ column: String) -> Bool {
        !column.contains("::") && !foreignColumns.contains(column)
    }

    /// Reports the columns and the lists of choices that are not imported.
    private mutating func reportColumns(_ usedLists: Set<String>) {
        // A filter that reads a column is kept, or reported itself.
        let filters = survey.rows.map { survey.text("choice_filter", in: $0).lowercased() }.joined(separator: " ")
        let texts = ["label", "hint", "guidance_hint", "required_message", "constraint_message"]
        let others = Self.cells.union(["type", "name", "", "disabled"])
        if let sheet = workbook["choices"] {
            for column in sheet.columns where !["list_name", "name", "", "image", "media::image"].contains(column) {
                let language = column.hasPrefix("label::") ? String(column.dropFirst(7)) : nil
                let isText = column == "label" || language == "default" || language.flatMap(XLSFormTexts.locale) != nil
                if isText || filters.contains(column.lowercased()) { continue }
                omit(sheet.place(column), "the column “\(column)” is left out", isUnused: Self.isRemark(column))
            }
            for row in sheet.rows where !usedLists.contains(sheet.text("list_name", in: row)) {
                let reason = "no question has the list of this choice"
                omit(sheet.place("list_name", in: row), reason, isUnused: true)
            }
        }
        for row in workbook["settings"]?.rows.dropFirst() ?? [] {
            omit("settings!A\(row.number)", "the settings have one row")
        }
        for column in survey.columns where !others.contains(column) {
            let kind = texts.first { column == $0 || column.hasPrefix($0 + "::") }
            if kind == nil {
                omit(survey.place(column), "the column “\(column)” is left out", isUnused: Self.isRemark(column))
            } else if column.contains("::"), !column.hasSuffix("::default"),
                XLSFormTexts.locale(String(column.dropFirst((kind ?? "").count + 2))) == nil
            {
                omit(survey.place(column), "the column “\(column)” names no language that is known")
            }
        }
    }
}
