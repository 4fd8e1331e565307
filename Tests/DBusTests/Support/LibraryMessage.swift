import CDBus
import DBus

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
