/// The frame of an `Ask`, which is encoded once, with 0 as the numbers of the request and the instance. `address` fills
/// in these numbers.
package struct AskFrame: Sendable {
    package private(set) var bytes: [UInt8]

    /// - Parameter writeQuestion: writes the question in the encoding of the kind of the instance's type.
    package init(_ writeQuestion: (inout PayloadWriter) throws(WireError) -> Void) throws(WireError) {
        var writer = PayloadWriter()
        try writer.frame(.ask) { writer throws(WireError) in
            writer.uint16(0)
            try writeQuestion(&writer)
        }
        bytes = Array(writer)
    }

    /// Hashes the length and both ends only: they nearly always differ between two questions.
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
