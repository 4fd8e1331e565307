/// Why an operation was refused. The form is as it was before.
package struct FormError: Error, Sendable, Hashable {
    package var code: Code
    /// Names the value at fault (never a secret's) and, for a limit, the limit.
    package var message: String

    package enum Code: Sendable, Hashable {
        case unknownField, notValid, disabled, actionDisabled, outOfRange, textTooLong, invalidText, invalidArgument
        case limitExceeded, staleRevision, pluginUnavailable
        /// A submission that waits for a verdict, could not get one, or has been made already.
        case pending, checkUnavailable, alreadySubmitted
        /// What would have changed cannot be kept on disk.
        case storeUnavailable
    }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension FormError {
    /// The error with the place of the operation at fault among those of its transaction; people count from 1.
    func located(at position: Int) -> FormError {
        FormError(code, "operation \(position + 1): \(message)")
    }
}
