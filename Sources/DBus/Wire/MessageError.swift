/// Why a message cannot be written or read.
package enum MessageError: Error, Hashable, Sendable {
    /// A string contains NUL, which is not valid in D-Bus.
    case nulInString
    /// A value has an unexpected type: an element differs from its array's type, or an argument from the requested
    /// type.
    case typeMismatch(expected: ValueType, found: ValueType)
    /// A type is not valid in D-Bus, or the signature would become longer than 255 bytes.
    case unsupportedType(ValueType)
    /// More than 64 containers are nested.
    case tooDeep
    /// The message would have more bytes than allowed.
    case tooLarge(limit: Int)
    /// The message contains more values than a reader creates.
    case tooManyValues(limit: Int)
    case tooManyDescriptors(limit: Int)
    /// A descriptor that is not open.
    case badDescriptor
    /// The message has fewer arguments than the reader was asked for.
    case noMoreArguments
    /// There is not enough memory to write or read the message.
    case outOfMemory
    /// The bytes are not a message; the text states the reason.
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
    /// The maximum depth of nested containers, by the specification.
    package static let depth = 64
    /// The largest array, in bytes, by the specification.
    static let array = 64 << 20
    /// The largest message that may arrive, in bytes, by the specification.
    static let incomingBytes = 128 << 20
    /// The largest message that is sent, in bytes: the default maximum of message buses. A bus closes the connection if
    /// it gets a larger message.
    package static let bytes = 32 << 20
    /// The maximum number of values that a reader creates. It limits the memory that a small message can use.
    package static let values = 1 << 20
    /// The same for a call to an object of this process, which others wait for.
    static let valuesOfCall = 1 << 17
    /// The maximum number of descriptors in a sent message: the default maximum of message buses.
    package static let descriptors = 16
    /// The maximum number of descriptors in a received message: the kernel's maximum for one message (SCM_MAX_FD).
    static let incomingDescriptors = 253
}
