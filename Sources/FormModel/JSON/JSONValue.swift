/// One value of a `JSONDocument`.
package struct JSONValue: Sendable {
    let document: JSONDocument
    /// The value's place among those of the document.
    package let index: Int

    private var node: JSONDocument.Node { document.nodes[index] }

    var kind: JSONDocument.Kind { node.kind }

    /// Bytes from the start of the text.
    var offset: Int { Int(node.start) }

    /// Bytes from the start of the text.
    var sourceRange: Range<Int> { Int(node.start)..<Int(node.end) }

    package var pointer: String { document.pointer(to: index) }

    /// The characters of a string, or of a key.
    package var string: String? {
        kind == .string || kind == .key ? document.string(at: index) : nil
    }

    package var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// A number as it is written.
    package var numberText: String? {
        kind == .number ? String(decoding: document.source(at: index), as: UTF8.self) : nil
    }

    /// A number as a message shows it, cut if it is long.
    var shownNumber: String {
        let text = numberText ?? ""
        return text.utf8.count <= 24 ? text : "\(text.prefix(20))…"
    }

    /// What a message calls a value of this kind.
    var typeName: String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .key, .string: "a string"
        case .number: "a number"
        case .true, .false: "a boolean"
        case .null: "null"
        }
    }

    /// A number that a `Double` can come near; nil for one beyond its range.
    package var double: Double? {
        if let digits { return Double(digits) }
        guard let numberText, let value = Double(numberText), value.isFinite else { return nil }
        return value
    }

    /// A whole number, however it is written (`8`, `8.0`, `8e0`), that an `Int` holds; beyond 2⁵³ only as digits.
    package var integer: Int? {
        if let digits { return digits }
        guard let numberText else { return nil }
        if let value = Int(numberText) { return value }
        guard let value = double, abs(value) <= 0x1p53 else { return nil }
        return Int(exactly: value)
    }

    /// A number of a few digits and nothing else, as nearly all are: read without making a text of it.
    private var digits: Int? {
        let node = node
        guard node.kind == .number, node.end - node.start <= 9 else { return nil }
        return Int(asciiDigits: document.source(at: index))
    }

    /// The elements of an array; nil for another value.
    package var elements: [JSONValue]? {
        guard kind == .array else { return nil }
        var elements: [JSONValue] = []
        elements.reserveCapacity(Int(node.count))
        var child = index + 1
        while child < node.next {
            elements.append(JSONValue(document: document, index: child))
            child = Int(document.nodes[child].next)
        }
        return elements
    }

    /// The members of an object; nil for another value.
    package var object: JSONObject? {
        kind == .object ? JSONObject(value: self) : nil
    }
}

/// The members of an object in their order. Of a doubled key the first one counts.
package struct JSONObject: Sendable {
    package let value: JSONValue

    package struct Member: Sendable {
        package let key: String
        package let value: JSONValue

        /// The key itself, for a finding about the member.
        package var site: JSONValue { JSONValue(document: value.document, index: value.index - 1) }
    }

    package var count: Int { Int(value.document.nodes[value.index].count) }

    /// Put together at each call.
    package var members: [Member] {
        let document = value.document
        var members: [Member] = []
        members.reserveCapacity(count)
        for key in keys {
            members.append(
                Member(key: document.string(at: key), value: JSONValue(document: document, index: key + 1))
            )
        }
        return members
    }

    /// The nodes of the keys.
    var keys: Keys {
        let nodes = value.document.nodes
        return Keys(nodes: nodes, place: value.index + 1, end: Int(nodes[value.index].next))
    }

    struct Keys: Sequence, IteratorProtocol {
        fileprivate let nodes: [JSONDocument.Node]
        fileprivate var place: Int
        fileprivate let end: Int

        mutating func next() -> Int? {
            guard place < end else { return nil }
            defer { place = Int(nodes[place + 1].next) }
            return place
        }
    }

    /// Costs time linear in the members, but allocates nothing.
    package subscript(name: String) -> JSONValue? {
        let document = value.document
        let nodes = document.nodes
        let end = Int(nodes[value.index].next)
        let size = Int32(truncatingIfNeeded: name.utf8.count + 2)
        var key = value.index + 1
        while key < end {
            let node = nodes[key]
            if node.end - node.start == size || node.isEscaped, document.isKey(at: key, name) {
                return JSONValue(document: document, index: key + 1)
            }
            key = Int(nodes[key + 1].next)
        }
        return nil
    }
}
