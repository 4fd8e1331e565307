/// The frame of an `Ask` that is encoded before it is known under which numbers it goes.
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

    package mutating func address(request: UInt32, instance: UInt16) {
        bytes.store(request, at: WireFrame.requestOffset)
        bytes.store(instance, at: WireFrame.headerLength)
    }
}
