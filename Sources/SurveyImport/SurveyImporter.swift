import FormImport
import FormModel

/// Converts a survey to the elements of a form.
struct SurveyImporter {
    private let document: JSONDocument
    /// The places of the elements, by their identifiers behind those of the groups around them.
    private(set) var places: [String: String] = [:]
    /// The identifiers of the groups around the elements being read, each with a point behind it.
    private var groups = ""
    /// The identifiers of questions by their index in the document, and those of a question's parts by its identifier
    /// and the part's name with a point between them. Several questions can have the same name.
    private var ids: [Int: String] = [:]
    private var partIDs: [String: String] = [:]
    private var sketch = FormSketch()
    private var identifiers = ImportedNames()
    /// The fields of questions, by the names that expressions use.
    private var names: [String: ImportedName] = [:]
    /// The fields for names in expressions that no question has: variables, which the application sets.
    private var variables: [String] = []
    /// Whether texts have markup in place of HTML tags.
    private let hasMarkup: Bool
    /// The names in the expressions and texts, also those of questions whose parts are named.
    private let readNames: Set<String>
    /// The same for the row that is being read.
    private var rowNames: [String: ImportedName] = [:]
    /// The number of groups that contain the elements being read.
    private var rowDepth = 0

    init(document: JSONDocument) {
        self.document = document
        let source = JSONWriter.text(of: document.root)
        hasMarkup = Hypertext.hasMarks(source)
        readNames = source.split(separator: "{").reduce(into: []) { names, rest in
            let name = rest.prefix { $0 != "}" }
            names.formUnion([String(name), String(name.prefix { !".[".contains($0) })])
        }
    }

    mutating func form() throws(NoForm) -> JSONText {
        guard let root = document.root.object else { throw NoForm(description: "the survey is no object") }
        let pages = root["pages"]?.elements?.compactMap(\.object) ?? [root]
        for page in pages { name(children(of: page)) }
        var form: [JSONText.Member] = []
        if hasMarkup { form.append(.init("markup", .string("basic"))) }
        copy(["title": "title", "description": "description"], of: root, to: &form)
        var fields: [JSONText] = []
        var listed: [JSONText] = []
        var isPaged = false
        for page in pages {
            let elements = elements(children(of: page), depth: 0)
            guard !elements.isEmpty else { continue }
            fields += elements.map(\.json)
            var members: [JSONText.Member] = []
            if root["pages"] != nil {
                copy(["title": "title", "description": "description"], of: page, to: &members)
                visibility(of: page, to: &members)
                report(page, besides: Self.ofPages)
            }
            isPaged = isPaged || !members.isEmpty
            places["/pages/\(listed.count)"] = page.value.pointer
            members.append(.init("fields", .array(elements.map { .string($0.id) })))
            listed.append(.object(members))
        }
        guard !fields.isEmpty else {
            let first = omissions.first.map { ": \($0)" } ?? ""
            throw NoForm(description: "the survey asks nothing" + first)
        }
        fields += variables.map { variable in
            ["id": .string(variable), "label": .string(variable), "visibleWhen": .never, "whenIrrelevant": "keep"]
        }
        if !variables.isEmpty, case .object(var page)? = listed.last, case .array(let names)? = page.last?.value {
            page[page.count - 1].value = .array(names + variables.map(JSONText.string))
            listed[listed.count - 1] = .object(page)
        }
        form.append(.init("fields", .array(fields)))
        if root["showPreviewBeforeComplete"]?.string.map({ $0 != "noPreview" }) ?? false {
            listed.append(.object([.init("review", .literal("true"))]))
        }
        if listed.count > 1 || isPaged { form.append(.init("pages", .array(listed))) }
        if let button = root["completeText"], let label = text(button) {
            form.append(.init("labels", .object([.init("submit", label)])))
        }
        if let html = root["completedHtml"], let end = text(html, takesMarks: true) { form.append(.init("end", end)) }
        // Texts without a language are English.
        report(root, besides: root["locale"]?.string == "en" ? Self.ofSurveys.union(["locale"]) : Self.ofSurveys)
        return .object(form)
    }

    // MARK: Names

    func children(of object: JSONObject) -> [JSONObject] {
        ["elements", "questions", "templateElements"].lazy.compactMap { object[$0]?.elements }.first?
            .compactMap(\.object) ?? []
    }

