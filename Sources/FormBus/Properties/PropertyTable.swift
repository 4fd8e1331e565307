import DBus
import EventLoop
import FormContract
import FormEngine
import TextEditing

/// The properties of one interface on the bus: the contract's declarations with the getters and setters of the engine's
/// table.
struct PropertyTable<Property: RawRepresentable<Int> & CaseIterable & Sendable, Owner, Operation>: Sendable
where Property.AllCases: Sendable {
    /// One property. A class, because copying its functions would take a twentieth of the time of a key's signals.
    final class Entry: Sendable {
        let name: MemberName
        let type: ValueType
        /// Name and type as they are encoded in a message.
        let key: EntryKey
        /// Writes the value. A function for each property, because choosing by the kind of its reader would copy the reader.
        ///
        /// - Parameter session: the session's path, from which field paths are derived.
        let writeValue: @Sendable (_ owner: Owner, _ session: ObjectPath, _ writer: inout ValueWriter) throws -> Void
        let structured: StructuredReader<Owner>?
        /// The operation that sets the property; `nil` if clients cannot set it.
        let write: (@Sendable (PropertyValue) -> Operation?)?

        fileprivate init<Parts>(
            _ property: PropertyDeclaration<Owner, Parts, Operation>,
            as declared: InterfaceDescription.Property
        ) {
            name = declared.name
            type = declared.type
            key = EntryKey(declared.name, declared.type)
            writeValue = property.reader.writing(as: declared.type)
            structured = if case .structured(_, let reader) = property.reader { reader } else { nil }
            write = property.write
        }
    }

    /// In the engine's order, which is that of `Property`.
    let entries: [Entry]

    /// Traps if the contract declares a property differently, because that is a bug.
    init<Parts>(_ interface: InterfaceDescription, _ table: [PropertyDeclaration<Owner, Parts, Operation>]) {
        let declarations = Dictionary(uniqueKeysWithValues: interface.properties.map { ($0.name.string, $0) })
        entries = table.map { property in
            guard let declared = declarations[property.name], declared.type.string == property.reader.type else {
                preconditionFailure("\(interface.name) declares no \(property.name) of type \(property.reader.type)")
            }
            return Entry(property, as: declared)
        }
    }

    /// Writes the changed properties to the signal that announces them.
    ///
    /// - Parameter session: the session's path, from which field paths are derived.
    func write(
        _ owner: Owner,
        changed: PropertySet<Property>,
        in session: ObjectPath,
        to writer: inout ValueWriter
    ) throws {
        try changed.forEach { index in try entries[index].write(owner, in: session, to: &writer) }
    }

    /// Writes all properties of one owner after the other, for a snapshot.
    ///
    /// A structured value that equals that of the previous owner is copied from the message. In a form with 1,000
    /// fields nearly all of them do; encoding them took three quarters of the snapshot's time (20 of 28 ms).
    struct SnapshotWriter {
        private let session: ObjectPath
        private let entries: [Entry]
        private let readers: [((Owner) -> PropertyValue?)?]
        /// The position in the message of each structured property's last value; `nil` before the first.
        private var places: [Range<Int>?]

        fileprivate init(_ table: PropertyTable, in session: ObjectPath) {
            self.session = session
            entries = table.entries
            readers = entries.map { $0.structured?.readSuccessively() }
            places = entries.map { _ in nil }
        }

        mutating func write(_ owner: Owner, to writer: inout ValueWriter) throws {
            for index in entries.indices {
                guard let read = readers[index] else {
                    try entries[index].write(owner, in: session, to: &writer)
                    continue
                }
                if let value = read(owner) {
                    let start = writer.begin(entries[index].key)
                    try writer.write(value, as: entries[index].type, in: session)
                    places[index] = start..<writer.count
                } else if let place = places[index] {
                    try writer.writeEntry(copyOf: place)
                }
            }
        }
    }

    /// - Parameter session: the session's path, from which field paths are derived.
    func snapshotWriter(in session: ObjectPath) -> SnapshotWriter { SnapshotWriter(self, in: session) }
}

