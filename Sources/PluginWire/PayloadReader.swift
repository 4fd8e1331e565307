/// Reads the values of one payload in order. Every read is bounded by the payload; nothing here traps.
package struct PayloadReader {
    private let payload: [UInt8]
    private var position = 0

    package init(_ payload: [UInt8]) {
        self.payload = payload
    }

    package mutating func uint8() throws(WireError) -> UInt8 {
        try integer()
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
        let bytes = payload[try take(Int(try uint32()))]
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
        Array(payload[try take(count)])
    }

    /// Everything that is left, unread.
    package mutating func remainder() -> [UInt8] {
        defer { position = payload.count }
        return Array(payload[position...])
    }

    package var isAtEnd: Bool {
        position == payload.count
    }

    /// To be called after the last value: a payload says what it says and no more.
    package func finish() throws(WireError) {
        guard isAtEnd else { throw .trailingBytes(payload.count - position) }
    }

    private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>() throws(WireError) -> Value {
        var value: Value = 0
        for index in try take(Value.bitWidth / 8).reversed() {
            value = value << 8 | Value(payload[index])
        }
        return value
    }

    /// Where the next so many bytes are.
    private mutating func take(_ count: Int) throws(WireError) -> Range<Int> {
        guard count >= 0, count <= payload.count - position else { throw .truncated }
        defer { position += count }
        return position..<position + count
    }
}
