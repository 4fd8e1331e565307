/// A plug-in sends a refusal in place of an answer.
package struct Refusal: Error, Sendable, Hashable {
    package enum Reason: UInt8, Sendable, CaseIterable {
        /// The instance's configuration is invalid, so every question to it will be refused.
        case configuration = 1
        /// The plug-in cannot decode the question, or it is for another kind of type.
        case question = 2
        /// There is no answer, or none that fits into a frame.
        case noAnswer = 3
    }

    package var reason: Reason
    /// A message for the author of the form or of the plug-in. It must not have a field's text.
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