extension PropertyTable.Entry {
    /// Writes the property's name and value as an entry of an `a{sv}`.
    @inline(__always)
    fileprivate func write(_ owner: Owner, in session: ObjectPath, to writer: inout ValueWriter) throws {
        writer.begin(key)
        try writeValue(owner, session, &writer)
    }

    /// The operation for a value whose type has been checked.
    func operation(_ value: Value) throws -> Operation {
        guard let operation = PropertyValue(value).flatMap({ write?($0) }) else {
            throw BusError(.invalidArgs, "the property \(name) cannot have this value")
        }
        return operation
    }
}

extension PropertyReader {
    /// The function that writes the property's value.
    fileprivate func writing(
        as type: ValueType
    ) -> @Sendable (_ owner: Owner, _ session: ObjectPath, _ writer: inout ValueWriter) throws -> Void {
        switch self {
        case .string(let read): { owner, _, writer in try writer.write(read(owner)) }
        case .boolean(let read): { owner, _, writer in writer.write(read(owner)) }
        case .double(let read): { owner, _, writer in writer.write(read(owner)) }
        case .number(let read): { owner, _, writer in writer.write(UInt32(clamping: read(owner))) }
        case .counter(let read): { owner, _, writer in writer.write(read(owner)) }
        case .range(let read):
            { owner, _, writer in
                let range = read(owner)
                writer.beginStructure()
                writer.write(UInt32(clamping: range.start))
                writer.write(UInt32(clamping: range.length))
            }
        case .structured(_, let reader):
            { owner, session, writer in try writer.write(reader.read(owner), as: type, in: session) }
        }
    }
}

extension PropertyTable<FieldProperty, FieldReading, FieldOperation> {
    static let field = Self(Contract.field, FieldProperty.table)
}

extension PropertyTable<SessionProperty, SessionReading, FormEngine.Operation> {
    static let session = Self(Contract.session, SessionProperty.table)
}

// MARK: - Values

extension ValueWriter {
    /// - Parameters:
    ///   - type: determines the types of elements in empty arrays, the size of numbers, and which strings are names of
    ///     fields.
    ///   - session: the path from which field paths are derived.
    mutating func write(_ value: PropertyValue, as type: ValueType, in session: ObjectPath) throws(MessageError) {
        switch (value, type) {
        case (_, .variant):
            try beginVariant(value.type)
            try write(value, as: value.type, in: session)
        case (.string(let name), .objectPath): try write(Contract.path(ofField: name, in: session).string)
        case (.string(let text), _): try write(text)
        case (.boolean(let flag), _): write(flag)
        case (.double(let number), _): write(number)
        case (.number(let number), .uint64): write(UInt64(clamping: number))
        case (.number(let number), _): write(UInt32(clamping: number))
        case (.signed(let number), _): write(Int32(clamping: number))
        case (.array(let elements), .array(let element)):
            let array = openArray(of: element)
            for value in elements { try write(value, as: element, in: session) }
            close(array)
        case (.tuple(let members), .structure(let types)):
            beginStructure()
            for (member, type) in zip(members, types) { try write(member, as: type, in: session) }
        case (.record(let members), .dictionary(_, let type)):
            let dictionary = openDictionary()
            for member in members {
                beginStructure()
                try write(member.name)
                try write(member.value, as: type, in: session)
            }
            close(dictionary)
        case (.array, _), (.tuple, _), (.record, _): try write(value, as: value.type, in: session)
        }
    }
}

extension PropertyValue {
    /// The type of a record's member, which is not declared.
    fileprivate var type: ValueType {
        switch self {
        case .string: .string
        case .boolean: .boolean
        case .double: .double
        case .number: .uint32
        case .signed: .int32
        case .array(let elements): .array(elements.allSatisfy { $0.string != nil } ? .string : .variant)
        case .tuple(let members): .structure(members.map(\.type))
        case .record: .properties
        }
    }
}

extension PropertyValue {
    /// Returns `nil` for a type that no writable property has.
    fileprivate init?(_ value: Value) {
        switch value {
        case .string(let text): self = .string(text)
        case .boolean(let flag): self = .boolean(flag)
        case .double(let number): self = .double(number)
        case .uint32(let number): self = .number(Int(number))
        case .int32(let number): self = .signed(Int(number))
        default: return nil
        }
    }
}
