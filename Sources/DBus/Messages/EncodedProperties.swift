/// The properties of an interface, as they are declared.
package struct PropertyTypes: Sendable {
    fileprivate let entries: [(name: String, key: EntryKey)]
    private let places: [String: Int]

    package init(_ declarations: [(name: MemberName, type: ValueType)]) {
        entries = declarations.map { ($0.name.string, EntryKey($0.name, $0.type)) }
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
    }

    package var names: [String] { entries.map(\.name) }

    package func contains(_ name: String) -> Bool { places[name] != nil }

    fileprivate func key(_ name: String) -> EntryKey? { places[name].map { entries[$0].key } }

    /// Skips the name and the type of the next entry if they are declared. Returns the place of the declaration.
    ///
    /// - Parameter next: the declaration to begin with.
    fileprivate func skipKey(in reader: inout MessageReader, from next: Int) -> Int? {
        for place in next..<entries.count where reader.skip(entries[place].key.bytes) { return place }
        for place in 0..<next where reader.skip(entries[place].key.bytes) { return place }
        return nil
    }
}

/// An `a{sv}` in a received message. Its entries are only read when they are needed, so it keeps the message's bytes.
///
/// An entry that is declared begins with the bytes of its `EntryKey`. So one comparison finds it and checks its type.
package struct EncodedProperties: Sendable {
    /// A reader of the message, positioned at the first entry.
    private let reader: MessageReader
    private let length: Int

    init(_ reader: MessageReader, length: Int) {
        self.reader = reader
        self.length = length
    }

    /// The value of the last entry with this name and its declared type; `nil` if there is none, or if there is not enough
    /// memory.
    package subscript(name: String, declarations: PropertyTypes) -> Value? {
        guard let key = declarations.key(name) else { return nil }
        var found: Value?
        forEach { (reader) throws(MessageError) in
            if reader.skip(key.bytes) {
                found = try reader.read(key.type)
            } else {
                try reader.skipEntry()
            }
        }
        return found
    }

    /// The declared entries, in the message's order. Others are not decoded.
    package func entries(_ declarations: PropertyTypes) -> [(name: String, value: Value)] {
        var entries: [(name: String, value: Value)] = []
        forEach(declarations) { (reader, found) throws(MessageError) in
            guard let found else { return try reader.skipEntry() }
            entries.append((declarations.entries[found].name, try reader.read(declarations.entries[found].key.type)))
        }
        return entries
    }

    /// All entries by name. If a name occurs twice, the later entry is used.
    package var dictionary: [String: Value] {
        var values: [String: Value] = [:]
        forEach { (reader) throws(MessageError) in values[try reader.text()] = try reader.variant() }
        return values
    }

    /// The first property that does not have the type of its declaration. Properties that are not declared are ignored.
    package func mismatch(with declarations: PropertyTypes) -> (name: String, declared: ValueType)? {
        var mismatch: (name: String, declared: ValueType)?
        forEach(declarations) { (reader, found) throws(MessageError) in
            if let found {
                let signature = declarations.entries[found].key.signature
                try reader.skipValue(signature.span)
                return
            }
            let name = try reader.text()
            if mismatch == nil, let key = declarations.key(name) { mismatch = (name, key.type) }
            try reader.skipVariant()
        }
        return mismatch
    }

    /// - Parameter body: must move the position past the entry. Gets the place of the entry's declaration, whose key has
    ///   been skipped; `nil` if the entry is not declared.
    private func forEach(
        _ declarations: PropertyTypes,
        _ body: (inout MessageReader, Int?) throws(MessageError) -> Void
    ) {
        // A daemon sends the properties in the order of their declarations.
        var next = 0
        forEach { (reader) throws(MessageError) in
            let found = declarations.skipKey(in: &reader, from: next)
            if let found { next = found + 1 }
            try body(&reader, found)
        }
    }

    /// - Parameter body: must move the position past the entry.
    private func forEach(_ body: (inout MessageReader) throws(MessageError) -> Void) {
        var reader = reader
        let end = reader.position + length
        do throws(MessageError) {
            while reader.position < end {
                try reader.align(to: 8)
                try body(&reader)
            }
        } catch {
            // The message was checked when it was received, so the only possible error is a lack of memory.
        }
    }
}

extension MessageReader {
    fileprivate mutating func skipEntry() throws(MessageError) {
        try skipText()
        try skipVariant()
    }
}
