/// A message's arguments as they go over the wire, with their types. Encoded once, however often the message is sent.
///
/// Sound to share between threads: nobody changes it.
final class MessageBody: @unchecked Sendable {
    static let empty = MessageBody(WireBuffer(), signature: [])

    /// In this machine's byte order, and what the signature says.
    let buffer: WireBuffer
    /// The arguments' types, as the header tells them.
    let signature: [UInt8]

    init(_ buffer: consuming WireBuffer, signature: [UInt8]) {
        self.buffer = buffer
        self.signature = signature
    }
}
