import Glibc

/// A system call that failed: which, and with what `errno`.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb phrase: "create the event loop".
    package let operation: String
    /// A positive `errno`.
    package let code: Int32

    package init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// Reads a result of the kind that is negative when it is an error, and gives it back when it is none.
    @discardableResult
    package static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
        if result < 0 { throw SystemError(operation(), code: -result) }
        return result
    }

    package var description: String {
        "cannot \(operation): \(unsafe String(cString: strerror(code)))"
    }
}
