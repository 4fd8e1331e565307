import EventLoop
import Glibc

/// Reads the arguments of a message one after another.
///
/// The message was checked when it was received or created, so the reader finds no malformed data. The reader limits
/// the number of values that it creates, and checks that there is enough memory for each.
@safe
package struct MessageReader {
    private let body: MessageBody
    private(set) var position = 0
    private var signaturePosition = 0
    private let limit: Int
    private var valuesLeft: Int

    /// - Parameter limit: the maximum number of values that the reader creates, including values inside other values.
    package init(_ message: Message, limit: Int = MessageLimits.values) {
        body = message.body
        self.limit = limit
        valuesLeft = limit
    }

    package var isAtEnd: Bool { signaturePosition == body.signature.count }

    /// The next argument, of any type.
    package mutating func value() throws(MessageError) -> Value {
        let (type, end) = try nextType()
        let value = try read(type)
        signaturePosition = end
        return value
    }

    package mutating func string() throws(MessageError) -> String {
        try expect(.string)
        return try text()
    }

    package mutating func uint32() throws(MessageError) -> UInt32 {
        try expect(.uint32)
        return try number()
    }

    package mutating func uint64() throws(MessageError) -> UInt64 {
        try expect(.uint64)
        return try number()
    }

    /// The next argument, an `a(sa{sv})`: the string of each structure, and its dictionary, which is not read yet.
    package mutating func namedProperties() throws(MessageError) -> [(name: String, properties: EncodedProperties)] {
        guard body.signature.dropFirst(signaturePosition).starts(with: Self.namedProperties) else {
            throw .typeMismatch(expected: .array(.structure([.string, .properties])), found: try nextType().type)
        }
        var objects: [(name: String, properties: EncodedProperties)] = []
        try readArray(alignment: 8) { (reader) throws(MessageError) in
            try reader.align(to: 8)
            let name = try reader.text()
            let length = Int(try reader.number(UInt32.self))
            try reader.align(to: 8)
            objects.append((name, EncodedProperties(reader, length: length)))
            _ = unsafe try reader.take(length)
        }
        signaturePosition += Self.namedProperties.count
        return objects
    }

    private static let namedProperties = Array("a(sa{sv})".utf8)
}

// MARK: - Types

extension MessageReader {
    /// Moves to the next type of the signature. Throws if the type of the next argument is not this basic type.
    private mutating func expect(_ type: ValueType) throws(MessageError) {
        guard !isAtEnd, body.signature[signaturePosition] == type.code else {
            throw .typeMismatch(expected: type, found: try nextType().type)
        }
        signaturePosition += 1
    }

    /// The next argument's type, and the position at which it ends in the signature.
    private func nextType() throws(MessageError) -> (type: ValueType, end: Int) {
        if isAtEnd { throw .noMoreArguments }
        let signature = body.signature
        var end = signaturePosition
        let type = SignatureGrammar.type(at: &end, in: signature.span)
        return (type, end)
    }
}

// MARK: - Values

extension MessageReader {
    /// Moves past a number of bytes, and returns their position.
    @inline(__always)
    private mutating func take(_ count: Int) throws(MessageError) -> UnsafeRawPointer {
        if body.buffer.isOutOfMemory { throw .outOfMemory }
        guard count <= body.buffer.count - position, let base = unsafe body.buffer.contents.baseAddress else {
            throw .malformed("it ends too early")
        }
        let place = unsafe base + position
        position += count
        return unsafe place
    }

