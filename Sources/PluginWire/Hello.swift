/// The first frame in each direction. formd names the types of the manifest, and the plug-in names the types that it
/// has. formd asks questions only if the plug-in has all types of its manifest.
package struct Hello: Sendable, Hashable {
    package static let maximumTypes = 64

    package var types: [TypeIdentity]

    package init(types: [TypeIdentity]) {
        self.types = types
    }
}

extension Hello: WireValue {
    package init(from reader: inout PayloadReader) throws(WireError) {
        let count = Int(try reader.uint16())
        guard count <= Self.maximumTypes else { throw .tooLong(count, limit: Self.maximumTypes) }
        var types: [TypeIdentity] = []
        for _ in 0..<count {
            types.append(try TypeIdentity(from: &reader))
        }
        self.init(types: types)
    }

    package func write(to writer: inout PayloadWriter) throws(WireError) {
        guard types.count <= Self.maximumTypes else { throw .tooLong(types.count, limit: Self.maximumTypes) }
        writer.uint16(UInt16(types.count))
        for type in types {
            try type.write(to: &writer)
        }
    }
}
