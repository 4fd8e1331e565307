/// Why a message cannot be written or read.
package enum MessageError: Error, Hashable, Sendable {
    /// D-Bus strings do not contain NUL.
    case nulInString
    /// A value is not of the type that stands in its place: an array's element, or an argument that a reader asks for.
    case typeMismatch(expected: ValueType, found: ValueType)
    /// D-Bus has no such type, or the signature would become longer than 255 bytes.
    case unsupportedType(ValueType)
    /// More than 64 containers inside each other.
    case tooDeep
    /// More bytes than a message may have.
    case tooLarge(limit: Int)
    /// More single values than a reader takes apart.
    case tooManyValues(limit: Int)
    case tooManyDescriptors(limit: Int)
    /// A descriptor that is not open.
    case badDescriptor
    /// A reader is asked for more arguments than there are.
    case noMoreArguments
    /// Bytes that are no message, and why.
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
        case .malformed(let reason): "not a message: \(reason)"
        }
    }
}

/// What bounds a message beyond the specification's own limits.
package enum MessageLimits {
    /// Containers inside each other, by the specification.
    package static let depth = 64
    /// Bytes that a message's arguments take: what buses accept by default.
    package static let bytes = 32 << 20
    /// Values that a reader takes apart: bounds what a few bytes on the wire can cost in memory.
    package static let values = 1 << 20
    /// Descriptors in a message that is made here: what buses accept by default.
    package static let descriptors = 16
    /// Descriptors in a message that arrives: what the kernel carries at once.
    static let incomingDescriptors = 253
}
