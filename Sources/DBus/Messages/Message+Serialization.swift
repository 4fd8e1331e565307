import CDBus

extension Message {
    /// All arguments. Throws only for more values than `MessageLimits.values`, or if a descriptor cannot be duplicated.
    package func arguments() throws(MessageError) -> [Value] {
        var reader = MessageReader(self)
        var values: [Value] = []
        while !reader.isAtEnd { values.append(try reader.value()) }
        return values
    }

    /// Reads one whole message from its bytes on the wire. Throws `MessageError.malformed` for anything else.
    package convenience init(serialized bytes: [UInt8]) throws(MessageError) {
        let failure = LibraryError()
        let pointer = unsafe bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let base = buffer.baseAddress, let length = Int32(exactly: buffer.count) else { return nil }
            return unsafe failure.collect { unsafe dbus_message_demarshal(base, length, $0) }
        }
        guard let pointer = unsafe pointer else { throw .malformed(failure.busError.message) }
        unsafe self.init(adopting: pointer)
    }

    /// The message's bytes on the wire; one that was never sent gets the serial 1. Descriptors are left out.
    package func serialized() -> [UInt8] {
        serialized(serial: max(1, serial))
    }

    /// The message's bytes on the wire, with this serial, which is not 0.
    func serialized(serial: UInt32) -> [UInt8] {
        guard let pointer = unsafe libraryPointer else {
            var buffer = WireBuffer(capacity: 512 + body.buffer.count)
            header.encode(body, serial: serial, into: &buffer)
            return buffer.bytes
        }
        guard let copy = unsafe dbus_message_copy(pointer) else { outOfMemory() }
        defer { unsafe dbus_message_unref(copy) }
        unsafe dbus_message_set_serial(copy, serial)
        var bytes: UnsafeMutablePointer<CChar>?
        var length: Int32 = 0
        guard unsafe dbus_message_marshal(copy, &bytes, &length) != 0, let start = unsafe bytes else { outOfMemory() }
        defer { unsafe dbus_free(start) }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
    }

    /// The message as libdbus reads it.
    var ofLibrary: Message {
        if unsafe libraryPointer != nil { return self }
        do {
            return try Message(serialized: serialized())
        } catch {
            // Made of checked parts; the tests hold all of them against libdbus.
            preconditionFailure("libdbus does not take this for a message: \(error)")
        }
    }
}
