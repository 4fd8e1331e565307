/// Writes the values of one payload in order, in the form that `PayloadReader` accepts and no other.
package struct PayloadWriter: Sendable, Hashable {
    package private(set) var bytes: [UInt8] = []

    package init() {
        // Room for what is nearly always said.
        bytes.reserveCapacity(256)
    }

    package mutating func uint8(_ value: UInt8) {
        bytes.append(value)
    }

    package mutating func uint16(_ value: UInt16) {
        integer(value)
    }

    package mutating func uint32(_ value: UInt32) {
        integer(value)
    }

    /// A count or an offset. Throws `WireError.outOfRange` for one that is negative or beyond 32 bits.
    package mutating func size(_ value: Int) throws(WireError) {
        guard let size = UInt32(exactly: value) else { throw .outOfRange(value) }
        integer(size)
    }

    package mutating func bool(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    /// Throws `WireError.notFinite`.
    package mutating func double(_ value: Double) throws(WireError) {
        guard value.isFinite else { throw .notFinite }
        integer(value.bitPattern)
    }

    /// Throws `WireError.invalidText` if there is a NUL, `WireError.tooLong` beyond what any payload can hold.
    package mutating func string(_ text: String) throws(WireError) {
        let utf8 = text.utf8
        let limit = WireFrame.maximumPayload
        guard utf8.count <= limit else { throw .tooLong(utf8.count, limit: limit) }
        guard !utf8.span.contains(0) else { throw .invalidText }
        integer(UInt32(utf8.count))
        bytes.append(contentsOf: utf8)
    }

    package mutating func identifier(_ name: String) throws(WireError) {
        guard PluginIdentifier.isValid(name) else { throw .invalidName }
        try string(name)
    }

    /// Values that are already encoded.
    package mutating func append(_ encoded: ArraySlice<UInt8>) {
        bytes.append(contentsOf: encoded)
    }

    /// Little-endian.
    private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) {
        var rest = value
        for _ in 0..<(Value.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}

extension PayloadWriter {
    /// Writes a frame whose payload `write` writes. What it throws leaves nothing behind.
    package mutating func frame(
        _ kind: FrameKind,
        request: UInt32 = 0,
        _ write: (inout PayloadWriter) throws(WireError) -> Void
    ) throws(WireError) {
        let start = bytes.count
        do throws(WireError) {
            bytes.append(contentsOf: WireFrame.magic)
            uint16(WireFrame.version)
            uint16(kind.rawValue)
            uint32(request)
            uint32(0)
            try write(&self)
            let length = bytes.count - start - WireFrame.headerLength
            guard length <= WireFrame.maximumPayload else { throw .tooLong(length, limit: WireFrame.maximumPayload) }
            for place in 0..<4 {
                bytes[start + 12 + place] = UInt8(truncatingIfNeeded: length >> (8 * place))
            }
        } catch {
            bytes.removeLast(bytes.count - start)
            throw error
        }
    }

    /// Gives away what was written before a place.
    mutating func split(at place: Int) -> [UInt8] {
        defer { bytes.removeFirst(place) }
        return Array(bytes[..<place])
    }
}
