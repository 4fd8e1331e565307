extension Message {
    /// Reads one whole message from its bytes on the wire. Throws `MessageError` for anything else.
    package convenience init(serialized bytes: [UInt8]) throws(MessageError) {
        var bytes = bytes
        let result = unsafe bytes.withUnsafeMutableBytes { bytes in
            Result { () throws(MessageError) -> Message? in unsafe try Self.parse(bytes) }
        }
        guard let message = try result.get() else { throw .malformed("the kind of message is not known") }
        self.init(message.header, message.body)
    }

    private static func parse(_ bytes: UnsafeMutableRawBufferPointer) throws(MessageError) -> Message? {
        guard bytes.count >= WireFrame.prefixLength else { throw .malformed("it ends too early") }
        let frame = unsafe try WireFrame(UnsafeRawBufferPointer(bytes), limit: WireFrame.maximumMessage)
        guard bytes.count == frame.length else { throw .malformed("it is not as long as it says") }
        var (parser, none) = (MessageParser(), [Descriptor]())
        return unsafe try parser.parse(bytes, frame, taking: &none)
    }

    /// The message's bytes on the wire; one that was never sent gets the serial 1. Descriptors are left out.
    package func serialized() -> [UInt8] {
        var buffer = WireBuffer(capacity: 512 + body.buffer.count)
        header.encode(body, serial: max(1, serial), into: &buffer)
        return buffer.bytes
    }
}
