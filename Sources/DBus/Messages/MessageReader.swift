import EventLoop

/// Reads the arguments of a message one after another.
///
/// The message was checked when it was received or created, so the reader finds no malformed data. The reader limits
/// the number of values that it creates, and checks that there is enough memory for each.
@safe
package struct MessageReader {
    private let body: MessageBody
    fileprivate private(set) var position = 0
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
        let (type, end) = try nextType()
        guard type == .array(.structure([.string, .properties])) else {
            throw .typeMismatch(expected: .array(.structure([.string, .properties])), found: type)
        }
        var objects: [(name: String, properties: EncodedProperties)] = []
        try readArray(alignment: 8) { (reader) throws(MessageError) in
            try reader.align(to: 8)
            let name = try reader.text()
            let length = Int(try reader.number(UInt32.self))
            try reader.align(to: 8)
            objects.append((name, EncodedProperties(reader, length: length)))
            _ = unsafe try reader.skip(length)
        }
        signaturePosition = end
        return objects
    }
}

/// An `a{sv}` in a received message. Its entries are only read when they are needed, so it keeps the message's bytes.
package struct EncodedProperties: Sendable {
    /// A reader of the message, positioned at the first entry.
    private let reader: MessageReader
    private let length: Int

    fileprivate init(_ reader: MessageReader, length: Int) {
        self.reader = reader
        self.length = length
    }

    /// The value of the last entry with this name; `nil` if there is none, or if there is not enough memory.
    package subscript(name: String) -> Value? {
        var found: Value?
        forEach { (reader) throws(MessageError) in
            if try reader.nextText(is: name) { found = try reader.variant() } else { try reader.skipVariant() }
        }
        return found
    }

    /// The entries with these names, in the message's order. Others are not decoded.
    package func entries(among names: Set<String>) -> [(name: String, value: Value)] {
        var entries: [(name: String, value: Value)] = []
        forEach { (reader) throws(MessageError) in
            let name = try reader.text()
            if names.contains(name) { entries.append((name, try reader.variant())) } else { try reader.skipVariant() }
        }
        return entries
    }

    /// The first property that does not have the type of its declaration. Properties that are not declared are ignored.
    package func mismatch(with declarations: PropertyTypes) -> (name: String, declared: ValueType)? {
        var mismatch: (name: String, declared: ValueType)?
        var place = 0
        forEach { (reader) throws(MessageError) in
            let name = unsafe try reader.nextBytes()
            // A daemon sends the properties in the order of their declarations.
            guard let found = unsafe declarations.index(of: name, near: place) else { return try reader.skipVariant() }
            place = found + 1
            let declared = declarations.entries[found]
            if try reader.skipVariant(of: declared) || mismatch != nil { return }
            mismatch = (declared.name, declared.type)
        }
        return mismatch
    }

    /// - Parameter body: must move the position past the entry.
    private func forEach(_ body: (inout MessageReader) throws(MessageError) -> Void) {
        var reader = reader
        let end = reader.position + length
        do throws(MessageError) {
            while reader.position < end {
                try reader.align(to: 8)
                try body(&reader)
            }
        } catch {
            // The message was checked when it was received, so the only possible error is a lack of memory.
        }
    }
}

/// The types with which properties are declared.
package struct PropertyTypes: Sendable {
    fileprivate let entries: [(name: String, type: ValueType, signature: String)]

    package init(_ declarations: [(name: String, type: ValueType)]) {
        entries = declarations.map { ($0.name, $0.type, $0.type.string) }
    }

    /// Begins to search at `place`.
    fileprivate func index(of name: UnsafeRawBufferPointer, near place: Int) -> Int? {
        for index in [place..<entries.count, 0..<min(place, entries.count)].joined()
        where unsafe name.elementsEqual(entries[index].name.utf8) { return index }
        return nil
    }
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
    /// Skips a number of bytes, and returns their position.
    private mutating func skip(_ count: Int) throws(MessageError) -> UnsafeRawPointer {
        if body.buffer.isOutOfMemory { throw .outOfMemory }
        guard count <= body.buffer.count - position, let base = unsafe body.buffer.contents.baseAddress else {
            throw .malformed("it ends too early")
        }
        let place = unsafe base + position
        position += count
        return unsafe place
    }

    fileprivate mutating func align(to boundary: Int) throws(MessageError) {
        _ = unsafe try skip(-position & (boundary - 1))
    }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(MessageError) -> Number {
        try align(to: MemoryLayout<Number>.size)
        return unsafe try skip(MemoryLayout<Number>.size).loadUnaligned(as: Number.self)
    }

    fileprivate mutating func text() throws(MessageError) -> String {
        try text(length: Int(number(UInt32.self)))
    }

    private mutating func text(length: Int) throws(MessageError) -> String {
        let place = unsafe try skip(length + 1)
        guard GrowingMemory.isAvailable(length) else { throw .outOfMemory }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: place, count: length), as: UTF8.self)
    }

    private mutating func read(_ type: ValueType) throws(MessageError) -> Value {
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

    /// Skips a string, and returns whether it equals `text`. Allocates no string.
    fileprivate mutating func nextText(is text: String) throws(MessageError) -> Bool {
        unsafe try nextBytes().elementsEqual(text.utf8)
    }

    /// Skips a string, and returns its bytes in the message.
    fileprivate mutating func nextBytes() throws(MessageError) -> UnsafeRawBufferPointer {
        let length = Int(try number(UInt32.self))
        return unsafe UnsafeRawBufferPointer(start: try skip(length + 1), count: length)
    }

    /// Skips a variant, and returns whether its value has the declared type.
    fileprivate mutating func skipVariant(
        of declared: (name: String, type: ValueType, signature: String)
    ) throws(MessageError) -> Bool {
        let start = position
        if unsafe try signature().elementsEqual(declared.signature.utf8) {
            try pass(declared.type)
            return true
        }
        position = start
        try skipVariant()
        return false
    }

    fileprivate mutating func variant() throws(MessageError) -> Value { try read(content()) }

    fileprivate mutating func skipVariant() throws(MessageError) { try pass(content()) }

    /// Skips a value without creating it.
    private mutating func pass(_ type: ValueType) throws(MessageError) {
        switch type {
        case .byte: _ = try number(UInt8.self)
        case .int16, .uint16: _ = try number(UInt16.self)
        case .boolean, .int32, .uint32, .unixFD: _ = try number(UInt32.self)
        case .int64, .uint64, .double: _ = try number(UInt64.self)
        case .string, .objectPath: _ = unsafe try skip(Int(number(UInt32.self)) + 1)
        case .signature: _ = unsafe try skip(Int(number(UInt8.self)) + 1)
        case .variant: try pass(content())
        case .array(let element): try passArray(alignment: element.alignment)
        case .dictionary: try passArray(alignment: 8)
        case .structure(let types):
            try align(to: 8)
            for type in types { try pass(type) }
        }
    }

    private mutating func passArray(alignment: Int) throws(MessageError) {
        let length = Int(try number(UInt32.self))
        try align(to: alignment)
        _ = unsafe try skip(length)
    }

    private mutating func signature() throws(MessageError) -> UnsafeRawBufferPointer {
        let length = Int(try number(UInt8.self))
        return unsafe UnsafeRawBufferPointer(start: try skip(length + 1), count: length)
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
