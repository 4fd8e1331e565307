import FormModel
import SchemaImport

/// Converts a survey to the elements of a form.
struct SurveyImporter {
    private let document: JSONDocument
    private let decoder: DefinitionDecoder
    private(set) var omissions: [ImportOmission] = []
    private var identifiers = ImportedNames()
    /// The fields of questions, by the names that expressions use.
    private var names: [String: SurveyName] = [:]
    /// Whether texts have markup in place of HTML tags.
    private let hasMarkup: Bool
    /// The same for the row that is being read.
    private var rowNames: [String: SurveyName] = [:]
    /// The number of groups that contain the elements being read.
    private var rowDepth = 0

    init(document: JSONDocument, decoder: DefinitionDecoder) {
        self.document = document
        self.decoder = decoder
        hasMarkup = document.root.object.map { Hypertext.hasMarks(JSONWriter.text(of: $0.value)) } ?? false
    }

    mutating func form() throws(SurveyImport.NoForm) -> JSONText {
        guard let root = document.root.object else { throw SurveyImport.NoForm(description: "the survey is no object") }
        let pages = root["pages"]?.elements?.compactMap(\.object) ?? [root]
        for page in pages { name(children(of: page)) }
        var form: [JSONText.Member] = []
        if hasMarkup { form.append(.init("markup", .string("basic"))) }
        copy(["title": "title", "description": "description"], of: root, to: &form)
        var fields: [JSONText] = []
        var listed: [JSONText] = []
        for page in pages {
            let elements = elements(children(of: page), depth: 0)
            guard !elements.isEmpty else { continue }
            fields += elements.map(\.json)
            var members: [JSONText.Member] = []
            if root["pages"] != nil {
                copy(["title": "title", "description": "description"], of: page, to: &members)
            }
            members.append(.init("fields", .array(elements.map { .string($0.id) })))
            condition(page, "visibleIf", "visibleWhen", to: &members)
            listed.append(.object(members))
        }
        guard !fields.isEmpty else { throw SurveyImport.NoForm(description: "the survey asks nothing") }
        form.append(.init("fields", .array(fields)))
        if root["showPreviewBeforeComplete"]?.string.map({ $0 != "noPreview" }) ?? false {
            listed.append(.object([.init("review", .literal("true"))]))
        }
        if listed.count > 1 { form.append(.init("pages", .array(listed))) }
        if let html = root["completedHtml"], let end = text(html, takesMarks: true) { form.append(.init("end", end)) }
        report(root, besides: Self.ofSurveys)
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
            names[question] = SurveyName(field: id, isSeveral: type == "checkbox" || type == "tagbox")
            switch type {
            case "matrix":
                for row in SurveyChoice.list(element["rows"]) {
                    names["\(question).\(row.value)"] = SurveyName(field: identifier("\(id)_\(row.value)"))
                }
            case "multipletext":
                for item in element["items"]?.elements?.compactMap(\.object) ?? [] {
                    guard let part = item["name"]?.string else { continue }
                    names["\(question).\(part)"] = SurveyName(field: identifier("\(id)_\(part)"))
                }
            case "paneldynamic", "matrixdynamic":
                for (name, part) in namesInRow(of: element) {
                    names["\(question).\(name)"] = SurveyName(field: "\(id).\(part.field)")
                }
            default: break
            }
        }
    }

    func columns(of matrix: JSONObject) -> [JSONObject] {
        matrix["columns"]?.elements?.compactMap(\.object) ?? []
    }

    /// The number of characters of an identifier that are reserved for a number and a row's name.
    private static let room = 12

    private mutating func identifier(_ name: String) -> String { identifiers.identifier(for: name, room: Self.room) }

    static func legal(_ name: String) -> String { ImportedNames.identifier(like: name, room: room) }

    // MARK: Elements

    private struct Element {
        let id: String
        let json: JSONText

        init(_ id: String, _ members: [JSONText.Member]) {
            self.id = id
            json = .object([.init("id", .string(id))] + members)
        }
    }

    private mutating func elements(_ objects: [JSONObject], depth: Int) -> [Element] {
        objects.flatMap { object -> [Element] in
            elements(object, depth: depth).filter { element in
                let form = JSONText.object([.init("fields", .array([element.json]))])
                let findings = decoder.decode(form.line, name: "").diagnostics.filter { $0.severity == .error }
                // References to other fields are errors only in this form of a single element.
                guard let fault = findings.first(where: { !$0.message.hasPrefix("unknown field") }) else { return true }
                omit(object.value, "no element of a form can be made of this: \(fault.message)")
                return false
            }
        }
    }

    private mutating func elements(_ object: JSONObject, depth: Int) -> [Element] {
        let type = object["type"]?.string ?? "text"
        let question = object["name"]?.string ?? ""
        let id = rowNames[question]?.field ?? names[question]?.field ?? identifier(question.isEmpty ? type : question)
        switch type {
        case "panel":
            let inner = elements(children(of: object), depth: depth + 1)
            guard !inner.isEmpty else { return [] }
            var members: [JSONText.Member] = []
            if let title = title(of: object) {
                members.append(.init("section", title))
            } else if object["visibleIf"] == nil {
                return inner
            } else {
                members.append(.init("section", .string(question)))
            }
            copy(["description": "description"], of: object, to: &members)
            members.append(.init("fields", .array(inner.map(\.json))))
            condition(object, "visibleIf", "visibleWhen", to: &members)
            report(object, besides: Self.ofPanels)
            return [Element(id, members)]
        case "html", "image":
            var members: [JSONText.Member] = []
            if type == "html", let html = object["html"] {
                members.append(.init("note", text(html, takesMarks: true) ?? .string("")))
            } else {
                guard let link = object["imageLink"]?.string else { return [] }
                members += [.init("note", .string("")), .init("image", .string(link))]
            }
            condition(object, "visibleIf", "visibleWhen", to: &members)
            report(object, besides: ["type", "name", "html", "imageLink", "visibleIf"])
            return [Element(id, members)]
        case "matrix": return matrix(object, id)
        case "multipletext":
            let items = object["items"]?.elements?.compactMap(\.object) ?? []
            return items.compactMap { item in
                let name = names["\(question).\(item["name"]?.string ?? "")"]
                return name.flatMap { field(item, type: "text", $0.field, besides: object) }
            }
        case "paneldynamic", "matrixdynamic": return group(object, id, isMatrix: type == "matrixdynamic")
        default: return field(object, type: type, id).map { [$0] } ?? []
        }
    }

    /// Makes the fields of a grid from rows with one choice each.
    private mutating func matrix(_ object: JSONObject, _ id: String) -> [Element] {
        let question = object["name"]?.string ?? ""
        let options = SurveyChoice.list(object["columns"]).map(\.json)
        let isRequired = object["isAllRowRequired"]?.bool == true
        let fields = SurveyChoice.list(object["rows"]).compactMap { row -> JSONText? in
            guard let name = names["\(question).\(row.value)"] else { return nil }
            let input = JSONText.object([.init("type", .string("options")), .init("options", .array(options))])
            var members = [
                .init("id", .string(name.field)), .init("label", row.label), JSONText.Member("input", input),
            ]
            if isRequired { members.append(.init("required", .literal("true"))) }
            return .object(members)
        }
        var members: [JSONText.Member] = [
            .init("section", title(of: object) ?? .string(question)), .init("layout", .string("grid")),
            .init("fields", .array(fields)),
        ]
        copy(["description": "description"], of: object, to: &members)
        condition(object, "visibleIf", "visibleWhen", to: &members)
        report(object, besides: Self.ofPanels.union(["rows", "columns", "isAllRowRequired"]))
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
        rowDepth += 1
        defer {
            rowNames = outer
            rowDepth -= 1
        }
        let cellType = object["cellType"]?.string ?? "dropdown"
        let fields = inner.compactMap { part -> JSONText? in
            let type = part[isMatrix ? "cellType" : "type"]?.string ?? (isMatrix ? cellType : "text")
            if Self.groups.contains(type), rowDepth < DefinitionLimits.groupDepth, let name = part["name"]?.string {
                return group(part, Self.legal(name), isMatrix: type == "matrixdynamic").first?.json
            }
            guard !Self.groups.union(["panel", "matrix", "multipletext", "html", "image"]).contains(type) else {
                omit(part.value, "a row has no “\(type)”")
                return nil
            }
            return field(part, type: type, Self.legal(part["name"]?.string ?? type), besides: object)?.json
        }
        let counts =
            isMatrix ? ["minRowCount", "maxRowCount", "rowCount"] : ["minPanelCount", "maxPanelCount", "panelCount"]
        let least = object[counts[0]]?.integer ?? 0
        let most = object[counts[1]]?.integer ?? max(rowDepth == 1 ? 20 : 5, least)
        if object[counts[1]] == nil { omit(object.value, "there is no largest number of rows: the form has \(most)") }
        var members: [JSONText.Member] = [
            .init("label", title(of: object) ?? .string(object["name"]?.string ?? "")),
            .init("repeat", .object([.init("min", .literal("\(least)")), .init("max", .literal("\(most)"))])),
            .init("fields", .array(fields)),
        ]
        condition(object, "visibleIf", "visibleWhen", to: &members)
        report(object, besides: Self.ofPanels.union(counts + ["templateElements", "columns", "choices", "cellType"]))
        return [Element(id, members)]
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
        var question = SurveyQuestion(object, type: type, parent: parent)
        guard question.isKnown else {
            omit(object.value, "a form asks no question of the type “\(type)”")
            return nil
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
        condition(object, "visibleIf", "visibleWhen", to: &members)
        condition(object, "enableIf", "enabledWhen", to: &members)
        condition(object, "requiredIf", "requiredWhen", to: &members)
        for (site, reason) in question.omissions { omit(site, reason) }
        report(object, besides: Self.ofQuestions.union(question.known))
        return Element(id, members)
    }

    // MARK: Expressions

    private func known(_ name: String) -> SurveyName? { rowNames[name] ?? names[name] }

    private mutating func condition(_ site: JSONValue) -> JSONText? {
        read(site) { (expression, names) throws(SurveyExpressionError) in try expression.condition(names) }
    }

    private mutating func computation(_ site: JSONValue) -> JSONText? {
        read(site) { (expression, names) throws(SurveyExpressionError) in try expression.computation(names) }
    }

    private mutating func read(
        _ site: JSONValue,
        _ make: (SurveyExpression, SurveyExpression.Names) throws(SurveyExpressionError) -> JSONText
    ) -> JSONText? {
        guard let text = site.string else { return nil }
        do throws(SurveyExpressionError) {
            return try make(try SurveyExpression(text), known)
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
        guard let site = object[key], let condition = condition(site) else { return }
        members.append(.init(name, condition))
    }

    // MARK: Texts

    /// A text, or one in several languages.
    ///
    /// - Parameter takesMarks: whether the form allows markup in it.
    private mutating func text(_ value: JSONValue, takesMarks: Bool = false) -> JSONText? {
        var isCutDown = false
        let text = SurveyChoice.text(value)?.map { text in
            guard hasMarkup || text.contains("<") else { return text }
            let hypertext = Hypertext(text, hasMarks: takesMarks && hasMarkup)
            isCutDown = isCutDown || hypertext.isCutDown
            return hypertext.text
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

    private mutating func omit(_ value: JSONValue, _ reason: String) {
        omissions.append(ImportOmission(place: value.pointer, reason: reason))
    }

    private mutating func report(_ object: JSONObject, besides known: Set<String>) {
        for member in object.members where !known.contains(member.key) {
            omit(member.site, "“\(member.key)” is left out")
        }
    }

    private static let ofSurveys: Set<String> = [
        "title", "description", "pages", "elements", "questions", "completedHtml", "showPreviewBeforeComplete",
        "locale",
        "$schema", "name", "visibleIf",
    ]
    private static let ofPanels: Set<String> = [
        "type", "name", "title", "description", "elements", "visibleIf", "templateElements",
    ]
    private static let ofQuestions: Set<String> = [
        "type", "cellType", "name", "title", "description", "isRequired", "requiredErrorText", "readOnly", "visibleIf",
        "enableIf", "requiredIf", "validators",
    ]
}
