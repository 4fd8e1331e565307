/// Reads the structure of a form: fields, notes, sections, groups of rows, constants and pages.
struct StructureDecoder {
    private let decoder: FormDecoder
    private var context: DecodingContext { decoder.context }
    /// The number of sections so far; a section without a name is named after it.
    private var sectionCount = 0
    /// The notes that show descriptions, which no page lists.
    private var descriptions: Set<String> = []
    /// The number of groups so far.
    private var groupCount = 0

    init(_ decoder: FormDecoder) {
        self.decoder = decoder
    }

    /// Reads the `fields` and `pages` of a form, and checks their references to each other.
    mutating func structure(of root: JSONObject, _ head: FormDecoder.Head) -> FormStructure? {
        let limit = DefinitionLimits.fields
        guard let value = root["fields"], let values = context.elements(value, to: limit, "fields") else {
            return nil
        }
        if values.isEmpty { context.error("a form needs at least one field", at: value) }
        let pageValues = root["pages"].flatMap { context.elements($0, to: limit, "pages") } ?? []
        if let site = root["pages"], site.elements?.isEmpty == true { context.error("there are no pages", at: site) }
        let pages = pageValues.map(pageDraft)
        decoder.isInConditionalPart = head.endWhen != nil || pages.contains { $0?.page.visibleWhen != nil }
        var leading = leadingDescriptions(of: pages, pageValues)
        var list = ElementList()
        if let text = head.description {
            describe("form_description", text, from: root["description"] ?? value, in: &list)
        }
        for element in values {
            for name in element.leadingNames {
                for (note, text, site) in leading.removeValue(forKey: name) ?? [] {
                    describe(note, text, from: site, in: &list)
                }
            }
            read(element, into: &list, depth: 0)
        }
        for (note, text, site) in leading.removeValue(forKey: "") ?? [] { describe(note, text, from: site, in: &list) }
        var structure = FormStructure(elements: list.elements, sections: list.sections)
        structure.constants = list.constants
        structure.pages = placed(pages, pageValues, at: root["pages"] ?? value, among: list)
        if let end = head.end {
            structure.endNote = list.elements.count
            list.append(decoder.note(named: "form_end", saying: end), from: root["end"] ?? value, context)
            structure.elements = list.elements
        }
        if let condition = head.endWhen, let site = root["endWhen"] {
            let last = structure.endNote ?? list.elements.count
            structure.earlyEnd = earlyEnd(condition, at: site, before: last, structure.pages, in: &list)
        }
        checkRecord(head.settings.record, at: root["record"], list)
        for (page, site) in zip(structure.pages, pageValues) {
            list.addPart(page.visibleWhen, at: site, page.elements)
        }
        DocumentChecks(context: context).run(list)
        var scopes = FieldScopes(list)
        if let dependencies = DependencyChecks(context, scopes) {
            dependencies.reportCircle()
            scopes = dependencies.withSecretComputations()
            structure.elements = scopes.elements
        }
        checkSecrets(of: root["submission"], scopes)
        if let insert = head.settings.submission?.table.insert {
            check(insert, at: root["submission"]?.object?["insert"], list, scopes)
        }
        for scope in scopes.all.indices { ReferenceChecks(context, scopes, scope).run() }
        structure.limitRows()
        let count = structure.maximumFieldCount
        if count > DefinitionLimits.fields {
            let count = "\(structure.groups.isEmpty ? "" : "with all rows ")there are \(count) fields"
            context.error("\(count); the limit is \(DefinitionLimits.fields)", at: value)
        }
        InsertionChecks(context: context, scopes: scopes).run()
        return structure
    }

    /// Adds a note that shows a description.
    private mutating func describe(
        _ id: String,
        _ text: LocalizedText,
        from site: JSONValue,
        in list: inout ElementList
    ) {
        descriptions.insert(id)
        list.append(decoder.note(named: id, saying: text), from: site, context)
    }

    // MARK: Elements

    private mutating func read(_ value: JSONValue, into list: inout ElementList, depth: Int) {
        let object = value.object
        if object?["repeat"] != nil {
            readGroup(value, into: &list)
        } else if object?["section"] != nil {
            readSection(value, into: &list, depth: depth)
        } else if object?["constant"] != nil {
            guard !list.isRow else { return context.error("a constant stands in no group", at: value) }
            var constant = FormStructure.Constant(id: "", text: "", isString: true, position: list.elements.count)
            StructureKeys.constant.read(value, into: &constant, context)
            guard !constant.id.isEmpty else { return }
            list.register(constant.id, at: object?["id"] ?? value, context)
            constant.sections = list.openSections
            list.constants.append(constant)
        } else if let field = object?["note"] != nil ? decoder.note(value) : decoder.field(value) {
            list.append(field, from: value, context)
        }
    }

