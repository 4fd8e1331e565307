import CDBus
import EventLoop

extension Message {
    /// Reads one complete message in the wire format. Throws `MessageError` for anything else.
    package convenience init(serialized bytes: [UInt8]) throws(MessageError) {
        var bytes = bytes
        let result = unsafe bytes.withUnsafeMutableBytes { bytes in
            Result { () throws(MessageError) -> Message? in unsafe try Self.parse(bytes) }
        }
        guard let message = try result.get() else { throw .malformed("the kind of message is not known") }
        self.init(message.header, message.body)
    }

    private static func parse(_ bytes: UnsafeMutableRawBufferPointer) throws(MessageError) -> Message? {
        guard bytes.count >= MessageFrame.prefixLength else { throw .malformed("it ends too early") }
        let frame = unsafe try MessageFrame(UnsafeRawBufferPointer(bytes), limit: MessageLimits.incomingBytes)
        guard bytes.count == frame.length else { throw .malformed("it is not as long as it says") }
        var none: [Descriptor] = []
        return unsafe try MessageParser.parse(bytes, frame, taking: &none)
    }

    /// The message in the wire format, without its descriptors. A message that was created here gets the serial 1.
    package func serialized() -> [UInt8] {
        var buffer = WireBuffer(capacity: 512 + body.buffer.count)
        header.encode(body, serial: max(1, serial), into: &buffer)
        return buffer.bytes
    }

    /// Whether libdbus accepts the message, for assertions. Always `true` for a message with descriptors, because
    /// libdbus can only read such a message from a socket.
    var isAcceptedByLibrary: Bool {
        guard descriptors.isEmpty else { return true }
        let bytes = serialized()
        let pointer = unsafe bytes.withUnsafeBytes { buffer -> OpaquePointer? in
            guard let base = buffer.baseAddress, let length = Int32(exactly: buffer.count) else { return nil }
            return unsafe dbus_message_demarshal(base, length, nil)
        }
        guard let pointer = unsafe pointer else { return false }
        unsafe dbus_message_unref(pointer)
        return true
    }
}
