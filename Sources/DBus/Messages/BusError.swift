/// A D-Bus error: the error reply to a call.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the error: of the contract, or a standard one.
    public var name: ErrorName
    /// A text for humans; may be empty.
    public var message: String

    /// Creates an error.
    public init(_ name: ErrorName, _ message: String) {
        self.name = name
        self.message = message
    }

    /// The name and the message.
    public var description: String {
        message.isEmpty ? name.string : "\(name.string): \(message)"
    }
}

/// An error that can be converted to the D-Bus error that the caller gets.
public protocol BusErrorConvertible: Error {
    var busError: BusError { get }
}

extension BusError: BusErrorConvertible {
    /// The error that a caller gets.
    public var busError: BusError { self }

    /// The D-Bus error that an error converts to, or else `Failed` without details, because the description of an unknown
    /// error may contain a secret.
    init(converting error: any Error) {
        self = (error as? any BusErrorConvertible)?.busError ?? BusError(.failed, "The call failed")
    }
}

extension MessageError: BusErrorConvertible {
    /// The error that a caller gets.
    public var busError: BusError {
        switch self {
        case .outOfMemory: BusError(.noMemory, "\(self)")
        case _ where isLimit: BusError(.limitsExceeded, "A message of this size cannot be handled: \(self)")
        default: BusError(.failed, "\(self)")
        }
    }

    /// Whether the message is valid, but too large to be written or read.
    var isLimit: Bool {
        switch self {
        case .tooDeep, .tooLarge, .tooManyValues, .tooManyDescriptors, .outOfMemory: true
        default: false
        }
    }
}
