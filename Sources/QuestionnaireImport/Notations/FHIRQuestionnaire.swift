package import FormImport
package import FormModel

/// Imports a Questionnaire of FHIR R4, in JSON.
package struct FHIRQuestionnaire {
    private var sketch = FormSketch()
    private var markup = false
    /// The choices of the value sets that the resource contains, by `#` and their `id`.
    private var valueSets: [String: [JSONValue]] = [:]
    /// The items that questions depend on, by `linkId`.
    private var questions: [String: Question] = [:]
    private var groups = ""
    private var rowDepth = 0
    private var sectionDepth = 0
    /// The number of items, for a limit.
    private var count = 0

    private struct Question {
        var field: String
        var type: String
        var isSeveral: Bool
    }

    /// Throws `JSONSyntaxError` and `NoForm`.
    package static func form(_ text: String, decoder: DefinitionDecoder) throws -> FinishedForm {
        let document = try JSONDocument(text)
        guard let root = document.root.object, root["resourceType"]?.string == "Questionnaire" else {
            throw NoForm(description: "this is no Questionnaire of FHIR")
        }
        var importer = FHIRQuestionnaire()
        for value in root["contained"]?.elements ?? [] { importer.readContained(value) }
        importer.name(root, in: "")
        var form: [JSONText.Member] = []
        form.add("title", (root["title"] ?? root["name"])?.string.map(JSONText.string))
        form.add("description", root["description"].map { importer.text($0) })
        let fields = importer.elements(of: root)
        importer.report(root, besides: Self.ofQuestionnaires)
        form.add("markup", "basic", if: importer.markup)
        form.add("fields", .array(fields))
        return try importer.sketch.finished(form, decoder: decoder)
    }

    // MARK: Before the items

    private mutating func readContained(_ value: JSONValue) {
        guard let object = value.object, object["resourceType"]?.string == "ValueSet", let id = object["id"]?.string
        else { return sketch.omit(value.pointer, "only value sets are read") }
        let listed = object["expansion"]?.object?["contains"]?.elements
        let included = (object["compose"]?.object?["include"]?.elements ?? [])
            .flatMap { $0.object?["concept"]?.elements ?? [] }
        valueSets["#" + id] = listed ?? included
    }

    /// Assigns a field to every question. This happens before conditions are read, because they may name any question.
    private mutating func name(_ parent: JSONObject, in group: String, depth: Int = 0) {
        for value in parent["item"]?.elements ?? [] {
            guard let item = value.object, depth < 16, count < DefinitionLimits.fields * 4 else { continue }
            count += 1
            let type = Self.type(of: item)
            let id = sketch.identifier(for: item["linkId"]?.string ?? type, at: value.pointer, in: group)
            let isList = item["repeats"]?.bool == true && type != "display"
            let isChoice = type == "choice" || type == "open-choice"
            let isGroup = isList && !isChoice
            // A question that is answered several times is a group of rows with one field.
            let field = isGroup && type != "group" ? "\(group)\(id).\(Self.value)" : group + id
            if let link = item["linkId"]?.string, questions[link] == nil {
                questions[link] = Question(field: field, type: type, isSeveral: isList && isChoice)
            }
            ids[value.index] = id
            name(item, in: isGroup ? "\(group)\(id)." : group, depth: depth + 1)
        }
    }

    /// The identifiers of the items, by their index in the document.
    private var ids: [Int: String] = [:]
    /// The field in the rows of a question that is answered several times.
    private static let value = "value"

    // MARK: Items

    private mutating func elements(of parent: JSONObject) -> [JSONText] {
        (parent["item"]?.elements ?? []).flatMap { value -> [JSONText] in
            guard let item = value.object, let id = ids[value.index] else {
                sketch.omit(value.pointer, "a form has no room for this item")
                return []
            }
            // A question shows it as its hint.
            if isHelp(item), parent["type"].map({ $0.string != "group" }) ?? false { return [] }
            return elements(for: item, id)
        }
    }

    private mutating func elements(for item: JSONObject, _ id: String) -> [JSONText] {
        let site = item.value.pointer
        let type = Self.type(of: item)
        report(item, besides: Self.ofItems)
        var head: [JSONText.Member] = [.init("id", .string(id))]
        var condition: [JSONText.Member] = []
        if isHidden(item) {
            condition.add("visibleWhen", .never)
        } else if item["enableWhen"] != nil {
            condition.add("visibleWhen", self.condition(of: item) ?? FinishedForm.unsaid)
        }
        switch type {
        case "group": return group(item, head, condition)
        case "display":
            head.add("note", title(of: item) ?? "")
            return [.object(head + condition)]
        default: break
        }
        guard var members = field(item, id) else { return [] }
        if isHidden(item) { members.add("whenIrrelevant", "keep") }
        let isList = item["repeats"]?.bool == true && !["choice", "open-choice"].contains(type)
        if isList {
            guard rowDepth < DefinitionLimits.groupDepth else {
                sketch.omit(site, "rows stand in each other to a depth of \(DefinitionLimits.groupDepth)")
                return []
            }
            let column = JSONText.object([.init("id", .string(Self.value))] + members)
            head.add("label", title(of: item) ?? .string(id))
            head.add("repeat", .object(bounds(of: item)))
            head.add("fields", [column])
            return [.object(head + condition)] + under(item, id, isRows: true)
        }
        var elements = [JSONText.object(head + members + condition)]
        if type == "open-choice", members.contains(where: { $0.key == "input" }) { elements.append(other(item, id)) }
        elements += unit(of: item, id, condition)
        return elements + under(item, id, isRows: false)
    }

    /// The items under a question, which are there while it is answered.
    private mutating func under(_ item: JSONObject, _ id: String, isRows: Bool) -> [JSONText] {
        guard item["item"] != nil else { return [] }
        if isRows {
            sketch.omit(item.value.pointer + "/item", "the items under a repeated question are asked for once")
            return elements(of: item)
        }
        let inner = elements(of: item)
        guard !inner.isEmpty else { return [] }
        guard sectionDepth < DefinitionLimits.sectionDepth else {
            sketch.omit(item.value.pointer + "/item", "these are also asked for without an answer to the question")
            return inner
        }
        let section = sketch.identifier(for: "\(id)_items", at: item.value.pointer + "/item", in: groups)
        return [
            [
                "id": .string(section), "section": title(of: item) ?? .string(id), "fields": .array(inner),
                "visibleWhen": .test(id, "empty", false),
            ]
        ]
    }

    private mutating func group(
        _ item: JSONObject,
        _ head: [JSONText.Member],
        _ condition: [JSONText.Member]
    ) -> [JSONText] {
        let id = ids[item.value.index] ?? ""
        let isRows = item["repeats"]?.bool == true
        guard !isRows || rowDepth < DefinitionLimits.groupDepth else {
            sketch.omit(item.value.pointer, "rows stand in each other to a depth of \(DefinitionLimits.groupDepth)")
            return []
        }
        let outer = (groups, rowDepth, sectionDepth)
        if isRows { (groups, rowDepth, sectionDepth) = (groups + id + ".", rowDepth + 1, 0) } else { sectionDepth += 1 }
        let inner = elements(of: item)
        let depth = sectionDepth
        (groups, rowDepth, sectionDepth) = outer
        guard !inner.isEmpty else { return [] }
        let title = title(of: item)
        var members = head
        if isRows {
            members.add("label", title ?? .string(id))
            members.add("repeat", .object(bounds(of: item)))
        } else {
            if title == nil, condition.isEmpty { return inner }
            guard depth <= DefinitionLimits.sectionDepth else {
                sketch.omit(item.value.pointer, "sections stand in each other to a depth of 4")
                return inner
            }
            members.add("section", title ?? .string(id))
            if control(of: item) == "gtable" || control(of: item) == "table" { members.add("layout", "grid") }
        }
        members.add("fields", .array(inner))
        return [.object(members + condition)]
    }

    /// The numbers of rows. At least one is required if the item is.
    private func bounds(of item: JSONObject) -> [JSONText.Member] {
        let least = item.extension("questionnaire-minOccurs")?["valueInteger"]?.integer
        let most = item.extension("questionnaire-maxOccurs")?["valueInteger"]?.integer
        return FinishedForm.rows(least: least ?? (item["required"]?.bool == true ? 1 : 0), most: most)
    }

    // MARK: Fields

    private mutating func field(_ item: JSONObject, _ id: String) -> [JSONText.Member]? {
        let site = item.value.pointer
        let type = Self.type(of: item)
        var members: [JSONText.Member] = [.init("label", title(of: item) ?? .string(id))]
        members.add("required", if: item["required"]?.bool == true)
        members.add("readOnly", if: item["readOnly"]?.bool == true)
        var rules: [JSONText] = []
        for (key, rule, bound) in [("minValue", "minValue", "min"), ("maxValue", "maxValue", "max")] {
            guard let value = item.extension(key), type != "date" else { continue }
            if let number = (value["valueInteger"] ?? value["valueDecimal"])?.numberText {
                rules.append(.object([.init("type", .string(rule)), .init(bound, .literal(number))]))
            } else {
                sketch.omit(value.value.pointer, "only numbers have these bounds")
            }
        }
        switch type {
        case "boolean":
            members.add(
                "input",
                .options(
                    [["value": "true", "label": "Yes"], ["value": "false", "label": "No"]],
                    display: "buttons"
                )
            )
        case "integer", "decimal", "quantity":
            var number: [JSONText.Member] = [.init("type", "number"), .init("negative", true)]
            number.add("grouping", false)
            number.add("maximumFractionDigits", 0, if: type == "integer")
            members.add("formatter", .object(number))
        case "date":
            var input: [JSONText.Member] = [.init("type", "date")]
            for (key, name) in [("minValue", "min"), ("maxValue", "max")] {
                input.add(name, item.extension(key)?["valueDate"]?.string.map(JSONText.string))
            }
            members.add("input", .object(input))
        case "dateTime", "time": members.add("formatter", ["type": .string(type)])
        case "text": members.add("type", "textView")
        case "url": rules.append(["type": "url"])
        case "string": break
        case "choice", "open-choice":
            if let set = item["answerValueSet"], (set.string.flatMap { valueSets[$0] } ?? []).isEmpty {
                sketch.omit(set.pointer, "a server looks up these choices: any text is accepted")
            } else {
                guard let input = input(of: item) else { return nil }
                members.add("input", input)
            }
        default:
            sketch.omit(site, "a form asks no question of the type “\(type)”")
            return nil
        }
        if let length = item["maxLength"]?.integer, length > 0 { members.add("maxLength", .number(length)) }
        if let expression = item.extension("sdc-questionnaire-calculatedExpression") {
            if let computed = computed(expression) {
                members.removeAll { ["input", "required", "readOnly"].contains($0.key) }
                members.add("computed", computed)
            }
        }
        let help = (item["item"]?.elements ?? []).compactMap(\.object).filter(isHelp).compactMap { $0["text"]?.string }
        let hints = help + [item.extension("entryFormat")?["valueString"]?.string].compactMap(\.self)
        if !hints.isEmpty { members.add("hint", .string(hints.joined(separator: "\n"))) }
        members.add("validators", rules.isEmpty ? nil : .array(rules))
        members.add("value", initial(of: item))
        return members
    }

    private mutating func input(of item: JSONObject) -> JSONText? {
        let site = item.value.pointer
        var choices = ((item["answerOption"] ?? item["option"])?.elements ?? []).map {
            $0.object?.value(of: "value") ?? $0
        }
        if let set = item["answerValueSet"] {
            choices = set.string.flatMap { valueSets[$0] } ?? []
        }
        if Self.type(of: item) == "open-choice" { choices.append(item.value) }
        guard !choices.isEmpty, sketch.affords(options: choices.count, at: site) else {
            if choices.isEmpty { sketch.omit(site, "there are no choices") }
            return nil
        }
        var values: Set<String> = []
        let options = choices.compactMap { choice -> JSONText? in
            if choice.index == item.value.index {
                let label = item.extension("sdc-questionnaire-openLabel")?["valueString"]?.string ?? "Other"
                return ["value": "other", "label": .string(label)]
            }
            guard let (value, label) = Self.choice(choice), values.insert(value).inserted else {
                sketch.omit(choice.pointer, "the choice is there twice, or has no value")
                return nil
            }
            return value == label ? .string(value) : ["value": .string(value), "label": .string(label)]
        }
        let isInRow = item.extension("questionnaire-choiceOrientation")?["valueCode"]?.string == "horizontal"
        let display = ["drop-down": "menu", "autocomplete": "menu"][control(of: item)]
        return .options(
            options,
            isSeveral: item["repeats"]?.bool == true,
            display: display ?? (isInRow ? "buttons" : "list")
        )
    }

    /// The type of an item in R4: in R5, `answerConstraint` tells whether other answers are possible than the choices.
    private static func type(of item: JSONObject) -> String {
        let type = item["type"]?.string ?? ""
        let isOpen = item["answerConstraint"]?.string.map { $0 != "optionsOnly" } ?? false
        return type == "coding" || isOpen && type == "choice" ? (isOpen ? "open-choice" : "choice") : type
    }

    /// The value and the text of an answer that can be chosen.
    private static func choice(_ value: JSONValue) -> (value: String, label: String)? {
        guard let coding = value.object else {
            let text = value.string ?? value.numberText
            return text.map { ($0, $0) }
        }
        let code = coding["code"]?.string ?? coding["display"]?.string
        return code.map { ($0, coding["display"]?.string ?? $0) }
    }

    /// The field for an answer that is not among the choices.
    private mutating func other(_ item: JSONObject, _ id: String) -> JSONText {
        let isOther = item["repeats"]?.bool == true ? "contains" : "equals"
        let field = sketch.identifier(for: "\(id)_other", at: item.value.pointer, in: groups)
        return [
            "id": .string(field), "label": "Other", "required": true, "visibleWhen": .test(id, isOther, "other"),
        ]
    }

    /// The field for the unit of a quantity that can have several.
    private mutating func unit(of item: JSONObject, _ id: String, _ condition: [JSONText.Member]) -> [JSONText] {
        let units = item.extensions("questionnaire-unitOption").compactMap { $0["valueCoding"].flatMap(Self.choice) }
        guard !units.isEmpty else { return [] }
        let field = sketch.identifier(for: "\(id)_unit", at: item.value.pointer, in: groups)
        let options = units.map { unit in
            JSONText.object([.init("value", .string(unit.value)), .init("label", .string(unit.label))])
        }
        let members: [JSONText.Member] = [
            .init("id", .string(field)), .init("label", "Unit"), .init("input", .options(options, display: "menu")),
        ]
        return [.object(members + condition)]
    }

    private mutating func initial(of item: JSONObject) -> JSONText? {
        var values: [JSONText] = []
        for option in item["answerOption"]?.elements ?? [] where option.object?["initialSelected"]?.bool == true {
            if let choice = option.object?.value(of: "value").flatMap(Self.choice) {
                values.append(.string(choice.value))
            }
        }
        for initial in item["initial"]?.elements ?? [] {
            guard let value = initial.object?.value(of: "value") else { continue }
            let quantity = value.object?["value"]?.numberText
            if let text = quantity ?? Self.choice(value)?.value ?? value.bool.map({ "\($0)" }) {
                values.append(.string(text))
            }
            if quantity != nil { report(value.object, besides: ["value", "unit", "system", "code"]) }
        }
        if item["repeats"]?.bool == true, item.extension("questionnaire-unitOption") == nil,
            ["choice", "open-choice"].contains(Self.type(of: item))
        {
            return values.isEmpty ? nil : .array(values)
        }
        if values.count > 1, let site = item["initial"] { sketch.omit(site.pointer, "a question has one first answer") }
        return values.first
    }

    // MARK: Conditions

    private mutating func condition(of item: JSONObject) -> JSONText? {
        var tests: [JSONText] = []
        for value in item["enableWhen"]?.elements ?? [] {
            guard let test = test(value) else { return nil }
            tests.append(test)
        }
        if tests.count == 1 { return tests[0] }
        return .object([.init(item["enableBehavior"]?.string == "any" ? "any" : "all", .array(tests))])
    }

    private mutating func test(_ value: JSONValue) -> JSONText? {
        guard let object = value.object, let link = object["question"]?.string, let question = questions[link] else {
            sketch.omit(value.pointer, "no field stands for the question")
            return nil
        }
        let answer = object.value(of: "answer")
        let text = answer.flatMap { Self.choice($0)?.value ?? $0.bool.map { "\($0)" } }
        let number = answer?.numberText ?? answer?.object?["value"]?.numberText
        // Rows of the group around the condition are named without it.
        let field = question.field.hasPrefix(groups) ? String(question.field.dropFirst(groups.count)) : question.field
        guard !field.contains("."), question.type != "group" else {
            sketch.omit(value.pointer, "the question is answered several times")
            return nil
        }
        switch object["operator"]?.string {
        case "exists": return .test(field, "empty", .boolean(answer?.bool == false))
        case "=", "!=":
            guard let text = number ?? text else { break }
            let isNot = object["operator"]?.string == "!="
            if question.isSeveral {
                let test = JSONText.test(field, "contains", .string(text))
                return isNot ? ["not": test] : test
            }
            return .test(field, isNot ? "notEquals" : "equals", .string(text))
        case let sign?:
            guard let word = ["<": "less", "<=": "atMost", ">": "greater", ">=": "atLeast"][sign] else { break }
            guard let operand = number.map(JSONText.literal) ?? text.map(JSONText.string) else { break }
            return .test(field, word, operand)
        case nil: break
        }
        sketch.omit(value.pointer, "a form has no such comparison")
        return nil
    }

    /// A computation in FHIRPath: answers of questions, numbers and the four operations.
    private mutating func computed(_ expression: JSONObject) -> JSONText? {
        let site = expression["valueExpression"]?.object?["expression"]
        guard let site, let text = site.string else { return nil }
        do throws(ImportedExpressionError) {
            let known = questions
            let group = groups
            return try ImportedExpression(FHIRPath.withNames(text), as: .xpath).computation { name in
                guard let question = known[name], question.type != "group" else { return nil }
                let field = question.field
                return ImportedName(field: field.hasPrefix(group) ? String(field.dropFirst(group.count)) : field)
            }
        } catch {
            sketch.omit(site.pointer, "\(error)")
            return nil
        }
    }

    // MARK: Texts

    private mutating func title(of item: JSONObject) -> JSONText? {
        var prefix = item["prefix"]?.string ?? ""
        if !prefix.isEmpty { prefix += " " }
        guard let value = item["text"], let title = value.string, !title.isEmpty else {
            return prefix.isEmpty ? nil : .string(prefix.trimmed)
        }
        let isMarked = item["_text"]?.object?.extension("rendering-markdown") != nil
        report(item["_text"]?.object?["extension"]?.object, besides: [])
        let unit = item.extension("questionnaire-unit")?["valueCoding"].flatMap(Self.choice)?.label
        let suffix = item.extension("questionnaire-unitOption") == nil ? unit.map { " (\($0))" } ?? "" : ""
        if isMarked, let markdown = item["_text"]?.object?.extension("rendering-markdown")?["valueMarkdown"] {
            return .string(prefix + (text(markdown).string ?? title) + suffix)
        }
        return .string(prefix + title + suffix)
    }

    private mutating func text(_ value: JSONValue) -> JSONText {
        let markdown = Markdown(value.string ?? "")
        if markdown.isCutDown { sketch.omit(value.pointer, "pictures, tables or HTML of this text are left out") }
        markup = true
        return .string(markdown.text)
    }

    // MARK: Extensions

    private func isHelp(_ item: JSONObject) -> Bool { item["type"]?.string == "display" && control(of: item) == "help" }

    private func isHidden(_ item: JSONObject) -> Bool {
        item.extension("questionnaire-hidden")?["valueBoolean"]?.bool == true
    }

    /// The code of the control that shows an item; empty if none is given.
    private func control(of item: JSONObject) -> String {
        let coding = item.extension("questionnaire-itemControl")?["valueCodeableConcept"]?.object?["coding"]
        return coding?.elements?.first?.object?["code"]?.string ?? ""
    }

    private mutating func report(_ object: JSONObject?, besides known: Set<String>) {
        for member in object?.members ?? [] where !known.contains(member.key) {
            if member.key == "extension" {
                for value in member.value.elements ?? [] {
                    let name = value.object?.extensionName ?? ""
                    if Self.extensions.contains(name) { continue }
                    sketch.omit(value.pointer, "the extension \(quoted(name)) is left out")
                }
            } else if member.key == "_text" || member.key == "_prefix" {
                for value in member.value.object?["extension"]?.elements ?? []
                where value.object?.extensionName != "rendering-markdown" || member.key == "_prefix" {
                    sketch.omit(value.pointer, "this rendering is left out")
                }
            } else {
                sketch.omit(member.value.pointer, "\(quoted(member.key)) is left out")
            }
        }
        guard let object else { return }
        let control = control(of: object)
        let controls = [
            "", "drop-down", "autocomplete", "radio-button", "check-box", "list", "table", "gtable", "page",
            "text-box", "spinner", "inline", "help",
        ]
        if known.contains("linkId"), !controls.contains(control) {
            sketch.omit(object.value.pointer + "/extension", "a form has no control “\(control)”")
        }
    }

    /// What tells programs apart, and has no meaning for those who answer.
    private static let ofQuestionnaires: Set = [
        "resourceType", "title", "description", "item", "contained", "id", "meta", "url", "identifier", "version",
        "name",
        "status", "experimental", "subjectType", "date", "publisher", "contact", "useContext", "jurisdiction", "code",
        "text", "implicitRules", "language", "derivedFrom", "approvalDate", "lastReviewDate", "effectivePeriod",
        "purpose",
    ]
    private static let ofItems: Set = [
        "linkId", "definition", "code", "prefix", "text", "type", "enableWhen", "enableBehavior", "required", "repeats",
        "readOnly", "maxLength", "answerValueSet", "answerOption", "option", "answerConstraint", "initial", "item",
        "id",
    ]
    private static let extensions: Set = [
        "questionnaire-itemControl", "questionnaire-choiceOrientation", "questionnaire-unit",
        "questionnaire-unitOption",
        "questionnaire-minOccurs", "questionnaire-maxOccurs", "minValue", "maxValue", "questionnaire-hidden",
        "sdc-questionnaire-calculatedExpression", "sdc-questionnaire-openLabel", "entryFormat",
        // What happens to the answers, and for programs.
        "sdc-questionnaire-observationExtract", "sdc-questionnaire-observation-extract-category", "designNote",
        "sdc-questionnaire-templateExtract", "sdc-questionnaire-templateExtractBundle", "terminology-server",
        "sdc-questionnaire-extractAllocateId", "sdc-questionnaire-preferredTerminologyServer",
        "preferredTerminologyServer",
    ]
}

