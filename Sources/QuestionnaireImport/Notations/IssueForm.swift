package import FormImport
package import FormModel

/// Imports an issue form of GitHub: the YAML of `.github/ISSUE_TEMPLATE`.
package struct IssueForm {
    private var sketch = FormSketch()
    private var fields: [JSONText] = []

    /// Throws `NoForm`.
    package static func form(_ text: String, decoder: DefinitionDecoder) throws(NoForm) -> FinishedForm {
        let yaml = try YAMLDocument(text)
        guard let root = yaml.document.root.object, let body = root["body"]?.elements else {
            throw NoForm(description: "the document has no list “body”")
        }
        var importer = IssueForm()
        let form = importer.form(root, body)
        return try importer.sketch.finished(form, decoder: decoder)
    }

    private mutating func form(_ root: JSONObject, _ body: [JSONValue]) -> [JSONText.Member] {
        var form: [JSONText.Member] = []
        form.add("title", root["name"]?.scalar.map(JSONText.string))
        form.add("description", root["description"].map { text($0) })
        form.add("markup", "basic")
        // Whoever opens an issue is always asked for its title.
        var title: [JSONText.Member] = [.init("label", "Title"), .init("required", true)]
        title.add("value", root["title"]?.scalar.flatMap { $0.isEmpty ? nil : .string($0) })
        add(title, named: "title", at: root["title"]?.pointer ?? "/title")
        for value in body { read(value) }
        for key in ["labels", "assignees", "projects", "type"] {
            guard let value = root[key] else { continue }
            let texts = value.elements.map { $0.compactMap(\.scalar) } ?? [value.scalar ?? ""]
            guard !texts.joined().isEmpty else { continue }
            add([.init("constant", .string(texts.joined(separator: ", ")))], named: key, at: value.pointer)
        }
        report(root, besides: ["name", "description", "title", "body", "labels", "assignees", "projects", "type"])
        form.add("fields", .array(fields))
        return form
    }

    private mutating func add(_ members: [JSONText.Member], named name: String, at place: String) {
        let id = sketch.identifier(for: name, at: place)
        fields.append(.object([.init("id", .string(id))] + members))
    }

    // MARK: Elements

    private mutating func read(_ value: JSONValue) {
        guard let element = value.object, let type = element["type"]?.string,
            let attributes = element["attributes"]?.object
        else { return sketch.omit(value.pointer, "this is no element of an issue form") }
        report(element, besides: ["type", "id", "attributes", "validations"])
        let name = element["id"]?.scalar ?? attributes["label"]?.scalar ?? type
        var known: Set = ["label", "description"]
        var members: [JSONText.Member] = []
        members.add("label", attributes["label"].map { text($0) })
        members.add("hint", attributes["description"].map { text($0) })
        let isRequired = element["validations"]?.object?["required"]?.bool == true
        members.add("required", if: isRequired)
        switch type {
        case "markdown":
            known = ["value"]
            members = [.init("note", attributes["value"].map { text($0) } ?? "")]
        case "input", "textarea":
            known.formUnion(["placeholder", "value"])
            members.add("type", "textView", if: type == "textarea")
            members.add("placeholders", attributes["placeholder"]?.scalar.map { .placeholders(.string($0)) })
            members.add("value", attributes["value"]?.scalar.map(JSONText.string))
            if type == "textarea", attributes["render"] != nil {
                // Nobody corrects code.
                known.insert("render")
                members.add("keyboard", ["autocorrection": false, "spellcheck": false, "autocapitalization": "none"])
            }
        case "dropdown":
            known.formUnion(["options", "multiple", "default"])
            let values = (attributes["options"]?.elements ?? []).compactMap(\.scalar)
            let isSeveral = attributes["multiple"]?.bool == true
            members.add("input", .options(values.map(JSONText.string), isSeveral: isSeveral, display: "menu"))
            if let site = attributes["default"] {
                let chosen = site.scalar.flatMap { Int($0) }.flatMap { values.indices.contains($0) ? values[$0] : nil }
                if let chosen {
                    members.add("value", isSeveral ? [.string(chosen)] : .string(chosen))
                } else {
                    sketch.omit(site.pointer, "there is no such option")
                }
            }
        case "checkboxes": return checkboxes(attributes, named: name, isRequired: isRequired, at: value)
        default: return sketch.omit(value.pointer, "a form has no element of the type “\(type)”")
        }
        report(attributes, besides: known)
        report(element["validations"]?.object, besides: type == "markdown" ? [] : ["required"])
        add(members, named: name, at: value.pointer)
    }

    /// Makes a toggle for each box. Only toggles can be required one by one.
    private mutating func checkboxes(_ attributes: JSONObject, named name: String, isRequired: Bool, at site: JSONValue)
    {
        report(attributes, besides: ["label", "description", "options"])
        if isRequired { sketch.omit(site.pointer + "/validations", "boxes are required one by one") }
        var toggles: [JSONText] = []
        for (number, value) in (attributes["options"]?.elements ?? []).enumerated() {
            guard let option = value.object, let label = option["label"] else { continue }
            report(option, besides: ["label", "required"])
            let id = sketch.identifier(for: "\(name)_\(number + 1)", at: value.pointer)
            var toggle: [JSONText.Member] = [
                .init("id", .string(id)), .init("label", text(label)), .init("input", ["type": "toggle"]),
            ]
            toggle.add("required", if: option["required"]?.bool == true)
            toggles.append(.object(toggle))
        }
        guard !toggles.isEmpty else { return sketch.omit(site.pointer, "there are no boxes") }
        var members: [JSONText.Member] = [.init("section", .string(attributes["label"]?.scalar ?? name))]
        members.add("description", attributes["description"].map { text($0) })
        members.add("fields", .array(toggles))
        add(members, named: name, at: site.pointer)
    }

    // MARK: Texts

    private mutating func text(_ value: JSONValue) -> JSONText {
        let markdown = Markdown(value.scalar ?? "")
        if markdown.isCutDown { sketch.omit(value.pointer, "pictures, tables or HTML of this text are left out") }
        return .string(markdown.text)
    }

    private mutating func report(_ object: JSONObject?, besides known: Set<String>) {
        for member in object?.members ?? [] where !known.contains(member.key) {
            sketch.omit(member.value.pointer, "\(quoted(member.key)) is left out")
        }
    }
}
