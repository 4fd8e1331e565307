import Glibc

/// A system call has failed.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the call was for, as a verb phrase: "create the event loop".
    package let operation: String
    /// The call's `errno`, which is positive.
    package let code: Int32

    package init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// Returns the result of a call that returns a negative `errno` when it fails, and throws if it has failed.
    @discardableResult
    package static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
        if result < 0 { throw SystemError(operation(), code: -result) }
        return result
    }

    /// Why the call failed, in the system's words.
    package var reason: String { unsafe String(cString: strerror(code)) }

    package var description: String { "cannot \(operation): \(reason)" }
}
