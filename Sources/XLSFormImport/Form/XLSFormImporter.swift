import FormModel
import SchemaImport
import SurveyImport

/// Converts the sheets of an XLSForm to the elements of a form.
struct XLSFormImporter {
    private let workbook: Workbook
    let survey: Sheet
    private let decoder: DefinitionDecoder
    let texts: XLSFormTexts
    private(set) var omissions: [ImportOmission] = []
    private var identifiers = ImportedNames()
    /// The fields of questions; those in rows are columns of their group.
    private var names: [String: SurveyName] = [:]
    /// The identifiers of groups of rows, by the names of their repeats.
    private var groups: [String: String] = [:]
    /// The questions without a field, which expressions must not refer to.
    private let absent: Set<String>
    /// The questions that have a field.
    private var asked: Set<String> = []
    /// The fields of the questions in a row, for each group of rows.
    private var rowNames: [String: [String: SurveyName]] = [:]
    /// The same for the rows that are being read.
    private var scope: [String: SurveyName] = [:]
    private var record: [JSONText.Member] = []
    /// Whether any text has markup.
    var hasMarkup = false

    /// The number of characters of an identifier that are reserved for a number and a row's name.
    private static let room = 12
    /// The maximum number of rows for a group without a maximum.
    private static let rows = 20
    /// The same for a group inside rows, so that all rows together fit into a form.
    private static let innerRows = 5
    /// The number of groups that contain the elements being made.
    private var rowDepth = 0

    /// - Parameter absent: the questions that are known to have no field.
    init(_ workbook: Workbook, _ survey: Sheet, without absent: Set<String>, decoder: DefinitionDecoder) {
        self.absent = absent
        self.workbook = workbook
        self.survey = survey
        self.decoder = decoder
        let settings = workbook["settings"]
        let language =
            settings.flatMap { sheet in sheet.rows.first.map { sheet.text("default_language", in: $0) } } ?? ""
        texts = XLSFormTexts(defaultLanguage: language)
    }

    /// All questions that turned out to have no field; empty if there are no more than were known.
    var unasked: Set<String> {
        let all = absent.union(names.keys.filter { !asked.contains($0) })
        return all.count > absent.count ? all : []
    }

