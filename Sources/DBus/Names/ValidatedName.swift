/// A string that D-Bus accepts as a name of one kind, checked when it is made.
///
/// A string literal of the wrong form traps: it is a mistake in the program. Anything else goes through an initialiser that
/// fails.
package protocol ValidatedName: Hashable, Comparable, Sendable, LosslessStringConvertible, ExpressibleByStringLiteral {
    /// What a message about an invalid one calls it: "object path".
    static var kind: String { get }
    /// Whether the bytes make a valid name.
    static func accepts(_ bytes: Span<UInt8>) -> Bool

    var string: String { get }
    /// For strings that have been checked, by us or by libdbus.
    init(unchecked string: String)
}

/// A string that was to be a name and is none.
package struct InvalidName: Error, Hashable, Sendable, CustomStringConvertible {
    package let kind: String
    package let value: String

    package var description: String {
        "not a valid \(kind): \"\(value.printable(limit: 255))\""
    }
}

extension ValidatedName {
    package init?(_ string: String) {
        guard Self.accepts(string) else { return nil }
        self.init(unchecked: string)
    }

    package init(validating string: String) throws(InvalidName) {
        guard Self.accepts(string) else { throw InvalidName(kind: Self.kind, value: string) }
        self.init(unchecked: string)
    }

    package init(stringLiteral: String) {
        precondition(Self.accepts(stringLiteral), "not a valid \(Self.kind): \(stringLiteral)")
        self.init(unchecked: stringLiteral)
    }

    package var description: String { string }

    package static func < (one: Self, other: Self) -> Bool { one.string < other.string }

    private static func accepts(_ string: String) -> Bool {
        var copy = string
        copy.makeContiguousUTF8()
        return accepts(copy.utf8Span.span)
    }
}

extension String {
    /// The string with everything but visible ASCII replaced, and cut: fit for a log line and an error message.
    package func printable(limit: Int) -> String {
        var result = ""
        for scalar in unicodeScalars.prefix(limit) {
            result.unicodeScalars.append(scalar.value >= 0x20 && scalar.value < 0x7f ? scalar : "?")
        }
        if unicodeScalars.count > limit { result += "…" }
        return result
    }
}
