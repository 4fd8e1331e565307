/// A JSON text (RFC 8259) that has been read whole, with the place of every value in it.
///
/// formd reads definitions with a reader of its own because the libraries' readers forget what an exact diagnostic
/// needs: where a value stood, that a key was there twice, and how a number was written. It is strict, takes time
/// linear in the text, uses no recursion, and never traps.
///
/// The values lie in one flat list in the order of the text. A member is its key followed by its value; a container is
/// followed by what it contains.
package final class JSONDocument: Sendable {
    /// The text, as UTF-8.
    let bytes: [UInt8]
    let nodes: [Node]
    /// The second and later keys of one name in one object, as indices of `nodes`.
    let duplicateKeys: [Int]

    struct Node: Sendable {
        var kind: Kind
        /// Whether a string or key contains a backslash.
        var isEscaped = false
        /// Bytes from the start of the text; `end` is behind the last byte, quotes and brackets included.
        var start: Int32
        var end: Int32 = 0
        /// The index behind the last node of this subtree.
        var next: Int32 = 0
        /// Members or elements.
        var count: Int32 = 0
        /// The container's index; -1 for the root.
        var parent: Int32
    }

    enum Kind: UInt8, Sendable {
        case object, array, key, string, number, `true`, `false`, null
    }

    /// Reads a text. Throws at the first thing that is not JSON, or beyond the limits of `DefinitionLimits`: size, and
    /// depth. Doubled keys do not throw: they are listed.
    package convenience init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes)
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
    /// The characters of a string or key, escapes resolved.
    func string(at index: Int) -> String {
        let node = nodes[index]
        let content = bytes[Int(node.start) + 1..<Int(node.end) - 1]
        return node.isEscaped
            ? String(decoding: JSONEscape.resolve(content), as: UTF8.self) : String(decoding: content, as: UTF8.self)
    }

    /// Whether a key has a name, compared byte by byte.
    func isKey(at index: Int, _ name: String) -> Bool {
        let node = nodes[index]
        guard !node.isEscaped else { return string(at: index).utf8.elementsEqual(name.utf8) }
        let start = Int(node.start) + 1
        guard Int(node.end) - 1 - start == name.utf8.count else { return false }
        let isSame = name.utf8.withContiguousStorageIfAvailable { name in
            for place in name.indices where bytes[start + place] != name[place] { return false }
            return true
        }
        return isSame ?? string(at: index).utf8.elementsEqual(name.utf8)
    }

    /// The bytes from a node's first to its last.
    func source(at index: Int) -> ArraySlice<UInt8> {
        bytes[Int(nodes[index].start)..<Int(nodes[index].end)]
    }

    /// The JSON Pointer (RFC 6901) of a value; for a key, of its member. Costs time linear in the siblings.
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
