import FormImport
import FormModel

/// Converts a schema to the elements of a form.
struct SchemaImporter {
    private let decoder: DefinitionDecoder
    /// Reads schemas, and converts them to conditions.
    var test: SchemaTest
    private let look: UserInterfaceSchema
    /// A UI schema of JSON Forms.
    private let layout: JSONValue?
    private(set) var properties: [String: SchemaImport.Property] = [:]
    private var names = ImportedNames()
    /// The places of the elements' schemas, by the identifiers of the elements behind those of the groups around them.
    private(set) var places: [String: String] = [:]
    private var groups = ""
    /// The number of groups that contain the elements being made.
    private var rowDepth = 0
    /// The numbers of tests and of patterns in all conditions so far.
    private var conditionTests = 0
    private var conditionPatterns = 0

    /// The maximum number of tests in all conditions together, so that the conditions of large objects do not fill the
    /// definition.
    private static let conditionTests = 5_000
    /// The maximum nesting depth of objects.
    static let depth = 8

    init(document: JSONDocument, look: JSONValue?, decoder: DefinitionDecoder) {
        test = SchemaTest(reader: SchemaReader(document))
        layout = Self.isLayout(look) ? look : nil
        self.look = UserInterfaceSchema(layout == nil ? look : nil)
        self.decoder = decoder
    }

    var omissions: [ImportOmission] { test.reader.omissions }

    mutating func form() throws(NoForm) -> JSONText {
        guard let root = node([test.reader.document.root]) else {
            throw NoForm(description: "the schema is no object")
        }
        var members: [JSONText.Member] = []
        if let title = look.text("title") ?? text(root["title"]) { members.append(.init("title", .string(title))) }
        if let about = look.text("description") ?? text(root["description"]) {
            members.append(.init("description", .string(about)))
            names.reserve("form_description")
        }
        if let button = look.option("submitButtonOptions")?.object?["submitText"]?.string, !button.isEmpty {
            members.append(.init("labels", .object([.init("submit", .string(button))])))
        }
        var fields = fields(of: root, look)
        var pages: [JSONText] = []
        if let layout { (fields, pages) = arranged(fields, layout) }
        guard !fields.isEmpty else {
            throw NoForm(description: "the schema has no properties that a form could ask for")
        }
        members.add("fields", .array(fields.json))
        members.add("pages", .array(pages), if: !pages.isEmpty)
        return .object(members)
    }

    // MARK: Objects

    /// An object whose properties become fields.
    struct Place {
        /// The prefix of the fields' identifiers.
        var prefix = ""
        /// The JSON Pointer of the object.
        var pointer = ""
        var depth = 0
        var look: UserInterfaceSchema

        /// The place of a property.
        func part(_ name: String) -> Place {
            Place(
                prefix: prefix.isEmpty ? name : "\(prefix)_\(name)",
                pointer: "\(pointer)/" + name.replacing("~", with: "~0").replacing("/", with: "~1"),
                depth: depth + 1,
                look: look.part(name)
            )
        }
    }

    /// The elements of an object that always exists: the whole form or a row.
    private mutating func fields(of node: SchemaNode, _ look: UserInterfaceSchema) -> [ImportedElement] {
        let place = Place(look: look)
        var elements = elements(of: node, at: place)
        addDependents(of: node, to: &elements, at: place)
        settle(&elements, in: nil)
        report(look, of: elements)
        return elements
    }

    private mutating func elements(of node: SchemaNode, at place: Place) -> [ImportedElement] {
        var elements: [ImportedElement] = []
        var missing = node.required
        for property in place.look.ordered(node.properties, by: \.name) {
            guard names.count < DefinitionLimits.fields else {
                omit(property.schemas[0], "a form has at most \(DefinitionLimits.fields) fields")
                break
            }
            let requirement = node.required[property.name]
            guard let element = element(property, requirement, at: place) else { continue }
            elements.append(element)
            missing[property.name] = nil
        }
        for name in missing.keys.sorted() {
            if let site = missing[name] { omit(site, "\(quoted(name)) is required and cannot be asked for") }
        }
        test.reader.report(
            node,
            known: ["type", "if", "dependentRequired", "dependentSchemas", "dependencies", "enumNames"]
        )
        return elements
    }

