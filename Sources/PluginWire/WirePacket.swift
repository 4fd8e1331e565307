/// A packet is what one read or write on the socket moves: one or more whole frames. The socket is of type
/// `SOCK_SEQPACKET`, so a packet arrives whole or not at all.
package enum WirePacket {
    /// The length of the largest frame with its header. Several frames share a packet if they fit into this length
    /// together.
    package static let maximumLength = WireFrame.headerLength + WireFrame.maximumPayload
}

/// Reads the frames of a packet one after the other. There must be at least one, and nothing after the last.
package struct PacketReader {
    private var reader: PayloadReader
    private var isFirst = true

    package init(_ packet: ArraySlice<UInt8>) throws(WireError) {
        let limit = WirePacket.maximumLength
        guard packet.count <= limit else { throw .tooLong(packet.count, limit: limit) }
        reader = PayloadReader(packet)
    }

    /// Reads the next frame; returns `nil` after the last.
    package mutating func next() throws(WireError) -> WireFrame? {
        guard isFirst || !reader.isAtEnd else { return nil }
        isFirst = false
        return try WireFrame(from: &reader)
    }
}

/// Puts frames, in their order, into as few packets as they fit into.
package struct PacketWriter: Sendable {
    private var full: [ArraySlice<UInt8>] = []
    private var current = PayloadWriter()

    package init() {}

    /// Appends a frame whose payload `write` writes. If this throws, nothing of the frame is kept.
    package mutating func append(
        _ kind: FrameKind,
        request: UInt32 = 0,
        _ write: (inout PayloadWriter) throws(WireError) -> Void = { (_) throws(WireError) in }
    ) throws(WireError) {
        let start = current.count
        try current.frame(kind, request: request, write)
        closePacket(before: start)
    }

    /// Appends a question whose frame is encoded already.
    package mutating func append(_ frame: AskFrame) {
        if current.count == 0 {
            current = PayloadWriter(frame.bytes)
            return
        }
        let start = current.count
        current.append(frame.bytes[...])
        closePacket(before: start)
    }

    /// Ends the packet before the frame that was written last if that frame does not fit into it.
    private mutating func closePacket(before start: Int) {
        if current.count > WirePacket.maximumLength { full.append(current.split(at: start)) }
    }

    /// Appends a frame whose payload is one value.
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
