import Glibc

/// A system call has failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the call was for, as a verb phrase: "create the event loop".
    public let operation: String
    /// The call's `errno`, which is positive.
    public let code: Int32

    /// Creates an error from a number of the C library.
    public init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// Returns the result of a call that returns a negative `errno` when it fails, and throws if it has failed.
    @discardableResult
    public static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
        if result < 0 { throw SystemError(operation(), code: -result) }
        return result
    }

    /// Why the call failed, in the system's words.
    public var reason: String { unsafe String(cString: strerror(code)) }

    /// What failed, and why.
    public var description: String { "cannot \(operation): \(reason)" }
}
