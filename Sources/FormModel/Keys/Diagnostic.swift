/// One finding of a check: what is wrong with a definition, and where it stands.
package struct Diagnostic: Sendable, Hashable {
    package var severity: Severity
    /// The JSON Pointer (RFC 6901, escaped) of the value at fault; for an unknown or doubled key, of the member.
    /// Empty for the whole text, so also for a syntax error.
    package var pointer: String
    /// One sentence without a full stop; names the offending value and, where there is a choice, what is allowed.
    package var message: String
    /// 1-based.
    package var line: Int
    /// 1-based, in code points.
    package var column: Int

    package enum Severity: String, Sendable, CaseIterable {
        /// The definition is refused.
        case error
        case warning
    }

    package init(severity: Severity, pointer: String, message: String, line: Int, column: Int) {
        self.severity = severity
        self.pointer = pointer
        self.message = message
        self.line = line
        self.column = column
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `3:14: error: /fields/0/id: …`, as compilers write it.
    package var description: String {
        let place = pointer.isEmpty ? "" : "\(pointer): "
        return "\(line):\(column): \(severity.rawValue): \(place)\(message)"
    }
}
