import FormImport
import FormModel

/// The part of a `uiSchema` of react-jsonschema-form for one schema: widgets, order and texts.
struct UserInterfaceSchema {
    /// `nil` if the `uiSchema` has no such part.
    private let object: JSONObject?

    init(_ value: JSONValue? = nil) {
        object = value?.object
    }

    /// The part for a property, or with `items` for the elements of a list.
    func part(_ name: String) -> UserInterfaceSchema { UserInterfaceSchema(object?[name]) }

    /// The option `ui:name`, or `name` in `ui:options`.
    func option(_ name: String) -> JSONValue? { object?["ui:\(name)"] ?? object?["ui:options"]?.object?[name] }

    func text(_ name: String) -> String? {
        option(name)?.string.flatMap { text in
            text.isEmpty || text.unicodeScalars.count > DefinitionLimits.text ? nil : text
        }
    }

    /// Sorts elements in the order of `ui:order`; `*` stands for the elements that it does not list.
    func ordered<Element>(_ elements: [Element], by name: (Element) -> String) -> [Element] {
        guard let order = option("order")?.elements?.compactMap(\.string) else { return elements }
        let rest = order.firstIndex(of: "*") ?? order.count
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        return elements.enumerated().sorted { left, right in
            let places = (places[name(left.element)] ?? rest, places[name(right.element)] ?? rest)
            return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
        }.map(\.element)
    }

    /// The options and parts that were not imported.
    ///
    /// - Parameters:
    ///   - options: the imported options.
    ///   - parts: the existing properties.
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
