import FormImport
import FormModel

/// Arranges the elements of a schema as a UI schema of JSON Forms does: layouts, groups, categories, labels and rules.
extension SchemaImporter {
    /// Whether a UI schema is one of JSON Forms, and not of react-jsonschema-form.
    static func isLayout(_ look: JSONValue?) -> Bool {
        look?.object?["type"]?.string != nil && (look?.object?["elements"] ?? look?.object?["scope"]) != nil
    }

    /// - Returns: the elements in the order of the UI schema, and the pages of a categorization.
    mutating func arranged(
        _ elements: [ImportedElement],
        _ look: JSONValue
    ) -> (elements: [ImportedElement], pages: [JSONText]) {
        var layout = Layout(elements: elements)
        var arranged: [ImportedElement] = []
        var pages: [JSONText] = []
        if let root = look.object, root["type"]?.string == "Categorization" {
            for value in root["elements"]?.elements ?? [] {
                guard let category = value.object else { continue }
                let inner = (category["elements"]?.elements ?? []).flatMap { arrange($0, &layout) }
                guard !inner.isEmpty else { continue }
                var page: [JSONText.Member] = []
                page.add("title", label(of: category).map(JSONText.string))
                page.add("visibleWhen", rule(of: category, hides: true, layout)?.condition)
                page.add("fields", .array(inner.flatMap(\.identifiers).map(JSONText.string)))
                pages.append(.object(page))
                arranged += inner
                report(category, besides: ["type", "label", "i18n", "elements", "rule"])
            }
            report(root, besides: ["type", "elements", "label"])
        } else {
            arranged = arrange(look, &layout)
        }
        for element in layout.elements where !layout.isTaken(element) {
            if let site = element.schemas.first { omit(site, "no control of the UI schema asks for this") }
        }
        return (arranged, pages)
    }

    private struct Layout {
        let elements: [ImportedElement]
        private var taken: Set<String> = []

        init(elements: [ImportedElement]) {
            self.elements = elements
        }

        /// The element for a scope such as `#/properties/address/properties/city`.
        func element(_ scope: String) -> ImportedElement? {
            let tokens = scope.split(separator: "/").dropFirst().map(String.init)
            var found: ImportedElement?
            var inner = elements
            for place in stride(from: 1, to: tokens.count, by: 2) {
                guard tokens[place - 1] == "properties", let index = inner.place(of: tokens[place]) else { return nil }
                found = inner[index]
                inner = inner[index].children
            }
            return found
        }

        mutating func take(_ scope: String) -> ImportedElement? {
            guard let element = element(scope), taken.insert(element.key).inserted else { return nil }
            return element
        }

        /// Whether a control asks for the element, or for a part of it.
        func isTaken(_ element: ImportedElement) -> Bool {
            taken.contains(element.key) || element.children.contains(where: isTaken)
        }
    }

    private mutating func arrange(_ value: JSONValue, _ layout: inout Layout) -> [ImportedElement] {
        guard let object = value.object, let type = object["type"]?.string else {
            omitLook(value, "this is no element of a UI schema")
            return []
        }
        var known: Set = ["type", "label", "i18n", "rule", "elements"]
        var arranged: [ImportedElement] = []
        switch type {
        case "Control":
            known = ["type", "scope", "label", "i18n", "rule", "options"]
            guard let scope = object["scope"]?.string, var element = layout.take(scope) else {
                omitLook(object["scope"] ?? value, "there is no such property, or another control asks for it")
                return []
            }
            if let label = label(of: object), element.kind != .group { element.setTitle(label) }
            read(options: object["options"]?.object, of: &element)
            arranged = [element]
        case "Label":
            known.insert("text")
            arranged = [note(label(of: object) ?? "")]
        case "VerticalLayout", "HorizontalLayout", "Group", "Categorization", "Category":
            for inner in object["elements"]?.elements ?? [] { arranged += arrange(inner, &layout) }
            if type == "HorizontalLayout", 2...12 ~= arranged.count {
                for place in arranged.indices where arranged[place].kind != .constant {
                    arranged[place].body.append(.init("span", .number(12 / arranged.count)))
                }
            }
            if type == "Group" || type == "Category", !arranged.isEmpty {
                arranged = [section(label(of: object) ?? "", arranged)]
            }
        default:
            omitLook(value, "a form has no element “\(type)”")
            return []
        }
        report(object, besides: known)
        if let rule = rule(of: object, hides: true, layout) {
            for place in arranged.indices {
                let all = Truth.all([rule] + (arranged[place].visibleWhen.map { [.when($0)] } ?? []))
                arranged[place].visibleWhen = all.condition ?? (Truth.isNever(all) ? .never : nil)
            }
        }
        if let condition = rule(of: object, hides: false, layout)?.condition {
            for place in arranged.indices { arranged[place].addToFields(.init("enabledWhen", condition)) }
        }
        return arranged
    }