    /// Makes the element for a property. If there is none, reports an omission and returns `nil`.
    mutating func element(
        _ property: (name: String, schemas: [JSONValue]),
        _ requirement: JSONValue?,
        at place: Place
    ) -> ImportedElement? {
        guard let schema = node(property.schemas) else { return nil }
        let site = place.part(property.name)
        var element =
            switch schema.type {
            case .object: section(schema, property.name, requirement, at: site)
            case .array where schema["prefixItems"] != nil: nil as ImportedElement?
            case .array where !asksForOptions(schema): group(schema, property.name, requirement, at: site)
            default: field(schema, property.name, requirement, at: site)
            }
        if let site = schema["prefixItems"], schema.type == .array {
            omit(site, "only lists can be asked for whose items are alike")
        }
        element?.schemas = property.schemas
        return element
    }

    /// Makes a section of fields from an object inside another one.
    private mutating func section(
        _ node: SchemaNode,
        _ name: String,
        _ requirement: JSONValue?,
        at place: Place
    ) -> ImportedElement? {
        guard place.depth <= Self.depth else {
            omit(node.site, "objects lie more than \(Self.depth) deep in each other")
            return nil
        }
        let isTitled = place.depth <= DefinitionLimits.sectionDepth
        let id = isTitled ? identifier(place.prefix) : ""
        places[groups + id] = node.site.pointer
        let title = place.look.text("title") ?? text(node["title"]) ?? name
        var head: [JSONText.Member] = [.init("id", .string(id)), .init("section", .string(title))]
        if isTitled, let about = place.look.text("description") ?? text(node["description"]) {
            head.append(.init("description", .string(about)))
            names.reserve("\(id)_description")
        }
        var children = elements(of: node, at: place)
        addDependents(of: node, to: &children, at: place)
        report(place.look, of: children)
        guard !children.isEmpty else { return nil }
        var section = ImportedElement(.section, name: name, id: id, at: place.pointer, head: head)
        section.isTitled = isTitled
        section.requirement = requirement
        section.children = children
        if !isTitled, let requirement {
            omit(requirement, "an object this deep is in the submitted document only if it has a value")
        }
        return section
    }

    /// Decides what is required, when all conditions of an object that always exists are known.
    ///
    /// An optional object requires nothing while it is absent: its fields are required as soon as another one of its
    /// fields is filled in.
    ///
    /// - Parameter object: the fields and groups of the innermost optional object that contains the elements.
    private mutating func settle(_ elements: inout [ImportedElement], in object: [ImportedElement]?) {
        for place in elements.indices {
            switch elements[place].kind {
            case .section:
                let isOptional = elements[place].requirement == nil
                settle(&elements[place].children, in: isOptional ? elements[place].children.fields : object)
            case .group:
                guard let rows = elements[place].rows, rows.least > 0, let site = rows.site,
                    elements[place].requirement == nil || object != nil
                else { continue }
                // Rows in which nothing is required refuse nothing.
                if rows.elements.fields.contains(where: \.isDemanding) {
                    elements[place].rows?.least = 0
                    omit(site, "the list need not be there, so that the form takes fewer rows, too")
                } else {
                    omit(site, "the list need not be there, but its rows are always asked for")
                }
            case .field: settle(&elements[place], in: object)
            case .constant: break
            }
        }
    }

    private mutating func settle(_ field: inout ImportedElement, in object: [ImportedElement]?) {
        if field.requirement != nil, !field.mayBeEmpty { field.isRequired = true }
        // A toggle always has a value, which is checked.
        let isChecked = field.values.isToggle && !field.checks.isEmpty
        guard let object, field.isRequired || !field.demands.isEmpty || isChecked else { return }
        let demands = field.isRequired ? [.always] : field.demands.map(Truth.when)
        let checks = isChecked ? field.checks : []
        field.isRequired = false
        field.demands = []
        if isChecked { field.checks = [] }
        var isComplete = object.count <= DefinitionLimits.conditionParts
        if isComplete {
            let others = Truth.any(object.filter { $0.id != field.id }.map(\.isFilledIn))
            for condition in demands.compactMap({ Truth.all([$0, others]).condition }) {
                let isAfforded = affords(condition, besides: field.demands)
                if isAfforded { field.demands.append(condition) } else { isComplete = false }
            }
            let isAbsent = Truth.any(object.map(\.isFilledIn)).negated
            for condition in checks.compactMap({ Truth.any([isAbsent, .when($0)]).condition }) {
                let isAfforded = affords(condition)
                if isAfforded { field.checks.append(condition) } else { isComplete = false }
            }
        }
        if !isComplete, let site = field.requirement ?? field.schemas.first {
            omit(site, "too many fields decide whether this one is required")
        }
    }

