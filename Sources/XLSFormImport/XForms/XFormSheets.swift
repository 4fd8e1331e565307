import FormImport

/// Reads an XForm of ODK or Enketo as the sheets of an XLSForm: a row for each control of the body and each value that is
/// worked out, with what the model says of its node.
struct XFormSheets {
    private(set) var omissions: [ImportOmission] = []
    private let model: XMLTree
    /// What the model says of the nodes, by their paths.
    private var binds: [String: [String: String]] = [:]
    /// The texts by language, identifier and form, such as `image`; without a form the text itself.
    private var translations: [(language: String, texts: [String: [String: XMLTree]])] = []
    /// The primary instance, and the others by their identifiers.
    private let primary: XMLTree?
    private var instances: [String: XMLTree] = [:]
    /// The files of those instances that are in files beside the form.
    private var files: [String: String] = [:]
    private var survey: [Sheet.SourceRow] = []
    private var choices: [Sheet.SourceRow] = []
    private var lists: [String: String] = [:]
    /// The nodes that have a control.
    private var shown: Set<String> = []
    /// The expressions of values that are there at first, by the paths of the nodes.
    private var initial: [String: String] = [:]
    /// The expressions of values that are set after changes of other answers, and the paths of these.
    private var changes: [String: (value: String, triggers: [String])] = [:]
    /// The nodes that stand for expressions in texts, which have no node of their own.
    private var outputs: [String: String] = [:]
    /// The words in the attributes of the document: a node whose name is not among them is not read.
    private var words: Set<String> = []
    /// The events at which a form or a row begins.
    private static let firstEvents: Set = ["odk-instance-first-load", "odk-new-repeat", "xforms-ready"]
    /// The values that are worked out, in the order of the model.
    private var computed: [String] = []
    private let title: String

