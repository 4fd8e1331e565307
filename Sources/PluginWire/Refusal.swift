/// What a plug-in says in place of an answer.
package struct Refusal: Error, Sendable, Hashable {
    package enum Reason: UInt8, Sendable, CaseIterable {
        /// The instance's configuration makes no sense; so the answer to every question will be the same.
        case configuration = 1
        /// The question is not one that the instance understands.
        case question = 2
        /// There is no answer, or none that fits into a frame.
        case noAnswer = 3
    }

    package var reason: Reason
    /// For the author of the form or plug-in; never a field's text.
    package var message: String

    package init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension Refusal: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let reason = try reader.uint8()
        guard let known = Reason(rawValue: reason) else { throw .unknownValue(reason, of: "reason for a refusal") }
        self.init(known, try reader.string())
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        writer.uint8(reason.rawValue)
        try writer.string(message)
    }
}
