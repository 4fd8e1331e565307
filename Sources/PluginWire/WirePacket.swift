/// What one read or write on the socket moves: one or more whole frames. The socket is SEQPACKET, so that a packet
/// arrives whole or not at all.
package enum WirePacket {
    /// Room for one frame of the largest size; several frames share a packet when they fit into the same room.
    package static let maximumLength = WireFrame.headerLength + WireFrame.maximumPayload
}

/// The frames of a packet one after the other: at least one, and nothing after the last.
package struct PacketReader {
    private var reader: PayloadReader
    private var isFirst = true

    package init(_ packet: ArraySlice<UInt8>) throws(WireError) {
        let limit = WirePacket.maximumLength
        guard packet.count <= limit else { throw .tooLong(packet.count, limit: limit) }
        reader = PayloadReader(packet)
    }

    /// The next frame; `nil` after the last.
    package mutating func next() throws(WireError) -> WireFrame? {
        guard isFirst || !reader.isAtEnd else { return nil }
        isFirst = false
        return try WireFrame(from: &reader)
    }
}

/// Puts frames into as few packets as they fit into, in their order.
package struct PacketWriter: Sendable {
    private var full: [ArraySlice<UInt8>] = []
    private var current = PayloadWriter()

    package init() {}

    /// A frame whose payload `write` writes. What it throws leaves nothing behind.
    package mutating func append(
        _ kind: FrameKind,
        request: UInt32 = 0,
        _ write: (inout PayloadWriter) throws(WireError) -> Void = { (_) throws(WireError) in }
    ) throws(WireError) {
        let start = current.count
        try current.frame(kind, request: request, write)
        closePacket(before: start)
    }

    /// A whole frame.
    package mutating func append(_ frame: AskFrame) {
        if current.count == 0 {
            current = PayloadWriter(frame.bytes)
            return
        }
        let start = current.count
        current.append(frame.bytes[...])
        closePacket(before: start)
    }

    /// The frame that was written last begins a packet of its own if it does not fit into this one.
    private mutating func closePacket(before start: Int) {
        if current.count > WirePacket.maximumLength { full.append(current.split(at: start)) }
    }

    /// A frame with one value as its payload.
    package mutating func append(
        _ kind: FrameKind,
        request: UInt32 = 0,
        _ value: some WireValue
    ) throws(WireError) {
        try append(kind, request: request) { writer throws(WireError) in try value.write(to: &writer) }
    }

    /// The packet, if there is exactly one.
    package var onlyPacket: ArraySlice<UInt8>? {
        full.isEmpty && current.count > 0 ? current.bytes : nil
    }

    package var packets: [ArraySlice<UInt8>] {
        current.count == 0 ? full : full + [current.bytes]
    }
}
