/// The frame of an `Ask`, encoded once with the numbers 0 for the request and the instance; `address` fills them in.
package struct AskFrame: Sendable {
    package private(set) var bytes: [UInt8]

    /// - Parameter writeQuestion: writes what the kind of the instance's type says.
    package init(_ writeQuestion: (inout PayloadWriter) throws(WireError) -> Void) throws(WireError) {
        var writer = PayloadWriter()
        try writer.frame(.ask) { writer throws(WireError) in
            writer.uint16(0)
            try writeQuestion(&writer)
        }
        bytes = Array(writer)
    }

    /// Hashes the length and both ends, which nearly always tell one question from another.
    package func combine(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        for end in [bytes.prefix(Self.hashedLength), bytes.suffix(Self.hashedLength)] {
            unsafe end.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private static let hashedLength = 256

    package mutating func address(request: UInt32, instance: UInt16) {
        bytes.store(request, at: WireFrame.requestOffset)
        bytes.store(instance, at: WireFrame.headerLength)
    }
}
