import EventLoop

/// A string that is a valid D-Bus name of one kind. The initialisers check it.
///
/// An invalid string literal traps, because it is a mistake in the program. All other strings need an initialiser that
/// can fail.
public protocol ValidatedName: Hashable, Comparable, Sendable, LosslessStringConvertible, ExpressibleByStringLiteral {
    /// The term for a name of this kind in error messages, such as "object path".
    static var kind: String { get }
    /// Whether the bytes are a valid name.
    static func accepts(_ bytes: Span<UInt8>) -> Bool

    var string: String { get }
}

/// The error for a string that is not a valid name of the required kind.
public struct InvalidName: Error, Hashable, Sendable, CustomStringConvertible {
    /// The required kind of name.
    public let kind: String
    /// The string that is not such a name.
    public let value: String

    /// The string, or what is wrong with it.
    public var description: String {
        "not a valid \(kind): \"\(value.printable(limit: 255))\""
    }
}

extension ValidatedName {
    /// Creates a name from a string.
    public init(validating string: String) throws(InvalidName) {
        guard let name = Self(string) else { throw InvalidName(kind: Self.kind, value: string) }
        self = name
    }

    /// Creates a name from a string.
    public init(stringLiteral: String) {
        guard let name = Self(stringLiteral) else { preconditionFailure("not a valid \(Self.kind): \(stringLiteral)") }
        self = name
    }

    /// The string, or what is wrong with it.
    public var description: String { string }

    /// Compares the strings.
    public static func < (one: Self, other: Self) -> Bool { one.string < other.string }

    static func accepts(_ string: String) -> Bool {
        var copy = string
        copy.makeContiguousUTF8()
        return accepts(copy.utf8Span.span)
    }
}

/// The rules that the kinds of names in the D-Bus specification share: the allowed characters, and the elements with
/// dots between them.
enum NameGrammar {
    /// The maximum length of a bus, interface, member or error name, in bytes.
    static let maximumLength = 255

    @inline(__always)
    static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Whether the bytes are two or more elements with dots between them, and no element is empty.
    ///
    /// - Parameters:
    ///   - start: the index at which the first element begins.
    ///   - hyphens: whether an element may contain hyphens.
    ///   - leadingDigits: whether an element may begin with a digit.
    static func isDotted(_ bytes: Span<UInt8>, from start: Int = 0, hyphens: Bool, leadingDigits: Bool) -> Bool {
        guard bytes.count <= maximumLength else { return false }
        var elements = 1
        var length = 0
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                guard length > 0 else { return false }
                elements += 1
                length = 0
                continue
            }
            let isFine =
                isLetter(byte) || (hyphens && byte == UInt8(ascii: "-"))
                || (isDigit(byte) && (leadingDigits || length > 0))
            guard isFine else { return false }
            length += 1
        }
        return elements >= 2 && length > 0
    }
}
