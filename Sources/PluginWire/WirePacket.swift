/// What one read or write on the socket moves: one or more whole frames. The socket is SEQPACKET, so that a packet
/// arrives whole or not at all.
package enum WirePacket {
    /// Room for one frame of the largest size; several frames share a packet when they fit into the same room.
    package static let maximumLength = WireFrame.headerLength + WireFrame.maximumPayload

    /// The frames of a packet: at least one, and nothing after the last.
    package static func frames(in packet: [UInt8]) throws(WireError) -> [WireFrame] {
        guard packet.count <= maximumLength else { throw .tooLong(packet.count, limit: maximumLength) }
        var reader = PayloadReader(packet)
        var frames: [WireFrame] = []
        repeat {
            frames.append(try WireFrame(from: &reader))
        } while !reader.isAtEnd
        return frames
    }

    /// As few packets as the frames fit into, in their order.
    package static func packets(of frames: [WireFrame]) throws(WireError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var current = PayloadWriter()
        for frame in frames {
            let length = WireFrame.headerLength + frame.payload.count
            if !current.bytes.isEmpty, current.bytes.count + length > maximumLength {
                packets.append(current.bytes)
                current = PayloadWriter()
            }
            try frame.write(to: &current)
        }
        if !current.bytes.isEmpty {
            packets.append(current.bytes)
        }
        return packets
    }
}
