/// Writes the arguments of a message in the wire format.
///
/// Appending a Swift string or number takes half the time of appending a `Value` with it.
package struct MessageWriter: ~Copyable {
    private(set) var body = WireBuffer(capacity: 256)
    /// The types of the arguments, as the header contains them.
    private(set) var signature: [UInt8] = []

    package init() {}

    /// Throws if there was not enough memory.
    consuming func finish() throws(MessageError) -> MessageBody {
        try body.checkSize()
        return MessageBody(body, signature: signature)
    }

    /// Appends one argument of any type.
    package mutating func append(_ value: Value) throws(MessageError) {
        try declare(value.type)
        try body.write(value)
    }

    package mutating func append(_ string: String) throws(MessageError) {
        try declare(.string)
        try body.write(string)
    }

    package mutating func append(_ number: UInt32) throws(MessageError) {
        try declare(.uint32)
        body.append(number)
    }

    package mutating func append(_ number: UInt64) throws(MessageError) {
        try declare(.uint64)
        body.append(number)
    }

    package mutating func append(_ number: Double) throws(MessageError) {
        try declare(.double)
        body.append(number.bitPattern)
    }

    package mutating func append(_ truth: Bool) throws(MessageError) {
        try declare(.boolean)
        body.append(UInt32(truth ? 1 : 0))
    }

    package mutating func append(_ path: ObjectPath) throws(MessageError) {
        try declare(.objectPath)
        try body.write(path.string)
    }

    /// Appends one argument of any type, which `write` writes part by part.
    package mutating func append(_ type: ValueType, _ write: (inout ValueWriter) throws -> Void) throws {
        try declare(type)
        try ValueWriter.write(to: &body, write)
    }

    /// Appends an `a{sv}` with the entries that `write` appends.
    package mutating func appendProperties(_ write: (inout ValueWriter) throws -> Void) throws {
        try declare(.properties, Self.properties)
        try ValueWriter.write(to: &body) { try $0.writeProperties(write) }
    }

    /// Appends an `a(sa{sv})` with the structures that `write` appends.
    package mutating func appendNamedProperties(_ write: (inout ValueWriter) throws -> Void) throws {
        try declare(.array(.structure([.string, .properties])), Self.namedProperties)
        try ValueWriter.write(to: &body) { writer in
            // The elements are aligned like the entries of a dictionary.
            let structures = writer.openDictionary()
            try write(&writer)
            writer.close(structures)
        }
    }

    /// Appends an `as`.
    package mutating func append(_ strings: [String]) throws(MessageError) {
        try declare(.array(.string), Self.strings)
        let array = body.openArray(alignment: ValueType.string.alignment)
        for string in strings { try body.write(string) }
        body.close(array)
        try body.checkSize()
    }

    /// Adds a type to the signature.
    @inline(__always)
    private mutating func declare(_ type: ValueType) throws(MessageError) {
        if signature.isEmpty { signature.reserveCapacity(16) }
        if type.isBasic || type == .variant {
            signature.append(type.code)
            guard signature.count <= SignatureGrammar.maximumLength else { throw .unsupportedType(type) }
        } else {
            guard let letters = type.signature else { throw .unsupportedType(type) }
            try declare(type, letters)
        }
    }

    /// Adds a type that is already encoded as a signature.
    private mutating func declare(
        _ type: @autoclosure () -> ValueType,
        _ letters: [UInt8]
    ) throws(MessageError) {
        signature += letters
        guard signature.count <= SignatureGrammar.maximumLength else { throw .unsupportedType(type()) }
    }

    private static let properties = Array("a{sv}".utf8)
    private static let namedProperties = Array("a(sa{sv})".utf8)
    private static let strings = Array("as".utf8)
}

/// The part of an `a{sv}` entry before the value: a property's name, and the value's type. It is encoded once and then
/// copied, because it is written for every key press, and a thousand times in the snapshot of a large form.
package struct EntryKey: Sendable {
    let type: ValueType
    let signature: [UInt8]
    /// The encoded bytes. They are the same in every message, because an entry begins at a multiple of 8.
    let bytes: [UInt8]

    /// Traps if the type is not valid in D-Bus, because that is a mistake in the program.
    package init(_ name: MemberName, _ type: ValueType) {
        guard let signature = type.signature else { preconditionFailure("D-Bus has no type \(type)") }
        var buffer = WireBuffer()
        buffer.append(name: name.string)
        buffer.append(signature: signature)
        self.type = type
        self.signature = signature
        bytes = buffer.bytes
    }
}

