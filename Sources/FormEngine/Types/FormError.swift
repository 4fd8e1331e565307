/// Why an operation was refused. The form is as it was before.
package struct FormError: Error, Sendable, Hashable {
    package var code: Code
    /// Names the wrong value, unless it is a secret's, and the limit that it exceeds.
    package var message: String

    package enum Code: Sendable, Hashable {
        case unknownField, notValid, disabled, actionDisabled, outOfRange, textTooLong, invalidText, invalidArgument
        case limitExceeded, staleRevision, pluginUnavailable
        /// The submission waits for a verdict, could not get a verdict, or has been made already.
        case pending, checkUnavailable, alreadySubmitted
        /// The change cannot be stored on disk.
        case storeUnavailable
    }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension FormError {
    /// The error with the position of the operation that caused it; positions start at 1.
    func located(at position: Int) -> FormError {
        FormError(code, "operation \(position + 1): \(message)")
    }
}
