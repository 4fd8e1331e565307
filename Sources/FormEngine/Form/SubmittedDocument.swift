package import FormModel

extension Form {
    /// The values as a JSON object, typed as their fields are.
    package func document(includingSecrets: Bool) -> JSONText {
        SubmittedDocument(self, includingSecrets: includingSecrets).json
    }
}

/// A form's values as a JSON object, typed as their fields are: the reply to `SubmitDocument`, with secrets, and what a
/// target for submissions gets, without.
///
/// Numbers are JSON numbers with all their digits, also computed ones, toggles are booleans, several options are an
/// array of their values, and a group is an array with an object for each row. Every other value is a string, which is
/// left out if it is empty. Irrelevant fields of any type are left out. The key `document` of an element gives its
/// value another place or type.
private struct SubmittedDocument {
    private let form: Form
    private let includesSecrets: Bool

    init(_ form: Form, includingSecrets: Bool) {
        self.form = form
        includesSecrets = includingSecrets
    }

    var json: JSONText {
        var constants = form.placement.constants[...]
        var object = DocumentObject()
        addValues(of: form.placement.outline[...], &constants, to: &object)
        addValues(of: &constants, before: form.fields.count, to: &object)
        for value in form.record where !value.value.isEmpty {
            let isText = Int(value.value) == nil
            object.add(isText ? .string(value.value) : .literal(value.value), at: [value.field], isAnswer: false)
        }
        return object.json
    }

    /// Adds the values of the elements of the form or of a row.
    private func addValues(
        of items: ArraySlice<Outline.Item>,
        _ constants: inout ArraySlice<Outline.Constant>,
        to object: inout DocumentObject
    ) {
        var rest = items
        while let item = rest.popFirst() {
            switch item.kind {
            case .field:
                addValues(of: &constants, before: item.fields.lowerBound, to: &object)
                addValue(of: form.fields[item.fields.lowerBound], to: &object)
            case .group:
                addValues(of: &constants, before: item.fields.lowerBound, to: &object)
                let inner = rest.prefix { $0.depth > item.depth }
                rest = rest.dropFirst(inner.count)
                guard shows(item.parts) else { continue }
                let rows = rows(among: inner, depth: item.depth + 1)
                let isAnswer = rows.contains(where: \.isAnswered)
                object.add(.array(rows.map(\.json)), at: item.path ?? [], isAnswer: isAnswer)
            case .section:
                if let path = item.path, shows(item.parts) { object.addObject(at: path[...]) }
            case .note, .row, .review, .end: break
            }
        }
    }

    private func rows(among items: ArraySlice<Outline.Item>, depth: Int) -> [DocumentObject] {
        items.indices.filter { items[$0].kind == .row && items[$0].depth == depth }.map { row in
            // No constant is inside a group.
            var none: ArraySlice<Outline.Constant> = []
            var object = DocumentObject()
            addValues(of: items[(row + 1)...].prefix { $0.depth > depth }, &none, to: &object)
            return object
        }
    }

    private func shows(_ parts: some Sequence<Int>) -> Bool { (form.session.hidden?.value).shows(parts) }

    /// Adds the constants between the last field that was written and this one.
    private func addValues(
        of constants: inout ArraySlice<Outline.Constant>,
        before index: Int,
        to object: inout DocumentObject
    ) {
        for constant in form.constants(before: index, of: &constants) {
            let value = constant.isString ? JSONText.string(constant.text) : .literal(constant.text)
            object.add(value, at: constant.document?.path ?? [constant.id], isAnswer: false)
        }
    }

    private func addValue(of field: FormField, to object: inout DocumentObject) {
        guard field.isRelevant, !field.isNote, includesSecrets || !field.isSecret else { return }
        let definition = field.plan.definition
        let place = definition.document
        let path = place?.path ?? [definition.id]
        let text = field.fieldValue
        switch field.plan.picker {
        case .toggle: object.add(.literal(text), at: path, isAnswer: text == "true")
        case .several(let selection):
            let values = selection.values(of: field.choice).map { Self.value(of: $0, as: place?.type ?? .string) }
            object.add(.array(values), at: path, isAnswer: !values.isEmpty)
        case .options, .date, nil:
            if !text.isEmpty {
                let type = place?.type ?? (field.definition.valueKind == .number ? .number : .string)
                object.add(Self.value(of: text, as: type), at: path, isAnswer: true)
            } else if place?.isNullable == true || path.isEmpty {
                object.add(.null, at: path, isAnswer: false)
            }
        }
    }

    /// A text as a value. A text that does not have the type stays a text.
    private static func value(of text: String, as type: DocumentPlace.ValueType) -> JSONText {
        switch type {
        case .number: DecimalNumber(text).map { .literal($0.description) } ?? .string(text)
        case .boolean: text == "true" || text == "false" ? .literal(text) : .string(text)
        case .string: .string(text)
        }
    }
}

/// An object of a document, while values are added to it and to the objects inside.
private struct DocumentObject {
    private var members: [(key: String, content: Content)] = []
    /// The indices of the members, so that finding one of many takes no time.
    private var indices: [String: Int] = [:]
    /// The value that stands for the whole row.
    private var value: JSONText?
    /// Whether the object is there without values.
    private var isDemanded = false
    /// Whether somebody filled in a value. A toggle that is off and a list without values are there in any case.
    private(set) var isAnswered = false

    private enum Content {
        case value(JSONText)
        case object(DocumentObject)
    }

    /// Adds a value, unless there is one in its place.
    mutating func add(_ value: JSONText, at path: [String], isAnswer: Bool) {
        add(value, at: path[...], isAnswer: isAnswer)
    }

    private mutating func add(_ value: JSONText, at path: ArraySlice<String>, isAnswer: Bool) {
        isAnswered = isAnswered || isAnswer
        guard let name = path.first else {
            if self.value == nil { self.value = value }
            return
        }
        if path.count == 1 {
            if indices[name] == nil { append(name, .value(value)) }
        } else {
            change(name) { $0.add(value, at: path.dropFirst(), isAnswer: isAnswer) }
        }
    }

    /// Adds an object that is there even without values.
    mutating func addObject(at path: ArraySlice<String>) {
        guard let name = path.first else { return isDemanded = true }
        change(name) { $0.addObject(at: path.dropFirst()) }
    }

    private mutating func append(_ name: String, _ content: Content) {
        indices[name] = members.count
        members.append((name, content))
    }

    private mutating func change(_ name: String, _ change: (inout DocumentObject) -> Void) {
        if indices[name] == nil { append(name, .object(DocumentObject())) }
        guard let index = indices[name], case .object(var object) = members[index].content else { return }
        // The change does not copy the object.
        members[index].content = .value(.null)
        change(&object)
        members[index].content = .object(object)
    }

    /// The object without those objects inside that nobody filled in and that nothing demands.
    var json: JSONText {
        if let value { return value }
        return .object(
            members.compactMap { key, content in
                switch content {
                case .value(let value): JSONText.Member(key, value)
                case .object(let object):
                    object.isAnswered || object.isDemanded ? JSONText.Member(key, object.json) : nil
                }
            }
        )
    }
}