extension JSONObject {
    fileprivate var extensionName: String? { self["url"]?.string?.split(separator: "/").last.map(String.init) }

    fileprivate func extensions(_ name: String) -> [JSONObject] {
        (self["extension"]?.elements ?? []).compactMap(\.object).filter { $0.extensionName == name }
    }

    fileprivate func `extension`(_ name: String) -> JSONObject? { extensions(name).first }

    /// The value of a choice of types, such as `valueInteger`.
    fileprivate func value(of prefix: String) -> JSONValue? {
        members.first { $0.key.hasPrefix(prefix) && $0.key.dropFirst(prefix.count).first?.isUppercase == true }?.value
    }
}

extension JSONText {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}

/// The part of FHIRPath that reads answers.
enum FHIRPath {
    /// The expression with `${linkId}` in place of each path that reads the answers of one question, such as
    /// `%resource.item.where(linkId='a').answer.value`.
    static func withNames(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let path = rest.firstRange(of: "%resource"), let test = rest[path.upperBound...].firstRange(of: "linkId")
        {
            let behind = rest[test.upperBound...].drop { " =".contains($0) }
            guard let quote = behind.first, quote == "'" || quote == "\"",
                let end = behind.dropFirst().firstIndex(of: quote)
            else { break }
            let name = behind[behind.index(after: behind.startIndex)..<end]
            var tail = behind[end...].dropFirst().drop { $0 == " " || $0 == ")" }
            for part in [".answer", ".value", ".value", ".first()"] where tail.hasPrefix(part) {
                tail = tail.dropFirst(part.count)
            }
            result += rest[..<path.lowerBound] + "${\(name)}"
            rest = tail
        }
        return (result + rest).replacing("/", with: " div ")
    }
}
