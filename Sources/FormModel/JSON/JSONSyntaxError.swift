/// Why a text is not the JSON that formd reads.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What was wrong, without the place.
    package var reason: String
    package var position: SourcePosition

    package init(reason: String, position: SourcePosition) {
        self.reason = reason
        self.position = position
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String {
        "syntax error at line \(position.line), column \(position.column): \(reason)"
    }
}
