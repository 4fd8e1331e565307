/// Writes values in the wire format.
extension WireBuffer {
    /// Throws if there are more bytes than a message may have, or if some were lost for lack of memory.
    func checkSize() throws(MessageError) {
        guard !isOutOfMemory else { throw .outOfMemory }
        guard count <= MessageLimits.bytes else { throw .tooLarge(limit: MessageLimits.bytes) }
    }

    /// Writes a string or an object path.
    mutating func write(_ text: String) throws(MessageError) {
        guard text.utf8.count <= MessageLimits.bytes else { throw .tooLarge(limit: MessageLimits.bytes) }
        try append(text)
        try checkSize()
    }

    /// Writes a value, which must have a D-Bus type.
    /// - Parameter depth: the number of containers around the value.
    mutating func write(_ value: Value, depth: Int = 0) throws(MessageError) {
        switch value {
        case .byte(let number): append(number)
        case .boolean(let truth): append(UInt32(truth ? 1 : 0))
        case .int16(let number): append(number)
        case .uint16(let number): append(number)
        case .int32(let number): append(number)
        case .uint32(let number): append(number)
        case .int64(let number): append(number)
        case .uint64(let number): append(number)
        case .double(let number): append(number.bitPattern)
        case .string(let text): try write(text)
        case .objectPath(let path): try write(path.string)
        case .signature(let signature): append(signature: Array(signature.string.utf8))
        case .unixFD(let descriptor): try append(descriptor)
        case .variant(let content): try write(variant: content, depth: depth)
        case .array(let type, let elements): try write(elements, of: type, depth: depth)
        case .structure(let members): try write(structure: members, depth: depth)
        case .dictionary(let key, let value, let entries): try write(entries, key: key, value: value, depth: depth)
        }
        try checkSize()
    }

    mutating func write(variant content: Value, depth: Int) throws(MessageError) {
        guard depth < MessageLimits.depth else { throw .tooDeep }
        try begin(variant: content.type)
        try write(content, depth: depth + 1)
    }

    /// Writes the signature of a variant's contents.
    mutating func begin(variant type: ValueType) throws(MessageError) {
        if type.isBasic || type == .variant {
            append(signature: type.code)
        } else {
            guard let signature = type.signature else { throw .unsupportedType(type) }
            append(signature: signature)
        }
    }

    /// Writes a value. Throws unless it has the expected type.
    mutating func write(_ value: Value, as type: ValueType, depth: Int) throws(MessageError) {
        guard value.isOf(type) else { throw .typeMismatch(expected: type, found: value.type) }
        try write(value, depth: depth)
    }

    private mutating func write(_ elements: [Value], of type: ValueType, depth: Int) throws(MessageError) {
        guard depth < MessageLimits.depth else { throw .tooDeep }
        let array = openArray(alignment: type.alignment)
        for element in elements { try write(element, as: type, depth: depth + 1) }
        close(array)
    }

    private mutating func write(structure members: [Value], depth: Int) throws(MessageError) {
        guard depth < MessageLimits.depth else { throw .tooDeep }
        align(to: 8)
        for member in members { try write(member, depth: depth + 1) }
    }

    private mutating func write(
        _ entries: [Value.Entry],
        key: ValueType,
        value: ValueType,
        depth: Int
    ) throws(MessageError) {
        // An array of entries counts as two containers.
        guard depth < MessageLimits.depth - (entries.isEmpty ? 0 : 1) else { throw .tooDeep }
        let array = openArray(alignment: 8)
        for entry in entries {
            align(to: 8)
            try write(entry.key, as: key, depth: depth + 2)
            try write(entry.value, as: value, depth: depth + 2)
        }
        close(array)
    }
}
