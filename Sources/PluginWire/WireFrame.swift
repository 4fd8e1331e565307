/// One message between formd and a plug-in: a header of 16 bytes and a payload.
///
///     offset  size  what
///          0     4  magic: 46 52 4D 50, "FRMP"
///          4     2  version of the protocol
///          6     2  kind of the frame
///          8     4  request: which question an answer belongs to; 0 in frames that ask nothing
///         12     4  length of the payload in bytes, at most 262144
///         16     …  payload
///
/// Numbers are unsigned and little-endian. The header is the same in every version of the protocol, so that each end
/// can name its version to an end that speaks another one.
package struct WireFrame: Sendable, Hashable {
    /// "FRMP".
    package static let magic: UInt32 = 0x504D_5246
    package static let version: UInt16 = 1
    package static let headerLength = 16
    static let requestOffset = 8
    static let lengthOffset = 12
    package static let maximumPayload = 256 * 1024

    package var kind: FrameKind
    package var request: UInt32
    /// The payload. In a frame that was read it is a slice of the packet.
    package var payload: ArraySlice<UInt8>

    package init(_ kind: FrameKind, request: UInt32 = 0, payload: ArraySlice<UInt8> = []) {
        self.kind = kind
        self.request = request
        self.payload = payload
    }
}

/// The kinds of frames.
package enum FrameKind: UInt16, Sendable, CaseIterable {
    /// The first frame in each direction. The payload is a `Hello`.
    case hello = 1
    /// formd makes an instance. The payload is a `Configure`; the frame has no answer.
    case configure = 2
    /// formd asks a question. The payload is an `Ask`.
    case ask = 3
    /// The plug-in answers a question. The kind of the type defines the encoding of the payload.
    case answer = 4
    /// The plug-in sends this in place of an answer. The payload is a `Refusal`.
    case refusal = 5
    /// formd asks no more questions, and the plug-in ends. There is no payload.
    case goodbye = 6
}

extension WireFrame: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        guard try reader.uint32() == Self.magic else { throw .foreignMagic }
        let version = try reader.uint16()
        let kind = try reader.uint16()
        let request = try reader.uint32()
        let length = try reader.uint32()
        guard version == Self.version else { throw .version(theirs: version, ours: Self.version) }
        guard let kind = FrameKind(rawValue: kind) else { throw .unknownKind(kind) }
        guard length <= Self.maximumPayload else { throw .tooLong(Int(length), limit: Self.maximumPayload) }
        self.init(kind, request: request, payload: try reader.bytes(Int(length)))
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        try writer.frame(kind, request: request) { writer in writer.append(payload) }
    }
}
