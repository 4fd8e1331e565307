/// The path of an object: `/`, or elements with a slash before each. An element consists of letters, digits and
/// underscores.
public struct ObjectPath: ValidatedName {
    /// The term in error messages.
    public static let kind = "object path"
    /// `/`.
    public static let root = ObjectPath(unchecked: "/")

    /// The path.
    public let string: String

    /// `nil` if the string is not a valid path.
    public init?(_ string: String) {
        guard Self.accepts(string) else { return nil }
        self.string = string
    }

    package init(unchecked string: String) {
        self.string = string
    }

    /// Whether the bytes are a valid path.
    public static func accepts(_ bytes: Span<UInt8>) -> Bool {
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

    /// The parts between the slashes; empty for the root path.
    public var elements: [Substring] {
        // Splitting bytes takes a thirtieth of the time of splitting characters, and is done for each received call.
        string.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// The last element; `nil` for the root path.
    public var name: String? {
        guard self != .root, let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return String(string[string.utf8.index(after: slash)...])
    }

    /// The path without its last element; `nil` for the root path.
    public var parent: ObjectPath? {
        guard self != .root, let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == string.startIndex ? .root : ObjectPath(unchecked: String(string[..<slash]))
    }

    /// The path relative to `ancestor`: "b/c" for the path `/a/b/c` and the ancestor `/a`, "" for the ancestor itself,
    /// and `nil` for a path that is not below the ancestor.
    public func relative(to ancestor: ObjectPath) -> Substring? {
        if ancestor == .root { return string.dropFirst() }
        guard string.utf8.starts(with: ancestor.string.utf8) else { return nil }
        let rest = string[string.utf8.index(string.startIndex, offsetBy: ancestor.string.utf8.count)...]
        if rest.isEmpty { return rest }
        return rest.utf8.first == UInt8(ascii: "/") ? rest.dropFirst() : nil
    }

    /// Whether the path is `ancestor` or below it.
    public func isEqualToOrBelow(_ ancestor: ObjectPath) -> Bool {
        relative(to: ancestor) != nil
    }
}