    private mutating func readSection(_ value: JSONValue, into list: inout ElementList, depth: Int) {
        var draft = StructureKeys.SectionDraft()
        let object = StructureKeys.section.read(value, into: &draft, context)
        var section = draft.section
        sectionCount += 1
        if section.id.isEmpty { section.id = "section_\(sectionCount)" }
        guard depth < DefinitionLimits.sectionDepth else {
            let message = "the section stands in \(depth) others; the limit is \(DefinitionLimits.sectionDepth - 1)"
            return context.error(message, at: value)
        }
        guard let site = object?["fields"],
            let values = context.elements(site, to: DefinitionLimits.fields, "fields")
        else { return }
        if values.isEmpty { context.error("a section needs at least one element", at: site) }
        list.register(section.id, at: object?["id"] ?? value, context)
        section.depth = depth
        let start = list.elements.count
        let index = list.sections.count
        list.sections.append(section)
        let wasConditional = decoder.isInConditionalPart
        if section.visibleWhen != nil { decoder.isInConditionalPart = true }
        if let text = draft.description, let site = object?["description"] {
            describe(section.id + "_description", text, from: site, in: &list)
        }
        list.openSections.append(index)
        for element in values { read(element, into: &list, depth: depth + 1) }
        list.openSections.removeLast()
        decoder.isInConditionalPart = wasConditional
        list.sections[index].elements = start..<list.elements.count
        if section.isGrid { list.displayAsGrid(from: start) }
        list.addPart(section.visibleWhen, at: value, list.sections[index].elements)
    }

    private mutating func readGroup(_ value: JSONValue, into list: inout ElementList) {
        let limit = DefinitionLimits.groupDepth
        guard list.depth < limit else {
            return context.error("the group stands in \(list.depth) others; the limit is \(limit - 1)", at: value)
        }
        var group = GroupDefinition(id: "", maximum: GroupDefinition.unlimited)
        context.group = groupCount
        groupCount += 1
        defer { context.group = list.number }
        guard let object = StructureKeys.group.read(value, into: &group, context), let site = object["fields"],
            let values = context.elements(site, to: DefinitionLimits.fields, "fields")
        else { return }
        if values.isEmpty { context.error("a group needs at least one field", at: site) }
        let wasConditional = decoder.isInConditionalPart
        if group.visibleWhen != nil { decoder.isInConditionalPart = true }
        var row = ElementList(of: group, number: groupCount - 1, in: list)
        for element in values { read(element, into: &row, depth: 0) }
        decoder.isInConditionalPart = wasConditional
        for (name, site) in row.names
        where row.prefixLength + name.utf8.count > DefinitionLimits.identifier {
            let names = "the names of group and field together"
            context.error("\(names) have more than \(DefinitionLimits.identifier - 9 * row.depth) characters", at: site)
        }
        group.elements = row.elements
        group.sections = row.sections
        guard !group.id.isEmpty, !group.elements.isEmpty else { return }
        list.register(group.id, at: object["id"] ?? value, context)
        list.addPart(group.visibleWhen, at: value, list.elements.count..<list.elements.count + 1)
        row.countSite = object["repeat"]?.object?["count"]?.object?["field"]
        list.append(group, row)
    }

    // MARK: Pages

    private func pageDraft(_ value: JSONValue) -> StructureKeys.PageDraft? {
        var draft = StructureKeys.PageDraft()
        guard let object = StructureKeys.page.read(value, into: &draft, context) else { return nil }
        switch (object["fields"], draft.page.isReview) {
        case (nil, false): context.error("a page needs the key “fields”", at: value)
        case (let names?, true): context.error("a review page has no fields of its own", at: names)
        default: break
        }
        return draft
    }

    /// The descriptions of pages with their notes' names, by the name of the element that they precede; "" is the end
    /// of the form. A review page has no elements, so that its description precedes the next page.
    private func leadingDescriptions(
        of pages: [StructureKeys.PageDraft?],
        _ values: [JSONValue]
    ) -> [String: [(note: String, text: LocalizedText, site: JSONValue)]] {
        var leading: [String: [(note: String, text: LocalizedText, site: JSONValue)]] = [:]
        var waiting: [(note: String, text: LocalizedText, site: JSONValue)] = []
        for (number, page) in pages.enumerated() {
            let object = values[number].object
            if let text = page?.description, let site = object?["description"] {
                waiting.append(("page_\(number)_description", text, site))
            }
            guard let first = object?["fields"]?.elements?.first?.string else { continue }
            leading[first, default: []] += waiting
            waiting = []
        }
        leading[""] = waiting
        return leading
    }