    mutating func form() throws(XLSFormImport.NoForm) -> JSONText {
        let items: [XLSFormItem]
        do throws(MisplacedRow) {
            items = try XLSFormItem.items(of: survey)
        } catch {
            throw XLSFormImport.NoForm(description: "\(survey.place("type", in: error.row)): \(error.reason)")
        }
        names = name(items)
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
        let title = settings.text("form_title", in: row)
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
            case .group: known.merge(name(item.children)) { $1 }
            case .rows:
                let group = identifier(item.name)
                groups[item.name] = group
                let outer = identifiers
                identifiers = ImportedNames()
                let row = name(item.children)
                identifiers = outer
                rowNames[item.name] = row
                for (name, local) in row {
                    known[name] = SurveyName(
                        field: "\(group).\(local.field)",
                        isSeveral: local.isSeveral,
                        isDay: local.isDay
                    )
                }
            case .question: known[item.name] = answer(to: item)
            }
        }
        return known
    }

    private mutating func answer(to item: XLSFormItem) -> SurveyName {
        let isSeveral = item.type == "select_multiple" || item.type == "select"
        return SurveyName(field: identifier(item.name), isSeveral: isSeveral, isDay: item.type == "date")
    }

    private mutating func identifier(_ name: String) -> String { identifiers.identifier(for: name, room: Self.room) }

    func known(_ name: String) -> SurveyName? { absent.contains(name) ? nil : scope[name] ?? names[name] }

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
            if item.kind == .question { asked.insert(item.name) }
            return elements(of: item).filter { element in
                let form = JSONText.object([.init("fields", .array([element.json]))] + markup)
                let findings = decoder.decode(form.line, name: "").diagnostics.filter { $0.severity == .error }
                // References to other fields are errors only in this form of a single element.
                guard let fault = findings.first(where: { !$0.message.hasPrefix("unknown field") }) else { return true }
                omit(item, "type", "no element of a form can be made of this: \(fault.message)")
                asked.subtract([item].questions.map(\.name))
                return false
            }
        }
    }

    private var markup: [JSONText.Member] { hasMarkup ? [.init("markup", .string("basic"))] : [] }

    private mutating func elements(of item: XLSFormItem) -> [Element] {
        switch item.kind {
        case .group: return section(item)
        case .rows: return group(item)
        case .question: break
        }
        let id = (scope[item.name] ?? names[item.name])?.field ?? identifier(item.name)
        switch item.type {
        case "note":
            asked.remove(item.name)
            var members: [JSONText.Member] = [.init("note", text("label", of: item) ?? .string(""))]
            condition(item, "relevant", "visibleWhen", to: &members)
            copyImage(of: item, to: &members)
            return [Element(id, members)]
        case "start", "end":
            asked.remove(item.name)
            record.append(.init(item.type == "start" ? "started" : "submitted", .string(id)))
            return []
        case "hidden":
            guard scope.isEmpty, !text(item, "default").isEmpty else { fallthrough }
            asked.remove(item.name)
            return [Element(id, [.init("constant", .string(text(item, "default")))])]
        default:
            guard let field = field(item, id) else {
                asked.remove(item.name)
                return []
            }
            return item.hasOther ? [field, other(item, id)] : [field]
        }
    }

    /// Makes a section from a group. A group without title and condition becomes just its elements.
    private mutating func section(_ item: XLSFormItem) -> [Element] {
        let inner = elements(item.children)
        let title = text("label", of: item)
        guard !inner.isEmpty, title != nil || !text(item, "relevant").isEmpty else { return inner }
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
            asked.subtract(item.children.questions.map(\.name))
            return []
        }
        let id = groups[item.name] ?? identifier(item.name)
        let outer = (scope, identifiers)
        let own = rowNames[item.name] ?? [:]
        scope.merge(own) { $1 }
        identifiers = ImportedNames()
        // For a column, the name in the row is that of the group.
        for name in own.values { identifiers.reserve(String(name.field.prefix { $0 != "." })) }
        rowDepth += 1
        let inner = elements(item.children)
        rowDepth -= 1
        let label = text("label", of: item) ?? .string(item.name)
        (scope, identifiers) = outer
        guard !inner.isEmpty else { return [] }
        var repetition: [JSONText.Member] = []
        let count = text(item, "repeat_count")
        if let number = Int(count), 1...DefinitionLimits.fields ~= number {
            repetition = [.init("min", .literal("\(number)")), .init("max", .literal("\(number)"))]
        } else {
            let most = rowDepth == 0 ? Self.rows : Self.innerRows
            repetition = [.init("min", .literal("0")), .init("max", .literal("\(most)"))]
            if count.hasPrefix("${"), count.hasSuffix("}"), let name = known(String(count.dropFirst(2).dropLast())) {
                repetition.append(.init("count", .object([.init("field", .string(name.field))])))
            } else if !count.isEmpty {
                omit(item, "repeat_count", "rows are counted by a number or by an answer")
            }
            omit(item, "type", "there is no largest number of rows: the form has \(most)")
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
        let question = XLSFormQuestion(
            item.type,
            appearance: appearance,
            parameters: Dictionary(parameters) { first, _ in first },
            options: item.list.isEmpty ? [] : options(item)
        )
        if let refusal = question.refusal {
            omit(item, "type", refusal)
            return nil
        }
        for word in question.leftOut { omit(item, "appearance", "“\(word)” is left out") }
        if !text(item, "parameters").isEmpty, item.type != "range" { omit(item, "parameters", "these are left out") }
        var members: [JSONText.Member] = [.init("label", text("label", of: item) ?? .string(item.name))]
        if let hint = text("hint", of: item) ?? text("guidance_hint", of: item) { members.append(.init("hint", hint)) }
        members += question.members
        copyImage(of: item, to: &members)
        let isReadOnly = isYes(text(item, "readonly"))
        if !text(item, "calculation").isEmpty {
            guard let computed = computation(item) else { return nil }
            members.append(.init("computed", computed))
            if item.type != "calculate", !isReadOnly { omit(item, "calculation", "nobody changes what is worked out") }
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
        if !text(item, "choice_filter").isEmpty { omit(item, "choice_filter", "all choices are always there") }
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

    private mutating func options(_ item: XLSFormItem) -> [JSONText] {
        guard let sheet = workbook["choices"] else { return [] }
        var options: [JSONText] = []
        var values: Set<String> = []
        for row in sheet.rows where sheet.text("list_name", in: row) == item.list {
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
        if let condition = condition(item, column) { members.append(.init(key, condition)) }
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
        let names: SurveyExpression.Names = { [self] in known($0 == "." ? item.name : $0) }
        do throws(SurveyExpressionError) {
            return try make(try XPathExpression(text, names).expression, names)
        } catch {
            omit(item, column, error.description)
            return nil
        }
    }

    // MARK: Omissions

    mutating func omit(_ place: String, _ reason: String) {
        omissions.append(ImportOmission(place: place, reason: reason))
    }

    mutating func omit(_ item: XLSFormItem, _ column: String, _ reason: String) {
        omit(survey.place(column, in: item.row), reason)
    }

    /// Reports the columns that are not imported.
    private mutating func reportColumns() {
        let texts = ["label", "hint", "guidance_hint", "required_message", "constraint_message"]
        let others: Set = [
            "type", "name", "required", "relevant", "constraint", "calculation", "default", "appearance", "readonly",
            "choice_filter", "repeat_count", "parameters", "", "image", "media::image",
        ]
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

extension [XLSFormItem] {
    /// All questions, including those in groups and rows.
    fileprivate var questions: [XLSFormItem] { flatMap { $0.kind == .question ? [$0] : $0.children.questions } }
}
