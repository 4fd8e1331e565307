/// One record of a session's file: a length, a checksum, a kind, the session's revision, and the bytes.
package struct SessionRecord: Sendable {
    package enum Kind: UInt8, Sendable {
        /// What the session is besides its form: who opened it, of which form. The first record, and no other.
        case entries = 1
        /// All of the form. The records before it, but the first, are not needed any more.
        case whole = 2
        /// What one transaction changed.
        case change = 3
    }

    package let kind: Kind
    package let revision: UInt64
    package let bytes: ArraySlice<UInt8>

    package init(_ kind: Kind, revision: UInt64, _ bytes: ArraySlice<UInt8>) {
        self.kind = kind
        self.revision = revision
        self.bytes = bytes
    }

    /// Bytes of a record besides its own.
    static let frameLength = 17
    /// The largest record that is read or written.
    package static let maximumLength = 64 << 20

    /// The record as the file has it.
    var framed: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            let frame = UnsafeMutableRawBufferPointer(buffer)
            unsafe frame.storeBytes(of: UInt32(truncatingIfNeeded: bytes.count).littleEndian, as: UInt32.self)
            unsafe frame[8] = kind.rawValue
            unsafe frame.storeBytes(of: revision.littleEndian, toByteOffset: 9, as: UInt64.self)
            unsafe UnsafeMutableRawBufferPointer(rebasing: frame[Self.frameLength...]).copyBytes(from: bytes)
            var checksum = Checksum()
            unsafe checksum.add(UnsafeRawBufferPointer(rebasing: frame[8..<length]))
            unsafe frame.storeBytes(of: checksum.result.littleEndian, toByteOffset: 4, as: UInt32.self)
            count = length
        }
    }

    /// Reads the record at the start of some bytes; `nil` if there is none that is whole.
    ///
    /// - Returns: the record, and how many bytes it takes.
    init?(at bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.frameLength else { return nil }
        let start = bytes.startIndex
        let length = Int(UInt32(littleEndianBytes: bytes[start..<start + 4]))
        let checksum = UInt32(littleEndianBytes: bytes[start + 4..<start + 8])
        guard length <= Self.maximumLength, length <= bytes.count - Self.frameLength,
            let kind = Kind(rawValue: bytes[start + 8])
        else { return nil }
        let end = start + Self.frameLength + length
        var found = Checksum()
        unsafe bytes[start + 8..<end].withUnsafeBytes { unsafe found.add($0) }
        guard found.result == checksum else { return nil }
        self.init(
            kind,
            revision: UInt64(littleEndianBytes: bytes[start + 9..<start + 17]),
            bytes[start + Self.frameLength..<end]
        )
    }

    var length: Int { Self.frameLength + bytes.count }
}

extension FixedWidthInteger {
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }

    init(littleEndianBytes bytes: some Collection<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | Self($1) }
    }
}

extension [UInt8] {
    mutating func append(littleEndian value: some FixedWidthInteger) {
        for place in 0..<type(of: value).bitWidth / 8 { append(UInt8(truncatingIfNeeded: value >> (place * 8))) }
    }
}
