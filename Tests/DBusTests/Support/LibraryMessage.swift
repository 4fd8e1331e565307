import CDBus
@testable import DBus
import EventLoop

/// A message as libdbus has it: what is written and read here is held against it.
final class LibraryMessage {
    let pointer: OpaquePointer

    /// Nil if libdbus does not take the bytes for a message.
    init?(_ bytes: [UInt8]) {
        let pointer = bytes.withUnsafeBytes { buffer in
            buffer.baseAddress.flatMap { dbus_message_demarshal($0, Int32(buffer.count), nil) }
        }
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit {
        dbus_message_unref(pointer)
    }

    /// How long the message is that begins with these bytes, as far as libdbus can tell.
    static func length(of bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return Int(dbus_message_demarshal_bytes_needed(start, Int32(buffer.count)))
        }
    }

    var serialized: [UInt8] {
        var bytes: UnsafeMutablePointer<CChar>?
        var length: Int32 = 0
        guard dbus_message_marshal(pointer, &bytes, &length) != 0, let bytes else { return [] }
        defer { dbus_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
    }

    /// A field of the header.
    func text(_ read: (OpaquePointer) -> UnsafePointer<CChar>?) -> String? {
        read(pointer).map { String(cString: $0) }
    }

    /// Whether an argument is a descriptor, or a value of any type that may contain one.
    var hasDescriptors: Bool { arguments.contains { "\($0)".contains("unixFD") } }

    /// The arguments, as libdbus reads them. For descriptors, which it takes from a socket only, there are others.
    var arguments: [Value] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
        return Self.values(&iterator)
    }

    private static func values(_ iterator: inout DBusMessageIter) -> [Value] {
        var values: [Value] = []
        while let code = UInt8(exactly: dbus_message_iter_get_arg_type(&iterator)), code != 0 {
            values.append(value(&iterator, code))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private static func value(_ iterator: inout DBusMessageIter, _ code: UInt8) -> Value {
        guard let type = ValueType(code: code), type != .variant else { return container(&iterator, code) }
        if [.string, .objectPath, .signature].contains(type) {
            var text: UnsafePointer<CChar>?
            dbus_message_iter_get_basic(&iterator, &text)
            let string = text.map { String(cString: $0) } ?? ""
            return switch type {
            case .string: .string(string)
            case .objectPath: .objectPath(ObjectPath(unchecked: string))
            default: .signature(Signature(string) ?? .empty)
            }
        }
        if type == .unixFD { return .unixFD(Descriptor(owning: -1)) }
        var bits: UInt64 = 0
        dbus_message_iter_get_basic(&iterator, &bits)
        return switch type {
        case .byte: .byte(UInt8(truncatingIfNeeded: bits))
        case .boolean: .boolean(bits != 0)
        case .int16: .int16(Int16(truncatingIfNeeded: bits))
        case .uint16: .uint16(UInt16(truncatingIfNeeded: bits))
        case .int32: .int32(Int32(truncatingIfNeeded: bits))
        case .uint32: .uint32(UInt32(truncatingIfNeeded: bits))
        case .int64: .int64(Int64(truncatingIfNeeded: bits))
        case .uint64: .uint64(bits)
        default: .double(Double(bitPattern: bits))
        }
    }

    private static func container(_ iterator: inout DBusMessageIter, _ code: UInt8) -> Value {
        let signature = dbus_message_iter_get_signature(&iterator)
        defer { dbus_free(signature) }
        let type = signature.flatMap { ValueType(String(cString: $0)) }
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        switch type {
        case .dictionary(let key, let value):
            var entries: [Value.Entry] = []
            while dbus_message_iter_get_arg_type(&inner) != 0 {
                var entry = DBusMessageIter()
                dbus_message_iter_recurse(&inner, &entry)
                let pair = values(&entry)
                entries.append(Value.Entry(pair[0], pair[1]))
                dbus_message_iter_next(&inner)
            }
            return .dictionary(key, value, entries)
        case .array(let element): return .array(element, values(&inner))
        case .structure: return .structure(values(&inner))
        default: return .variant(values(&inner)[0])
        }
    }

    /// Appends arguments, which D-Bus must be able to carry.
    func append(_ values: [Value]) {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        for value in values { append(value, to: &iterator) }
    }

    private func append(_ value: Value, to iterator: inout DBusMessageIter) {
        switch value {
        case .byte(var number): basic("y", &number, &iterator)
        case .boolean(let truth):
            var number: dbus_bool_t = truth ? 1 : 0
            basic("b", &number, &iterator)
        case .int16(var number): basic("n", &number, &iterator)
        case .uint16(var number): basic("q", &number, &iterator)
        case .int32(var number): basic("i", &number, &iterator)
        case .uint32(var number): basic("u", &number, &iterator)
        case .int64(var number): basic("x", &number, &iterator)
        case .uint64(var number): basic("t", &number, &iterator)
        case .double(var number): basic("d", &number, &iterator)
        case .string(let text): string("s", text, &iterator)
        case .objectPath(let path): string("o", path.string, &iterator)
        case .signature(let signature): string("g", signature.string, &iterator)
        case .unixFD: break
        case .variant(let content):
            container("v", content.type.string, &iterator) { append(content, to: &$0) }
        case .array(let type, let elements):
            container("a", type.string, &iterator) { for element in elements { append(element, to: &$0) } }
        case .structure(let members):
            container("r", nil, &iterator) { for member in members { append(member, to: &$0) } }
        case .dictionary(_, _, let entries):
            container("a", String(value.type.string.dropFirst()), &iterator) { array in
                for entry in entries {
                    container("e", nil, &array) {
                        append(entry.key, to: &$0)
                        append(entry.value, to: &$0)
                    }
                }
            }
        }
    }

    private func basic(_ code: Unicode.Scalar, _ value: UnsafeRawPointer, _ iterator: inout DBusMessageIter) {
        dbus_message_iter_append_basic(&iterator, Int32(code.value), value)
    }

    private func string(_ code: Unicode.Scalar, _ text: String, _ iterator: inout DBusMessageIter) {
        text.withCString { pointer in
            var argument: UnsafePointer<CChar>? = pointer
            dbus_message_iter_append_basic(&iterator, Int32(code.value), &argument)
        }
    }

    private func container(
        _ code: Unicode.Scalar,
        _ contents: String?,
        _ iterator: inout DBusMessageIter,
        _ write: (inout DBusMessageIter) -> Void
    ) {
        var inner = DBusMessageIter()
        dbus_message_iter_open_container(&iterator, Int32(code.value), contents, &inner)
        write(&inner)
        dbus_message_iter_close_container(&iterator, &inner)
    }
}
