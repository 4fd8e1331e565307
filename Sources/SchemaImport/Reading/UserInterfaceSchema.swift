import FormModel

/// What a `uiSchema` of react-jsonschema-form says of how one schema looks: widgets, order and texts.
struct UserInterfaceSchema {
    /// `nil` where nothing is said.
    private let object: JSONObject?

    init(_ value: JSONValue? = nil) {
        object = value?.object
    }

    /// What is said of a property, or with `items` of the elements of a list.
    func part(_ name: String) -> UserInterfaceSchema { UserInterfaceSchema(object?[name]) }

    /// `ui:name`, or `name` among the `ui:options`.
    func option(_ name: String) -> JSONValue? { object?["ui:\(name)"] ?? object?["ui:options"]?.object?[name] }

    func text(_ name: String) -> String? {
        option(name)?.string.flatMap { text in
            text.isEmpty || text.unicodeScalars.count > DefinitionLimits.text ? nil : text
        }
    }

    /// Names in the order that `ui:order` gives them; `*` stands for those that it does not name.
    func ordered<Element>(_ elements: [Element], by name: (Element) -> String) -> [Element] {
        guard let order = option("order")?.elements?.compactMap(\.string) else { return elements }
        let rest = order.firstIndex(of: "*") ?? order.count
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        return elements.enumerated().sorted { left, right in
            let places = (places[name(left.element)] ?? rest, places[name(right.element)] ?? rest)
            return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
        }.map(\.element)
    }

    /// What is said that nothing was made of.
    ///
    /// - Parameters:
    ///   - options: the options that something was made of.
    ///   - parts: the properties that there are.
    func omissions(besides options: Set<String>, parts: Set<String> = []) -> [ImportOmission] {
        guard let object else { return [] }
        func omission(_ member: JSONObject.Member) -> ImportOmission {
            ImportOmission(place: "ui:\(member.value.pointer)", reason: "\(quoted(member.key)) is left out")
        }
        return object.members.flatMap { member -> [ImportOmission] in
            if member.key == "ui:options", let inner = member.value.object {
                return inner.members.filter { !options.contains($0.key) }.map(omission)
            }
            let isKnown =
                member.key.hasPrefix("ui:")
                ? options.contains(String(member.key.dropFirst(3))) : parts.contains(member.key)
            return isKnown || member.key.hasPrefix("$") ? [] : [omission(member)]
        }
    }
}
