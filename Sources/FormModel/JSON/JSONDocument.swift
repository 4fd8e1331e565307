/// A parsed JSON text (RFC 8259) with the position of every value.
///
/// formd has its own parser for definitions because the parsers of libraries discard what exact diagnostics need: the
/// positions of values, duplicate keys, and the spelling of numbers. The parser is strict, takes time linear in the
/// length of the text, does not recurse and never traps.
///
/// The values are stored in one flat list in the order of the text. The node of a key is followed by that of its value,
/// and the node of a container by those of its contents.
package final class JSONDocument: Sendable {
    /// The text, as UTF-8.
    let bytes: [UInt8]
    let nodes: [Node]
    /// The second and later occurrences of a key in one object, as indices of `nodes`.
    let duplicateKeys: [Int]

    struct Node: Sendable {
        var kind: Kind
        /// Whether a string or key contains a backslash.
        var isEscaped = false
        /// Byte offsets in the text. `end` is after the last byte; both include quotes and brackets.
        var start: Int32
        var end: Int32 = 0
        /// The index after the last node of this subtree.
        var next: Int32 = 0
        /// The number of members or elements.
        var count: Int32 = 0
        /// The index of the container; -1 for the root.
        var parent: Int32
    }

    enum Kind: UInt8, Sendable {
        case object, array, key, string, number, `true`, `false`, null
    }

    /// Parses a text. Throws at the first syntax error, or if the text exceeds a number of bytes or the depth in
    /// `DefinitionLimits`. Duplicate keys do not throw; they are listed.
    package convenience init(
        _ bytes: [UInt8],
        limit: Int = DefinitionLimits.definitionSize
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes, limit: limit)
        try parser.parse()
        self.init(bytes: bytes, nodes: parser.nodes, duplicateKeys: parser.duplicateKeys)
    }

    package convenience init(_ text: String) throws(JSONSyntaxError) {
        try self.init(Array(text.utf8))
    }

    private init(bytes: [UInt8], nodes: [Node], duplicateKeys: [Int]) {
        self.bytes = bytes
        self.nodes = nodes
        self.duplicateKeys = duplicateKeys
    }

    package var root: JSONValue { JSONValue(document: self, index: 0) }
}

extension JSONDocument {
    /// The characters of a string or a key, without escapes.
    func string(at index: Int) -> String {
        let node = nodes[index]
        let content = bytes[Int(node.start) + 1..<Int(node.end) - 1]
        return node.isEscaped
            ? String(decoding: JSONEscape.resolve(content), as: UTF8.self) : String(decoding: content, as: UTF8.self)
    }

    /// Whether a key equals a name byte by byte.
    func isKey(at index: Int, _ name: String) -> Bool {
        let node = nodes[index]
        guard !node.isEscaped else { return string(at: index).utf8.elementsEqual(name.utf8) }
        let start = Int(node.start) + 1
        guard Int(node.end) - 1 - start == name.utf8.count else { return false }
        let isSame = name.utf8.withContiguousStorageIfAvailable { name in
            for index in name.indices where bytes[start + index] != name[index] { return false }
            return true
        }
        return isSame ?? string(at: index).utf8.elementsEqual(name.utf8)
    }

    /// The bytes of a node.
    func source(at index: Int) -> ArraySlice<UInt8> {
        bytes[Int(nodes[index].start)..<Int(nodes[index].end)]
    }

    /// The JSON Pointer (RFC 6901) of a value, or of the member of a key. Takes time linear in the number of siblings.
    func pointer(to index: Int) -> String {
        var tokens: [String] = []
        var child = index
        while child > 0 {
            let parent = Int(nodes[child].parent)
            if nodes[parent].kind == .object {
                let key = nodes[child].kind == .key ? child : child - 1
                tokens.append(string(at: key).replacing(each: "~", by: "~0").replacing(each: "/", by: "~1"))
            } else {
                var position = 0
                var sibling = parent + 1
                while sibling < child {
                    sibling = Int(nodes[sibling].next)
                    position += 1
                }
                tokens.append(String(position))
            }
            child = parent
        }
        return tokens.reversed().map { "/" + $0 }.joined()
    }
}
