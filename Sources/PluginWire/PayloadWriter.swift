/// Writes the values of one payload in order, in the form that `PayloadReader` accepts and no other.
package struct PayloadWriter {
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
        let length = text.utf8.count
        guard length <= WireFrame.maximumPayload else { throw .tooLong(length, limit: WireFrame.maximumPayload) }
        integer(UInt32(length))
        bytes.append(contentsOf: text.utf8)
        guard !bytes.suffix(length).contains(0) else { throw .invalidText }
    }

    package mutating func identifier(_ name: String) throws(WireError) {
        guard PluginIdentifier.isValid(name) else { throw .invalidName }
        try string(name)
    }

    /// Values that are already encoded.
    package mutating func append(_ encoded: [UInt8]) {
        bytes.append(contentsOf: encoded)
    }

    private mutating func integer(_ value: some FixedWidthInteger & UnsignedInteger) {
        var rest = value
        for _ in 0..<(value.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