    /// The options of a control that a form has.
    private mutating func read(options: JSONObject?, of element: inout ImportedElement) {
        for option in options?.members ?? [] {
            switch (option.key, option.value.string ?? "\(option.value.bool ?? false)") {
            case ("multi", "true"): element.body.append(.init("type", "textView"))
            case ("readonly", "true"), ("readOnly", "true"): element.body.append(.init("readOnly", true))
            case ("multi", "false"), ("format", "radio"), ("toggle", _): break
            default: omitLook(option.value, "the option \(quoted(option.key)) is left out")
            }
        }
    }

    private func label(of object: JSONObject) -> String? {
        let text = object["label"]?.string ?? object["label"]?.object?["text"]?.string ?? object["text"]?.string
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func note(_ text: String) -> ImportedElement {
        let id = identifier("note")
        return ImportedElement(
            .field,
            name: id,
            id: id,
            at: "/\(id)",
            head: [.init("id", .string(id)), .init("note", .string(text))]
        )
    }

    private mutating func section(_ title: String, _ children: [ImportedElement]) -> ImportedElement {
        let id = identifier("section")
        let head: [JSONText.Member] = [.init("id", .string(id)), .init("section", .string(title))]
        var section = ImportedElement(.section, name: id, id: id, at: "", head: head)
        section.children = children
        return section
    }

    private mutating func report(_ object: JSONObject, besides known: Set<String>) {
        for member in object.members where !known.contains(member.key) {
            omitLook(member.value, "\(quoted(member.key)) is left out")
        }
    }

    private mutating func omitLook(_ value: JSONValue, _ reason: String) {
        test.reader.add([ImportOmission(place: "ui:\(value.pointer)", reason: reason)])
    }

    // MARK: Rules

    /// When a rule shows or enables an element; `nil` if there is no such rule, or if it was left out.
    ///
    /// - Parameter hides: whether a rule about showing is meant, and not one about enabling.
    private mutating func rule(of object: JSONObject, hides: Bool, _ layout: Layout) -> Truth? {
        guard let rule = object["rule"]?.object, let effect = rule["effect"]?.string,
            ["SHOW", "HIDE"].contains(effect) == hides, let condition = rule["condition"]
        else { return nil }
        do throws(Untestable) {
            let truth = try holds(condition, layout)
            return effect == "SHOW" || effect == "ENABLE" ? truth : truth.negated
        } catch {
            omitLook(error.site, error.reason)
            return nil
        }
    }

    private mutating func holds(_ condition: JSONValue, _ layout: Layout) throws(Untestable) -> Truth {
        let object = condition.object
        if let parts = object?["conditions"]?.elements, let type = object?["type"]?.string {
            var truths: [Truth] = []
            for part in parts { truths.append(try holds(part, layout)) }
            return type == "OR" ? .any(truths) : .all(truths)
        }
        guard let scope = object?["scope"]?.string else {
            throw Untestable(site: condition, reason: "the rule has no scope")
        }
        let noSchema = Untestable(site: condition, reason: "the rule has no schema")
        if scope == "#" {
            guard let schema = object?["schema"] else { throw noSchema }
            return try test.holds(schema, for: layout.elements)
        }
        guard let element = layout.element(scope) else {
            throw Untestable(site: condition, reason: "the form does not ask for what decides")
        }
        if let expected = object?["expectedValue"] { return try test.isOne(of: [expected], element) }
        guard let schema = object?["schema"] else { throw noSchema }
        let truth = try test.holds([schema], for: element)
        let demands = ["const", "enum", "type"].contains { schema.object?[$0] != nil }
        // Without a value only what demands one fails.
        let isStrict = demands || object?["failWhenUndefined"]?.bool == true
        return isStrict ? .all([element.isPresent, truth]) : .any([element.isPresent.negated, truth])
    }
}

extension ImportedElement {
    /// What tells the element from the others.
    fileprivate var key: String { "\(id) \(schemas.first?.index ?? -1)" }

    /// The identifiers of the elements that a page lists.
    fileprivate var identifiers: [String] { isTitled ? [id] : children.flatMap(\.identifiers) }

    fileprivate mutating func setTitle(_ title: String) {
        for place in head.indices {
            switch head[place].key {
            case "label", "section": head[place].value = .string(title)
            case "placeholders": head[place].value = [.string(title)]
            default: break
            }
        }
    }

    fileprivate mutating func addToFields(_ member: JSONText.Member) {
        if kind == .field { body.append(member) }
        for place in children.indices { children[place].addToFields(member) }
    }
}

extension Truth {
    fileprivate static func isNever(_ truth: Truth) -> Bool { if case .never = truth { true } else { false } }
}
