import Glibc

/// Bytes in D-Bus's wire format and this machine's byte order, growing at the end.
///
/// Every value begins at a multiple of its own size, counted from the start of the message. A buffer that begins at a
/// multiple of 8 of its message, as headers and bodies do, can count from its own start.
struct WireBuffer {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Fills up with zeros. `boundary` is a power of two.
    mutating func align(to boundary: Int) {
        while bytes.count & (boundary - 1) != 0 { bytes.append(0) }
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        align(to: MemoryLayout<Number>.size)
        unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends a string or object path.
    mutating func append(_ text: String) throws(MessageError) {
        var text = text
        let isAppended = text.withUTF8 { utf8 in
            if let start = utf8.baseAddress, unsafe memchr(start, 0, utf8.count) != nil { return false }
            append(UInt32(clamping: utf8.count))
            unsafe bytes.append(contentsOf: utf8)
            return true
        }
        guard isAppended else { throw .nulInString }
        bytes.append(0)
    }

    /// Appends a signature of at most 255 bytes.
    mutating func append(signature: some Collection<UInt8>) {
        bytes.append(UInt8(clamping: signature.count))
        bytes.append(contentsOf: signature)
        bytes.append(0)
    }

    /// Appends what another buffer holds, after filling up to a multiple of 8.
    mutating func append(_ other: borrowing WireBuffer) {
        align(to: 8)
        bytes.append(contentsOf: other.bytes)
    }
}

// MARK: - Arrays

extension WireBuffer {
    /// An array whose elements are being appended.
    struct OpenArray {
        fileprivate let length: Int
        fileprivate let elements: Int
    }

    /// - Parameter alignment: the elements'. The padding before the first of them is there even if there is none.
    mutating func openArray(alignment: Int) -> OpenArray {
        append(UInt32(0))
        let length = count - MemoryLayout<UInt32>.size
        align(to: alignment)
        return OpenArray(length: length, elements: count)
    }

    /// Puts in how long the elements have become, in bytes without the padding before the first.
    mutating func close(_ array: OpenArray) {
        unsafe withUnsafeBytes(of: UInt32(clamping: count - array.elements)) { length in
            unsafe bytes.replaceSubrange(array.length..<array.length + length.count, with: length)
        }
    }
}
