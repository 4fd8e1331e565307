/// A value with exactly one encoding: `init(from:)` reads what `write` writes, and nothing else.
package protocol WireValue {
    init(from reader: inout PayloadReader) throws(WireError)
    func write(to writer: inout PayloadWriter) throws(WireError)
}

extension WireValue {
    /// Reads a payload that consists of this value alone.
    package init(payload: ArraySlice<UInt8>) throws(WireError) {
        var reader = PayloadReader(payload)
        try self.init(from: &reader)
        try reader.finish()
    }

    package init(payload: [UInt8]) throws(WireError) {
        try self.init(payload: payload[...])
    }

    /// The payload that consists of this value alone.
    package func payload() throws(WireError) -> [UInt8] {
        var writer = PayloadWriter()
        try write(to: &writer)
        return Array(writer)
    }
}
