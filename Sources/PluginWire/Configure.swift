/// Makes an instance of a type, or replaces the one that had its number.
///
/// There is no answer: a plug-in that refuses the configuration keeps the reason and gives it to each question that the
/// instance is asked. So a configuration and its first question travel in one packet.
package struct Configure: Sendable, Hashable {
    /// Instances are numbered below this, which bounds what a plug-in has to keep.
    package static let instanceLimit: UInt16 = 256

    package var instance: UInt16
    package var type: TypeIdentity
    /// A JSON object.
    package var configuration: String

    package init(instance: UInt16, type: TypeIdentity, configuration: String) {
        self.instance = instance
        self.type = type
        self.configuration = configuration
    }
}

extension Configure: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let instance = try reader.uint16()
        guard instance < Self.instanceLimit else { throw .tooLong(Int(instance), limit: Int(Self.instanceLimit) - 1) }
        let type = try TypeIdentity(from: &reader)
        self.init(instance: instance, type: type, configuration: try reader.string())
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        writer.uint16(instance)
        try type.write(to: &writer)
        try writer.string(configuration)
    }
}
