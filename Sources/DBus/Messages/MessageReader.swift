import CDBus

/// Takes a message's arguments out, one after the other.
///
/// What libdbus received it has checked against the specification, so reading meets no malformed data; only the sum of
/// what it makes is bounded here (`MessageLimits.values`).
@safe
package struct MessageReader {
    /// Keeps the iterator's message alive.
    private let message: Message
    private var iterator = unsafe DBusMessageIter()
    private let limit: Int
    private var valuesLeft: Int

    /// - Parameter limit: how many values it takes apart, those inside of others included.
    package init(_ message: Message, limit: Int = MessageLimits.values) {
        self.message = message.ofLibrary
        self.limit = limit
        valuesLeft = limit
        if let pointer = unsafe self.message.libraryPointer { unsafe dbus_message_iter_init(pointer, &iterator) }
    }

    package var isAtEnd: Bool {
        var here = unsafe iterator
        return unsafe dbus_message_iter_get_arg_type(&here) == 0
    }

    /// The next argument, of whatever type.
    package mutating func value() throws(MessageError) -> Value {
        defer { withExtendedLifetime(message) {} }
        let type = try nextType()
        // A copy, because reading changes the reader too; libdbus's iterators may be copied.
        var here = unsafe iterator
        let value = try unsafe read(type, from: &here)
        unsafe dbus_message_iter_next(&iterator)
        return value
    }

    package mutating func string() throws(MessageError) -> String {
        try expect(.string)
        return unsafe next { unsafe text(&$0) }
    }

    package mutating func objectPath() throws(MessageError) -> ObjectPath {
        try expect(.objectPath)
        return unsafe next { unsafe ObjectPath(unchecked: text(&$0)) }
    }

    package mutating func boolean() throws(MessageError) -> Bool {
        try expect(.boolean)
        return unsafe next { unsafe basic(&$0, dbus_bool_t(0)) != 0 }
    }

    package mutating func int32() throws(MessageError) -> Int32 {
        try expect(.int32)
        return unsafe next { unsafe basic(&$0, Int32(0)) }
    }

    package mutating func uint32() throws(MessageError) -> UInt32 {
        try expect(.uint32)
        return unsafe next { unsafe basic(&$0, UInt32(0)) }
    }

    package mutating func int64() throws(MessageError) -> Int64 {
        try expect(.int64)
        return unsafe next { unsafe basic(&$0, Int64(0)) }
    }

    package mutating func uint64() throws(MessageError) -> UInt64 {
        try expect(.uint64)
        return unsafe next { unsafe basic(&$0, UInt64(0)) }
    }

    package mutating func double() throws(MessageError) -> Double {
        try expect(.double)
        return unsafe next { unsafe basic(&$0, Double(0)) }
    }
}

// MARK: - Values

extension MessageReader {
    /// Throws, and stays where it is, unless the next argument has this basic type.
    private mutating func expect(_ type: ValueType) throws(MessageError) {
        let code = unsafe dbus_message_iter_get_arg_type(&iterator)
        if code == Int32(type.code) { return }
        throw .typeMismatch(expected: type, found: try nextType())
    }

    private mutating func next<Result>(_ read: (inout DBusMessageIter) -> Result) -> Result {
        // The message is mentioned nowhere else, and must not go before what its iterator points to is copied.
        withExtendedLifetime(message) {
            let result = unsafe read(&iterator)
            unsafe dbus_message_iter_next(&iterator)
            return result
        }
    }

    private mutating func nextType() throws(MessageError) -> ValueType {
        if isAtEnd { throw .noMoreArguments }
        return unsafe currentType(&iterator)
    }

