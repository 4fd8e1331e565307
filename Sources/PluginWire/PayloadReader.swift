/// Reads the values of one payload in order. A read beyond the end of the payload throws; nothing here traps.
package struct PayloadReader {
    private let payload: ArraySlice<UInt8>
    private var position: Int

    package init(_ payload: ArraySlice<UInt8>) {
        self.payload = payload
        position = payload.startIndex
    }

    package init(_ payload: [UInt8]) {
        self.init(payload[...])
    }

    package mutating func uint8() throws(WireError) -> UInt8 {
        payload[try take(1).lowerBound]
    }

    package mutating func uint16() throws(WireError) -> UInt16 {
        UInt16(littleEndian: try integer())
    }

    package mutating func uint32() throws(WireError) -> UInt32 {
        UInt32(littleEndian: try integer())
    }

    /// Reads a bool: one byte, which is 0 or 1.
    package mutating func bool() throws(WireError) -> Bool {
        switch try uint8() {
        case 0: false
        case 1: true
        case let other: throw .unknownValue(other, of: "truth value")
        }
    }

    /// Reads a double, which must be finite.
    package mutating func double() throws(WireError) -> Double {
        let value = Double(bitPattern: UInt64(littleEndian: try integer()))
        guard value.isFinite else { throw .notFinite }
        return value
    }

    /// Reads a string, which must be valid UTF-8 without NUL.
    package mutating func string() throws(WireError) -> String {
        let range = try take(Int(try uint32()))
        guard !range.isEmpty else { return "" }
        let start = range.lowerBound - payload.startIndex
        let bytes = payload.span.extracting(start..<start + range.count)
        guard !bytes.contains(0), let text = try? UTF8Span(validating: bytes) else { throw .invalidText }
        return String(copying: text)
    }

    /// Reads the name of a plug-in or type.
    package mutating func identifier() throws(WireError) -> String {
        let name = try string()
        guard PluginIdentifier.isValid(name) else { throw .invalidName }
        return name
    }

    /// Reads `count` bytes.
    package mutating func bytes(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        payload[try take(count)]
    }

    /// Reads all bytes that are left.
    package mutating func remainder() -> ArraySlice<UInt8> {
        defer { position = payload.endIndex }
        return payload[position...]
    }

    package var isAtEnd: Bool {
        position == payload.endIndex
    }

    /// Must be called after the last value. Throws if bytes are left, because a payload ends with its last value.
    package func finish() throws(WireError) {
        guard isAtEnd else { throw .trailingBytes(payload.endIndex - position) }
    }

    /// Reads an integer in the byte order of this machine. The unsafe load is sound: `take` has checked the range, and
    /// every pattern of bits is an integer.
    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>()
        throws(WireError) -> Value
    {
        let offset = try take(MemoryLayout<Value>.size).lowerBound - payload.startIndex
        return unsafe payload.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self)
    }

    /// Moves over the next `count` bytes and returns their range.
    private mutating func take(_ count: Int) throws(WireError) -> Range<Int> {
        guard count >= 0, count <= payload.endIndex - position else { throw .truncated }
        defer { position += count }
        return position..<position + count
    }
}

extension Span<UInt8> {
    func contains(_ byte: UInt8) -> Bool {
        for index in indices where self[index] == byte { return true }
        return false
    }
}
