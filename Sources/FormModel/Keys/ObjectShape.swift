/// The names of the keys that one kind of object may have and must have.
///
/// A `KeyTable` declares the values of the keys. The lookup of members is not part of that generic type, because it
/// runs for every object of a definition, and generic code would ask the runtime for metadata at each step.
package final class ObjectShape: Sendable {
    /// The name of the object in messages, such as `a mask formatter`.
    let noun: String
    /// The names of the keys. The index of a key is its index in this list.
    let names: [String]
    /// The indices of the required keys.
    private let required: [Int]
    /// Keys of which at least one is required; empty if there are none.
    let alternatives: [String]
    /// Whether other keys are allowed: those of a plug-in, which validates them itself.
    let isOpen: Bool

    private let positions: [String: Int]

    package init(
        _ names: [String],
        noun: String = "",
        required: [Int] = [],
        needsOneOf alternatives: [String] = [],
        isOpen: Bool = false
    ) {
        self.noun = noun
        self.names = names
        self.required = required
        self.alternatives = alternatives
        self.isOpen = isOpen
        positions = Dictionary(names.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        noNodes = [Int](repeating: 0, count: names.count)
    }

    /// The nodes of an object without members. Copying this array costs less than creating one.
    fileprivate let noNodes: [Int]

    /// A shape without keys.
    package static let empty = ObjectShape([])

    /// The index of the key at a node of a document, or `nil` if the shape does not have the key.
    func position(of node: Int, in document: JSONDocument) -> Int? { positions[document.string(at: node)] }

    /// Finds the members of an object, and reports unknown and missing keys.
    ///
    /// - Parameter common: keys of the object that are read elsewhere; `nil` if unknown keys are reported there, too.
    /// - Returns: `nil` if the value is not an object.
    func members(of value: JSONValue, _ context: DecodingContext, besides common: ObjectShape? = .empty)
        -> ObjectMembers?
    {
        guard let object = value.object else { return context.mismatch("an object", at: value) }
        guard context.hasTime(for: 1 + object.count / 4) else { return nil }
        let members = ObjectMembers(of: object, shape: self) { node in
            guard let common, !isOpen, common.position(of: node, in: value.document) == nil else { return }
            let site = JSONValue(document: value.document, index: node)
            context.unknown("key", site.string ?? "", at: site, allowed: (names + common.names).sorted())
        }
        for position in required where members[position] == nil {
            context.error("\(noun) needs the key \(quoted(names[position]))", at: value)
        }
        if !alternatives.isEmpty, !alternatives.contains(where: { object[$0] != nil }) {
            let names = alternatives.map(quoted).joined(separator: " or ")
            context.error("\(noun) needs the key \(names)", at: value)
        }
        return members
    }
}

/// The members of an object by the indices of their keys in a shape. Of duplicate keys the first one is used.
struct ObjectMembers {
    let object: JSONObject
    /// The nodes of the values by the indices of their keys; 0 for a key that the object does not have.
    private var nodes: [Int]

    /// - Parameter unknown: called with the node of each key that the shape does not have.
    init(of object: JSONObject, shape: ObjectShape, unknown: (Int) -> Void = { _ in }) {
        self.object = object
        nodes = shape.noNodes
        let document = object.value.document
        for node in object.keys {
            if let position = shape.position(of: node, in: document) {
                if nodes[position] == 0 { nodes[position] = node + 1 }
            } else {
                unknown(node)
            }
        }
    }

    subscript(position: Int) -> JSONValue? {
        let node = nodes[position]
        return node == 0 ? nil : JSONValue(document: object.value.document, index: node)
    }
}