    /// Determines the elements of each page. Together the pages must list every element once, in the form's order.
    private func placed(
        _ drafts: [StructureKeys.PageDraft?],
        _ values: [JSONValue],
        at site: JSONValue,
        among list: ElementList
    ) -> [FormStructure.Page] {
        guard !values.isEmpty else { return [] }
        let ranges = list.ranges
        var pages: [FormStructure.Page] = []
        var next = 0
        func passDescriptions(_ isPassed: (String) -> Bool) {
            while next < list.elements.count, descriptions.contains(list.elements[next].id),
                isPassed(list.elements[next].id)
            { next += 1 }
        }
        for (number, draft) in drafts.enumerated() {
            guard var page = draft?.page else { continue }
            let start = next
            passDescriptions { $0 == "form_description" || $0 == "page_\(number)_description" }
            let names = values[number].object?["fields"]
            let listed =
                page.isReview ? nil : names.flatMap { context.elements($0, to: DefinitionLimits.fields, "fields") }
            if let names, listed?.isEmpty == true { context.error("a page needs at least one field", at: names) }
            for name in listed ?? [] {
                guard let id = ValueReader.identifier.read(name, context) else { continue }
                guard let index = ranges[id] else {
                    context.unknown("field", id, at: name, allowed: ranges.keys.sorted())
                    continue
                }
                if index.lowerBound > next { passDescriptions { !$0.hasPrefix("page_") } }
                if index.lowerBound < next {
                    context.error("the field \(quoted(id)) stands before this already", at: name)
                } else {
                    if index.lowerBound > next {
                        let first = quoted(list.elements[next].id)
                        context.error("pages keep the form's order: \(first) comes before this", at: name)
                    }
                    next = index.upperBound
                }
            }
            page.elements = start..<next
            pages.append(page)
        }
        if next < list.elements.count, !context.hasErrors {
            context.error("the field \(quoted(list.elements[next].id)) stands on no page", at: site)
        }
        for section in list.sections
        where !context.hasErrors && !pages.contains(where: { $0.elements.contains(section.elements) }) {
            context.error("the section \(quoted(section.id)) stands on more than one page", at: site)
        }
        return pages
    }

    // MARK: The end and the record

    /// The indices of the elements that are hidden while the form ends early: those after the page of the last field
    /// that the condition reads or, in a form without pages, those after this field.
    ///
    /// - Parameter end: the index after the last element, without the note that is shown after the submission.
    private func earlyEnd(
        _ condition: Condition,
        at site: JSONValue,
        before end: Int,
        _ pages: [FormStructure.Page],
        in list: inout ElementList
    ) -> FormStructure.EarlyEnd {
        let ranges = list.ranges
        let last = condition.fields.compactMap { ranges[$0]?.lowerBound }.max() ?? end
        let start = pages.first { $0.elements.contains(last) }?.elements.upperBound ?? last + 1
        let hidden = min(start, end)..<end
        list.addPart(condition, at: site, hidden)
        let hidesReview = pages.contains { $0.isReview && $0.elements.lowerBound >= hidden.lowerBound }
        if hidden.isEmpty, !hidesReview, condition.fields.contains(where: { ranges[$0] != nil }) {
            context.warning("no element follows the fields that the condition reads", at: site)
        }
        return FormStructure.EarlyEnd(when: condition, hidden: hidden)
    }

    /// Reports names in the `secrets` of a submission that are no secret fields.
    private func checkSecrets(of submission: JSONValue?, _ scopes: FieldScopes) {
        let names = submission?.object?["secrets"]?.object?["fields"]?.elements ?? []
        for value in names {
            guard let id = value.string else { continue }
            let field = scopes.index(of: id, from: 0).map { scopes.fields[$0] }
            if field?.isSecret != true { context.error("\(quoted(id)) is not a secret field of the form", at: value) }
        }
    }

    /// Reports parameters of a statement for submissions that have no value.
    private func check(_ insert: InsertTemplate, at site: JSONValue?, _ list: ElementList, _ scopes: FieldScopes) {
        guard let site else { return }
        var parameters = list.elements.compactMap { element in
            switch element {
            case .field(let field): field.document?.path?.first
            case .group(let group): group.document?.path?.first
            }
        }
        parameters += SubmissionDefinition.Table.parts
        for name in insert.names {
            let first = String(name.prefix { $0 != "." })
            if let field = scopes.index(of: first, from: 0), scopes.fields[field].isSecret, !parameters.contains(first)
            {
                context.error(
                    "\(quoted(first)) is a secret field: name it in “secrets”, and here :secrets.\(first)",
                    at: site
                )
            } else if list.known[first] == nil, !parameters.contains(first) {
                context.error("no element has the name :\(first)", at: site)
            }
        }
    }

    private func checkRecord(_ record: RecordNames, at site: JSONValue?, _ list: ElementList) {
        guard let object = site?.object else { return }
        var known = list.known
        for key in StructureKeys.record.names {
            guard let value = object[key], let id = value.string else { continue }
            if let first = known.updateValue(value, forKey: id) {
                context.error("the name \(quoted(id)) is taken already, at \(first.elementPointer)", at: value)
            }
        }
    }
}

extension JSONValue {
    /// The name of the element and, if it is a section, the names of the elements at its beginning.
    fileprivate var leadingNames: [String] {
        var names: [String] = []
        var value: JSONValue? = self
        while let object = value?.object, names.count <= DefinitionLimits.sectionDepth + 1 {
            names.append(object["id"]?.string ?? "/")
            value = object["section"] == nil ? nil : object["fields"]?.elements?.first
        }
        return names
    }
}

extension Range<Int> {
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
