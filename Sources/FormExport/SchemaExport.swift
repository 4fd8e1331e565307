import FormImport
import FormModel

/// Writes a definition as a JSON Schema: a property for each field, in the place that its value has in the submitted
/// document.
struct SchemaExport {
    private let form: JSONText

    init(_ form: JSONText) {
        self.form = form
    }

    var schema: JSONText {
        var members: [JSONText.Member] = [.init("$schema", "https://json-schema.org/draft/2020-12/schema")]
        members.add("title", form["title"])
        members.add("description", form["description"])
        return .object(members + object(form["fields"]?.array ?? [], at: []))
    }

    /// - Parameter path: the names of the objects around the object, and its own.
    private func object(_ elements: [JSONText], at path: [String]) -> [JSONText.Member] {
        var properties: [JSONText.Member] = []
        var required: [JSONText] = []
        for element in elements where element["note"] == nil && element["constant"] == nil {
            guard let place = element.placeInDocument, place.count > path.count, let schema = schema(element, at: path)
            else { continue }
            let name = place[path.count]
            properties.append(.init(name, schema))
            let isSection = element["section"] != nil
            // A list that need not be there has no minimum of rows.
            let hasRows = element["repeat"].map { $0["min"] != 0 } ?? false
            let isRequired = isSection ? element["document"] != nil : element["required"] == true || hasRows
            if isRequired { required.append(.string(name)) }
        }
        var members: [JSONText.Member] = [.init("type", "object"), .init("properties", .object(properties))]
        members.add("required", .array(required), if: !required.isEmpty)
        return members
    }

    private func schema(_ element: JSONText, at path: [String]) -> JSONText? {
        var members: [JSONText.Member] = []
        if let title = element["section"] {
            guard let place = element.placeInDocument else { return nil }
            members.append(.init("title", title))
            members.add("description", element["description"])
            let inner = Array(place.prefix(path.count + 1))
            return .object(members + object(element["fields"]?.array ?? [], at: inner))
        }
        members.add("title", element["label"])
        guard let rows = element["repeat"] else { return .object(members + value(of: element)) }
        members.append(.init("type", "array"))
        let fields = element["fields"]?.array ?? []
        let isList = fields.count == 1 && fields[0]["document"]?["at"] == ""
        members.add("items", isList ? schema(fields[0], at: []) : JSONText.object(object(fields, at: [])))
        if rows["min"] != 0 { members.add("minItems", rows["min"]) }
        members.add("maxItems", rows["max"])
        return .object(members)
    }

    // MARK: Values

    private func value(of field: JSONText) -> [JSONText.Member] {
        var members: [JSONText.Member] = []
        members.add("description", field["hint"])
        let isNull = field["document"]?["null"] == true
        func setType(_ name: JSONText) { members.append(.init("type", isNull ? [name, "null"] : name)) }
        let type = field["document"]?["type"]?.text
        if field["input"]?["type"] == "options" || field["input"]?["type"] == "toggle" {
            members += choices(of: field, isNull: isNull)
        } else if type == "number" || field["input"]?["type"] == "slider" {
            setType(field["keyboard"]?["purpose"] == "integer" ? "integer" : "number")
        } else {
            setType("string")
            members.add("format", format(of: field).map(JSONText.string))
        }
        for rule in field["validators"]?.array ?? [] { add(rule, to: &members) }
        if let first = field["value"] {
            let values = (first.array ?? [first]).map { typed($0, as: field["input"] == "toggle" ? "boolean" : type) }
            members.append(.init("default", first.array == nil ? values[0] : .array(values)))
        }
        members.add("readOnly", if: field["readOnly"] == true)
        members.add("writeOnly", if: field["secret"] == true)
        return members
    }

    private func typed(_ value: JSONText, as type: String?) -> JSONText {
        guard let text = value.text else { return value }
        switch type {
        case "number": return DecimalNumber(text).map { .literal($0.description) } ?? value
        case "boolean": return text == "true" || text == "false" ? .literal(text) : value
        default: return value
        }
    }

    private func choices(of field: JSONText, isNull: Bool) -> [JSONText.Member] {
        guard let input = field["input"], let options = input["options"]?.array else {
            return [.init("type", "boolean")]
        }
        let type = field["document"]?["type"]?.text
        if type == "boolean", isNull, options.count == 2 { return [.init("type", ["boolean", "null"])] }
        let null: [JSONText] = isNull && input["multiple"] != true ? [.null] : []
        let values = options.map { typed($0["value"] ?? $0, as: type) }
        let hasLabels = options.contains { $0["label"] != nil }
        let listed = zip(values, options).map { value, option -> JSONText in
            var members = [JSONText.Member("const", value)]
            members.add("title", option["label"])
            return .object(members)
        }
        let choice: [JSONText.Member] =
            hasLabels
            ? [.init("oneOf", .array(listed + null.map { ["const": $0] }))] : [.init("enum", .array(values + null))]
        guard input["multiple"] == true else { return choice }
        var members: [JSONText.Member] = [
            .init("type", "array"), .init("items", .object(choice)), .init("uniqueItems", true),
        ]
        members.add("minItems", input["atLeast"] ?? (field["required"] == true ? 1 : nil))
        members.add("maxItems", input["atMost"])
        return members
    }

    private func format(of field: JSONText) -> String? {
        if field["input"]?["type"] == "date" { return "date" }
        if field["mode"]?["type"] == "password" { return "password" }
        for rule in field["validators"]?.array ?? [] {
            switch (rule["type"]?.text, rule["profile"]?.text) {
            case ("email", "mailbox"): return "email"
            case ("email", "internationalMailbox"): return "idn-email"
            case (let type?, _) where ["time", "uuid", "ipv4", "ipv6", "hostname"].contains(type): return type
            case ("dateTime", _): return "date-time"
            default: break
            }
        }
        return field["keyboard"]?["purpose"] == "phone" ? "tel" : nil
    }

    private func add(_ rule: JSONText, to members: inout [JSONText.Member]) {
        let isExclusive = rule["exclusive"] == true
        switch rule["type"]?.text {
        case "length":
            members.add("minLength", rule["min"])
            members.add("maxLength", rule["max"])
        case "regex":
            let pattern = rule["pattern"]?.text.flatMap(ECMAScriptPattern.source(ofWhole:))
            // A number has a pattern of its own.
            guard let pattern, members.contains(where: { $0.key == "type" && $0.value == "string" }) else { return }
            members.append(.init("pattern", .string(pattern)))
        case "minValue": members.add(isExclusive ? "exclusiveMinimum" : "minimum", rule["min"])
        case "maxValue": members.add(isExclusive ? "exclusiveMaximum" : "maximum", rule["max"])
        case "step": members.add("multipleOf", rule["step"])
        default: break
        }
    }
}

extension JSONText {
    /// The names of the objects around an element's value in a document, and its own: of a section those of the first
    /// value in it.
    fileprivate var placeInDocument: [String]? {
        if let pointer = self["document"]?["at"]?.text {
            return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
        }
        if self["section"] != nil { return (self["fields"]?.array ?? []).lazy.compactMap(\.placeInDocument).first }
        return self["id"]?.text.map { [$0] }
    }
}