    /// Throws `NoForm` if the document is no XForm.
    init(_ root: XMLTree) throws(NoForm) {
        guard let head = root["head"], let model = head["model"], let body = root["body"] else {
            throw NoForm(description: "this is no XForm: it has no model or no body")
        }
        self.model = model
        title = head["title"]?.text ?? ""
        primary = model["instance"]?.children.first
        for instance in model.children("instance").dropFirst() {
            guard let id = instance.attributes["id"] else { continue }
            instances[id] = instance.children.first ?? instance
            if instance.children.isEmpty, let source = instance.attributes["src"] {
                files[id] = source.split(separator: "/").last.map(String.init)
            }
        }
        for translation in model["itext"]?.children("translation") ?? [] {
            var texts: [String: [String: XMLTree]] = [:]
            for text in translation.children("text") {
                let values = text.children("value").map { ($0.attributes["form"] ?? "", $0) }
                texts[text.attributes["id"] ?? ""] = Dictionary(values) { first, _ in first }
            }
            translations.append((translation.attributes["lang"] ?? "", texts))
        }
        root.visit { node in
            if node.name == "output" { nameOutput(node.attributes["value"]?.trimmed ?? "") }
            for text in node.attributes.values {
                words.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map(String.init))
            }
        }
        readModel()
        body.visit { node in
            let isControl = !["group", "repeat", "body"].contains(node.name)
            readActions(of: node, answering: isControl ? node.attributes["ref"] : nil)
        }
        for child in body.children { read(child, in: "") }
        for path in computed where !shown.contains(path) { addComputed(path) }
        if let primary { addHidden(in: primary, at: "/" + primary.name) }
    }

    var workbook: Workbook {
        var settings: [String: String] = ["form_title": title]
        let usual = model["itext"]?.children("translation").first { $0.attributes["default"] != nil }
        settings["default_language"] = usual?.attributes["lang"] ?? translations.first?.language
        return Workbook([
            Sheet(name: "survey", rows: survey), Sheet(name: "choices", rows: choices),
            Sheet(name: "settings", rows: [.init(origin: "title", cells: settings)]),
        ])
    }

    private mutating func omit(_ place: String, _ reason: String) {
        omissions.append(ImportOmission(place: place, reason: reason))
    }

    // MARK: Model

    private mutating func readModel() {
        for bind in model.children("bind") {
            guard let path = bind.attributes["nodeset"], binds[path] == nil else { continue }
            binds[path] = bind.attributes
            let isMeta = path.hasSuffix("/meta/instanceID") || path.hasSuffix("/meta/instanceName")
            if bind.attributes["calculate"] != nil || bind.attributes["preload"] != nil, !isMeta {
                computed.append(path)
            } else if path.hasSuffix("/meta/instanceName") {
                omit(path, "the name of a filled-in form is left out")
            }
        }
        readActions(of: model, answering: nil)
        for submission in model.children("submission") {
            for key in submission.attributes.keys.sorted() where key != "method" {
                omit("submission", "“\(key)” is left out: the application receives the answers")
            }
        }
    }

    /// Reads the values that actions set when the form or a row begins, and when the answer of a control changes.
    private mutating func readActions(of parent: XMLTree, answering control: String?) {
        for action in parent.children where ["setvalue", "setgeopoint", "recordaudio"].contains(action.name) {
            var events = Set((action.attributes["event"] ?? "").split(separator: " ").map(String.init))
            let path = action.attributes["ref"] ?? action.attributes["nodeset"]
            if action.name == "setvalue", let path {
                let value = action.attributes["value"] ?? "'\(action.text)'"
                let count = events.count
                if !events.isDisjoint(with: Self.firstEvents), initial[path].map({ $0 == value }) ?? true {
                    initial[path] = value
                    events.subtract(Self.firstEvents)
                }
                let isFree = changes[path].map { $0.value == value } ?? (binds[path]?["calculate"] == nil)
                if let control, isFree, events.remove("xforms-value-changed") != nil {
                    changes[path, default: (value, [])].triggers.append(control)
                }
                if events.count < count, !computed.contains(path) { computed.append(path) }
                if events.isEmpty, count > 0 { continue }
            }
            omit(path ?? action.name, "what happens at the event “\(events.sorted().joined(separator: " "))”")
        }
    }

    /// Works out an expression in a text, unless it is the path of a node.
    private mutating func nameOutput(_ expression: String) {
        guard outputs[expression] == nil, expression.contains(where: { "('\"=<>+*,".contains($0) }) else { return }
        let path = "/\(primary?.name ?? "")/output_\(outputs.count + 1)"
        outputs[expression] = path
        binds[path] = ["calculate": expression]
        computed.append(path)
    }

    /// The names on a path without that of the root.
    private static func steps(_ path: String) -> [String] { path.split(separator: "/").dropFirst().map(String.init) }

    /// A node in the primary instance.
    private func node(at path: String) -> XMLTree? { Self.steps(path).reduce(primary) { $0?[$1] } }

    /// Adds the nodes without a control that have a value or that an expression reads.
    private mutating func addHidden(in node: XMLTree, at path: String) {
        for child in node.children where child.name != "meta" {
            let inner = "\(path)/\(child.name)"
            guard shown.insert(inner).inserted else { continue }
            if !child.children.isEmpty {
                addHidden(in: child, at: inner)
            } else if !child.text.isEmpty || words.contains(child.name) {
                var row = hiddenRow(at: inner, type: "hidden")
                row.cells["default"] = child.text
                survey.append(row)
            }
        }
    }

    /// A row for a node without a control, of which nobody is asked anything.
    private func hiddenRow(at path: String, type: String) -> Sheet.SourceRow {
        var row = self.row(at: path, type: type)
        for key in ["required", "readonly"] { row.cells[key] = nil }
        return row
    }

    private mutating func addComputed(_ path: String) {
        let bind = binds[path] ?? [:]
        let isWorkedOut = bind["calculate"] != nil || bind["preload"] != nil || changes[path] != nil
        var row = hiddenRow(at: path, type: isWorkedOut ? "calculate" : "hidden")
        if bind["preload"] != nil {
            let word = bind["preloadParams"] ?? ""
            row.cells["type"] = bind["preload"] == "date" ? "today" : word.isEmpty ? "preload" : word
        }
        survey.append(row)
        shown.insert(path)
    }

    // MARK: Body

    /// The path of a control's node; one that is not absolute begins at the node around it.
    private func path(of control: XMLTree, in outer: String) -> String? {
        guard let reference = control.attributes["ref"] ?? control.attributes["nodeset"] ?? control.attributes["bind"]
        else { return nil }
        return reference.hasPrefix("/") ? reference : "\(outer)/\(reference)"
    }

    private mutating func read(_ control: XMLTree, in outer: String) {
        let path = path(of: control, in: outer)
        switch control.name {
        case "label", "hint", "help", "alert", "setvalue", "setgeopoint", "recordaudio": break
        case "group":
            if let rows = control["repeat"], control.children.allSatisfy({ $0.name == "repeat" || $0.name == "label" })
            {
                return readRows(rows, label: control, in: path ?? outer)
            }
            let place = path ?? outer
            var row =
                path.map { self.row(at: $0, type: "begin_group") }
                ?? .init(origin: "\(outer)/group", path: [], cells: ["type": "begin_group", "name": "group"])
            addTexts(of: control, to: &row)
            row.cells["appearance"] = control.attributes["appearance"]
            survey.append(row)
            for child in control.children { read(child, in: place) }
            survey.append(.init(origin: row.origin, cells: ["type": "end_group"]))
        case "repeat": readRows(control, label: nil, in: outer)
        case "input", "secret", "textarea", "select", "select1", "upload", "trigger", "range", "rank":
            guard let path else { return omit("\(outer)/\(control.name)", "the control has no node") }
            readQuestion(control, at: path)
        default: omit(path ?? "\(outer)/\(control.name)", "a form has no control “\(control.name)”")
        }
    }

    private mutating func readRows(_ rows: XMLTree, label: XMLTree?, in outer: String) {
        guard let path = path(of: rows, in: outer) else { return omit(outer, "the rows have no node") }
        var row = self.row(at: path, type: "begin_repeat")
        if let label { addTexts(of: label, to: &row) }
        if row.cells["relevant"] == nil { row.cells["relevant"] = binds[outer]?["relevant"] }
        row.cells["appearance"] = rows.attributes["appearance"]
        if let count = rows.attributes["count"]?.trimmed {
            row.cells["repeat_count"] = Int(count) == nil ? "${\(count)}" : count
        }
        survey.append(row)
        for child in rows.children { read(child, in: path) }
        for inner in computed where inner.hasPrefix(path + "/") && !shown.contains(inner) { addComputed(inner) }
        shown.insert(path)
        if let node = node(at: path) { addHidden(in: node, at: path) }
        survey.append(.init(origin: path, cells: ["type": "end_repeat"]))
    }

    private mutating func readQuestion(_ control: XMLTree, at path: String) {
        let bind = binds[path] ?? [:]
        let type = type(of: control, bind)
        let isKnown = XLSFormQuestion.isAsked(type.lowercased()) || type == "note"
        if !isKnown { omit(path, "the type “\(type)” is not known: any text is an answer") }
        var row = self.row(at: path, type: isKnown ? type : "text")
        addTexts(of: control, to: &row)
        row.cells["appearance"] = control.attributes["appearance"]
        let value = node(at: path)?.text ?? ""
        if !value.isEmpty { row.cells["default"] = value }
        if ["select", "select1", "rank"].contains(control.name) { addChoices(of: control, at: path, to: &row) }
        if control.name == "range" {
            row.cells["parameters"] = ["start", "end", "step"]
                .compactMap { key in control.attributes[key].map { "\(key)=\($0)" } }.joined(separator: " ")
        }
        let known: Set = [
            "ref", "bind", "appearance", "mediatype", "start", "end", "step", "query", "nodeset", "rows", "cols",
        ]
        for (key, text) in control.attributes.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
            omit(path, "“\(key)=\(text)” is left out")
        }
        shown.insert(path)
        survey.append(row)
    }

    private func type(of control: XMLTree, _ bind: [String: String]) -> String {
        let type = bind["type"].map { $0.split(separator: ":").last.map(String.init) ?? "" } ?? "string"
        switch control.name {
        case "trigger": return "acknowledge"
        case "range", "rank": return control.name
        case "upload":
            return control.attributes["mediatype"]?.split(separator: "/").first.map(String.init) ?? "file"
        case "select": return "select_multiple"
        case "select1": return "select_one"
        default: break
        }
        let isNote =
            type == "string" && ["true()", "true"].contains(bind["readonly"] ?? "") && bind["calculate"] == nil
        return isNote ? "note" : ["": "text", "string": "text", "datetime": "dateTime"][type] ?? type
    }

    /// A row with what the model says of a node.
    private func row(at path: String, type: String) -> Sheet.SourceRow {
        let bind = binds[path] ?? [:]
        let steps = Self.steps(path)
        var cells = ["type": type, "name": steps.last ?? "group"]
        for (key, column) in [
            ("relevant", "relevant"), ("required", "required"), ("readonly", "readonly"), ("constraint", "constraint"),
            ("calculate", "calculation"),
        ] { cells[column] = bind[key] }
        if type == "note" { cells["readonly"] = nil }
        cells["setvalue"] = initial[path]
        if let change = changes[path] {
            cells["calculation"] = change.value
            cells["trigger"] = change.triggers.joined(separator: ",")
        }
        for (key, column) in [("constraintMsg", "constraint_message"), ("requiredMsg", "required_message")] {
            guard let text = bind[key] else { continue }
            for (name, text) in texts(column, reference: text) ?? [(column, text)] { cells[name] = text }
        }
        return .init(origin: path, path: steps, cells: cells)
    }

    // MARK: Choices

    private mutating func addChoices(of control: XMLTree, at path: String, to row: inout Sheet.SourceRow) {
        var list = "list_\(lists.count + 1)"
        if let set = control["itemset"], let nodeset = set.attributes["nodeset"] {
            guard let named = addList(set, nodeset, at: path, to: &row) else {
                // Any text is an answer, because the choices are not known.
                row.cells["type"] = "text"
                return
            }
            list = named
        } else {
            lists[path] = list
            for item in control.children("item") {
                var row = Sheet.SourceRow(origin: "\(path)/item", cells: [:])
                addTexts(of: item, to: &row)
                addChoice(row, to: list, value: item["value"])
            }
        }
        row.cells["type"]? += " \(list)"
    }

    private mutating func addChoice(_ row: Sheet.SourceRow, to list: String, value: XMLTree?) {
        var row = row
        row.cells["list_name"] = list
        row.cells["name"] = value?.text
        choices.append(row)
    }

    /// The list of choices `instance('name')/root/item[filter]`.
    private mutating func addList(
        _ set: XMLTree,
        _ nodeset: String,
        at path: String,
        to row: inout Sheet.SourceRow
    ) -> String? {
        var nodeset = nodeset[...]
        if nodeset.hasPrefix("randomize(") {
            omit(path, "the choices are always in the same order")
            nodeset = nodeset.dropFirst("randomize(".count).dropLast()
        }
        let bracket = nodeset.firstIndex(of: "[")
        let source = bracket.map { nodeset[..<$0] } ?? nodeset[...]
        let quote = source.hasPrefix("instance(") ? source.dropFirst("instance(".count).first : nil
        let name = quote.map { mark in source.dropFirst("instance(".count + 1).prefix { $0 != mark } } ?? ""
        if let bracket { row.cells["choice_filter"] = nodeset[bracket...].dropFirst().prefix { $0 != "]" }.trimmed }
        if let file = files[String(name)] {
            row.cells["type"]? += "_from_file"
            let columns = ["value", "label"].compactMap { key in set[key]?.attributes["ref"].map { "\(key)=\($0)" } }
            row.cells["parameters"] = columns.joined(separator: " ")
            return file
        }
        guard let instance = instances[String(name)], !instance.children.isEmpty else {
            omit(path, "the choices are answers, or no list: any text is an answer")
            return nil
        }
        let (value, label) = (set["value"]?.attributes["ref"] ?? "name", set["label"]?.attributes["ref"] ?? "label")
        let key = "\(name) \(value) \(label)"
        if let list = lists[key] { return list }
        let list = "list_\(lists.count + 1)"
        lists[key] = list
        let isReference = label.hasPrefix("jr:itext(")
        let text = isReference ? String(label.dropFirst("jr:itext(".count).prefix { $0 != ")" }) : label
        for item in instance.children("item") {
            let shown = item[text]?.text ?? ""
            var row = Sheet.SourceRow(origin: "instance \(name)", cells: [:])
            for column in item.children where ![value, text].contains(column.name) {
                row.cells[column.name.lowercased()] = column.text
            }
            for (name, text) in isReference ? texts("label", identifier: shown) : [("label", shown)] {
                row.cells[name] = text
            }
            addChoice(row, to: list, value: item[value])
        }
        return list
    }

    // MARK: Texts

    private func addTexts(of control: XMLTree, to row: inout Sheet.SourceRow) {
        for kind in ["label", "hint"] {
            guard let element = control[kind] else { continue }
            let reference = element.attributes["ref"] ?? ""
            for (column, text) in texts(kind, reference: reference) ?? [(kind, text(of: element))] {
                row.cells[column] = text
            }
        }
    }

    /// The columns with the texts that `jr:itext('…')` refers to; `nil` for any other reference.
    private func texts(_ kind: String, reference: String) -> [(column: String, text: String)]? {
        guard reference.hasPrefix("jr:itext(") else { return nil }
        let identifier = reference.dropFirst("jr:itext(".count).dropLast().trimmed.dropFirst().dropLast()
        return texts(kind, identifier: String(identifier))
    }

    private func texts(_ kind: String, identifier: String) -> [(column: String, text: String)] {
        translations.flatMap { language, texts -> [(String, String)] in
            (texts[identifier] ?? [:]).map { form, value in
                let forms = ["": kind, "long": kind, "short": "short", "guidance": "guidance_hint"]
                let column = forms[form] ?? "media::\(form)"
                let text = text(of: value)
                let file = text.split(separator: "/").last.map(String.init) ?? text
                return (form == "image" ? "image" : "\(column)::\(language)", form == "image" ? file : text)
            }
        }
    }

    /// A text with `${path}` for the answers in it.
    private func text(of element: XMLTree) -> String {
        element.content.map { content in
            switch content {
            case .text(let text): return text
            case .element(let inner) where inner.name == "output":
                let value = (inner.attributes["value"] ?? inner.attributes["ref"] ?? "").trimmed
                return "${\(outputs[value] ?? value)}"
            case .element(let inner): return text(of: inner)
            }
        }.joined().trimmed
    }
}
