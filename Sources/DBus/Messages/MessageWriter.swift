/// Writes a message's arguments, in the wire format.
///
/// libdbus's own way of appending them rewrites the header with each; so the whole message is written here, and libdbus
/// checks it once (`MessageHeader`). Descriptors do not go this way: they are refused as an unsupported type.
package struct MessageWriter: ~Copyable {
    private(set) var body = WireBuffer(capacity: 256)
    /// The arguments' types, as the header tells them.
    private(set) var signature: [UInt8] = []

    /// Appends one argument of any type.
    package mutating func append(_ value: Value) throws(MessageError) {
        let type = value.type
        guard let length = type.signatureLength(), length <= SignatureParser.maximumLength - signature.count else {
            throw .unsupportedType(type)
        }
        type.append(to: &signature)
        try write(value, depth: 0)
    }

    package mutating func append(_ string: String) throws(MessageError) {
        try append(.string(string))
    }

    package mutating func append(_ number: UInt32) throws(MessageError) {
        try append(.uint32(number))
    }

    package mutating func append(_ number: UInt64) throws(MessageError) {
        try append(.uint64(number))
    }

    package mutating func append(_ number: Double) throws(MessageError) {
        try append(.double(number))
    }

    package mutating func append(_ truth: Bool) throws(MessageError) {
        try append(.boolean(truth))
    }

    package mutating func append(_ path: ObjectPath) throws(MessageError) {
        try append(.objectPath(path))
    }
}

// MARK: - Values

extension MessageWriter {
    /// Writes a value whose type D-Bus has.
    private mutating func write(_ value: Value, depth: Int) throws(MessageError) {
        switch value {
        case .byte(let number): body.append(number)
        case .boolean(let truth): body.append(UInt32(truth ? 1 : 0))
        case .int16(let number): body.append(number)
        case .uint16(let number): body.append(number)
        case .int32(let number): body.append(number)
        case .uint32(let number): body.append(number)
        case .int64(let number): body.append(number)
        case .uint64(let number): body.append(number)
        case .double(let number): body.append(number.bitPattern)
        case .string(let text): try write(text)
        case .objectPath(let path): try write(path.string)
        case .signature(let signature): body.append(signature: signature.string.utf8)
        case .unixFD: throw .unsupportedType(.unixFD)
        case .variant(let content): try write(variant: content, depth: depth)
        case .array(let type, let elements): try write(elements, of: type, depth: depth)
        case .structure(let members): try write(structure: members, depth: depth)
        case .dictionary(let key, let value, let entries): try write(entries, key: key, value: value, depth: depth)
        }
        guard body.count <= MessageLimits.bytes else { throw .tooLarge(limit: MessageLimits.bytes) }
    }

    private mutating func write(_ text: String) throws(MessageError) {
        guard text.utf8.count <= MessageLimits.bytes else { throw .tooLarge(limit: MessageLimits.bytes) }
        try body.append(text)
    }

    /// Writes a value that stands where one of a certain type belongs.
    private mutating func write(_ value: Value, as type: ValueType, depth: Int) throws(MessageError) {
        guard value.isOf(type) else { throw .typeMismatch(expected: type, found: value.type) }
        try write(value, depth: depth)
    }

    private mutating func write(variant content: Value, depth: Int) throws(MessageError) {
        guard depth < MessageLimits.depth else { throw .tooDeep }
        // A variant's contents have a signature of their own.
        let type = content.type
        guard type.signatureLength() != nil else { throw .unsupportedType(type) }
        var signature: [UInt8] = []
        type.append(to: &signature)
        body.append(signature: signature)
        try write(content, depth: depth + 1)
    }

    private mutating func write(_ elements: [Value], of type: ValueType, depth: Int) throws(MessageError) {
        guard depth < MessageLimits.depth else { throw .tooDeep }
        let array = body.openArray(alignment: type.alignment)
        for element in elements { try write(element, as: type, depth: depth + 1) }
        body.close(array)
    }

    private mutating func write(structure members: [Value], depth: Int) throws(MessageError) {
        guard depth < MessageLimits.depth else { throw .tooDeep }
        body.align(to: 8)
        for member in members { try write(member, depth: depth + 1) }
    }

    private mutating func write(
        _ entries: [Value.Entry],
        key: ValueType,
        value: ValueType,
        depth: Int
    ) throws(MessageError) {
        // The array and its entries are a container each.
        guard depth < MessageLimits.depth - (entries.isEmpty ? 0 : 1) else { throw .tooDeep }
        let array = body.openArray(alignment: 8)
        for entry in entries {
            body.align(to: 8)
            try write(entry.key, as: key, depth: depth + 2)
            try write(entry.value, as: value, depth: depth + 2)
        }
        body.close(array)
    }
}