    @inline(__always)
    mutating func align(to boundary: Int) throws(MessageError) {
        let padding = -position & (boundary - 1)
        if padding > 0 { _ = unsafe try take(padding) }
    }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(MessageError) -> Number {
        try align(to: MemoryLayout<Number>.size)
        return unsafe try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self)
    }

    mutating func text() throws(MessageError) -> String {
        try text(length: Int(number(UInt32.self)))
    }

    private mutating func text(length: Int) throws(MessageError) -> String {
        let place = unsafe try take(length + 1)
        guard GrowingMemory.isAvailable(length) else { throw .outOfMemory }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: place, count: length), as: UTF8.self)
    }

    mutating func read(_ type: ValueType) throws(MessageError) -> Value {
        guard valuesLeft > 0 else { throw .tooManyValues(limit: limit) }
        valuesLeft -= 1
        switch type {
        case .byte: return .byte(try number())
        case .boolean: return .boolean(try number(UInt32.self) != 0)
        case .int16: return .int16(try number())
        case .uint16: return .uint16(try number())
        case .int32: return .int32(try number())
        case .uint32: return .uint32(try number())
        case .int64: return .int64(try number())
        case .uint64: return .uint64(try number())
        case .double: return .double(Double(bitPattern: try number()))
        case .string: return .string(try text())
        case .objectPath: return .objectPath(ObjectPath(unchecked: try text()))
        case .signature:
            return .signature(Signature(unsafe String(decoding: try signature(), as: UTF8.self)) ?? .empty)
        case .unixFD: return .unixFD(try descriptor())
        case .variant: return .variant(try read(content()))
        case .array(let element):
            var elements: [Value] = []
            try readArray(alignment: element.alignment) { (reader) throws(MessageError) in
                elements.append(try reader.read(element))
            }
            return .array(element, elements)
        case .structure(let types):
            try align(to: 8)
            var members: [Value] = []
            members.reserveCapacity(types.count)
            for type in types { members.append(try read(type)) }
            return .structure(members)
        case .dictionary(let keyType, let valueType):
            var entries: [Value.Entry] = []
            try readArray(alignment: 8) { (reader) throws(MessageError) in
                try reader.align(to: 8)
                let key = try reader.read(keyType)
                entries.append(Value.Entry(key, try reader.read(valueType)))
            }
            return .dictionary(keyType, valueType, entries)
        }
    }

    /// Skips bytes if these are the next ones.
    mutating func skip(_ bytes: [UInt8]) -> Bool {
        guard !body.buffer.isOutOfMemory, bytes.count <= body.buffer.count - position,
            let base = unsafe body.buffer.contents.baseAddress, unsafe memcmp(base + position, bytes, bytes.count) == 0
        else { return false }
        position += bytes.count
        return true
    }

    mutating func variant() throws(MessageError) -> Value { try read(content()) }

    mutating func skipText() throws(MessageError) { _ = unsafe try take(Int(number(UInt32.self)) + 1) }

    mutating func skipVariant() throws(MessageError) {
        unsafe try skipValue(signature().bindMemory(to: UInt8.self).span)
    }

    /// Skips a value without creating it.
    ///
    /// - Parameters:
    ///   - signature: one complete type.
    ///   - place: the offset of the value's type in it.
    /// - Returns: the offset after the type.
    @discardableResult
    mutating func skipValue(_ signature: Span<UInt8>, at place: Int = 0) throws(MessageError) -> Int {
        switch signature[place] {
        case UInt8(ascii: "y"): _ = try number(UInt8.self)
        case UInt8(ascii: "n"), UInt8(ascii: "q"): _ = try number(UInt16.self)
        case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"): _ = try number(UInt32.self)
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): _ = try number(UInt64.self)
        case UInt8(ascii: "g"): _ = unsafe try take(Int(number(UInt8.self)) + 1)
        case UInt8(ascii: "v"): try skipVariant()
        case UInt8(ascii: "a"):
            let length = Int(try number(UInt32.self))
            try align(to: ValueType.alignment(signature[place + 1]))
            _ = unsafe try take(length)
            // The signature is one complete type.
            guard place > 0, let end = SignatureGrammar.end(ofTypeAt: place, in: signature) else {
                return signature.count
            }
            return end
        case UInt8(ascii: "("):
            try align(to: 8)
            var place = place + 1
            while signature[place] != UInt8(ascii: ")") { place = try skipValue(signature, at: place) }
            return place + 1
        default: try skipText()
        }
        return place + 1
    }

    private mutating func signature() throws(MessageError) -> UnsafeRawBufferPointer {
        let length = Int(try number(UInt8.self))
        return unsafe UnsafeRawBufferPointer(start: try take(length + 1), count: length)
    }

    /// The type of the contents of a variant.
    private mutating func content() throws(MessageError) -> ValueType {
        let signature = unsafe try signature()
        if let basic = unsafe signature.first.flatMap({ ValueType(code: $0) }) { return basic }
        var place = 0
        return unsafe SignatureGrammar.type(at: &place, in: signature.bindMemory(to: UInt8.self).span)
    }

    private mutating func readArray(
        alignment: Int,
        _ readElement: (inout MessageReader) throws(MessageError) -> Void
    ) throws(MessageError) {
        let length = Int(try number(UInt32.self))
        try align(to: alignment)
        // While an array of values grows, its old and its new memory exist together.
        let values = min(length / alignment, valuesLeft)
        guard GrowingMemory.isAvailable(3 * values * MemoryLayout<Value.Entry>.stride) else { throw .outOfMemory }
        let end = position + length
        while position < end { try readElement(&self) }
    }

    private mutating func descriptor() throws(MessageError) -> Descriptor {
        let number = Int(try number(UInt32.self))
        guard body.buffer.descriptors.indices.contains(number) else { throw .badDescriptor }
        return body.buffer.descriptors[number]
    }
}
