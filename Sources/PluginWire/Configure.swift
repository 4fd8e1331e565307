/// A frame that makes an instance of a type, or replaces the instance that had its number.
///
/// The frame has no answer, so a configuration and its first question can travel in one packet. If the plug-in refuses
/// the configuration, it keeps the reason and refuses with it each question to that instance.
package struct Configure: Sendable, Hashable {
    /// The numbers of instances are below this limit, which bounds what a plug-in has to keep.
    package static let instanceLimit: UInt16 = 256

    package var instance: UInt16
    package var type: TypeIdentity
    /// The instance's configuration, a JSON object.
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
