import FormImport
import FormModel

/// A publisher's own types of questions, as SurveyJS registers them: a list of objects with the `name` of a type, and
/// with `questionJSON`, the question that it is, or `elementsJSON`, the questions that it consists of.
///
/// `properties` says which of a type's own properties are those of the question, such as `{"body": "html"}`; with null,
/// that a property has no meaning for those who answer.
struct SurveyTypes {
    private var types: [String: JSONObject] = [:]

    /// Throws `JSONSyntaxError`, and `NoForm` if the text is no list of types.
    init(_ text: String) throws {
        for value in try JSONDocument(text).root.elements ?? [] {
            guard let type = value.object, let name = type["name"]?.string else {
                throw NoForm(description: "\(value.pointer): this is no type of questions")
            }
            types[name] = type
        }
        guard !types.isEmpty else { throw NoForm(description: "there are no types of questions") }
    }

    /// The survey with what each question of these types is.
    func expanded(_ document: JSONDocument) throws -> JSONDocument {
        try JSONDocument(expanded(JSONText(document.root)).line)
    }

    private func expanded(_ value: JSONText) -> JSONText {
        switch value {
        case .array(let elements): return .array(elements.map(expanded))
        case .object(let members):
            let inner = members.map { JSONText.Member($0.key, expanded($0.value)) }
            guard case .string(let name)? = inner.first(where: { $0.key == "type" })?.value, let type = types[name]
            else { return .object(inner) }
            return .object(question(type, inner.filter { $0.key != "type" }))
        case .string, .literal: return value
        }
    }

    private func question(_ type: JSONObject, _ members: [JSONText.Member]) -> [JSONText.Member] {
        var own = members
        for property in type["properties"]?.object?.members ?? [] {
            guard let place = own.firstIndex(where: { $0.key == property.key }) else { continue }
            if let key = property.value.string, !own.contains(where: { $0.key == key }) {
                own[place].key = key
            } else if JSONWriter.text(of: property.value) == "null" {
                own.remove(at: place)
            }
        }
        guard let elements = type["elementsJSON"]?.elements else {
            let question = JSONText(type["questionJSON"] ?? type.value)
            guard case .object(let usual) = question else { return own }
            let keys = Set(own.map(\.key))
            return usual.filter { !keys.contains($0.key) } + own
        }
        var name = ""
        if case .string(let text)? = own.first(where: { $0.key == "name" })?.value { name = text }
        let parts = elements.map { element -> JSONText in
            guard case .object(var members) = JSONText(element) else { return JSONText(element) }
            for place in members.indices where members[place].key == "name" {
                if case .string(let part) = members[place].value { members[place].value = .string("\(name).\(part)") }
            }
            return .object(members)
        }
        return [.init("type", "panel")] + own + [.init("elements", .array(parts))]
    }
}
