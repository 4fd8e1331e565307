import FormImport
import FormModel

/// An element of the form while it is still open whether its fields are required.
struct ImportedElement {
    enum Kind {
        case field, section, group, constant
    }

    /// What conditions need to know of a field's values.
    struct Values {
        /// `nil` if there are several types.
        var type: SchemaType?
        /// The values of the options; `nil` for a typed value.
        var options: Set<String>?
        /// Whether null is a valid value, which an empty field represents.
        var isNullable = false
        var isToggle = false
        /// Whether several options can be chosen.
        var isList = false
        var isSecret = false
    }

    /// The rows of a group.
    struct Rows {
        var least: Int
        /// `nil` if the schema has none.
        let most: Int?
        /// The place in the schema that demands the rows.
        let site: JSONValue?
        /// The elements of a row.
        let elements: [ImportedElement]
    }

    let kind: Kind
    /// The name of the imported property.
    let name: String
    let id: String
    /// The keys that all elements of the kind have.
    var head: [JSONText.Member]
    /// The schemas of the property.
    var schemas: [JSONValue] = []
    /// Whether a section becomes a section of the form; otherwise its fields belong to the section around it.
    var isTitled = true
    var body: [JSONText.Member] = []
    /// The elements of a section.
    var children: [ImportedElement] = []
    var rows: Rows?
    var values = Values()
    var validators: [JSONText] = []
    /// Conditions that the value must meet.
    var checks: [JSONText] = []
    /// The place in the schema that requires the property; `nil` if it is not required.
    var requirement: JSONValue?
    /// Additional conditions, each of which requires the property.
    var demands: [JSONText] = []
    var isRequired = false
    /// The condition under which the property exists; `nil` for always.
    var visibleWhen: JSONText?
    /// Whether the field may be left empty although the property is required: because an empty field is a valid value,
    /// or because users cannot fill it in.
    var mayBeEmpty = false
    /// The JSON Pointer of the property in an instance, or in a row of one.
    let pointer: String
    /// The type that a document gives to a text, or to the chosen values of a list; `nil` for that of the field.
    var typeInDocument: SchemaType?

    init(_ kind: Kind, name: String, id: String, at pointer: String, head: [JSONText.Member]) {
        self.kind = kind
        self.pointer = pointer
        self.name = name
        self.id = id
        self.head = head
    }

    fileprivate var json: JSONText {
        var members = head
        if isRequired {
            members.append(.init("required", .literal("true")))
        } else if let demand = Truth.any(demands.map(Truth.when)).condition {
            members.append(.init("requiredWhen", demand))
        }
        members += body
        if let rows {
            let bounds = FinishedForm.rows(least: rows.least, most: rows.most)
            members += [.init("repeat", .object(bounds)), .init("fields", .array(rows.elements.json))]
        }
        if kind == .section { members.append(.init("fields", .array(children.json))) }
        let validators = validators + checks.map { SchemaField.rule("check", ["check": $0]) }
        if !validators.isEmpty { members.append(.init("validators", .array(validators))) }
        if let visibleWhen { members.append(.init("visibleWhen", visibleWhen)) }
        var document: [JSONText.Member] = []
        // An object that is required is there without values, any other only around values.
        let isPlaced = kind == .section ? requirement != nil : pointer != "/\(id)"
        document.add("at", .string(pointer), if: isPlaced)
        document.add("type", typeInDocument.map { .string($0.rawValue) })
        document.add("null", if: kind == .field && values.isNullable)
        members.add("document", .object(document), if: !document.isEmpty)
        return .object(members)
    }

    // MARK: Conditions

    /// A condition on the field itself.
    func test(_ name: String, _ operand: JSONText) -> Truth {
        .when(.object([.init("field", .string(id)), .init(name, operand)]))
    }

    /// Whether the user has filled in the field, or a field of the section.
    var isFilledIn: Truth {
        switch kind {
        case .field:
            values.isToggle ? test("equals", .literal("true")) : test("empty", .literal("false"))
        case .section: Truth.any(children.map(\.isFilledIn))
        case .group: hasRows
        case .constant: .never
        }
    }

    /// Whether one of the rows has a value.
    private var hasRows: Truth {
        let columns = columns(of: "").prefix(DefinitionLimits.computationNodes - 2)
            .map { JSONText.object([.init("field", .string($0))]) }
        if columns.isEmpty { return .never }
        let count = JSONText.object([.init("count", .array(columns))])
        return .when(.object([.init("computed", count), .init("greater", .literal("0"))]))
    }

    /// The references to the values in the rows that a condition may read.
    private func columns(of groups: String) -> [String] {
        switch kind {
        case .field: values.isSecret ? [] : [groups + id]
        case .section: children.flatMap { $0.columns(of: groups) }
        case .group: (rows?.elements ?? []).flatMap { $0.columns(of: groups + id + ".") }
        case .constant: []
        }
    }

    /// Whether the field, or one of a group's first rows, must be filled in at some time.
    var isDemanding: Bool {
        let row = rows.map { $0.least > 0 ? $0.elements.fields : [] } ?? []
        return isRequired || !demands.isEmpty || row.contains(where: \.isDemanding)
    }

    /// Whether the submitted document contains the property. It always contains toggles, lists, and empty fields that
    /// represent null.
    var isPresent: Truth {
        switch kind {
        case .field:
            values.isToggle || values.isList || values.isNullable ? isVisible : test("empty", .literal("false"))
        case .section: requirement == nil ? isFilledIn : isVisible
        case .group, .constant: isVisible
        }
    }

    private var isVisible: Truth { visibleWhen.map(Truth.when) ?? .always }
}

extension [ImportedElement] {
    var json: [JSONText] { flatMap { $0.isTitled ? [$0.json] : $0.children.json } }

    /// The index of the element for a property.
    func place(of name: String) -> Int? { firstIndex { $0.name == name } }

    /// All fields and groups, including those in sections.
    var fields: [ImportedElement] {
        flatMap { element -> [ImportedElement] in
            switch element.kind {
            case .field, .group: [element]
            case .section: element.children.fields
            case .constant: []
            }
        }
    }
}