    /// Assigns a field name to every question. This happens before expressions are read, because they may refer to any
    /// question.
    private mutating func name(_ elements: [JSONObject]) {
        for element in elements {
            let type = element["type"]?.string ?? ""
            guard let question = element["name"]?.string else { continue }
            if type == "panel" {
                name(children(of: element))
                continue
            }
            let id = identifier(question)
            ids[element.value.index] = id
            // These have no value that expressions could mean.
            if ["html", "image"].contains(type) { continue }
            // Expressions mean the first of several questions with the same name.
            guard names[question] == nil else {
                omit(element.value, "another question has the name “\(question)”: expressions mean that one")
                nameParts(of: element, id, as: nil)
                continue
            }
            names[question] = ImportedName(field: id, Self.kind(type))
            nameParts(of: element, id, as: question)
        }
    }

    /// - Parameter question: the name that expressions use; `nil` if they mean another question.
    private mutating func nameParts(of element: JSONObject, _ id: String, as question: String?) {
        var parts: [String] = []
        switch element["type"]?.string {
        case "matrix": parts = SurveyChoice.list(element["rows"]).map(\.value)
        case _ where SurveyQuestion.asksOther(element):
            let field = identifier("\(id)_other")
            partIDs["\(id).\(Self.other)"] = field
            if let question { names[question + Self.other] = ImportedName(field: field) }
        case "multipletext": parts = items(of: element).compactMap { $0["name"]?.string }
        case "matrixdropdown":
            let columns = columns(of: element).compactMap { $0["name"]?.string }
            parts = SurveyChoice.list(element["rows"]).prefix(DefinitionLimits.fields).flatMap { row in
                columns.map { "\(row.value).\($0)" }
            }
        case "paneldynamic", "matrixdynamic":
            guard let question else { break }
            for (name, part) in namesInRow(of: element) {
                names["\(question).\(name)"] = ImportedName(field: "\(id).\(part.field)", part.kind)
            }
        default: break
        }
        // A form has no room for more, and the question is left out.
        for part in parts.prefix(DefinitionLimits.fields) {
            let field = identifier("\(id)_\(part)")
            partIDs["\(id).\(part)"] = field
            if let question { names["\(question).\(part)"] = ImportedName(field: field) }
        }
    }

    static func kind(_ type: String) -> ImportedName.Kind {
        switch type {
        case "checkbox", "tagbox": .several
        case "boolean": .flag
        case "expression": .variable
        default: .plain
        }
    }

    private func items(of question: JSONObject) -> [JSONObject] {
        question["items"]?.elements?.compactMap(\.object) ?? []
    }

    func columns(of matrix: JSONObject) -> [JSONObject] {
        matrix["columns"]?.elements?.compactMap(\.object) ?? []
    }

    /// The number of characters of an identifier that are reserved for a number and a row's name.
    private static let room = 12

    private mutating func identifier(_ name: String) -> String { identifiers.identifier(for: name, room: Self.room) }

    static func legal(_ name: String) -> String { ImportedNames.identifier(like: name, room: room) }

    // MARK: Elements

    private typealias Element = SketchedElement

    private mutating func elements(_ objects: [JSONObject], depth: Int) -> [Element] {
        objects.flatMap { object -> [Element] in
            let elements = elements(object, depth: depth)
            for element in elements where places[groups + element.id] == nil {
                places[groups + element.id] = object.value.pointer
            }
            return elements
        }
    }

    private mutating func elements(_ object: JSONObject, depth: Int) -> [Element] {
        let type = object["type"]?.string ?? "text"
        let question = object["name"]?.string ?? ""
        let id = ids[object.value.index] ?? identifier(question.isEmpty ? type : question)
        switch type {
        case "panel":
            let inner = elements(children(of: object), depth: depth + 1)
            guard !inner.isEmpty else { return [] }
            var members: [JSONText.Member] = []
            if let title = title(of: object) {
                members.append(.init("section", title))
            } else if object["visibleIf"] == nil, object["visible"]?.bool != false {
                report(object, besides: ["type", "name", "title", "elements"])
                return inner
            } else {
                members.append(.init("section", .string(question)))
            }
            copy(["description": "description"], of: object, to: &members)
            members.append(.init("fields", .array(inner.map(\.json))))
            visibility(of: object, to: &members)
            // One answer in it is required anyway.
            let isAsked = children(of: object).contains { $0["isRequired"]?.bool == true && $0["visibleIf"] == nil }
            report(object, besides: isAsked ? Self.ofPanels.union(["isRequired"]) : Self.ofPanels)
            return [Element(id, members)]
        case "html", "image": return note(object, type: type, id).map { [$0] } ?? []
        case "matrix": return matrix(object, id)
        case "matrixdropdown": return table(object, id)
        case "multipletext":
            let fields = items(of: object).compactMap { item -> JSONText? in
                guard let field = partIDs["\(id).\(item["name"]?.string ?? "")"] else { return nil }
                places[groups + field] = item.value.pointer
                return self.field(item, type: "text", field, besides: object)?.json
            }
            return section(object, id, fields, [], besides: ["items"])
        case "paneldynamic", "matrixdynamic": return group(object, id, isMatrix: type == "matrixdynamic")
        default:
            guard let field = field(object, type: type, id) else { return [] }
            return [field] + (other(object, type: type, id).map { [$0] } ?? [])
        }
    }

