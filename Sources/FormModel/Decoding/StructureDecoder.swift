/// Reads what a form consists of: fields, groups of rows, and pages.
struct StructureDecoder {
    private let decoder: FormDecoder
    private var context: DecodingContext { decoder.context }
    /// The values that the fields of each group were read from.
    private var rowSites: [[JSONValue]] = []

    init(_ decoder: FormDecoder) {
        self.decoder = decoder
    }

    /// Reads the `fields` and `pages` of a form, and checks what they say of each other.
    mutating func structure(of root: JSONObject) -> FormStructure? {
        let limit = DefinitionLimits.fields
        guard let value = root["fields"], let elements = context.elements(value, to: limit, "fields") else {
            return nil
        }
        if elements.isEmpty { context.error("a form needs at least one field", at: value) }
        var structure = FormStructure(elements: [])
        structure.elements.reserveCapacity(elements.count)
        var sites: [JSONValue] = []
        var known: [String: Int] = [:]
        known.reserveCapacity(elements.count)
        for (place, element) in elements.enumerated() {
            guard let read = self.element(element) else { continue }
            if let first = known[read.id] {
                let site = element.object?["id"] ?? element
                context.error("the field \(quoted(read.id)) exists already, at /fields/\(first)", at: site)
            } else {
                known[read.id] = place
            }
            if case .field = read { sites.append(element) }
            structure.elements.append(consume read)
        }
        if let dependencies = DependencyChecks(context, structure, sites: sites, rowSites: rowSites) {
            dependencies.reportCircle()
            structure = dependencies.withSecretComputations()
        }
        let (fields, groups) = (structure.fields, structure.groups)
        ReferenceChecks(context, sites: sites, fields: fields, groups: groups).run()
        checkGroups(structure, elements, at: value)
        for (group, sites) in zip(groups, rowSites) {
            ReferenceChecks(context, sites: sites, fields: group.fields, outside: fields, groups: groups).run()
        }
        if let value = root["pages"] { structure.pages = pages(value, of: structure.elements) }
        return structure
    }

    static var elementsSchema: ValueSchema {
        let group = groupKeys.schema().named("group")
        let field = FieldDraft.keys.schema().named("field")
        let element = ValueSchema(
            [
                .init("if", .object([.init("required", .array([.string("repeat")]))])), .init("then", group.json),
                .init("else", field.json),
            ],
            of: [group, field]
        )
        return .list(of: element, listLimits)
    }

    private static var listLimits: [JSONText.Member] {
        [.init("minItems", .literal("1")), .init("maxItems", .literal("\(DefinitionLimits.fields)"))]
    }

    // MARK: Groups

    /// Reads one element of `fields`: a field, or an object with `repeat`, which is a group.
    private mutating func element(_ value: JSONValue) -> FormStructure.Element? {
        guard value.object?["repeat"] != nil else { return decoder.field(value).map(FormStructure.Element.field) }
        return group(value).map(FormStructure.Element.group)
    }

    /// The keys of a group. Its fields are read by `group`.
    static let groupKeys = KeyTable<GroupDefinition>("a group") {
        Key("id", \.id, .identifier, isRequired: true, "unlike all others of the form")
        Key("label", \.label, .text, "what a row is called")
        Key(
            "repeat",
            "`{\"min\": 0, \"max\": …}`",
            schema: { rowKeys.schema() },
            isRequired: true,
            "the rows that there are at least, and at most"
        ) { value, group, context in
            guard let object = rowKeys.read(value, into: &group, context), let maximum = object["max"] else { return }
            if group.maximum < group.minimum {
                let message = "the maximum of \(group.maximum) is less than the minimum of \(group.minimum)"
                context.error(message, at: maximum)
            }
        }
        Key(
            "fields",
            "fields, no groups",
            schema: { .list(of: .reference("field"), listLimits) },
            isRequired: true,
            "the fields of a row"
        ) { _, _, _ in }
    }

    private static let rowKeys = KeyTable<GroupDefinition>("the number of rows") {
        Key("min", \.minimum, .integer(in: 0...DefinitionLimits.fields, "rows"))
        Key("max", \.maximum, .integer(in: 1...DefinitionLimits.fields, "rows"), isRequired: true)
    }

