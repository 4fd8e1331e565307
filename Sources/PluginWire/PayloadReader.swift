/// Reads the values of one payload in order. Every read is bounded by the payload; nothing here traps.
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
        let value = Double(bitPattern: UInt64(littleEndian: try integer()))
        guard value.isFinite else { throw .notFinite }
        return value
    }

    /// Valid UTF-8 without NUL.
    package mutating func string() throws(WireError) -> String {
        let range = try take(Int(try uint32()))
        guard !range.isEmpty else { return "" }
        let start = range.lowerBound - payload.startIndex
        let bytes = payload.span.extracting(start..<start + range.count)
        guard !bytes.contains(0), let text = try? UTF8Span(validating: bytes) else { throw .invalidText }
        return String(copying: text)
    }

    /// A plug-in's or type's name.
    package mutating func identifier() throws(WireError) -> String {
        let name = try string()
        guard PluginIdentifier.isValid(name) else { throw .invalidName }
        return name
    }

    /// So many bytes as they are.
    package mutating func bytes(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        payload[try take(count)]
    }

    /// Everything that is left, unread.
    package mutating func remainder() -> ArraySlice<UInt8> {
        defer { position = payload.endIndex }
        return payload[position...]
    }

    package var isAtEnd: Bool {
        position == payload.endIndex
    }

    /// To be called after the last value: a payload says what it says and no more.
    package func finish() throws(WireError) {
        guard isAtEnd else { throw .trailingBytes(payload.endIndex - position) }
    }

    /// In the order of its bytes in the payload. Every pattern of bits is an integer.
    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>()
        throws(WireError) -> Value
    {
        let offset = try take(MemoryLayout<Value>.size).lowerBound - payload.startIndex
        return unsafe payload.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self)
    }

    /// Where the next so many bytes are.
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
