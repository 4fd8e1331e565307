package import FormModel

/// The last stage of every importer: writes the definition of the imported form.
///
/// What the form cannot contain is taken out and reported, part by part: a condition that names a question that was left
/// out, an answer in a text, a rule, or a whole element. A field whose `visibleWhen` is taken out is not required: it
/// might be asked for where the source does not ask for it.
package struct FinishedForm {
    /// A form definition without errors, JSON.
    package private(set) var definition = ""
    package private(set) var omissions: [ImportOmission]
    private var form: JSONText
    private let place: Place
    /// The maximums of lists in the source for which the form has no room, by the elements.
    private var maximums: [String: Int] = [:]

    /// The place in the source of an element's key. The element is named by its identifier, behind those of the groups
    /// around it, with points between them, and a page by its JSON Pointer; `nil` if the source has no such place.
    package typealias Place = (_ element: String, _ key: String) -> String?

    /// In place of a condition that an importer could not express, and has reported.
    package static let unsaid = JSONText.object([])

    /// The bounds of a group of rows. A group without a maximum in the source has none in the form.
    package static func rows(least: Int, most: Int?) -> [JSONText.Member] {
        var bounds = [JSONText.Member("min", .number(least))]
        bounds.add("max", most.map { .number($0) })
        return bounds
    }

    /// The number of rows, outside and inside of other rows, with which a list without a maximum does with no remark.
    private static let manyRows = (outside: 20, inside: 5)

    /// How often the definition is decoded at most. Each time takes out up to as many parts as are diagnosed.
    private static let attempts = 64

    /// Throws `NoForm` if nothing remains of the form.
    package init(
        _ form: JSONText,
        _ omissions: [ImportOmission],
        decoder: DefinitionDecoder,
        place: @escaping Place = { _, _ in nil }
    ) throws(NoForm) {
        self.form = form
        self.omissions = omissions
        self.place = place
        takeOutUnsaid()
        takeOutSurplus()
        takeOutLargeLists()
        var first: Diagnostic?
        for _ in 0..<Self.attempts {
            definition = self.form.written + "\n"
            let decoded = decoder.decode(definition, name: "")
            let errors = decoded.diagnostics.filter { $0.severity == .error }
            guard let error = errors.first else {
                reportFewRows(decoded.value?.groups ?? [])
                return
            }
            first = error
            // From the end, so that the places of the others stay right; reported from the beginning.
            let known = self.omissions
            var found: [[ImportOmission]] = []
            var isMended = false
            for error in errors.reversed() {
                self.omissions = []
                if takeOut(error) { isMended = true }
                found.append(self.omissions)
            }
            self.omissions = known + found.reversed().joined()
            guard isMended else { break }
        }
        let isEmpty = self.form["fields"] == .array([])
        let reason = isEmpty ? self.omissions.first?.description : first?.description
        throw NoForm(description: "nothing is left to ask\(reason.map { ": \($0)" } ?? "")")
    }

    private mutating func omit(_ path: Path, _ key: String, _ reason: String) {
        let known = place(path.element, key)
        omissions.append(ImportOmission(place: known ?? "the form's \(path.pointer)/\(key)", reason: reason))
    }

    // MARK: Errors

    /// Where a part of the definition stands.
    fileprivate struct Path {
        /// The tokens of the element's JSON Pointer.
        var tokens: [String] = []
        /// The identifiers of the groups around the element, and its own.
        var element = ""

        var pointer: String { tokens.map { "/" + $0 }.joined() }

        init(tokens: [String] = [], element: String = "") {
            self.tokens = tokens
            self.element = element
        }

        init(page number: String) {
            self.init(tokens: ["pages", number], element: "/pages/" + number)
        }
    }

    /// Takes out what an error is about. Returns whether the form has changed.
    private mutating func takeOut(_ error: Diagnostic) -> Bool {
        let tokens = error.pointer.split(separator: "/").map(String.init)
        var path = Path()
        var groups = ""
        var rest = tokens[...]
        // The innermost element.
        while rest.count > 1, rest.first == "fields", Int(rest[rest.startIndex + 1]) != nil {
            let isInGroup = form[path.tokens]?["repeat"] != nil
            if isInGroup { groups = path.element + "." }
            path.tokens += rest.prefix(2)
            rest = rest.dropFirst(2)
            guard let element = form[path.tokens] else { return true }
            path.element = groups + (element["id"]?.text ?? "")
        }
        var reason = error.message.prefix { $0 != ";" }
        if reason.hasPrefix("unknown field ") { reason = "there is no field " + reason.dropFirst(14) }
        if let text = form[tokens]?.text, text.contains("{{") {
            form[tokens] = .string(withoutUnknownAnswers(text))
            omit(path, rest.first ?? "", "an answer is not shown: \(reason)")
            return true
        }
        guard let key = rest.first else { return remove(path, reason) }
        let isOfPage = path.tokens.isEmpty && key == "pages" && rest.count > 1
        if isOfPage {
            path = Path(page: rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            guard form[path.tokens] != nil else { return true }
        }
        switch rest.first {
        case "fields" where isOfPage && rest.count > 1:
            form[path.tokens + rest] = nil
            if form[path.tokens + ["fields"]] == .array([]) { form[path.tokens] = nil }
            return true
        case "visibleWhen", "enabledWhen", "requiredWhen", "hint", "description", "requiredMessage", "contentType",
            "value", "placeholders", "image", "record", "end", "title", "keyboard", "initially", "setOnChange":
            let key = rest.first ?? ""
            guard form[path.tokens + [key]] != nil else { return true }
            form[path.tokens + [key]] = nil
            omit(path, key, "this is left out: \(reason)")
            if key == "visibleWhen" { dropRequirements(at: path) }
            return true
        case "validators" where rest.count > 1:
            let rule = path.tokens + rest.prefix(2)
            guard form[rule] != nil else { return true }
            form[rule] = nil
            if form[path.tokens + ["validators"]] == .array([]) { form[path.tokens + ["validators"]] = nil }
            omit(path, "validators", "this is left out: \(reason)")
            return true
        case "repeat" where rest.dropFirst().first == "count":
            form[path.tokens + ["repeat", "count"]] = nil
            omit(path, "repeat", "the rows are not counted: \(reason)")
            return true
        default: return remove(path, reason)
        }
    }

    /// Takes out an element or a page.
    private mutating func remove(_ path: Path, _ reason: some StringProtocol) -> Bool {
        guard !path.tokens.isEmpty, form[path.tokens] != nil else { return false }
        form[path.tokens] = nil
        omit(path, "", "no element of a form can be made of this: \(reason)")
        return true
    }

    /// The text in which `…` stands for answers of fields that the form does not have, or for all if it has them all.
    private func withoutUnknownAnswers(_ text: String) -> String {
        let pieces = Insertion.pieces(of: text)
        let known = form.identifiers
        let isKnown = Insertion.names(in: text).allSatisfy(known.contains)
        return pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .answer(let name): known.contains(name) && !isKnown ? "{{\(name)}}" : "…"
            }
        }.joined()
    }

    // MARK: Rows

    /// Takes out of a form with more fields than a form can have the maximums of lists, the largest first, and then the
    /// last elements.
    private mutating func takeOutSurplus() {
        let groups = elements(at: Path(), in: "").compactMap { path, element in
            element["repeat"]?["max"]?.integer.map { (path, $0) }
        }
        for (path, most) in groups.sorted(by: { $0.1 > $1.1 }) where form.fieldCount > DefinitionLimits.fields {
            form[path.tokens + ["repeat", "max"]] = nil
            maximums[path.element] = most
        }
        guard form.fieldCount > DefinitionLimits.fields else { return }
        var (count, kept) = (0, 0)
        for element in form["fields"]?.array ?? [] {
            count += JSONText.object([.init("fields", .array([element]))]).fieldCount
            if count > DefinitionLimits.fields { break }
            kept += 1
        }
        for number in (kept..<(form["fields"]?.array ?? []).count).reversed() {
            let id = form[["fields", "\(number)"]]?["id"]?.text ?? ""
            let path = Path(tokens: ["fields", "\(number)"], element: id)
            omit(path, "", "a form has at most \(DefinitionLimits.fields) fields")
        }
        if let elements = form["fields"]?.array { form[["fields"]] = .array(Array(elements.prefix(kept))) }
    }

    /// Takes the longest lists of options out of a form that is longer than a definition can be.
    private mutating func takeOutLargeLists() {
        var size = form.written.utf8.count
        guard size > DefinitionLimits.definitionSize else { return }
        let lists = elements(at: Path(), in: "").compactMap { path, element in
            element["input"]?["options"].map { (path, count: $0.array?.count ?? 0, size: $0.written.utf8.count) }
        }
        for (path, count, length) in lists.sorted(by: { $0.size > $1.size })
        where size > DefinitionLimits.definitionSize {
            form[path.tokens + ["input"]] = nil
            size -= length
            omit(path, "input", "the form has no room for \(count) choices: any text is an answer")
        }
    }

    /// Reports the groups without a maximum for which the form has room for few rows.
    private mutating func reportFewRows(_ groups: [GroupDefinition]) {
        for (path, element) in elements(at: Path(), in: "") where element["repeat"].map({ $0["max"] == nil }) ?? false {
            let names = path.element.split(separator: ".").map(String.init)
            let outer = names.dropLast().reduce(groups) { groups, name in
                groups.first { $0.id == name }?.elements.groups ?? []
            }
            let many = names.count == 1 ? Self.manyRows.outside : Self.manyRows.inside
            let most = maximums[path.element]
            guard let rows = outer.first(where: { $0.id == names.last })?.maximum, rows < most ?? many else { continue }
            let maximum = most.map { "a maximum of \($0)" } ?? "no maximum"
            omit(path, "repeat", "the list has \(maximum), the form has at most \(rows) rows")
        }
    }

    // MARK: Requirements

    /// Takes out the conditions that the importer could not express.
    private mutating func takeOutUnsaid() {
        for (path, _) in elements(at: Path(), in: "") where form[path.tokens + ["visibleWhen"]] == Self.unsaid {
            form[path.tokens + ["visibleWhen"]] = nil
            dropRequirements(at: path)
        }
        for page in (form["pages"]?.array ?? []).indices {
            let path = Path(page: "\(page)")
            guard form[path.tokens + ["visibleWhen"]] == Self.unsaid else { continue }
            form[path.tokens + ["visibleWhen"]] = nil
            dropRequirements(at: path)
        }
    }

    /// The elements inside an element or the form, from the outside in.
    private func elements(at path: Path, in groups: String) -> [(path: Path, element: JSONText)] {
        (form[path.tokens + ["fields"]]?.array ?? []).enumerated().flatMap { number, element in
            guard let id = element["id"]?.text else { return [] as [(Path, JSONText)] }
            let inner = Path(tokens: path.tokens + ["fields", "\(number)"], element: groups + id)
            let isGroup = element["repeat"] != nil
            return [(inner, element)] + elements(at: inner, in: isGroup ? groups + id + "." : groups)
        }
    }

    /// Requires nothing in an element or a page whose condition was taken out.
    private mutating func dropRequirements(at path: Path) {
        var inside: [Path]
        if path.tokens.first == "pages" {
            let names = Set((form[path.tokens + ["fields"]]?.array ?? []).compactMap(\.text))
            inside = elements(at: Path(), in: "").map(\.path).filter { path in
                form[Array(path.tokens.prefix(2))]?["id"]?.text.map(names.contains) ?? false
            }
        } else {
            let groups = form[path.tokens]?["repeat"] != nil ? path.element + "." : path.groups
            inside = [path] + elements(at: path, in: groups).map(\.path)
        }
        for path in inside {
            let isRequired = form[path.tokens + ["required"]] != nil || form[path.tokens + ["requiredWhen"]] != nil
            guard isRequired else { continue }
            for key in ["required", "requiredWhen", "requiredMessage"] { form[path.tokens + [key]] = nil }
            omit(
                path,
                "required",
                "this is not required, because the condition under which it is asked for is left out"
            )
        }
    }
}