    private mutating func note(_ object: JSONObject, type: String, _ id: String) -> Element? {
        var members: [JSONText.Member] = []
        if type == "html", let html = object["html"] {
            members.append(.init("note", text(html, takesMarks: true) ?? .string("")))
        } else {
            guard let link = object["imageLink"]?.string else {
                omit(object.value, "there is no image")
                return nil
            }
            members += [.init("note", .string("")), .init("image", .string(link))]
        }
        visibility(of: object, to: &members)
        // The title of a note is not shown.
        report(object, besides: ["type", "name", "title", "titleLocation", "html", "imageLink", "visibleIf"])
        return Element(id, members)
    }

    /// Makes a section with a section for each row from a matrix whose columns are questions.
    private mutating func table(_ object: JSONObject, _ id: String) -> [Element] {
        let columns = columns(of: object)
        let rows = SurveyChoice.list(object["rows"])
        guard rows.count * max(1, columns.count) <= DefinitionLimits.fields else {
            omit(object.value, "a form has at most \(DefinitionLimits.fields) fields")
            return []
        }
        for (site, reason) in (object["rows"]?.elements ?? []).flatMap(SurveyChoice.leftOut) { omit(site, reason) }
        let cellType = object["cellType"]?.string ?? "dropdown"
        let sections = rows.compactMap { row -> JSONText? in
            let fields = columns.compactMap { column -> JSONText? in
                guard let field = partIDs["\(id).\(row.value).\(column["name"]?.string ?? "")"] else { return nil }
                places[groups + field] = column.value.pointer
                return self.field(column, type: column["cellType"]?.string ?? cellType, field, besides: object)?.json
            }
            guard !fields.isEmpty else { return nil }
            return ["id": .string(identifier("\(id)_\(row.value)")), "section": row.label, "fields": .array(fields)]
        }
        return section(object, id, sections, [], besides: ["rows", "columns", "choices", "cellType"])
    }

    /// The field for an answer that is not among the choices; `nil` for a question without it.
    private mutating func other(_ object: JSONObject, type: String, _ id: String) -> Element? {
        guard let field = partIDs["\(id).\(Self.other)"] else { return nil }
        let isOther = JSONText.test(id, Self.kind(type) == .several ? "contains" : "equals", "other")
        var members: [JSONText.Member] = []
        copy(["otherText": "label"], of: object, to: &members)
        if members.isEmpty { members.append(.init("label", .string("Other"))) }
        copy(["otherPlaceholder": "hint", "otherErrorText": "requiredMessage"], of: object, to: &members)
        return Element(field, members + [.init("required", .literal("true")), .init("visibleWhen", isOther)])
    }

    /// What expressions have behind a question's name for the answer that is not among the choices.
    private static let other = "-Comment"

    /// Makes the fields of a grid from rows with one choice each.
    private mutating func matrix(_ object: JSONObject, _ id: String) -> [Element] {
        let rows = SurveyChoice.list(object["rows"])
        let (options, omissions) = SurveyChoice.options(object["columns"])
        guard rows.count <= DefinitionLimits.fields else {
            omit(object.value, "a form has at most \(DefinitionLimits.fields) fields")
            return []
        }
        guard sketch.affords(options: rows.count * options.count, at: object.value.pointer) else { return [] }
        let leftOut = (object["rows"]?.elements ?? []).flatMap(SurveyChoice.leftOut)
        for (site, reason) in omissions + leftOut { omit(site, reason) }
        let isRequired = object["isAllRowRequired"]?.bool == true || object["eachRowRequired"]?.bool == true
        let fields = rows.compactMap { row -> JSONText? in
            guard let field = partIDs["\(id).\(row.value)"] else { return nil }
            var members = [.init("label", row.label), JSONText.Member("input", .options(options))]
            members.add("required", if: isRequired)
            return Element(field, members).json
        }
        let known: Set = ["rows", "columns", "isAllRowRequired", "eachRowRequired"]
        return section(object, id, fields, [.init("layout", "grid")], besides: known)
    }

