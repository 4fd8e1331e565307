/// Why the runtime refused something that is not an edit of a form. Nothing changed.
package struct RuntimeError: Error, Sendable, Hashable {
    package var code: Code
    /// Names the value at fault and, for a limit, the limit.
    package var message: String

    package enum Code: Sendable, Hashable {
        case unknownForm, invalidDefinition, unknownSession, sessionExists, accessDenied, limitExceeded, invalidArgument
        case staleRevision, notSupported, pluginUnavailable
    }

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
