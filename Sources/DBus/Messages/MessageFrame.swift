/// The length of a message and of its parts, according to its first bytes.
struct MessageFrame {
    /// The number of bytes that determine the length of a message.
    static let prefixLength = 16

    /// Whether the byte order of the message differs from this machine's.
    let isForeign: Bool
    /// The end of the header's fields, before the padding that follows them.
    let fieldsEnd: Int
    let bodyStart: Int
    let length: Int

    /// - Parameters:
    ///   - prefix: the first bytes of a message, at least `prefixLength`.
    ///   - limit: the maximum length of the message.
    init(_ prefix: UnsafeRawBufferPointer, limit: Int) throws(MessageError) {
        let isLittleEndian =
            switch unsafe prefix[0] {
            case UInt8(ascii: "l"): true
            case UInt8(ascii: "B"): false
            default: throw .malformed("the byte order is neither little-endian nor big-endian")
            }
        guard unsafe prefix[3] == Self.protocolVersion else { throw .malformed("not version 1 of D-Bus") }
        func number(at offset: Int) -> Int {
            let number = unsafe prefix.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return Int(isLittleEndian ? UInt32(littleEndian: number) : UInt32(bigEndian: number))
        }
        let (body, fields) = (number(at: 4), number(at: 12))
        isForeign = isLittleEndian != Self.isLittleEndianMachine
        fieldsEnd = Self.prefixLength + fields
        bodyStart = (fieldsEnd + 7) & ~7
        length = bodyStart + body
        guard fields <= MessageLimits.array else { throw .malformed("the header is too long") }
        guard length <= limit else { throw .tooLarge(limit: limit) }
    }

    static let protocolVersion: UInt8 = 1
    private static let isLittleEndianMachine = UInt16(1).littleEndian == 1

    /// The first byte of a message in this machine's byte order.
    static let byteOrder = UInt8(ascii: isLittleEndianMachine ? "l" : "B")
}