    /// Makes a section from a question with several parts.
    private mutating func section(
        _ object: JSONObject,
        _ id: String,
        _ fields: [JSONText],
        _ keys: [JSONText.Member],
        besides known: Set<String>
    ) -> [Element] {
        guard !fields.isEmpty else {
            omit(object.value, "there is nothing to answer")
            return []
        }
        let title = title(of: object) ?? .string(object["name"]?.string ?? "")
        var members = [.init("section", title)] + keys + [JSONText.Member("fields", .array(fields))]
        copy(["description": "description"], of: object, to: &members)
        visibility(of: object, to: &members)
        report(object, besides: Self.ofPanels.union(known))
        return [Element(id, members)]
    }

    private mutating func group(_ object: JSONObject, _ id: String, isMatrix: Bool) -> [Element] {
        let inner = isMatrix ? columns(of: object) : children(of: object)
        let outer = rowNames
        for (name, known) in outer where name.hasPrefix("panel.") {
            rowNames["parentPanel.\(name.dropFirst(6))"] = known
        }
        for (name, known) in namesInRow(of: object) {
            for prefix in ["", "panel.", "row."] { rowNames[prefix + name] = known }
        }
        let outerGroups = groups
        groups += id + "."
        rowDepth += 1
        defer {
            rowNames = outer
            groups = outerGroups
            rowDepth -= 1
        }
        guard inner.count <= DefinitionLimits.fields else {
            omit(object.value, "a form has at most \(DefinitionLimits.fields) fields")
            return []
        }
        let fields = rowElements(inner, in: object, isMatrix: isMatrix)
        let counts =
            isMatrix ? ["minRowCount", "maxRowCount", "rowCount"] : ["minPanelCount", "maxPanelCount", "panelCount"]
        let least = max(object[counts[0]]?.integer ?? 0, object["isRequired"]?.bool == true ? 1 : 0)
        if let site = object[counts[2]], let count = site.integer, count > least {
            omit(site, "the form begins with \(least) rows")
        }
        let bounds = FinishedForm.rows(least: least, most: object[counts[1]]?.integer)
        var members: [JSONText.Member] = [
            .init("label", title(of: object) ?? .string(object["name"]?.string ?? "")),
            .init("repeat", .object(bounds)),
            .init("fields", .array(fields)),
        ]
        visibility(of: object, to: &members)
        report(
            object,
            besides: Self.ofPanels.union(counts + ["isRequired", "templateElements", "columns", "choices", "cellType"])
        )
        return [Element(id, members)]
    }

    /// The elements of a row.
    ///
    /// - Parameter parent: the group.
    private mutating func rowElements(_ parts: [JSONObject], in parent: JSONObject, isMatrix: Bool) -> [JSONText] {
        let cellType = parent["cellType"]?.string ?? "dropdown"
        return parts.flatMap { part -> [JSONText] in
            let type = part[isMatrix ? "cellType" : "type"]?.string ?? (isMatrix ? cellType : "text")
            let id = Self.legal(part["name"]?.string ?? type)
            places[groups + id] = part.value.pointer
            switch type {
            case "panel":
                let inner = rowElements(children(of: part), in: parent, isMatrix: false)
                guard !inner.isEmpty else { return [] }
                var members: [JSONText.Member] = [.init("section", title(of: part) ?? .string(id))]
                copy(["description": "description"], of: part, to: &members)
                members.append(.init("fields", .array(inner)))
                visibility(of: part, to: &members)
                report(part, besides: Self.ofPanels)
                return [Element(id, members).json]
            case "html", "image": return note(part, type: type, id).map { [$0.json] } ?? []
            case _ where Self.groups.contains(type) && rowDepth < DefinitionLimits.groupDepth:
                return group(part, id, isMatrix: type == "matrixdynamic").map(\.json)
            case _ where Self.groups.union(["matrix", "matrixdropdown", "multipletext"]).contains(type):
                omit(part.value, "a row has no “\(type)”")
                return []
            default: return field(part, type: type, id, besides: parent).map { [$0.json] } ?? []
            }
        }
    }

