import FormModel
import SchemaImport
import SurveyImport

/// Converts the sheets of an XLSForm to the elements of a form.
struct XLSFormImporter {
    private let workbook: Workbook
    let survey: Sheet
    /// The rows of the choices, by their list.
    private let choices: [String: [Sheet.Row]]
    /// How many more options may be written, so that a small workbook does not become a large form.
    private var optionBudget = 2 * DefinitionLimits.options
    /// The rows of the elements, by their identifiers behind those of the groups around them.
    private(set) var places: [String: Sheet.Row] = [:]
    /// The identifiers of the groups around the elements being made, each with a point behind it.
    private var path = ""
    let texts: XLSFormTexts
    private(set) var omissions: [ImportOmission] = []
    private var identifiers = ImportedNames()
    /// The identifiers of questions and of groups of rows, by the numbers of their rows in the sheet. Several questions
    /// can have the same name.
    private var ids: [Int: String] = [:]
    /// The fields of the questions inside each group and repeat, by its row's number. Those in rows are columns.
    private var inside: [Int: [String: SurveyName]] = [:]
    /// The fields that expressions mean in the group that is being read.
    private var scope: [String: SurveyName] = [:]
    private var record: [JSONText.Member] = []
    /// The lists of choices that questions have.
    private var usedLists: Set<String> = []
    /// Whether any text has markup.
    var hasMarkup = false

    /// The number of characters of an identifier that are reserved for a number and a row's name.
    private static let room = 12
    /// The maximum number of rows of the sheet with the questions.
    private static let rows = 10_000
    /// The number of groups that contain the elements being made.
    private var rowDepth = 0

    init(_ workbook: Workbook, _ survey: Sheet) {
        self.workbook = workbook
        self.survey = survey
        let sheet = workbook["choices"]
        choices = Dictionary(grouping: sheet?.rows ?? []) { row in sheet?.text("list_name", in: row) ?? "" }
        let settings = workbook["settings"]
        let language =
            settings.flatMap { sheet in sheet.rows.first.map { sheet.text("default_language", in: $0) } } ?? ""
        texts = XLSFormTexts(defaultLanguage: language)
    }

