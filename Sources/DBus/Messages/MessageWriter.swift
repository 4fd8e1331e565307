/// Writes the arguments of a message in the wire format.
///
/// To append a Swift string or number costs half as much as to append a `Value` made of it.
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
    package mutating func appendProperties(
        _ write: (inout PropertyWriter) throws -> Void
    ) throws {
        signature += Self.properties
        guard signature.count <= SignatureGrammar.maximumLength else { throw MessageError.unsupportedType(.properties) }
        var properties = PropertyWriter(&body)
        defer { properties.finish(&body) }
        try write(&properties)
        try properties.checkSize()
    }

    /// Appends an `a(sa{sv})` with the structures that `write` appends.
    package mutating func appendNamedProperties(
        _ write: (inout NamedPropertyWriter) throws -> Void
    ) throws {
        signature += Self.namedProperties
        guard signature.count <= SignatureGrammar.maximumLength else { throw MessageError.unsupportedType(.properties) }
        var writer = NamedPropertyWriter(&body)
        defer { writer.finish(&body) }
        try write(&writer)
    }

    /// Adds a type to the signature.
    @inline(__always)
    private mutating func declare(_ type: ValueType) throws(MessageError) {
        if signature.isEmpty { signature.reserveCapacity(16) }
        if type.isBasic || type == .variant {
            signature.append(type.code)
        } else {
            guard let letters = type.signature else { throw .unsupportedType(type) }
            signature += letters
        }
        guard signature.count <= SignatureGrammar.maximumLength else { throw .unsupportedType(type) }
    }

    private static let properties = Array("a{sv}".utf8)
    private static let namedProperties = Array("a(sa{sv})".utf8)
}

/// The buffer of a message's writer, borrowed until `finish`, with an array open at its end.
private struct BorrowedArray: ~Copyable {
    var body = WireBuffer()
    private let array: WireBuffer.OpenArray

    init(_ body: inout WireBuffer) {
        array = body.openArray(alignment: 8)
        swap(&self.body, &body)
    }

    mutating func finish(_ body: inout WireBuffer) {
        self.body.close(array)
        swap(&self.body, &body)
    }
}

/// Writes the structures of an `a(sa{sv})` one after another, without making a `Value` of each.
package struct NamedPropertyWriter: ~Copyable {
    private var structures: BorrowedArray

    fileprivate init(_ body: inout WireBuffer) {
        structures = BorrowedArray(&body)
    }

    fileprivate mutating func finish(_ body: inout WireBuffer) {
        structures.finish(&body)
    }

    /// Appends a name, and an `a{sv}` with the entries that `write` appends.
    package mutating func append(_ name: String, _ write: (inout PropertyWriter) throws -> Void) throws {
        structures.body.align(to: 8)
        try structures.body.write(name)
        var properties = PropertyWriter(&structures.body)
        defer { properties.finish(&structures.body) }
        try write(&properties)
        try properties.checkSize()
    }
}

/// Writes the entries of an `a{sv}` one after another, without making a `Value` of each.
package struct PropertyWriter: ~Copyable {
    private var entries: BorrowedArray

    fileprivate init(_ body: inout WireBuffer) {
        entries = BorrowedArray(&body)
    }

    fileprivate mutating func finish(_ body: inout WireBuffer) {
        entries.finish(&body)
    }

    fileprivate func checkSize() throws(MessageError) {
        try entries.body.checkSize()
    }

    /// Appends a value of any type, which `write` writes. Returns where the entry stands, for another that is like it.
    @discardableResult
    package mutating func append(
        _ key: EntryKey,
        _ write: (inout ValueWriter) throws -> Void
    ) throws -> EntryPlace {
        let start = begin(key)
        try ValueWriter.write(to: &entries.body, write)
        return EntryPlace(bytes: start..<entries.body.count)
    }

    package mutating func append(_ key: EntryKey, _ string: String) throws(MessageError) {
        begin(key)
        try entries.body.write(string)
    }

    package mutating func append(_ key: EntryKey, _ number: UInt32) {
        begin(key)
        entries.body.append(number)
    }

    package mutating func append(_ key: EntryKey, _ number: UInt64) {
        begin(key)
        entries.body.append(number)
    }

    package mutating func append(_ key: EntryKey, _ number: Double) {
        begin(key)
        entries.body.append(number.bitPattern)
    }

    package mutating func append(_ key: EntryKey, _ truth: Bool) {
        begin(key)
        entries.body.append(UInt32(truth ? 1 : 0))
    }

    /// Appends a property of type `(uu)`.
    package mutating func append(_ key: EntryKey, _ first: UInt32, _ second: UInt32) {
        begin(key)
        entries.body.align(to: 8)
        entries.body.append(first)
        entries.body.append(second)
    }

    /// Appends an entry with the key and value of another one in the same message.
    package mutating func append(copyOf place: EntryPlace) throws(MessageError) {
        entries.body.align(to: 8)
        entries.body.append(copyOf: place.bytes)
        try entries.body.checkSize()
    }

    /// Returns where the entry begins.
    @inline(__always)
    @discardableResult
    private mutating func begin(_ key: EntryKey) -> Int {
        entries.body.align(to: 8)
        defer { entries.body.append(key.bytes) }
        return entries.body.count
    }
}

/// What an entry of an `a{sv}` has before its value: a property's name, and the value's type. It is encoded once, as it is
/// written with every key that is typed, and a thousand times in the snapshot of a large form.
package struct EntryKey: Sendable {
    let type: ValueType
    /// An entry begins at a multiple of 8, so these are the same bytes in every message.
    fileprivate let bytes: [UInt8]

    /// A type that D-Bus does not have traps, as a mistake in the program.
    package init(_ name: MemberName, _ type: ValueType) {
        guard let signature = type.signature else { preconditionFailure("D-Bus has no type \(type)") }
        var buffer = WireBuffer()
        buffer.append(name: name.string)
        buffer.append(signature: signature)
        self.type = type
        bytes = buffer.bytes
    }
}

/// The position of an entry of an `a{sv}` in the message that is being written.
package struct EntryPlace: Sendable {
    fileprivate let bytes: Range<Int>
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

    /// The number of bytes that have been written.
    var count: Int { body.count }

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
}