    private mutating func read(
        _ type: ValueType,
        from iterator: inout DBusMessageIter
    ) throws(MessageError) -> Value {
        guard valuesLeft > 0 else { throw .tooManyValues(limit: limit) }
        valuesLeft -= 1
        switch type {
        case .byte: return unsafe .byte(basic(&iterator, 0))
        case .boolean: return unsafe .boolean(basic(&iterator, dbus_bool_t(0)) != 0)
        case .int16: return unsafe .int16(basic(&iterator, 0))
        case .uint16: return unsafe .uint16(basic(&iterator, 0))
        case .int32: return unsafe .int32(basic(&iterator, 0))
        case .uint32: return unsafe .uint32(basic(&iterator, 0))
        case .int64: return unsafe .int64(basic(&iterator, 0))
        case .uint64: return unsafe .uint64(basic(&iterator, 0))
        case .double: return unsafe .double(basic(&iterator, 0))
        case .string: return unsafe .string(text(&iterator))
        case .objectPath: return unsafe .objectPath(ObjectPath(unchecked: text(&iterator)))
        case .signature: return unsafe .signature(Signature(text(&iterator)) ?? .empty)
        case .unixFD: return try unsafe .unixFD(descriptor(&iterator))
        case .variant:
            var inner = unsafe inside(&iterator)
            let content = unsafe currentType(&inner)
            return try unsafe .variant(read(content, from: &inner))
        case .array(let element):
            var inner = unsafe inside(&iterator)
            var elements: [Value] = []
            while unsafe dbus_message_iter_get_arg_type(&inner) != 0 {
                try unsafe elements.append(read(element, from: &inner))
                unsafe dbus_message_iter_next(&inner)
            }
            return .array(element, elements)
        case .structure(let types):
            var inner = unsafe inside(&iterator)
            var members: [Value] = []
            members.reserveCapacity(types.count)
            for type in types {
                try unsafe members.append(read(type, from: &inner))
                unsafe dbus_message_iter_next(&inner)
            }
            return .structure(members)
        case .dictionary(let keyType, let valueType):
            var inner = unsafe inside(&iterator)
            var entries: [Value.Entry] = []
            while unsafe dbus_message_iter_get_arg_type(&inner) != 0 {
                var pair = unsafe inside(&inner)
                let key = try unsafe read(keyType, from: &pair)
                unsafe dbus_message_iter_next(&pair)
                let value = try unsafe read(valueType, from: &pair)
                entries.append(Value.Entry(key, value))
                unsafe dbus_message_iter_next(&inner)
            }
            return .dictionary(keyType, valueType, entries)
        }
    }
}

// MARK: - What libdbus hands out

/// The complete type at the iterator. Not to be called at the end.
private func currentType(_ iterator: inout DBusMessageIter) -> ValueType {
    let code = unsafe dbus_message_iter_get_arg_type(&iterator)
    if let basic = ValueType(code: UInt8(truncatingIfNeeded: code)) { return basic }
    guard let signature = unsafe dbus_message_iter_get_signature(&iterator) else { outOfMemory() }
    defer { unsafe dbus_free(signature) }
    guard let type = unsafe ValueType(String(cString: signature)) else {
        // Both sides implement the same grammar; the tests hold one against the other.
        preconditionFailure("libdbus accepted a signature that is none")
    }
    return type
}

private func inside(_ iterator: inout DBusMessageIter) -> DBusMessageIter {
    var inner = unsafe DBusMessageIter()
    unsafe dbus_message_iter_recurse(&iterator, &inner)
    return unsafe inner
}

private func basic<Number: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ zero: Number) -> Number {
    var number = zero
    unsafe dbus_message_iter_get_basic(&iterator, &number)
    return number
}

private func text(_ iterator: inout DBusMessageIter) -> String {
    var pointer: UnsafePointer<CChar>?
    unsafe dbus_message_iter_get_basic(&iterator, &pointer)
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
}

private func descriptor(_ iterator: inout DBusMessageIter) throws(MessageError) -> Descriptor {
    var number: Int32 = -1
    // The message keeps its own descriptor; this is a duplicate.
    unsafe dbus_message_iter_get_basic(&iterator, &number)
    guard number >= 0 else { throw .badDescriptor }
    return Descriptor(owning: number)
}
