import FormImport
import FormModel

/// Writes a definition as a survey of SurveyJS.
struct SurveyExport {
    private let form: JSONText
    private let expressions: ExpressionWriter

    init(_ form: JSONText) {
        self.form = form
        expressions = ExpressionWriter(.survey, form)
    }

    var survey: JSONText {
        var members: [JSONText.Member] = []
        members.add("title", form["title"].map(text))
        members.add("description", form["description"].map(text))
        let elements = form["fields"]?.array ?? []
        if let pages = form["pages"]?.array {
            let written = pages.filter { $0["review"] != true }.enumerated().map { number, page -> JSONText in
                var members: [JSONText.Member] = [.init("name", .string("page\(number + 1)"))]
                members.add("title", page["title"].map(text))
                members.add("description", page["description"].map(text))
                addCondition("visibleWhen", "visibleIf", of: page, to: &members)
                let names = (page["fields"]?.array ?? []).compactMap(\.text)
                let own = elements.filter { $0["id"]?.text.map(names.contains) ?? false }
                members.append(.init("elements", .array(own.compactMap(element))))
                return .object(members)
            }
            members.append(.init("pages", .array(written)))
            members.add("showPreviewBeforeComplete", "showAnsweredQuestions", if: written.count < pages.count)
        } else {
            members.append(.init("elements", .array(elements.compactMap(element))))
        }
        members.add("completeText", form["labels"]?["submit"].map(text))
        members.add("completedHtml", form["end"].map(text))
        return .object(members)
    }

    /// A text, or one for each language.
    private func text(_ value: JSONText) -> JSONText {
        switch value {
        case .string(let text): .string(expressions.text(text))
        case .object(let texts):
            .object(texts.map { .init($0.key == "en" ? "default" : $0.key, text($0.value)) })
        case .array, .literal: value
        }
    }

    // MARK: Elements

    private func element(_ element: JSONText) -> JSONText? {
        var members: [JSONText.Member] = []
        let inner = (element["fields"]?.array ?? []).compactMap(self.element)
        if let title = element["section"] {
            members = [.init("type", "panel"), .init("name", element["id"] ?? ""), .init("title", text(title))]
            members.add("description", element["description"].map(text))
            members.append(.init("elements", .array(inner)))
        } else if let rows = element["repeat"] {
            members = [.init("type", "paneldynamic"), .init("name", element["id"] ?? "")]
            members.add("title", element["label"].map(text))
            members.append(.init("templateElements", .array(inner)))
            members.add("minPanelCount", rows["min"])
            members.add("maxPanelCount", rows["max"])
        } else if let note = element["note"] {
            members = [.init("type", "html"), .init("name", element["id"] ?? ""), .init("html", text(note))]
        } else {
            guard element["constant"] == nil else { return nil }
            members = question(element)
        }
        if element["visibleWhen"] == .never {
            members.append(.init("visible", false))
        } else {
            addCondition("visibleWhen", "visibleIf", of: element, to: &members)
        }
        return .object(members)
    }

    private func addCondition(_ key: String, _ name: String, of element: JSONText, to members: inout [JSONText.Member])
    {
        members.add(name, element[key].flatMap(expressions.condition).map(JSONText.string))
    }

    // MARK: Questions

    private func question(_ field: JSONText) -> [JSONText.Member] {
        var members = kind(field)
        members.insert(.init("name", field["id"] ?? ""), at: 1)
        for (key, name) in [
            ("label", "title"), ("hint", "description"), ("requiredMessage", "requiredErrorText"),
        ] { members.add(name, field[key].map(text)) }
        members.add("isRequired", if: field["required"] == true)
        members.add("readOnly", if: field["readOnly"] == true)
        members.add("maxLength", field["maxLength"])
        members.add("autocomplete", field["contentType"])
        members.add("placeholder", field["placeholders"]?.array?.first?["text"].map(text))
        if let value = field["value"] {
            // The importer reads true and false as the texts that a toggle has.
            members.append(.init("defaultValue", value == "true" ? true : value == "false" ? false : value))
        }
        addCondition("enabledWhen", "enableIf", of: field, to: &members)
        addCondition("requiredWhen", "requiredIf", of: field, to: &members)
        let validators = (field["validators"]?.array ?? []).compactMap(validator)
        members.add("validators", .array(validators), if: !validators.isEmpty)
        return members
    }

