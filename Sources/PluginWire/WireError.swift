/// Why bytes cannot be decoded, or values cannot be encoded.
package enum WireError: Error, Sendable, Hashable {
    /// The bytes end inside a value.
    case truncated
    /// Bytes are left after the last value of a payload.
    case trailingBytes(Int)
    /// A payload or packet is longer than the protocol allows.
    case tooLong(Int, limit: Int)
    /// The first four bytes of a header are not `FRMP`.
    case foreignMagic
    case version(theirs: UInt16, ours: UInt16)
    case unknownKind(UInt16)
    /// The kind of frame exists, but is not expected here.
    case unexpected(FrameKind)
    /// The frame answers a request that was not made, or that has been answered.
    case unknownRequest(UInt32)
    /// A byte that encodes one of several values has none of their numbers.
    case unknownValue(UInt8, of: String)
    /// A text is not UTF-8 or has a NUL, which libdbus would not survive.
    case invalidText
    /// A number is infinite or not a number.
    case notFinite
    /// A count or an offset is negative or too large for a frame.
    case outOfRange(Int)
    /// A name is no identifier.
    case invalidName
}

extension WireError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .truncated: "a frame ends too early"
        case .trailingBytes(let count): "\(count) bytes follow the end of a frame's payload"
        case .tooLong(let length, let limit): "\(length) bytes are more than the \(limit) allowed"
        case .foreignMagic: "the bytes are not a frame"
        case .version(let theirs, let ours): "it speaks version \(theirs) of the protocol, not version \(ours)"
        case .unknownKind(let kind): "there is no frame of kind \(kind)"
        case .unexpected(let kind): "a frame of kind \(kind) does not belong here"
        case .unknownRequest(let request): "nobody waits for an answer to request \(request)"
        case .unknownValue(let value, let name): "\(value) is no \(name)"
        case .invalidText: "a text is not UTF-8, or has a NUL"
        case .notFinite: "a number is infinite or not a number"
        case .outOfRange(let value): "\(value) is no count or offset of 32 bits"
        case .invalidName: "a type's name is not an identifier of 1 to \(PluginIdentifier.maximumLength) characters"
        }
    }
}
