/// One record of a session's file: a length, a checksum, a kind, the session's revision, and the data.
package struct SessionRecord: Sendable {
    package enum Kind: UInt8, Sendable {
        /// The session's data besides its form, such as its owner. Only the first record is of this kind.
        case entries = 1
        /// The whole form. The records before it, except for the first, are obsolete.
        case whole = 2
        /// The changes of a transaction, or of several that were stored together.
        case change = 3
        /// The definition of the session's form.
        case definition = 4
    }

    package let kind: Kind
    package let revision: UInt64
    package let bytes: ArraySlice<UInt8>
    /// About how many bytes are copied when the record is restored. Not stored.
    let bytesToRestore: Int

    package init(_ kind: Kind, revision: UInt64, _ bytes: ArraySlice<UInt8>, bytesToRestore: Int = 0) {
        self.kind = kind
        self.revision = revision
        self.bytes = bytes
        self.bytesToRestore = bytesToRestore
    }

    /// The bytes of a record in addition to its data.
    static let frameLength = 17
    /// The maximum size of a record, in bytes.
    package static let maximumLength = 64 << 20

    /// The record as it is stored in the file.
    var framed: [UInt8] {
        var file: [UInt8] = []
        append(to: &file)
        Self.addChecksums(to: &file)
        return file
    }

    /// Appends the record as it is stored in the file, but without the checksum.
    func append(to file: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.frameLength, alignment: 1) { frame in
            unsafe frame.storeBytes(of: UInt32(truncatingIfNeeded: bytes.count).littleEndian, as: UInt32.self)
            unsafe frame.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
            unsafe frame[8] = kind.rawValue
            unsafe frame.storeBytes(of: revision.littleEndian, toByteOffset: 9, as: UInt64.self)
            unsafe file.append(contentsOf: frame)
        }
        file.append(contentsOf: bytes)
    }

    /// Adds the checksums to records without them. That takes less time for several records at once, because the tables
    /// of the checksum are in the processor's cache then.
    static func addChecksums(to records: inout [UInt8]) {
        unsafe records.withUnsafeMutableBytes { records in
            var start = 0
            while start < records.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: records[start...])
                let length = unsafe frameLength + Int(UInt32(littleEndian: rest.loadUnaligned(as: UInt32.self)))
                var checksum = Checksum()
                unsafe checksum.add(UnsafeRawBufferPointer(rebasing: rest[8..<length]))
                unsafe rest.storeBytes(of: checksum.result.littleEndian, toByteOffset: 4, as: UInt32.self)
                start += length
            }
        }
    }

    /// Parses the record at the start of some bytes; returns `nil` if there is no complete record.
    ///
    /// - Returns: the record and its length in bytes.
    init?(at bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        guard let length = Self.possibleLength(at: bytes), let kind = Kind(rawValue: bytes[start + 8]) else {
            return nil
        }
        let checksum = UInt32(littleEndianBytes: bytes[start + 4..<start + 8])
        let end = start + length
        var found = Checksum()
        unsafe bytes[start + 8..<end].withUnsafeBytes { unsafe found.add($0) }
        guard found.result == checksum else { return nil }
        self.init(
            kind,
            revision: UInt64(littleEndianBytes: bytes[start + 9..<start + 17]),
            bytes[start + Self.frameLength..<end]
        )
    }

    /// The length of the record, with its frame, that some bytes begin with if the checksum is right; `nil` if they begin
    /// with no record.
    static func possibleLength(at bytes: ArraySlice<UInt8>) -> Int? {
        let start = bytes.startIndex
        guard bytes.count >= frameLength, Kind(rawValue: bytes[start + 8]) != nil else { return nil }
        let length = Int(UInt32(littleEndianBytes: bytes[start..<start + 4]))
        return length <= min(maximumLength, bytes.count - frameLength) ? frameLength + length : nil
    }

    /// The length of the record in the file, in bytes.
    package var length: Int { Self.frameLength + bytes.count }
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