    private func kind(_ field: JSONText) -> [JSONText.Member] {
        func type(_ name: JSONText, _ more: [JSONText.Member] = []) -> [JSONText.Member] {
            [.init("type", name)] + more
        }
        func input(_ name: JSONText, _ more: [JSONText.Member] = []) -> [JSONText.Member] {
            type("text", [.init("inputType", name)] + more)
        }
        if let computed = field["computed"] {
            return type("expression", [.init("expression", .string(expressions.value(computed) ?? ""))])
        }
        if field["type"] == "textView" { return type("comment") }
        let given = field["input"]
        switch given?["type"]?.text {
        case "toggle": return type("boolean")
        case "options":
            let isSeveral = given?["multiple"] == true
            let isMenu = given?["display"] == "menu"
            let choices = (given?["options"]?.array ?? []).map { option -> JSONText in
                guard option.text == nil else { return option }
                return ["value": option["value"] ?? "", "text": text(option["label"] ?? option["value"] ?? "")]
            }
            if given?["display"] == "rating" { return type("rating", [.init("rateValues", .array(choices))]) }
            var more = [JSONText.Member("choices", .array(choices))]
            more.add("minSelectedChoices", given?["atLeast"])
            more.add("maxSelectedChoices", given?["atMost"])
            return type(isSeveral ? isMenu ? "tagbox" : "checkbox" : isMenu ? "dropdown" : "radiogroup", more)
        case "date":
            var more: [JSONText.Member] = []
            for key in ["min", "max"] { more.add(key, given?[key]) }
            return input("date", more)
        default: break
        }
        switch field["formatter"]?["type"]?.text {
        case "number":
            var more: [JSONText.Member] = []
            more.add("min", field["formatter"]?["minimum"])
            more.add("max", field["formatter"]?["maximum"])
            more.add("step", field["validators"]?.array?.first { $0["type"] == "step" }?["step"])
            return input("number", more)
        case "dateTime": return input("datetime-local")
        case "time": return input("time")
        default: break
        }
        if field["mode"]?["type"] == "password" { return input("password") }
        if field["keyboard"]?["purpose"] == "phone" { return input("tel") }
        let kinds = (field["validators"]?.array ?? []).compactMap { $0.members.count == 1 ? $0["type"]?.text : nil }
        return ["email", "url", "color"].first(where: kinds.contains).map { input(.string($0)) } ?? type("text")
    }

    private func validator(_ rule: JSONText) -> JSONText? {
        var members: [JSONText.Member]
        switch rule["type"]?.text {
        case "minValue": members = [.init("type", "numeric"), .init("minValue", rule["min"] ?? 0)]
        case "maxValue": members = [.init("type", "numeric"), .init("maxValue", rule["max"] ?? 0)]
        case "length":
            members = [.init("type", "text")]
            members.add("minLength", rule["min"])
            members.add("maxLength", rule["max"])
        case "regex":
            guard let source = rule["pattern"]?.text.flatMap(ECMAScriptPattern.source(ofWhole:)) else { return nil }
            members = [.init("type", "regex"), .init("regex", .string(source))]
        case "email" where rule["message"] != nil: members = [.init("type", "email")]
        case "check":
            guard let condition = rule["check"].flatMap(expressions.condition) else { return nil }
            members = [.init("type", "expression"), .init("expression", .string(condition))]
        default: return nil
        }
        members.add("text", rule["message"].map(text))
        return .object(members)
    }
}
