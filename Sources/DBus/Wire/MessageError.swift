/// Why a message cannot be written or read.
package enum MessageError: Error, Hashable, Sendable {
    /// D-Bus strings do not contain NUL.
    case nulInString
    /// A value has another type than is expected: an element than its array declares, or an argument than a reader asks for.
    case typeMismatch(expected: ValueType, found: ValueType)
    /// D-Bus has no such type, or the signature would become longer than 255 bytes.
    case unsupportedType(ValueType)
    /// More than 64 containers inside each other.
    case tooDeep
    /// More bytes than a message may have.
    case tooLarge(limit: Int)
    /// More values than a reader makes.
    case tooManyValues(limit: Int)
    case tooManyDescriptors(limit: Int)
    /// A descriptor that is not open.
    case badDescriptor
    /// A reader is asked for more arguments than there are.
    case noMoreArguments
    /// There is not enough memory to write or read the message.
    case outOfMemory
    /// Bytes that are not a message; the text tells the reason.
    case malformed(String)
}

extension MessageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nulInString: "a string contains NUL"
        case .typeMismatch(let expected, let found): "a value of type \(found) stands where \(expected) belongs"
        case .unsupportedType(let type): "D-Bus does not carry the type \(type)"
        case .tooDeep: "more than \(MessageLimits.depth) containers inside each other"
        case .tooLarge(let limit): "larger than \(limit) bytes"
        case .tooManyValues(let limit): "more than \(limit) values"
        case .tooManyDescriptors(let limit): "more than \(limit) file descriptors"
        case .badDescriptor: "a file descriptor is not open"
        case .noMoreArguments: "an argument is missing"
        case .outOfMemory: "there is not enough memory for it"
        case .malformed(let reason): "not a message: \(reason)"
        }
    }
}

/// The limits of messages.
package enum MessageLimits {
    /// The depth to which containers may be inside each other, by the specification.
    package static let depth = 64
    /// The largest array, in bytes, by the specification.
    static let array = 64 << 20
    /// The largest message that may arrive, in bytes, by the specification.
    static let incomingBytes = 128 << 20
    /// The largest message that is sent, in bytes: what buses accept by default. A bus closes the connection over a larger
    /// one.
    package static let bytes = 32 << 20
    /// The number of values that a reader makes. It bounds the memory that a few bytes of a message can cost.
    package static let values = 1 << 20
    /// The number of descriptors in a message that is sent: what buses accept by default.
    package static let descriptors = 16
    /// The number of descriptors in a message that arrives: what the kernel carries at once (SCM_MAX_FD).
    static let incomingDescriptors = 253
}
