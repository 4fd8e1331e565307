import CDBus
import Glibc

/// Puts arguments into a message that is being made, through libdbus: several times slower than a `MessageWriter`, and
/// the only way for descriptors, which travel beside a message's bytes.
///
/// When an append throws, the message is spoilt and must be dropped: only the functions that make messages use one.
@safe
struct AppendingWriter: ~Copyable {
    /// Keeps the iterator's message alive.
    private let message: Message
    private var iterator = unsafe DBusMessageIter()
    private var bytesLeft = MessageLimits.bytes
    private var descriptorsLeft = MessageLimits.descriptors
    /// What the arguments' signature may still grow by.
    private var signatureLeft = SignatureParser.maximumLength

    /// - Parameter pointer: what libdbus has as `message`.
    init(_ message: Message, _ pointer: OpaquePointer) {
        self.message = message
        unsafe dbus_message_iter_init_append(pointer, &iterator)
    }

    /// Appends one argument of any type.
    mutating func append(_ value: Value) throws(MessageError) {
        let type = value.type
        try extendSignature(by: type)
        // A copy, because writing changes the writer too.
        var end = unsafe iterator
        defer { unsafe iterator = end }
        defer { withExtendedLifetime(message) {} }
        try unsafe write(value, as: type, into: &end, depth: 0)
    }

    private mutating func extendSignature(by type: ValueType) throws(MessageError) {
        guard let length = type.signatureLength(), length <= signatureLeft else {
            throw .unsupportedType(type)
        }
        signatureLeft -= length
    }
}

// MARK: - Values

extension AppendingWriter {
    private mutating func write(
        _ value: Value,
        as type: ValueType,
        into iterator: inout DBusMessageIter,
        depth: Int
    ) throws(MessageError) {
        switch (value, type) {
        case (.byte(var number), .byte): try unsafe basic(&number, type, into: &iterator)
        case (.boolean(let truth), .boolean):
            var number: dbus_bool_t = truth ? 1 : 0
            try unsafe basic(&number, type, into: &iterator)
        case (.int16(var number), .int16): try unsafe basic(&number, type, into: &iterator)
        case (.uint16(var number), .uint16): try unsafe basic(&number, type, into: &iterator)
        case (.int32(var number), .int32): try unsafe basic(&number, type, into: &iterator)
        case (.uint32(var number), .uint32): try unsafe basic(&number, type, into: &iterator)
        case (.int64(var number), .int64): try unsafe basic(&number, type, into: &iterator)
        case (.uint64(var number), .uint64): try unsafe basic(&number, type, into: &iterator)
        case (.double(var number), .double): try unsafe basic(&number, type, into: &iterator)
        case (.string(let string), .string): try unsafe text(string, type, into: &iterator)
        case (.objectPath(let path), .objectPath): try unsafe text(path.string, type, into: &iterator)
        case (.signature(let signature), .signature): try unsafe text(signature.string, type, into: &iterator)
        case (.unixFD(let descriptor), .unixFD): try unsafe self.descriptor(descriptor, into: &iterator)
        case (.variant(let content), .variant): try unsafe variant(content, into: &iterator, depth: depth)
        case (.array(let found, let elements), .array(let element)) where found == element:
            try unsafe array(elements, of: element, into: &iterator, depth: depth)
        case (.structure(let members), .structure(let types)) where members.count == types.count:
            try unsafe structure(members, as: types, into: &iterator, depth: depth)
        case (.dictionary(let foundKey, let foundValue, let entries), .dictionary(let key, let value))
        where foundKey == key && foundValue == value:
            try unsafe dictionary(entries, key: key, value: value, type, into: &iterator, depth: depth)
        default:
            throw .typeMismatch(expected: type, found: value.type)
        }
    }

    private mutating func spend(_ bytes: Int) throws(MessageError) {
        guard bytes <= bytesLeft else { throw .tooLarge(limit: MessageLimits.bytes) }
        bytesLeft -= bytes
    }

    private mutating func basic(
        _ value: UnsafeRawPointer,
        _ type: ValueType,
        into iterator: inout DBusMessageIter
    ) throws(MessageError) {
        try spend(8)
        if unsafe dbus_message_iter_append_basic(&iterator, Int32(type.code), value) == 0 { outOfMemory() }
    }