extension FinishedForm.Path {
    /// The identifiers of the groups around the element, each with a point behind it.
    fileprivate var groups: String {
        element.lastIndex(of: ".").map { String(element[...$0]) } ?? ""
    }
}

// MARK: Parts of a text

extension JSONText {
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var array: [JSONText]? { if case .array(let elements) = self { elements } else { nil } }

    package subscript(key: String) -> JSONText? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The value at the end of a path of keys and indices. Setting `nil` removes the member or the element.
    fileprivate subscript(path: [String]) -> JSONText? {
        get { path.reduce(self) { value, token in value.flatMap { $0[key: token] } } }
        set {
            guard let first = path.first else { return }
            let rest = Array(path.dropFirst())
            switch self {
            case .object(var members):
                guard let place = members.firstIndex(where: { $0.key == first }) else { return }
                if rest.isEmpty, newValue == nil {
                    members.remove(at: place)
                } else if rest.isEmpty, let newValue {
                    members[place].value = newValue
                } else {
                    members[place].value[rest] = newValue
                }
                self = .object(members)
            case .array(var elements):
                guard let place = Int(first), elements.indices.contains(place) else { return }
                if rest.isEmpty, newValue == nil {
                    elements.remove(at: place)
                } else if rest.isEmpty, let newValue {
                    elements[place] = newValue
                } else {
                    elements[place][rest] = newValue
                }
                self = .array(elements)
            case .string, .literal: break
            }
        }
    }

    package var integer: Int? { if case .literal(let text) = self { Int(text) } else { nil } }

    /// The number of fields if all groups have their maximum of rows.
    fileprivate var fieldCount: Int {
        (self["fields"]?.array ?? []).reduce(0) { count, element in
            let inner = element["fields"] == nil ? 1 : element.fieldCount
            let bounds = element["repeat"].map { $0["max"]?.integer ?? max(1, $0["min"]?.integer ?? 1) }
            let rows = min(bounds ?? 1, DefinitionLimits.fields + 1)
            return min(count + inner * rows, 1 << 32)
        }
    }

    private subscript(key token: String) -> JSONText? {
        if case .array(let elements) = self {
            return Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
        return self[token]
    }

    /// The identifiers of all elements.
    fileprivate var identifiers: Set<String> {
        var names: Set<String> = []
        for element in self["fields"]?.array ?? [] {
            if let id = element["id"]?.text { names.insert(id) }
            names.formUnion(element.identifiers)
        }
        return names
    }
}