    /// Makes a field from a question with one answer, or with several choices.
    ///
    /// - Parameter parent: a matrix with choices for all its columns.
    private mutating func field(
        _ object: JSONObject,
        type: String,
        _ id: String,
        besides parent: JSONObject? = nil
    ) -> Element? {
        let choices = (object["choices"] ?? parent?["choices"])?.elements
        guard sketch.affords(options: choices?.count ?? 0, at: object.value.pointer) else { return nil }
        let deciding = decidingField(of: object)
        var question = SurveyQuestion(object, id, type: type, parent: parent, optionsWhen: deciding)
        guard question.isKnown else {
            omit(object.value, "a form asks no question of the type “\(type)”")
            return nil
        }
        if question.isForeign {
            let isAsked = object["isRequired"]?.bool == true || choices != nil
            guard isAsked || readNames.contains(object["name"]?.string ?? "") else {
                return remark(object, type: type, id)
            }
            let answer = choices == nil ? "any text" : "one of the choices"
            omit(object.value, "a form asks no question of the type “\(type)”: \(answer) is an answer")
        }
        var members: [JSONText.Member] = [
            .init("label", title(of: object, takesMarks: true) ?? .string(object["name"]?.string ?? id))
        ]
        copy(["description": "hint", "requiredErrorText": "requiredMessage"], of: object, to: &members)
        if object["isRequired"]?.bool == true { members.append(.init("required", .literal("true"))) }
        if object["readOnly"]?.bool == true, question.computed == nil {
            members.append(.init("readOnly", .literal("true")))
        }
        if let expression = question.computed {
            guard let computed = computation(expression) else { return nil }
            members.append(.init("computed", computed))
        }
        for check in question.checks {
            guard let site = check["expression"], let condition = condition(site) else { continue }
            var rule: [JSONText.Member] = [.init("type", .string("check")), .init("check", condition)]
            copy(["text": "message"], of: check, to: &rule)
            question.validators.append(.object(rule))
        }
        members += question.members
        if !question.validators.isEmpty { members.append(.init("validators", .array(question.validators))) }
        visibility(of: object, to: &members)
        condition(object, "enableIf", "enabledWhen", to: &members)
        condition(object, "requiredIf", "requiredWhen", to: &members)
        for (site, reason) in question.omissions { omit(site, reason) }
        report(object, besides: Self.ofQuestions.union(question.known))
        return Element(id, members)
    }

    /// Makes a note from what is perhaps a question, of a type that is not known, which nothing requires or reads.
    private mutating func remark(_ object: JSONObject, type: String, _ id: String) -> Element? {
        guard let title = title(of: object, takesMarks: true) else {
            omit(object.value, "a form asks no question of the type “\(type)”")
            return nil
        }
        omit(object.value, "a form asks no question of the type “\(type)”: its title is shown")
        var members = [JSONText.Member("note", title)]
        visibility(of: object, to: &members)
        return Element(id, members)
    }

    /// The field whose chosen options are the choices that a question has, as with `{colours} contains {item}`; `nil`
    /// without such a condition.
    private func decidingField(of object: JSONObject) -> String? {
        let words = object["choicesVisibleIf"]?.string?.split(separator: " ") ?? []
        guard words.count == 3, words[1...] == ["contains", "{item}"], words[0].first == "{", words[0].last == "}",
            let field = known(String(words[0].dropFirst().dropLast()))?.field, !field.contains(".")
        else { return nil }
        return field
    }

    // MARK: Expressions

    private func known(_ name: String) -> ImportedName? { rowNames[name] ?? names[name] }

    private mutating func condition(_ site: JSONValue) -> JSONText? {
        read(site) { (expression, names) throws(ImportedExpressionError) in try expression.condition(names) }
    }

    private mutating func computation(_ site: JSONValue) -> JSONText? {
        read(site) { (expression, names) throws(ImportedExpressionError) in try expression.computation(names) }
    }

    private mutating func read(
        _ site: JSONValue,
        _ make: (ImportedExpression, ImportedExpression.Names) throws(ImportedExpressionError) -> JSONText
    ) -> JSONText? {
        guard let text = site.string else { return nil }
        do throws(ImportedExpressionError) {
            let expression = try ImportedExpression(text)
            for name in expression.questions where known(name) == nil && !name.contains(where: { ".[#".contains($0) }) {
                // A form has no room for more.
                guard variables.count < DefinitionLimits.fields else { break }
                let field = identifier(name)
                names[name] = ImportedName(field: field, .variable)
                variables.append(field)
            }
            return try make(expression, known)
        } catch {
            omit(site, error.description)
            return nil
        }
    }

