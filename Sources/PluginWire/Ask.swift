/// A question to an instance. The kind of the instance's type defines how `question` and the payload of the answer are
/// encoded.
package struct Ask: Sendable, Hashable {
    package var instance: UInt16
    package var question: ArraySlice<UInt8>

    package init(instance: UInt16, question: ArraySlice<UInt8>) {
        self.instance = instance
        self.question = question
    }
}

extension Ask: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        instance = try reader.uint16()
        question = reader.remainder()
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        writer.uint16(instance)
        writer.append(question)
    }
}