    private mutating func group(_ value: JSONValue) -> GroupDefinition? {
        var group = GroupDefinition(id: "", maximum: 1, fields: [])
        guard let object = Self.groupKeys.read(value, into: &group, context), let list = object["fields"],
            let elements = context.elements(list, to: DefinitionLimits.fields, "fields")
        else { return nil }
        if elements.isEmpty { context.error("a group needs at least one field", at: list) }
        var known: Set<String> = []
        var sites: [JSONValue] = []
        for element in elements {
            if element.object?["repeat"] != nil {
                context.error("a group stands in no other group", at: element)
                continue
            }
            guard let field = decoder.field(element) else { continue }
            let site = element.object?["id"] ?? element
            if !known.insert(field.id).inserted {
                context.error("the field \(quoted(field.id)) exists already in this group", at: site)
            }
            let size = group.id(of: field.id, inRow: GroupDefinition.lastRow).utf8.count
            if size > DefinitionLimits.identifier {
                let names = "the names of group and field together"
                context.error("\(names) have more than \(DefinitionLimits.identifier - 9) characters", at: site)
            }
            group.fields.append(field)
            sites.append(element)
        }
        guard !group.id.isEmpty, !group.fields.isEmpty else { return nil }
        rowSites.append(sites)
        return group
    }

    /// Reports names that a row's field could have as well, and more fields than a form may have in all rows.
    private func checkGroups(_ structure: FormStructure, _ elements: [JSONValue], at value: JSONValue) {
        let groups = structure.groups
        guard !groups.isEmpty else { return }
        for element in elements {
            guard let site = element.object?["id"], let id = site.string else { continue }
            for group in groups where id.isLikeRow(of: group.id) {
                let message = "\(quoted(id)) could be the name of a row's field in the group \(quoted(group.id))"
                context.error(message, at: site)
            }
        }
        let count = structure.maximumFieldCount
        if count > DefinitionLimits.fields {
            context.error("with all rows there are \(count) fields; the limit is \(DefinitionLimits.fields)", at: value)
        }
    }

    // MARK: Pages

    /// The keys of a page. Its fields are read by `pages`.
    static let pageKeys = KeyTable<FormStructure.Page>("a page") {
        Key("title", \.title, .text)
        Key(
            "fields",
            "identifiers",
            schema: {
                .list(of: ValueReader.identifier.schema(), listLimits + [.init("uniqueItems", .literal("true"))])
            },
            isRequired: true,
            "fields and groups, in the form's order"
        ) { _, _, _ in }
    }

    static var pagesSchema: ValueSchema { .list(of: pageKeys.schema().named("page"), listLimits) }

    /// Reads `pages`, which together list every element once, in the form's order.
    private func pages(_ value: JSONValue, of elements: [FormStructure.Element]) -> [FormStructure.Page] {
        guard let list = context.elements(value, to: DefinitionLimits.fields, "pages") else { return [] }
        if list.isEmpty { context.error("there are no pages", at: value) }
        let places = Dictionary(elements.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var pages: [FormStructure.Page] = []
        var next = 0
        for element in list {
            var page = FormStructure.Page(title: nil, elements: next..<next)
            guard let names = Self.pageKeys.read(element, into: &page, context)?["fields"] else { continue }
            let list = context.elements(names, to: DefinitionLimits.fields, "fields") ?? []
            if list.isEmpty { context.error("a page needs at least one field", at: names) }
            for name in list {
                guard let id = ValueReader.identifier.read(name, context) else { continue }
                guard let place = places[id] else {
                    context.unknown("field", id, at: name, allowed: places.keys.sorted())
                    continue
                }
                if place == next {
                    next += 1
                } else if place < next {
                    context.error("the field \(quoted(id)) stands before this already", at: name)
                } else {
                    let first = quoted(elements[next].id)
                    context.error("pages keep the form's order: \(first) comes before this", at: name)
                    next = place + 1
                }
            }
            page.elements = page.elements.lowerBound..<next
            pages.append(page)
        }
        if next < elements.count, !context.hasErrors {
            context.error("the field \(quoted(elements[next].id)) stands on no page", at: value)
        }
        return pages
    }
}

extension String {
    /// Whether a name begins as those of a group's rows do: `items_1`, `items_1_name`.
    fileprivate func isLikeRow(of group: String) -> Bool {
        guard hasPrefix(group + "_") else { return false }
        let rest = dropFirst(group.utf8.count + 1)
        let digits = rest.prefix { "0"..."9" ~= $0 }
        return !digits.isEmpty && (digits.endIndex == rest.endIndex || rest[digits.endIndex] == "_")
    }
}