    mutating func form() throws(XLSFormImport.NoForm) -> JSONText {
        guard survey.rows.count <= Self.rows else {
            throw XLSFormImport.NoForm(description: "the sheet “survey” has more than \(Self.rows) rows")
        }
        let items: [XLSFormItem]
        do throws(MisplacedRow) {
            items = try XLSFormItem.items(of: survey)
        } catch {
            throw XLSFormImport.NoForm(description: "\(survey.place("type", in: error.row)): \(error.reason)")
        }
        scope = name(items)
        usedLists = Self.lists(of: items)
        reportColumns()
        let fields = elements(items)
        guard !fields.isEmpty else { throw XLSFormImport.NoForm(description: "the form asks nothing") }
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
            omit(settings.place(column, in: row), "“\(column)” is left out")
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
    private mutating func name(_ items: [XLSFormItem]) -> [String: SurveyName] {
        var known: [String: SurveyName] = [:]
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
                    known[name] = SurveyName(field: "\(group).\(local.field)", local.kind)
                }
            case .question:
                let id = identifier(item.name)
                ids[item.row.number] = id
                guard !XLSFormQuestion.hasNoAnswer(item.type), !item.name.isEmpty else { continue }
                if known[item.name] == nil { known[item.name] = SurveyName(field: id, Self.kind(item.type)) }
            }
        }
        return known
    }

    private static func kind(_ type: String) -> SurveyName.Kind {
        switch type {
        case "select_multiple", "select": .several
        case "date", "today": .day
        case "acknowledge", "trigger": .acknowledgement
        default: .plain
        }
    }

    private mutating func identifier(_ name: String) -> String { identifiers.identifier(for: name, room: Self.room) }

    func known(_ name: String) -> SurveyName? { scope[name] }

    private static func lists(of items: [XLSFormItem]) -> Set<String> {
        items.reduce(into: []) { lists, item in
            lists.insert(item.list)
            lists.formUnion(Self.lists(of: item.children))
        }
    }

    // MARK: Elements

    private struct Element {
        let id: String
        let json: JSONText

        init(_ id: String, _ members: [JSONText.Member]) {
            self.id = id
            json = .object([.init("id", .string(id))] + members)
        }
    }

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
            condition(item, "relevant", "visibleWhen", to: &members)
            copyImage(of: item, to: &members)
            reportCells(of: item, besides: ["label", "relevant", "image"])
            return [Element(id, members)]
        case "start", "end":
            record.append(.init(item.type == "start" ? "started" : "submitted", .string(id)))
            reportCells(of: item, besides: [])
            return []
        case "hidden":
            guard rowDepth == 0, !text(item, "default").isEmpty else { fallthrough }
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
        guard !inner.isEmpty, title != nil || !text(item, "relevant").isEmpty else {
            reportCells(of: item, besides: [])
            return inner
        }
        reportCells(of: item, besides: ["label", "relevant", "appearance"])
        var members: [JSONText.Member] = [
            .init("section", title ?? .string(item.name)), .init("fields", .array(inner.map(\.json))),
        ]
        let words = text(item, "appearance").split(whereSeparator: \.isWhitespace).map(String.init)
        if words.contains("table-list") { members.append(.init("layout", .string("grid"))) }
        for word in words where word != "field-list" && word != "table-list" {
            omit(item, "appearance", "“\(word)” is left out")
        }
        condition(item, "relevant", "visibleWhen", to: &members)
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
        for name in own.values { identifiers.reserve(String(name.field.prefix { $0 != "." })) }
        rowDepth += 1
        let inner = elements(item.children)
        rowDepth -= 1
        let label = text("label", of: item) ?? .string(item.name)
        (scope, identifiers, path) = outer
        guard !inner.isEmpty else { return [] }
        reportCells(of: item, besides: ["label", "relevant", "repeat_count"])
        var repetition: [JSONText.Member] = []
        let count = text(item, "repeat_count")
        if let number = Int(count), 1...DefinitionLimits.fields ~= number {
            repetition = [.init("min", .literal("\(number)")), .init("max", .literal("\(number)"))]
        } else {
            repetition = FinishedForm.rows(least: 0, most: nil, depth: rowDepth)
            if count.hasPrefix("${"), count.hasSuffix("}"), let name = known(String(count.dropFirst(2).dropLast())) {
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
        let parameters = text(item, "parameters").split { $0.isWhitespace || $0 == ";" || $0 == "," }
            .compactMap { part -> (String, String)? in
                guard let sign = part.firstIndex(of: "=") else { return nil }
                return (part[..<sign].lowercased(), String(part[part.index(after: sign)...]))
            }
        let filter = choiceFilter(item)
        if filter == nil, !text(item, "choice_filter").isEmpty {
            omit(item, "choice_filter", "all choices are always there")
        }
        let question = XLSFormQuestion(
            item.type,
            appearance: appearance,
            parameters: Dictionary(parameters) { first, _ in first },
            options: item.list.isEmpty ? [] : options(item, filter?.column) ?? [],
            optionsWhen: filter?.field
        )
        if let refusal = question.refusal {
            omit(item, "type", refusal)
            return nil
        }
        for word in question.leftOut { omit(item, "appearance", "“\(word)” is left out") }
        if !text(item, "parameters").isEmpty, item.type != "range" { omit(item, "parameters", "these are left out") }
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
        if !text(item, "calculation").isEmpty {
            guard let computed = computation(item) else { return nil }
            members.append(.init("computed", computed))
            if item.type != "calculate", !isReadOnly { omit(item, "calculation", "nobody changes what is worked out") }
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
        readConstraint(of: item, id, to: &members)
        if !question.members.contains(where: { $0.key == "visibleWhen" }) {
            condition(item, "relevant", "visibleWhen", to: &members)
        } else if !text(item, "relevant").isEmpty {
            omit(item, "relevant", "what is only worked out is always there")
        }
        return Element(id, members)
    }

    /// The field for an answer that is not among the choices.
    private mutating func other(_ item: XLSFormItem, _ id: String) -> Element {
        let isOther = JSONText.object([
            .init("field", .string(id)),
            .init(known(item.name)?.isSeveral == true ? "contains" : "equals", .string("other")),
        ])
        return Element(
            identifier("\(id)_other"),
            [.init("label", .string("Specify other.")), .init("visibleWhen", isOther)]
        )
    }

    /// The question that decides which choices there are, and the column of the choices with its answers, as in
    /// `country=${country}` and `selected(${countries}, country)`; `nil` without such a filter.
    private func choiceFilter(_ item: XLSFormItem) -> (field: String, column: String)? {
        let text = text(item, "choice_filter")
        let isSelected = text.hasPrefix("selected(") && text.hasSuffix(")")
        let sides =
            isSelected
            ? text.dropFirst("selected(".count).dropLast().split(separator: ",") : text.split(separator: "=")
        let names = sides.map { String($0).trimmed }
        guard names.count == 2, let answer = names.first(where: { $0.hasPrefix("${") && $0.hasSuffix("}") }),
            let column = names.first(where: { !$0.hasPrefix("${") })?.lowercased(),
            let field = known(String(answer.dropFirst(2).dropLast()))?.field, !field.contains("."),
            // A choice without an answer would be there for every one, and not for none.
            let sheet = workbook["choices"], sheet.columns.contains(column),
            choices[item.list]?.allSatisfy({ !sheet.text(column, in: $0).isEmpty }) == true
        else { return nil }
        return (field, column)
    }

    /// The options of a list; `nil` if the form has no room for them.
    ///
    /// - Parameter column: the column with the answers for which a choice is there.
    private mutating func options(_ item: XLSFormItem, _ column: String?) -> [JSONText]? {
        guard let sheet = workbook["choices"], let rows = choices[item.list] else { return nil }
        guard rows.count <= optionBudget else {
            omit(item, "type", "the form has more choices than a form can keep")
            return nil
        }
        optionBudget -= rows.count
        var options: [JSONText] = []
        var values: Set<String> = []
        for row in rows {
            let name = sheet.text("name", in: row)
            let value = JSONText.string(name)
            guard values.insert(name).inserted else {
                omit(sheet.place("name", in: row), "the choice is there twice")
                continue
            }
            var option: [JSONText.Member] = [
                .init("value", value), .init("label", text("label", of: sheet, row) ?? value),
            ]
            let image = sheet.text(
                sheet.columns.first { $0.hasPrefix("image") || $0.hasPrefix("media::image") } ?? "",
                in: row
            )
            if !image.isEmpty { option.append(.init("image", .string(image))) }
            if let column { option.append(.init("when", .string(sheet.text(column, in: row)))) }
            options.append(.object(option))
        }
        if item.hasOther {
            options.append(.object([.init("value", .string("other")), .init("label", .string("Other"))]))
        }
        return options
    }

    // MARK: Expressions

    mutating func condition(_ item: XLSFormItem, _ column: String) -> JSONText? {
        read(item, column) { (expression, names) throws(SurveyExpressionError) in try expression.condition(names) }
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

    private mutating func computation(_ item: XLSFormItem) -> JSONText? {
        read(item, "calculation") { (expression, names) throws(SurveyExpressionError) in
            try expression.computation(names)
        }
    }

    private mutating func read(
        _ item: XLSFormItem,
        _ column: String,
        _ make: (SurveyExpression, SurveyExpression.Names) throws(SurveyExpressionError) -> JSONText
    ) -> JSONText? {
        let text = text(item, column)
        guard !text.isEmpty else { return nil }
        let own = SurveyName(field: ids[item.row.number] ?? "", Self.kind(item.type))
        let names: SurveyExpression.Names = { [self] in $0 == "." ? own : known($0) }
        do throws(SurveyExpressionError) {
            return try make(try XPathExpression(text, names).expression, names)
        } catch {
            omit(item, column, error.description)
            return nil
        }
    }

    // MARK: Omissions

    /// The columns of the sheet for the keys of a definition.
    static let sourceColumns = [
        "visibleWhen": "relevant", "requiredWhen": "required", "required": "required", "computed": "calculation",
        "label": "label", "note": "label", "section": "label", "hint": "hint", "validators": "constraint",
        "value": "default", "repeat": "repeat_count", "image": "image",
    ]

    mutating func omit(_ place: String, _ reason: String) {
        omissions.append(ImportOmission(place: place, reason: reason))
    }

    mutating func omit(_ item: XLSFormItem, _ column: String, _ reason: String) {
        omit(survey.place(column, in: item.row), reason)
    }

    /// The columns that some rows have a use for, but for their names and types. Those of texts can have a language.
    private static let cells: Set = [
        "label", "hint", "guidance_hint", "required_message", "constraint_message", "required", "relevant",
        "constraint", "calculation", "default", "appearance", "readonly", "choice_filter", "repeat_count", "parameters",
        "image", "media::image",
    ]

    /// Reports the cells of a row that it has no use for.
    private mutating func reportCells(of item: XLSFormItem, besides known: Set<String>) {
        for column in survey.columns where !text(item, column).isEmpty {
            let isImage = column.hasPrefix("image") || column.hasPrefix("media::image")
            let name = column.firstRange(of: "::").map { String(column[..<$0.lowerBound]) } ?? column
            let kind = isImage ? "image" : name
            guard Self.cells.contains(kind), !known.contains(kind) else { continue }
            omit(item, column, "“\(column)” is left out")
        }
    }

    /// Reports the columns and the lists of choices that are not imported.
    private mutating func reportColumns() {
        let texts = ["label", "hint", "guidance_hint", "required_message", "constraint_message"]
        let others = Self.cells.union(["type", "name", ""])
        if let sheet = workbook["choices"] {
            for column in sheet.columns where !["list_name", "name", "", "image", "media::image"].contains(column) {
                let language = column.hasPrefix("label::") ? String(column.dropFirst(7)) : nil
                if column == "label" || language.flatMap(XLSFormTexts.locale) != nil { continue }
                omit(sheet.place(column), "the column “\(column)” is left out")
            }
            for row in sheet.rows where !usedLists.contains(sheet.text("list_name", in: row)) {
                omit(sheet.place("list_name", in: row), "no question has the list of this choice")
            }
        }
        for row in workbook["settings"]?.rows.dropFirst() ?? [] {
            omit("settings!A\(row.number)", "the settings have one row")
        }
        for column in survey.columns where !others.contains(column) {
            let kind = texts.first { column == $0 || column.hasPrefix($0 + "::") }
            if kind == nil {
                omit(survey.place(column), "the column “\(column)” is left out")
            } else if column.contains("::"),
                XLSFormTexts.locale(String(column.dropFirst((kind ?? "").count + 2))) == nil
            {
                omit(survey.place(column), "the column “\(column)” names no language that is known")
            }
        }
    }
}
