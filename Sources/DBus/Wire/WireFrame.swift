/// How long a message is, as its first bytes say.
struct WireFrame {
    /// The bytes by which a message tells how long it is.
    static let prefixLength = 16
    /// What the specification allows a message and the arrays in it.
    static let maximumMessage = 128 << 20
    static let maximumArray = 64 << 20

    /// Whether the message is in the other byte order than this machine's.
    let isForeign: Bool
    /// Where the fields of the header end, before the padding.
    let fieldsEnd: Int
    let bodyStart: Int
    let length: Int

    /// - Parameters:
    ///   - prefix: a message's first bytes, `prefixLength` at least.
    ///   - limit: how long the message may be.
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
        guard fields <= Self.maximumArray else { throw .malformed("the header is too long") }
        guard length <= limit else { throw .tooLarge(limit: limit) }
    }

    static let protocolVersion: UInt8 = 1
    private static let isLittleEndianMachine = UInt16(1).littleEndian == 1

    /// What begins a message in this machine's byte order.
    static let byteOrder = UInt8(ascii: isLittleEndianMachine ? "l" : "B")
}
