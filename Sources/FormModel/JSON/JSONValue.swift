import TextEditing

/// One value of a `JSONDocument`.
package struct JSONValue: Sendable {
    let document: JSONDocument
    /// The index of the value's node in the document.
    package let index: Int

    private var node: JSONDocument.Node { document.nodes[index] }

    var kind: JSONDocument.Kind { node.kind }

    /// The byte offset in the text.
    var offset: Int { Int(node.start) }

    /// The range of bytes in the text.
    var sourceRange: Range<Int> { Int(node.start)..<Int(node.end) }

    package var pointer: String { document.pointer(to: index) }

    /// The characters of a string or a key.
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

    /// The text of a number.
    package var numberText: String? {
        kind == .number ? String(decoding: document.source(at: index), as: UTF8.self) : nil
    }

    /// The text of a number for messages, truncated if it is long.
    var shownNumber: String {
        let text = numberText ?? ""
        return text.utf8.count <= 24 ? text : "\(text.prefix(20))…"
    }

    /// The name of the value's kind in messages.
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

    /// The nearest `Double` to a number; `nil` for a number beyond the range of `Double`.
    package var double: Double? {
        if let digits { return Double(digits) }
        guard let numberText, let value = Double(numberText), value.isFinite else { return nil }
        return value
    }

    /// The value of an integer in any spelling (`8`, `8.0`, `8e0`) that `Int` can represent; beyond 2⁵³ only of one in
    /// plain digits.
    package var integer: Int? {
        if let digits { return digits }
        guard let numberText else { return nil }
        if let value = Int(numberText) { return value }
        guard let value = double, abs(value) <= 0x1p53 else { return nil }
        return Int(exactly: value)
    }

    /// The value of a number that consists of a few digits, as nearly all do, without creating a string.
    private var digits: Int? {
        let node = node
        guard node.kind == .number, node.end - node.start <= 9 else { return nil }
        return Int(asciiDigits: document.source(at: index))
    }

    /// The elements of an array; `nil` for any other value.
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

    /// The members of an object; `nil` for any other value.
    package var object: JSONObject? {
        kind == .object ? JSONObject(value: self) : nil
    }
}

/// The members of an object in order. Of duplicate keys the first one is used.
package struct JSONObject: Sendable {
    package let value: JSONValue

    package struct Member: Sendable {
        package let key: String
        package let value: JSONValue

        /// The key, for diagnostics about the member.
        package var site: JSONValue { JSONValue(document: value.document, index: value.index - 1) }
    }

    package var count: Int { Int(value.document.nodes[value.index].count) }

    /// Created at each call.
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
        return Keys(nodes: nodes, position: value.index + 1, end: Int(nodes[value.index].next))
    }

    struct Keys: Sequence, IteratorProtocol {
        fileprivate let nodes: [JSONDocument.Node]
        fileprivate var position: Int
        fileprivate let end: Int

        mutating func next() -> Int? {
            guard position < end else { return nil }
            defer { position = Int(nodes[position + 1].next) }
            return position
        }
    }

    /// Takes time linear in the number of members, but allocates nothing.
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
