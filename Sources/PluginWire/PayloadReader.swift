/// Reads the values of one payload in order. Every read is bounded by the payload; nothing here traps.
package struct PayloadReader {
    private var rest: ArraySlice<UInt8>

    package init(_ payload: some Sequence<UInt8>) {
        rest = ArraySlice(payload)
    }

    package mutating func uint8() throws(WireError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    package mutating func uint16() throws(WireError) -> UInt16 {
        try integer()
    }

    package mutating func uint32() throws(WireError) -> UInt32 {
        try integer()
    }

    /// One byte, 0 or 1.
    package mutating func bool() throws(WireError) -> Bool {
        switch try uint8() {
        case 0: false
        case 1: true
        case let other: throw .unknownValue(other, of: "truth value")
        }
    }

    /// Finite.
    package mutating func double() throws(WireError) -> Double {
        let bits: UInt64 = try integer()
        let value = Double(bitPattern: bits)
        guard value.isFinite else { throw .notFinite }
        return value
    }

    /// Valid UTF-8 without NUL.
    package mutating func string() throws(WireError) -> String {
        let length = try uint32()
        let bytes = try take(Int(length))
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText }
        return text
    }

    /// A plug-in's or type's name.
    package mutating func identifier() throws(WireError) -> String {
        let name = try string()
        guard PluginIdentifier.isValid(name) else { throw .invalidName }
        return name
    }

    /// So many bytes as they are.
    package mutating func bytes(_ count: Int) throws(WireError) -> [UInt8] {
        Array(try take(count))
    }

    /// Everything that is left, unread.
    package mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    package var isAtEnd: Bool {
        rest.isEmpty
    }

    /// To be called after the last value: a payload says what it says and no more.
    package func finish() throws(WireError) {
        guard rest.isEmpty else { throw .trailingBytes(rest.count) }
    }

    private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>() throws(WireError) -> Value {
        var value: Value = 0
        for byte in try take(Value.bitWidth / 8).reversed() {
            value = value << 8 | Value(byte)
        }
        return value
    }

    private mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
