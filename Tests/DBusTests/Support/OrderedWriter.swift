@testable import DBus

/// Writes messages in the wire format in either byte order, by the book: what arrives from machines unlike this one.
struct OrderedWriter {
    let isBigEndian: Bool
    private var bytes: [UInt8] = []

    private init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    /// A message with these arguments and every field of the header that its kind may have.
    static func message(_ kind: Message.Kind, _ arguments: [Value], isBigEndian: Bool) throws -> [UInt8] {
        var body = OrderedWriter(isBigEndian: isBigEndian)
        for argument in arguments { body.write(argument) }
        var message = OrderedWriter(isBigEndian: isBigEndian)
        message.bytes = [UInt8(ascii: isBigEndian ? "B" : "l"), UInt8(kind.rawValue), 1, 1]
        message.write(.uint32(UInt32(body.bytes.count)))
        message.write(.uint32(0x0102_0304))
        var fields: [(UInt8, Value)] = [
            (1, .objectPath("/org/formd/Forms1")), (2, .string("org.formd.Forms1.Field")), (3, .string("TextChanged")),
            (6, .string(":1.42")), (7, .string("org.formd.Forms1")),
            (8, .signature(try Signature(arguments.map(\.type)))), (77, .structure([.byte(1), .string("new")])),
        ]
        if kind == .error { fields.append((4, .string("org.formd.Error"))) }
        if kind == .error || kind == .reply { fields.append((5, .uint32(9))) }
        message.write(
            .array(.structure([.byte, .variant]), fields.map { .structure([.byte($0.0), .variant($0.1)]) })
        )
        message.align(to: 8)
        return message.bytes + body.bytes
    }

    private mutating func align(to boundary: Int) {
        while bytes.count % boundary != 0 { bytes.append(0) }
    }

    private mutating func number<Number: FixedWidthInteger>(_ number: Number) {
        align(to: MemoryLayout<Number>.size)
        withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian) { bytes += $0 }
    }

    private mutating func array(alignment: Int, _ write: (inout OrderedWriter) -> Void) {
        number(UInt32(0))
        let place = bytes.count - 4
        align(to: alignment)
        let start = bytes.count
        write(&self)
        var length = OrderedWriter(isBigEndian: isBigEndian)
        length.number(UInt32(bytes.count - start))
        bytes.replaceSubrange(place..<(place + 4), with: length.bytes)
    }

    private mutating func text(_ text: String) {
        number(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    private mutating func signature(_ text: String) {
        bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    }

    private mutating func write(_ value: Value) {
        switch value {
        case .byte(let value): bytes.append(value)
        case .boolean(let value): number(UInt32(value ? 1 : 0))
        case .int16(let value): number(value)
        case .uint16(let value): number(value)
        case .int32(let value): number(value)
        case .uint32(let value): number(value)
        case .int64(let value): number(value)
        case .uint64(let value): number(value)
        case .double(let value): number(value.bitPattern)
        case .string(let value): text(value)
        case .objectPath(let value): text(value.string)
        case .signature(let value): signature(value.string)
        case .unixFD: number(UInt32(0))
        case .variant(let content):
            signature(content.type.string)
            write(content)
        case .array(let type, let elements):
            array(alignment: type.alignment) { writer in for element in elements { writer.write(element) } }
        case .structure(let members):
            align(to: 8)
            for member in members { write(member) }
        case .dictionary(_, _, let entries):
            array(alignment: 8) { writer in
                for entry in entries { writer.write(.structure([entry.key, entry.value])) }
            }
        }
    }
}