    // MARK: Lists

    /// Whether a list consists of different values from a given set.
    private mutating func asksForOptions(_ node: SchemaNode) -> Bool {
        guard !node.all("items").isEmpty, let items = self.node(node.all("items")) else { return false }
        return items.type != .object && SchemaChoices(items) != nil
    }

    /// Makes a group of rows from a list of objects, and rows with one field from a list of values. If a form cannot
    /// represent the list, reports an omission and returns `nil`.
    private mutating func group(
        _ node: SchemaNode,
        _ name: String,
        _ requirement: JSONValue?,
        at place: Place
    ) -> ImportedElement? {
        guard rowDepth < DefinitionLimits.groupDepth, !node.all("items").isEmpty,
            let row = self.node(node.all("items"))
        else {
            let depth = DefinitionLimits.groupDepth
            omit(node.site, "only lists can be asked for whose items are known, and \(depth) in each other")
            return nil
        }
        let label = place.look.text("title") ?? text(node["title"]) ?? name
        let id = identifier(place.prefix)
        places[groups + id] = node.site.pointer
        let outer = (names, properties, groups)
        names = ImportedNames()
        groups += id + "."
        rowDepth += 1
        let look = place.look.part("items")
        var fields: [ImportedElement]
        if row.type == .object {
            fields = self.fields(of: row, look)
            if let site = row["description"] { omit(site, "“description” is left out") }
        } else {
            let title = text(row["title"]) ?? label
            let place = Place(prefix: "value", look: look)
            let isList = row.type == .array && !asksForOptions(row)
            let item =
                isList
                ? group(row, "value", row.site, at: place) : field(row, "value", row.site, at: place, title: title)
            fields = [item].compactMap(\.self)
            settle(&fields, in: nil)
        }
        (names, properties, groups) = outer
        rowDepth -= 1
        guard !fields.isEmpty else {
            omit(node.site, "no group of rows can be made of this list")
            return nil
        }
        let minimum = node.all("minItems").compactMap(\.integer).max() ?? 0
        var group = ImportedElement(.group, name: name, id: id, at: place.pointer, head: [.init("id", .string(id))])
        group.body = [.init("label", .string(label))]
        group.requirement = requirement
        group.rows = ImportedElement.Rows(
            least: minimum,
            most: node.all("maxItems").compactMap(\.integer).min(),
            site: node["minItems"],
            elements: fields
        )
        test.reader.add(place.look.omissions(besides: ["title"], parts: ["items"]))
        test.reader.report(node, known: ["type", "items", "minItems", "maxItems"])
        return group
    }

    private func isDecoded(_ field: JSONText) -> Bool {
        let text = JSONText.object([.init("fields", .array([field]))]).line
        // References to other fields are errors only in this form of a single element.
        return decoder.decode(text, name: "").diagnostics.allSatisfy {
            $0.severity != .error || $0.message.hasPrefix("unknown field")
        }
    }

    // MARK: Fields