    private mutating func text(
        _ string: String,
        _ type: ValueType,
        into iterator: inout DBusMessageIter
    ) throws(MessageError) {
        let length = string.utf8.count
        try spend(length + 8)
        // Swift strings are valid UTF-8, so NUL is all that libdbus could object to.
        let isAppended = unsafe string.withCString { pointer in
            guard unsafe strlen(pointer) == length else { return false }
            var argument: UnsafePointer<CChar>? = unsafe pointer
            if unsafe dbus_message_iter_append_basic(&iterator, Int32(type.code), &argument) == 0 { outOfMemory() }
            return true
        }
        if !isAppended { throw .nulInString }
    }

    private mutating func descriptor(
        _ descriptor: Descriptor,
        into iterator: inout DBusMessageIter
    ) throws(MessageError) {
        guard descriptorsLeft > 0 else { throw .tooManyDescriptors(limit: MessageLimits.descriptors) }
        descriptorsLeft -= 1
        try spend(8)
        var number = descriptor.number
        // libdbus sends a duplicate, and cannot make one of a number that is not open.
        if unsafe dbus_message_iter_append_basic(&iterator, Int32(ValueType.unixFD.code), &number) == 0 {
            throw .badDescriptor
        }
    }
}

// MARK: - Containers

extension AppendingWriter {
    private typealias Contents = (inout AppendingWriter, inout DBusMessageIter) throws(MessageError) -> Void

    private mutating func container(
        _ code: UInt8,
        contents signature: String?,
        into iterator: inout DBusMessageIter,
        depth: Int,
        _ write: Contents
    ) throws(MessageError) {
        guard depth < MessageLimits.depth else { throw .tooDeep }
        try spend(8)
        var inner = unsafe DBusMessageIter()
        if unsafe dbus_message_iter_open_container(&iterator, Int32(code), signature, &inner) == 0 { outOfMemory() }
        do {
            try unsafe write(&self, &inner)
        } catch {
            unsafe dbus_message_iter_abandon_container(&iterator, &inner)
            throw error
        }
        if unsafe dbus_message_iter_close_container(&iterator, &inner) == 0 { outOfMemory() }
    }

    private mutating func variant(
        _ content: Value,
        into iterator: inout DBusMessageIter,
        depth: Int
    ) throws(MessageError) {
        let type = content.type
        // A variant's contents have a signature of their own.
        guard type.signatureLength() != nil else { throw .unsupportedType(type) }
        try unsafe container(ValueType.variant.code, contents: type.string, into: &iterator, depth: depth) {
            (writer, inner) throws(MessageError) in
            try unsafe writer.write(content, as: type, into: &inner, depth: depth + 1)
        }
    }

    private mutating func array(
        _ elements: [Value],
        of type: ValueType,
        into iterator: inout DBusMessageIter,
        depth: Int
    ) throws(MessageError) {
        try unsafe container(UInt8(ascii: "a"), contents: type.string, into: &iterator, depth: depth) {
            (writer, inner) throws(MessageError) in
            for element in elements { try unsafe writer.write(element, as: type, into: &inner, depth: depth + 1) }
        }
    }

    private mutating func structure(
        _ members: [Value],
        as types: [ValueType],
        into iterator: inout DBusMessageIter,
        depth: Int
    ) throws(MessageError) {
        try unsafe container(UInt8(ascii: "r"), contents: nil, into: &iterator, depth: depth) {
            (writer, inner) throws(MessageError) in
            for (member, type) in zip(members, types) {
                try unsafe writer.write(member, as: type, into: &inner, depth: depth + 1)
            }
        }
    }

    private mutating func dictionary(
        _ entries: [Value.Entry],
        key: ValueType,
        value: ValueType,
        _ type: ValueType,
        into iterator: inout DBusMessageIter,
        depth: Int
    ) throws(MessageError) {
        let entryType = String(type.string.dropFirst())
        try unsafe container(UInt8(ascii: "a"), contents: entryType, into: &iterator, depth: depth) {
            (writer, inner) throws(MessageError) in
            for entry in entries {
                try unsafe writer.container(UInt8(ascii: "e"), contents: nil, into: &inner, depth: depth + 1) {
                    (writer, pair) throws(MessageError) in
                    try unsafe writer.write(entry.key, as: key, into: &pair, depth: depth + 2)
                    try unsafe writer.write(entry.value, as: value, into: &pair, depth: depth + 2)
                }
            }
        }
    }
}