    private mutating func condition(
        _ object: JSONObject,
        _ key: String,
        _ name: String,
        to members: inout [JSONText.Member]
    ) {
        guard let site = object[key] else { return }
        if let condition = condition(site) {
            members.append(.init(name, condition))
        } else if name == "visibleWhen" {
            members.append(.init(name, FinishedForm.unsaid))
        }
    }

    /// What is invisible without a condition is never shown.
    private mutating func visibility(of object: JSONObject, to members: inout [JSONText.Member]) {
        if object["visibleIf"] == nil, object["visible"]?.bool == false {
            members.append(.init("visibleWhen", .never))
        } else {
            condition(object, "visibleIf", "visibleWhen", to: &members)
        }
    }

    // MARK: Texts

    /// A text, or one in several languages.
    ///
    /// - Parameter takesMarks: whether the form allows markup in it.
    private mutating func text(_ value: JSONValue, takesMarks: Bool = false) -> JSONText? {
        var isCutDown = false
        var isTooLong = false
        let text = SurveyChoice.text(value)?.map { text in
            isTooLong = isTooLong || text.unicodeScalars.count > DefinitionLimits.text
            if isTooLong { return "" }
            guard hasMarkup || text.contains("<") else { return text }
            let hypertext = Hypertext(text, hasMarks: takesMarks && hasMarkup)
            isCutDown = isCutDown || hypertext.isCutDown
            return hypertext.text
        }
        if isTooLong {
            omit(value, "a text has at most \(DefinitionLimits.text) characters")
            return nil
        }
        if isCutDown { omit(value, "some of this text's HTML is left out") }
        return text?.map(inserting)
    }

    /// Replaces `{name}` of an answered question by `{{id}}`.
    private func inserting(_ text: String) -> String {
        guard text.contains("{") else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            let field = known(name)?.field
            result += rest[..<open]
            result += field.flatMap { $0.contains(".") ? nil : "{{\($0)}}" } ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private mutating func title(of object: JSONObject, takesMarks: Bool = false) -> JSONText? {
        object["title"].flatMap { text($0, takesMarks: takesMarks) }
    }

    private mutating func copy(
        _ keys: KeyValuePairs<String, String>,
        of object: JSONObject,
        to members: inout [JSONText.Member]
    ) {
        for (key, name) in keys {
            guard let value = object[key],
                let text = text(value, takesMarks: ["label", "hint", "description"].contains(name))
            else { continue }
            members.append(.init(name, text))
        }
    }

    // MARK: Omissions

    var omissions: [ImportOmission] { sketch.omissions }

    private mutating func omit(_ value: JSONValue, _ reason: String) {
        sketch.omit(value.pointer, reason)
    }

    private mutating func report(_ object: JSONObject, besides known: Set<String>) {
        for member in object.members where !known.contains(member.key) && !Self.isUsual(member) {
            omit(member.site, "“\(member.key)” is left out")
        }
    }

    /// Whether a form does what a key demands without it, or the key is for a front end's own look.
    private static func isUsual(_ member: JSONObject.Member) -> Bool {
        switch member.key {
        case "visible", "requiredText", "titleLocation", "startWithNewLine": true
        case "rows": member.value.integer != nil
        case "showQuestionNumbers": member.value.string == "off" || member.value.bool == false
        default: false
        }
    }

    /// The keys of the survey for the keys of a definition.
    static let sourceKeys = [
        "visibleWhen": "visibleIf", "enabledWhen": "enableIf", "requiredWhen": "requiredIf", "required": "isRequired",
        "computed": "expression", "label": "title", "section": "title", "hint": "description",
        "description": "description", "validators": "validators", "note": "html", "value": "defaultValue",
    ]

    private static let ofPages: Set<String> = ["name", "title", "description", "elements", "questions", "visibleIf"]
    private static let ofSurveys: Set<String> = [
        "title", "description", "pages", "elements", "questions", "completedHtml", "showPreviewBeforeComplete",
        "completeText", "$schema",
    ]
    private static let ofPanels: Set<String> = [
        "type", "name", "title", "description", "elements", "visibleIf", "templateElements",
    ]
    private static let ofQuestions: Set<String> = [
        "type", "cellType", "name", "title", "description", "isRequired", "requiredErrorText", "readOnly", "visibleIf",
        "enableIf", "requiredIf", "validators",
    ]
}
