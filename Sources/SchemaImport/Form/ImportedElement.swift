import FormModel

/// An element of the form before it is known when its fields must be filled in.
struct ImportedElement {
    enum Kind {
        case field, section, group, constant
    }

    /// What conditions have to know of a field's values.
    struct Values {
        /// `nil` if they are of several types.
        var type: SchemaType?
        /// What they are chosen from; `nil` for what is typed.
        var options: Set<String>?
        /// Whether null, for which an empty field stands, is a value.
        var isNullable = false
        var isToggle = false
        /// Whether several may be chosen.
        var isList = false
        var isSecret = false
    }

    let kind: Kind
    /// The property that the element asks for.
    let name: String
    let id: String
    /// The keys that every element of the kind has.
    let head: [JSONText.Member]
    /// What the property is said to be.
    var schemas: [JSONValue] = []
    /// Whether a section is one of the form; the fields of others belong to the section around them.
    var isTitled = true
    var body: [JSONText.Member] = []
    /// What stands in a section.
    var children: [ImportedElement] = []
    var values = Values()
    var validators: [JSONText] = []
    /// Where the schema says that the property is required; `nil` if it does not.
    var requirement: JSONValue?
    /// Conditions, each of which requires the property besides.
    var demands: [JSONText] = []
    var isRequired = false
    /// When there is the property; `nil` for always.
    var visibleWhen: JSONText?
    /// Whether the field can be left empty all the same: an empty field is a value, or nobody may fill it in.
    var mayBeEmpty = false

    init(_ kind: Kind, name: String, id: String, head: [JSONText.Member]) {
        self.kind = kind
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
        if kind == .section { members.append(.init("fields", .array(children.json))) }
        if !validators.isEmpty { members.append(.init("validators", .array(validators))) }
        if let visibleWhen { members.append(.init("visibleWhen", visibleWhen)) }
        return .object(members)
    }

    // MARK: Conditions

    /// A condition on the field itself.
    func test(_ name: String, _ operand: JSONText) -> Truth {
        .when(.object([.init("field", .string(id)), .init(name, operand)]))
    }

    /// Whether somebody has entered something: in a section, in one of its fields.
    var isFilledIn: Truth {
        switch kind {
        case .field:
            values.isToggle ? test("equals", .literal("true")) : test("empty", .literal("false"))
        case .section: Truth.any(children.map(\.isFilledIn))
        case .group, .constant: .never
        }
    }

    /// Whether the form's document has the property. A toggle, a list and an empty field that stands for null are always there.
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

    /// The place of the element that asks for a property.
    func place(of name: String) -> Int? { firstIndex { $0.name == name } }

    /// The fields, those that stand in sections among them.
    var fields: [ImportedElement] {
        flatMap { element -> [ImportedElement] in
            switch element.kind {
            case .field: [element]
            case .section: element.children.fields
            case .group, .constant: []
            }
        }
    }

    /// Changes each field, those that stand in sections among them.
    mutating func changeFields(_ change: (inout ImportedElement) -> Void) {
        for place in indices {
            if self[place].kind == .section { self[place].children.changeFields(change) }
            if self[place].kind == .field { change(&self[place]) }
        }
    }
}
