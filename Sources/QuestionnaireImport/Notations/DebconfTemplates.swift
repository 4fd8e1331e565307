package import FormImport
package import FormModel

/// Imports the templates of debconf: the file `templates` of a Debian package, with or without translations.
package struct DebconfTemplates {
    private var sketch = FormSketch()
    private var title: JSONText?
    private var fields: [JSONText] = []

    /// A stanza, whose keys are in lower case.
    private typealias Template = [String: String]

    /// The maximum number of templates.
    private static let limit = 1_000
    /// The maximum size of a file in bytes.
    private static let size = 4 << 20

    /// Throws `NoForm`.
    package static func form(_ text: String, decoder: DefinitionDecoder) throws(NoForm) -> FinishedForm {
        guard text.utf8.count <= size else { throw NoForm(description: "the file has more than \(size) bytes") }
        var importer = DebconfTemplates()
        let templates = try importer.templates(of: text)
        for template in templates { importer.read(template) }
        var form: [JSONText.Member] = []
        form.add("title", importer.title)
        form.add("fields", .array(importer.fields))
        return try importer.sketch.finished(form, decoder: decoder)
    }

    // MARK: Stanzas

    private mutating func templates(of text: String) throws(NoForm) -> [Template] {
        var templates: [Template] = [[:]]
        var last = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) where line.first != "#" {
            if line.trimmed.isEmpty {
                if !(templates.last ?? [:]).isEmpty { templates.append([:]) }
            } else if line.first == " " || line.first == "\t" {
                // A line with a point alone is empty.
                let rest = line.trimmed == "." ? "" : String(line.dropFirst())
                templates[templates.count - 1][last, default: ""] += "\n" + rest
            } else if let colon = line.firstIndex(of: ":") {
                // `_` marks what translators see, and `__` a list whose elements they see.
                last = line[..<colon].drop { $0 == "_" }.lowercased()
                templates[templates.count - 1][last] = line[line.index(after: colon)...].trimmed
            } else {
                throw NoForm(description: "\(quoted(String(line.prefix(80)))) is no line of a template")
            }
            guard templates.count <= Self.limit else {
                throw NoForm(description: "there are more than \(Self.limit) templates")
            }
        }
        templates.removeAll { $0["template"] == nil }
        guard !templates.isEmpty else { throw NoForm(description: "there are no templates") }
        return templates
    }

    // MARK: Templates

    private mutating func read(_ template: Template) {
        let name = template["template"] ?? ""
        let type = template["type"] ?? ""
        report(template, name)
        let short = texts(template, "description", name) { $0.split(separator: "\n").first.map(String.init) ?? "" }
        let long = texts(template, "description", name) { Self.paragraphs($0) }
        if title == nil { title = .string(String(name.prefix { $0 != "/" })) }
        if type == "title" {
            title = short
            return
        }
        let place = "Template: \(name)"
        let known = ["string", "password", "boolean", "select", "multiselect", "note", "text"]
        guard known.contains(type) else {
            let reason = type == "error" ? "an error is only shown after an answer" : "a form has no “\(type)”"
            return sketch.omit(place, reason)
        }
        var members: [JSONText.Member] = []
        if type == "note" || type == "text" {
            members.add(
                "note",
                texts(template, "description", name) { text in
                    [text.split(separator: "\n").first.map(String.init) ?? "", Self.paragraphs(text)]
                        .filter { !$0.isEmpty }.joined(separator: "\n\n")
                }
            )
        } else {
            members.add("label", short ?? .string(name))
            members.add("hint", long)
        }
        let value = template["default"] ?? ""
        switch type {
        case "password": members.add("mode", ["type": "password"])
        case "boolean":
            members.add("input", ["type": "toggle"])
            members.add("value", value == "true" ? "true" : nil)
        case "select" where Self.areMade(template), "multiselect" where Self.areMade(template):
            sketch.omit(place, "the program that asks makes the choices: any text is an answer")
        case "select", "multiselect":
            guard let options = options(template, name, place) else { return }
            members.add("input", .options(options, isSeveral: type == "multiselect", display: "list"))
            let values = type == "multiselect" ? Self.elements(value).map(JSONText.string) : []
            members.add("value", values.isEmpty ? nil : .array(values))
        default: break
        }
        if type == "string" || type == "select", !value.isEmpty { members.add("value", .string(value)) }
        let id = sketch.identifier(for: name, at: place)
        fields.append(.object([.init("id", .string(id))] + members))
    }

    /// Whether a program makes the choices while it runs.
    private static func areMade(_ template: Template) -> Bool {
        let choices = template["choices"] ?? ""
        return choices.contains("${") || elements(choices).isEmpty
    }

    /// The options of a list; `nil` if they cannot be kept.
    private mutating func options(_ template: Template, _ name: String, _ place: String) -> [JSONText]? {
        let shown = Self.elements(template["choices"] ?? "")
        let values = template["choices-c"].map(Self.elements) ?? shown
        guard values.count == shown.count, sketch.affords(options: shown.count, at: place) else {
            if values.count != shown.count { sketch.omit(place, "a choice has no value or no text") }
            return nil
        }
        var translated: [(locale: String, texts: [String])] = []
        for (locale, text) in translations(of: template, "choices") {
            let texts = Self.elements(text)
            guard texts.count == values.count else {
                sketch.omit("\(place)/choices-\(locale)", "this translation has another number of choices")
                continue
            }
            translated.append((locale, texts))
        }
        return values.indices.map { number in
            guard !translated.isEmpty || shown[number] != values[number] else { return .string(values[number]) }
            let label =
                [JSONText.Member("en", .string(shown[number]))]
                + translated.map { JSONText.Member($0.locale, .string($0.texts[number])) }
            return ["value": .string(values[number]), "label": label.count == 1 ? label[0].value : .object(label)]
        }
    }

    /// The elements of a list with commas between them; `\,` is a comma.
    private static func elements(_ text: String) -> [String] {
        var elements = [""]
        var rest = text[...]
        while let first = rest.popFirst() {
            if first == "\\", let next = rest.first, next == "," || next == " " {
                elements[elements.count - 1].append(next)
                rest = rest.dropFirst()
            } else if first == "," {
                elements.append("")
            } else {
                elements[elements.count - 1].append(first)
            }
        }
        return elements.map(\.trimmed).filter { !$0.isEmpty }
    }

    // MARK: Texts

    /// The translations of a key in UTF-8: `Description-de.UTF-8`.
    private func translations(of template: Template, _ key: String) -> [(locale: String, text: String)] {
        template.filter { $0.key.hasPrefix(key + "-") && $0.key.hasSuffix(".utf-8") }.map { name, text in
            (Self.locale(String(name.dropFirst(key.count + 1).dropLast(6))), text)
        }.filter { $0.locale != "en" }.sorted { $0.locale < $1.locale }
    }

    /// The BCP 47 tag of a locale of POSIX such as `pt_br` or `sr@latin`.
    private static func locale(_ name: String) -> String {
        let parts = name.split(separator: "@")
        let tag = String(parts.first ?? "").replacing("_", with: "-")
        return parts.count > 1 && parts[1] == "latin" ? tag + "-Latn" : tag
    }

    private mutating func texts(
        _ template: Template,
        _ key: String,
        _ name: String,
        _ part: (String) -> String
    ) -> JSONText? {
        let all = [("en", template[key] ?? "")] + translations(of: template, key).map { ($0.locale, $0.text) }
        let texts = all.map { JSONText.Member($0.0, .string(Self.withoutVariables(part($0.1)))) }
            .filter { $0.value != "" }
        guard texts.count > 1 else { return texts.first?.value }
        return .object(texts)
    }

    /// The text behind the first line, in which lines that begin with a space are kept as they are.
    private static func paragraphs(_ text: String) -> String {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
            let joins = !result.isEmpty && !result.hasSuffix("\n") && !line.isEmpty && line.first != " "
            result +=
                joins
                ? " " + line : line.isEmpty ? "\n\n" : (result.isEmpty || result.hasSuffix("\n") ? "" : "\n") + line
        }
        return result.trimmed
    }

    /// The text with `…` in place of `${name}`, which the program that asks fills in.
    private static func withoutVariables(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "${"), let close = rest[open.upperBound...].firstIndex(of: "}") {
            result += rest[..<open.lowerBound] + "…"
            rest = rest[close...].dropFirst()
        }
        return result + rest
    }

    private mutating func report(_ template: Template, _ name: String) {
        for (key, text) in template.sorted(by: { $0.key < $1.key }) {
            let place = "Template: \(name)/\(key)"
            let kind = key.prefix { $0 != "-" }
            let isTranslated = key != kind && key != "choices-c"
            if !["template", "type", "default", "choices", "description"].contains(kind) {
                sketch.omit(place, "\(quoted(key)) is left out")
            } else if isTranslated, !key.hasSuffix(".utf-8") || kind == "default" {
                sketch.omit(place, kind == "default" ? "a default is the same in all languages" : "this is not UTF-8")
            }
            if kind == "description", !isTranslated, text.contains("${") {
                sketch.omit(place, "the program that asks fills in a part of this text")
            }
        }
    }
}