    /// Makes a field for a property with a single value. If users cannot enter one, reports an omission and returns
    /// `nil`.
    private mutating func field(
        _ node: SchemaNode,
        _ name: String,
        _ requirement: JSONValue?,
        at place: Place,
        title: String? = nil
    ) -> ImportedElement? {
        let items = node.type == .array ? self.node(node.all("items")) : nil
        var look = FieldLook(place.look, type: items == nil ? node.type : nil)
        var field = SchemaField(decoder: decoder, node, items: items, look: look)
        if !look.members.isEmpty, !isDecoded(.object([.init("id", .string("a"))] + field.members)) {
            look.refuseWidget()
            field = SchemaField(decoder: decoder, node, items: items, look: FieldLook(UserInterfaceSchema(), type: nil))
        }
        let isUnseen =
            look.display != nil && (field.values == nil || field.isToggle) || look.isSlider && !field.isSlider
        if isUnseen { look.refuseWidget() }
        test.reader.add(look.omissions)
        test.reader.add(field.omissions.map { ImportOmission(place: $0.site.pointer, reason: $0.reason) })
        guard field.isPossible else {
            omit(node.site, "there is no value that a person could enter")
            return nil
        }
        let id = identifier(place.prefix)
        places[groups + id] = node.site.pointer
        test.reader.report(node, known: field.known)
        if look.isHidden { return constant(field, name: name, id: id, at: place, look) }
        let title = title ?? place.look.text("title") ?? text(node["title"]) ?? name
        var placeholders = [JSONText.string(title)]
        if let placeholder = place.look.text("placeholder") {
            placeholders.append(
                .object([
                    .init("service", .string("native")), .init("text", .string(placeholder)),
                    .init("role", .string("support")),
                ])
            )
        }
        var head: [JSONText.Member] = [
            .init("id", .string(id)), .init("label", .string(title)), .init("placeholders", .array(placeholders)),
        ]
        let hints = [place.look.text("description") ?? text(node["description"]), place.look.text("help")]
        let hint = hints.compactMap { $0 }.joined(separator: "\n")
        if !hint.isEmpty { head.append(.init("hint", .string(hint))) }
        var element = ImportedElement(.field, name: name, id: id, at: place.pointer, head: head)
        element.typeInDocument = field.typeInDocument
        element.body = field.members
        element.validators = field.validators
        element.requirement = requirement
        element.values = ImportedElement.Values(
            type: field.type,
            options: field.values,
            isNullable: field.isNullable,
            isToggle: field.isToggle,
            isList: field.isList,
            isSecret: field.members.contains { $0.key == "secret" || $0.key == "mode" }
        )
        element.mayBeEmpty = field.isNullable || field.isToggle || field.mayBeEmpty
        if node.type == .array, !field.mayBeEmpty, requirement == nil, let site = node["minItems"] {
            omit(site, "the list need not be there, but it is sent without values where nothing is chosen")
        }
        if let requirement, field.isReadOnly, !field.hasValue {
            omit(requirement, "\(quoted(name)) is required and read-only, so that nobody can enter it")
            element.mayBeEmpty = true
        }
        properties[place.pointer] = SchemaImport.Property(
            field: id,
            type: field.type?.rawValue,
            isNullable: field.isNullable
        )
        return element
    }

    /// Makes a constant from a hidden property with an initial value.
    private mutating func constant(
        _ field: SchemaField,
        name: String,
        id: String,
        at place: Place,
        _ look: FieldLook
    ) -> ImportedElement? {
        guard rowDepth == 0, let value = field.members.first(where: { $0.key == "value" })?.value,
            case .string(let text) = value
        else {
            test.reader.add([
                ImportOmission(
                    place: look.widgetPlace ?? "ui:",
                    reason: "a hidden property needs one first value, and no row"
                )
            ])
            return nil
        }
        let isText = field.typeInDocument == nil && !field.isToggle
        return ImportedElement(
            .constant,
            name: name,
            id: id,
            at: place.pointer,
            head: [.init("id", .string(id)), .init("constant", isText ? value : .literal(text))]
        )
    }

    // MARK: Parts

    /// Whether the form has room for one more condition. If so, counts it.
    ///
    /// - Parameter others: the conditions that it is combined with.
    mutating func affords(_ condition: JSONText, besides others: [JSONText] = []) -> Bool {
        let (tests, patterns) = (condition.testCount, condition.patternCount)
        guard others.reduce(tests, { $0 + $1.testCount }) <= DefinitionLimits.conditionParts,
            conditionTests + tests <= Self.conditionTests,
            conditionPatterns + patterns <= DefinitionLimits.conditionPatterns
        else { return false }
        conditionTests += tests
        conditionPatterns += patterns
        return true
    }

    mutating func node(_ schemas: [JSONValue]) -> SchemaNode? { test.reader.node(schemas) }

    mutating func omit(_ value: JSONValue, _ reason: String) { test.reader.omit(value, reason) }

    private func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.unicodeScalars.count <= DefinitionLimits.text else {
            return nil
        }
        return text
    }

    mutating func identifier(_ name: String) -> String { names.identifier(for: name, room: 5) }

    /// Reports the parts of an object's `uiSchema` that were not imported.
    private mutating func report(_ look: UserInterfaceSchema, of elements: [ImportedElement]) {
        test.reader.add(
            look.omissions(
                besides: ["title", "description", "order", "submitButtonOptions"],
                parts: Set(elements.map(\.name))
            )
        )
    }
}