/// Writes one value part by part, for code with its own trees: creating a `Value` of a tree first would take as long as
/// writing it. The type of the written value is only checked by libdbus, in builds with assertions.
package struct ValueWriter: ~Copyable {
    private var body = WireBuffer()

    /// Calls `write` with a buffer.
    fileprivate static func write(to buffer: inout WireBuffer, _ write: (inout ValueWriter) throws -> Void) throws {
        var writer = ValueWriter()
        swap(&writer.body, &buffer)
        defer { swap(&writer.body, &buffer) }
        try write(&writer)
        try writer.body.checkSize()
    }

    /// An array, or a dictionary, that is being written.
    package struct OpenArray {
        fileprivate let array: WireBuffer.OpenArray
    }

    /// Writes a string or an object path.
    package mutating func write(_ text: String) throws(MessageError) { try body.write(text) }
    package mutating func write(_ truth: Bool) { body.append(UInt32(truth ? 1 : 0)) }
    package mutating func write(_ number: Int32) { body.append(number) }
    package mutating func write(_ number: UInt32) { body.append(number) }
    package mutating func write(_ number: UInt64) { body.append(number) }
    package mutating func write(_ number: Double) { body.append(number.bitPattern) }

    /// Writes a value. Throws unless it has the announced type.
    package mutating func write(_ value: Value, as type: ValueType) throws(MessageError) {
        try body.write(value, as: type, depth: Self.greatestDepth)
    }

    /// The maximum number of containers around a value: properties by interface, and interfaces by object.
    private static var greatestDepth: Int { 7 }

    /// The number of bytes of the message's arguments that have been written.
    package var count: Int { body.count }

    /// Takes memory for more bytes, if there is as much.
    package mutating func reserve(_ bytes: Int) { _ = body.reserve(bytes) }

    /// Removes the bytes that were written since `count` had this value.
    mutating func removeLast(to count: Int) { body.removeLast(to: count) }

    /// Begins a structure, or an entry of a dictionary. It ends with its last member.
    package mutating func beginStructure() { body.align(to: 8) }

    /// Begins an array, whose elements follow.
    package mutating func openArray(of element: ValueType) -> OpenArray {
        OpenArray(array: body.openArray(alignment: element.alignment))
    }

    /// Begins a dictionary, whose entries follow.
    package mutating func openDictionary() -> OpenArray { OpenArray(array: body.openArray(alignment: 8)) }

    package mutating func close(_ array: OpenArray) { body.close(array.array) }

    /// Begins a variant, which ends with the value that follows.
    package mutating func beginVariant(_ type: ValueType) throws(MessageError) { try body.begin(variant: type) }

    // MARK: Properties

    /// Writes an `a{sv}` with the entries that `write` writes.
    package mutating func writeProperties(_ write: (inout ValueWriter) throws -> Void) throws {
        let entries = openDictionary()
        try write(&self)
        close(entries)
    }

    /// Writes a structure of an `a(sa{sv})`: a name, and the entries that `write` writes.
    package mutating func write(_ name: String, properties write: (inout ValueWriter) throws -> Void) throws {
        beginStructure()
        try self.write(name)
        try writeProperties(write)
    }

    /// Begins an entry of an `a{sv}`, which ends with the value that follows. Returns where it begins.
    @inline(__always)
    @discardableResult
    package mutating func begin(_ key: EntryKey) -> Int {
        body.align(to: 8)
        defer { body.append(key.bytes) }
        return body.count
    }

    /// Writes a copy of an entry that this message already contains.
    /// - Parameter place: from the position that `begin` returned for the entry to the `count` after its value.
    package mutating func writeEntry(copyOf place: Range<Int>) throws(MessageError) {
        body.align(to: 8)
        body.append(copyOf: place)
        try body.checkSize()
    }
}
