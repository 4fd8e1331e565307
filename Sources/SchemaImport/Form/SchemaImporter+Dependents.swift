import FormModel

/// Imports the parts of a schema that apply while a condition holds: `dependentRequired`, `dependentSchemas`,
/// `dependencies` and `if`, `then`, `else`.
extension SchemaImporter {
    /// The condition of a part of a schema.
    private struct Conditional {
        var when: Truth
        /// The nesting depth of the schemas.
        var level: Int

        func and(_ other: Truth) -> Conditional {
            Conditional(when: .all([when, other]), level: level + 1)
        }
    }

    /// The maximum nesting depth of conditional schemas.
    private static let levels = 3

    /// Adds the conditional properties and requirements of an object.
    mutating func addDependents(of node: SchemaNode, to elements: inout [ImportedElement], at place: Place) {
        addDependents(of: node, Conditional(when: .always, level: 0), to: &elements, at: place)
    }

    private mutating func addDependents(
        of node: SchemaNode,
        _ outer: Conditional,
        to elements: inout [ImportedElement],
        at place: Place
    ) {
        var waiting = ["dependentRequired", "dependentSchemas", "dependencies"].flatMap(node.all)
            .flatMap { $0.object?.members ?? [] }
        // A condition may refer to a property that another one adds.
        var count = waiting.count + 1
        while waiting.count < count {
            count = waiting.count
            for member in waiting {
                guard let trigger = elements.place(of: member.key) else { continue }
                waiting.removeAll { $0.value.index == member.value.index }
                let inner = outer.and(elements[trigger].isPresent)
                if let names = member.value.elements {
                    for name in names { demand(name, inner, of: &elements) }
                } else {
                    add(member.value, inner, trigger: member.key, to: &elements, at: place)
                }
            }
        }
        let names = Set(elements.map(\.name))
        let isKnown = { (test: JSONValue) in
            (test.object?["properties"]?.object?.members ?? []).allSatisfy { names.contains($0.key) }
        }
        let later = node.conditionals.filter { !isKnown($0.test) }
        for conditional in node.conditionals.filter({ isKnown($0.test) }) + later {
            do throws(Untestable) {
                let holds = try test.holds(conditional.test, for: elements)
                if let then = conditional.then { add(then, outer.and(holds), to: &elements, at: place) }
                if let otherwise = conditional.otherwise {
                    add(otherwise, outer.and(holds.negated), to: &elements, at: place)
                }
            } catch {
                omit(error.site, error.reason)
            }
        }
    }

    /// Adds a conditional schema.
    ///
    /// - Parameter trigger: the property that selects one of the schemas of a `oneOf`.
    private mutating func add(
        _ schema: JSONValue,
        _ conditional: Conditional,
        trigger: String? = nil,
        to elements: inout [ImportedElement],
        at place: Place
    ) {
        if case .never = conditional.when { return }
        guard conditional.level <= Self.levels else {
            return omit(schema, "conditions lie more than \(Self.levels) deep in each other")
        }
        guard let node = node([schema]) else { return }
        var known: Set = ["type", "if", "dependentRequired", "dependentSchemas", "dependencies"]
        if let trigger, let list = node["oneOf"] {
            do throws(Untestable) {
                try addAlternatives(list, conditional, trigger: trigger, to: &elements, at: place)
                known.insert("oneOf")
            } catch {
                omit(error.site, error.reason)
            }
        }
        add(node, conditional, to: &elements, at: place)
        test.reader.report(node, known: known)
    }

    private mutating func add(
        _ node: SchemaNode,
        _ conditional: Conditional,
        besides trigger: String? = nil,
        to elements: inout [ImportedElement],
        at place: Place
    ) {
        for property in node.properties where property.name != trigger {
            if let place = elements.place(of: property.name), elements[place].visibleWhen == nil {
                constrain(&elements[place], property.schemas, conditional)
            } else {
                addProperty(property, node.required[property.name], conditional, to: &elements, at: place)
            }
        }
        for name in node.required.keys.sorted() {
            let isNew =
                node.properties.contains { $0.name == name } && elements.last { $0.name == name }?.requirement != nil
            if let site = node.required[name], !isNew { demand(site, conditional, of: &elements) }
        }
        addDependents(of: node, conditional, to: &elements, at: place)
    }

    /// Adds a property that exists only while a condition holds.
    private mutating func addProperty(
        _ property: (name: String, schemas: [JSONValue]),
        _ requirement: JSONValue?,
        _ conditional: Conditional,
        to elements: inout [ImportedElement],
        at place: Place
    ) {
        let site = property.schemas[0]
        let condition = conditional.when.condition
        if let known = elements.firstIndex(where: {
            $0.name == property.name && $0.schemas.isSame(as: property.schemas)
        }),
            let first = elements[known].visibleWhen, let condition, !condition.asks(aboutHiddenOf: elements),
            affords(condition, besides: [first])
        {
            elements[known].visibleWhen = Truth.any([.when(first), .when(condition)]).condition
            return
        }
        if let condition, !affords(condition) { return omit(site, "the form's conditions are too many or too long") }
        let isSecond = elements.place(of: property.name) != nil
        guard var element = element(property, requirement, at: place) else { return }
        if isSecond { omit(site, "this is asked for by a field of its own, \(quoted(element.id))") }
        element.visibleWhen = condition
        elements.append(element)
    }

