import FormEngine
import FormImport
import FormModel
import Foundation
import SchemaImport
import Testing

/// A schema as the form that is made of it, which judges instances of the schema.
struct ImportedForm {
    let form: SchemaImport
    private let compiled: CompiledForm

    init(_ schema: String) throws {
        form = try SchemaImport(schema, decoder: DefinitionDecoder())
        compiled = try CompiledForm(#require(DefinitionDecoder().decode(form.definition, name: "").value))
    }

    /// What the form says of an instance.
    enum Answer: Equatable {
        case accepted
        case refused
        /// The form took the texts and made others of them.
        case changed
        /// The form submitted a document with other values than the instance.
        case otherDocument(String)
        /// No texts stand for the instance, for this reason.
        case inexpressible(String)

        /// Whether the form submits the instance, unless nobody can enter it.
        var isFaithful: Bool {
            switch self {
            case .accepted, .inexpressible: true
            case .refused, .changed, .otherDocument: false
            }
        }
    }

    /// Enters the values of an object into the form, and submits it.
    func answer(to instance: [String: JSON]) throws -> Answer {
        var texts: [String: String] = [:]
        let groups = Dictionary(compiled.definition.groups.map { ($0.id, $0) }) { first, _ in first }
        var rows: [String: [JSON]] = [:]
        for (pointer, value) in Self.leaves(of: .object(instance), at: "").sorted(by: { $0.0 < $1.0 }) {
            guard let property = form.properties[pointer] else {
                let group = String(pointer.dropFirst()).replacing("/", with: "_")
                guard case .array(let elements) = value, let bounds = groups[group] else {
                    return .inexpressible("nothing asks for the value")
                }
                if elements.count < bounds.minimum { return .refused }
                if elements.count > bounds.maximum { return .inexpressible("the form has fewer rows") }
                rows[group] = elements
                continue
            }
            guard let text = value.text, value != .null || property.isNullable else {
                return .inexpressible("no text stands for the value")
            }
            if let type = property.type, value != .null, !value.types.contains(type) {
                return .inexpressible("the field asks for values of another type")
            }
            texts[property.field] = text
        }
        let nullable = Set(form.properties.values.filter(\.isNullable).map(\.field))
        let alwaysThere = Set(compiled.definition.fields.filter(\.input.isAlwaysThere).map(\.id))
            .subtracting(form.properties.filter { !instance.hasParent(of: $0.key) }.map(\.value.field))
        var session = try Form(compiled, locale: "en", values: [:])
        for (group, elements) in rows {
            while !session.hasRow(elements.count, of: group), !elements.isEmpty {
                _ = try session.perform([.addRow(group: group, position: nil)])
            }
            for (row, element) in elements.enumerated() {
                let members = if case .object(let members) = element { members } else { ["value": element] }
                for (name, value) in members {
                    guard let text = value.text, value.isPlain else { return .inexpressible("no text is in a row") }
                    texts["\(group)_\(row + 1)_\(name)"] = text
                }
            }
        }
        let fields = (0..<session.fieldCount).map { session.field($0).id }
        guard Set(texts.keys).isSubset(of: fields) else { return .inexpressible("nothing asks for the value") }
        var document = ""
        do throws(FormError) {
            for (place, field) in fields.enumerated() {
                let text = texts[field]
                guard session.field(place).isVisible else {
                    if text != nil { return .inexpressible("nobody can enter what is not visible") }
                    continue
                }
                if text == nil, nullable.contains(field) { return .inexpressible("an empty field stands for null") }
                if text == nil, alwaysThere.contains(field) {
                    return .inexpressible("a toggle and a list are always there")
                }
                _ = try session.perform([.field(place, .setText(text ?? "", formats: true, validates: nil))])
            }
            guard fields.indices.allSatisfy({ session.field($0).isVisible || texts[fields[$0]] == nil }) else {
                return .inexpressible("nobody can enter what is not visible")
            }
            let outcome = try session.perform([.submitDocument], attempt: Attempt())
            if let failure = outcome.failure { throw failure }
            if case .document(let text) = outcome.results.first { document = text }
        } catch {
            // A picker takes no text but that of an option.
            guard error.code == .notValid || error.code == .invalidText else { throw error }
            return .refused
        }
        let isChanged = fields.indices.contains { place in
            guard session.field(place).isVisible else { return false }
            // A toggle of an absent object is off.
            guard let text = texts[fields[place]] ?? (session.field(place).value == "false" ? nil : "") else {
                return false
            }
            let value = session.field(place).value
            // The order of chosen options is that of the list.
            if session.field(place).allowsSeveral {
                return Set(OptionsInput.values(in: value) ?? []) != Set(OptionsInput.values(in: text) ?? [])
            }
            return !value.unicodeScalars.elementsEqual(text.unicodeScalars)
        }
        if isChanged { return .changed }
        let isSame = JSON(try JSONDocument(document).root).isSame(as: .object(instance))
        return isSame ? .accepted : .otherDocument(document)
    }

    /// The values in an object that are no objects themselves, by their JSON Pointers.
    private static func leaves(of value: JSON, at pointer: String) -> [(String, JSON)] {
        // An object in another one is there if one of its fields is filled in.
        guard case .object(let members) = value, pointer.isEmpty || members.contains(where: { $0.value.isFilledIn })
        else {
            return [(pointer, value)]
        }
        return members.flatMap { key, value in
            leaves(of: value, at: pointer + "/" + key.replacing("~", with: "~0").replacing("/", with: "~1"))
        }
    }
}

/// The definition's elements, on one line each, and what was left out.
func elements(of schema: String, look: String? = nil) throws -> (lines: [String], omissions: [String]) {
    let made = try SchemaImport(schema, look: look, decoder: DefinitionDecoder())
    let elements = try JSONDocument(made.definition).root.object?["fields"]?.elements ?? []
    return (elements.map { JSONWriter.text(of: $0) }, made.omissions.map(\.description))
}

/// A JSON value of a test, with numbers as they are written.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(_ value: JSONValue) {
        if let text = value.string {
            self = .string(text)
        } else if let number = value.numberText {
            self = .number(number)
        } else if let bool = value.bool {
            self = .bool(bool)
        } else if let elements = value.elements {
            self = .array(elements.map(JSON.init))
        } else if let object = value.object {
            self = .object(Dictionary(object.members.map { ($0.key, JSON($0.value)) }) { first, _ in first })
        } else {
            self = .null
        }
    }

    /// Whether the value is a text or a number.
    fileprivate var isPlain: Bool { types.isSubset(of: ["string", "number", "integer"]) }

    /// What a person enters for the value; `nil` if no text stands for it.
    var text: String? {
        switch self {
        case .null: ""
        case .bool(let bool): String(bool)
        case .number(let text): DecimalNumber(json: text)?.description
        // An empty field stands for no value, and U+0000 stands in no field.
        case .string(let text): text.isEmpty || text.utf8.contains(0) ? nil : text
        case .array(let elements):
            // No option is chosen twice.
            elements.allSatisfy(\.isString) && Set(elements).count == elements.count
                ? OptionsInput.text(of: elements.compactMap(\.text)) : nil
        case .object: nil
        }
    }

    /// Whether somebody has to do something for the value.
    fileprivate var isFilledIn: Bool { self != .null && self != .bool(false) && self != .array([]) }

    /// Whether a document is an instance, but for toggles, lists and nulls that are in the document in any case.
    fileprivate func isSame(as instance: JSON) -> Bool {
        switch (self, instance) {
        case (.number(let own), .number(let other)): return DecimalNumber(json: own) == DecimalNumber(json: other)
        case (.array(let own), .array(let other)):
            guard own.count == other.count else { return false }
            // The order of chosen options is that of the list.
            return zip(own, other).allSatisfy { $0.isSame(as: $1) } || Set(own) == Set(other)
        case (.object(let own), .object(let other)):
            let rest = own.filter { other[$0.key] == nil }
            return rest.values.allSatisfy { !$0.isFilledIn }
                && other.allSatisfy { own[$0.key]?.isSame(as: $0.value) ?? false }
        default: return self == instance
        }
    }

    private var isString: Bool { if case .string(let text) = self { !text.isEmpty } else { false } }

    /// The types of JSON Schema that the value has.
    var types: Set<String> {
        switch self {
        case .null: ["null"]
        case .bool: ["boolean"]
        case .number(let text):
            DecimalNumber(json: text)?.fraction.isEmpty == true ? ["number", "integer"] : ["number"]
        case .string: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }

    /// As JSON text.
    var written: String {
        switch self {
        case .null: "null"
        case .bool(let bool): String(bool)
        case .number(let text): text
        case .string(let text): JSONText.string(text).line
        case .array(let elements): "[" + elements.map(\.written).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }
                .map { JSONText.string($0.key).line + ": " + $0.value.written }.joined(separator: ", ") + "}"
        }
    }
}

extension [String: JSON] {
    /// Whether the object that contains a property is in this instance, as far as somebody has to do something for it.
    fileprivate func hasParent(of pointer: String) -> Bool {
        var members = self
        for name in pointer.split(separator: "/").dropLast() {
            guard case .object(let inner)? = members[String(name)], inner.contains(where: { $0.value.isFilledIn })
            else {
                return false
            }
            members = inner
        }
        return true
    }
}

extension Form {
    fileprivate func hasRow(_ number: Int, of group: String) -> Bool {
        (0..<fieldCount).contains { field($0).id.hasPrefix("\(group)_\(number)_") }
    }
}

extension InputKind {
    /// Whether a field has a value even if nobody fills it in: false, or a list of nothing.
    fileprivate var isAlwaysThere: Bool {
        switch self {
        case .toggle: true
        case .options(let input): input.allowsSeveral
        case .keyboard, .date, .slider: false
        }
    }
}