    /// Requires a property while a condition holds.
    private mutating func demand(_ name: JSONValue, _ conditional: Conditional, of elements: inout [ImportedElement]) {
        guard let place = name.string.flatMap(elements.place) else {
            return omit(name, "\(quoted(name.string ?? "")) is required and cannot be asked for")
        }
        let element = elements[place]
        guard element.kind == .field else {
            if element.kind == .section { omit(name, "an object is required by no condition") }
            return
        }
        if element.mayBeEmpty { return }
        // The requirement matters only while the field is empty.
        let demand = conditional.when.condition.map { Truth.of($0, whileEmpty: element.id) }
        switch demand ?? conditional.when {
        case .never: break
        case .always: elements[place].isRequired = true
        case .when(let condition):
            if affords(condition, besides: element.demands) {
                elements[place].demands.append(condition)
            } else {
                omit(name, "the form's conditions are too many or too long")
            }
        }
    }

    /// Validates a property by additional schemas while a condition holds.
    private mutating func constrain(
        _ element: inout ImportedElement,
        _ schemas: [JSONValue],
        _ conditional: Conditional
    ) {
        if element.kind == .section {
            guard let node = node(schemas) else { return }
            let look = UserInterfaceSchema()
            let place = Place(prefix: element.id, pointer: element.pointer, depth: Self.depth, look: look)
            return add(node, conditional, to: &element.children, at: place)
        }
        do throws(Untestable) {
            let isValid = Truth.any([
                conditional.when.negated, element.isPresent.negated, try test.holds(schemas, for: element),
            ])
            guard let check = isValid.condition else { return }
            let rules = element.validators.count + element.checks.count
            guard element.kind == .field, rules < DefinitionLimits.rules, affords(check) else {
                return omit(schemas[0], "the form's conditions are too many or too long")
            }
            element.checks.append(check)
        } catch {
            omit(error.site, error.reason)
        }
    }

    // MARK: Alternatives

    /// Adds the schemas of a `oneOf`, one of which the value of a property selects.
    private mutating func addAlternatives(
        _ list: JSONValue,
        _ conditional: Conditional,
        trigger name: String,
        to elements: inout [ImportedElement],
        at place: Place
    ) throws(Untestable) {
        guard let trigger = elements.place(of: name), elements[trigger].kind == .field else { return }
        var alternatives: [(node: SchemaNode, holds: Truth)] = []
        var values: Set<String> = []
        for schema in list.elements ?? [] {
            guard let node = node([schema]), let property = node.properties.first(where: { $0.name == name }),
                let choices = self.node(property.schemas).flatMap({ SchemaChoices($0) })
            else {
                throw Untestable(site: schema, reason: "\(quoted(name)) does not say whether this schema is the one")
            }
            let texts = choices.choices.map(\.value.text)
            guard values.isDisjoint(with: texts) else {
                throw Untestable(site: schema, reason: "\(quoted(name)) says that several schemas are the one")
            }
            values.formUnion(texts)
            alternatives.append((node, try test.holds(property.schemas, for: elements[trigger])))
        }
        if elements[trigger].values.options.map({ !$0.isSubset(of: values) }) ?? true,
            let check = Truth.any([conditional.when.negated] + alternatives.map(\.holds)).condition, affords(check)
        {
            elements[trigger].checks.append(check)
        }
        for (node, holds) in alternatives {
            add(node, conditional.and(holds), besides: name, to: &elements, at: place)
        }
    }
}

extension [JSONValue] {
    fileprivate func isSame(as other: [JSONValue]) -> Bool {
        elementsEqual(other) { JSONWriter.text(of: $0) == JSONWriter.text(of: $1) }
    }
}

extension JSONText {
    /// Whether a condition refers to an element that is not always visible.
    fileprivate func asks(aboutHiddenOf elements: [ImportedElement]) -> Bool {
        let hidden = Set(elements.filter { $0.visibleWhen != nil }.map(\.id))
        return asks(about: hidden)
    }

    private func asks(about fields: Set<String>) -> Bool {
        switch self {
        case .object(let members):
            members.contains { member in
                if member.key == "field", case .string(let name) = member.value { return fields.contains(name) }
                return member.value.asks(about: fields)
            }
        case .array(let parts): parts.contains { $0.asks(about: fields) }
        case .string, .literal: false
        }
    }
}
