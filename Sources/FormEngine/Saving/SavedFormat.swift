/// How values of one type are saved: both directions in one place.
struct SavedFormat<Value: SendableMetatype>: Sendable {
    let write: @Sendable (inout SavedWriter, Value) -> Void
    let read: @Sendable (inout SavedReader) throws(SavedFormError) -> Value

    init(
        write: @escaping @Sendable (inout SavedWriter, Value) -> Void,
        read: @escaping @Sendable (inout SavedReader) throws(SavedFormError) -> Value
    ) {
        self.write = write
        self.read = read
    }

    /// A record of properties, one after the other.
    ///
    /// - Parameter empty: the value that the properties are read into.
    init(_ empty: Value, _ properties: [Property]) where Value: Sendable {
        write = { writer, value in for property in properties { property.write(&writer, value) } }
        read = { reader throws(SavedFormError) in
            var value = empty
            for property in properties { try property.read(&reader, &value) }
            return value
        }
    }

    /// One property of a record.
    struct Property: Sendable {
        fileprivate let write: @Sendable (inout SavedWriter, Value) -> Void
        fileprivate let read: @Sendable (inout SavedReader, inout Value) throws(SavedFormError) -> Void

        init<Member: SendableMetatype>(
            _ path: any WritableKeyPath<Value, Member> & Sendable,
            _ format: SavedFormat<Member>
        ) {
            write = { format.write(&$0, $1[keyPath: path]) }
            read = { reader, value throws(SavedFormError) in value[keyPath: path] = try format.read(&reader) }
        }
    }

    /// A value that is converted to one of another format. `make` throws for a value that cannot be.
    func map<Other: SendableMetatype>(
        _ get: @escaping @Sendable (Other) -> Value,
        _ make: @escaping @Sendable (Value) throws(SavedFormError) -> Other
    ) -> SavedFormat<Other> {
        let (write, read) = (write, read)
        return SavedFormat<Other>(write: { write(&$0, get($1)) }) { reader throws(SavedFormError) in
            try make(try read(&reader))
        }
    }

    var optional: SavedFormat<Value?> {
        let (write, read) = (write, read)
        return SavedFormat<Value?>(write: { $0.optional($1, write) }) { reader throws(SavedFormError) in
            try reader.optional(read)
        }
    }

    var list: SavedFormat<[Value]> {
        let (write, read) = (write, read)
        return SavedFormat<[Value]>(write: { $0.list($1, write) }) { reader throws(SavedFormError) in
            try reader.list(read)
        }
    }
}

extension SavedFormat where Value == String {
    static let text = SavedFormat(write: { $0.text($1) }) { reader throws(SavedFormError) in try reader.text() }
}

extension SavedFormat where Value == Bool {
    static let flag = SavedFormat(write: { $0.flag($1) }) { reader throws(SavedFormError) in try reader.flag() }
}

extension SavedFormat where Value == Double {
    static let double = SavedFormat(write: { $0.double($1) }) { reader throws(SavedFormError) in try reader.double() }
}

extension SavedFormat where Value == UInt64 {
    static let counter = SavedFormat(write: { $0.number($1) }) { reader throws(SavedFormError) in
        try reader.unsigned()
    }
}

extension SavedFormat where Value == Int {
    /// A number in a range; `what` names it in the error.
    static func number(in range: ClosedRange<Int>, _ what: String) -> SavedFormat {
        SavedFormat(write: { $0.number($1) }) { reader throws(SavedFormError) in try reader.number(in: range, what) }
    }

    /// An index below `count`.
    static func index(below count: Int, _ what: String) -> SavedFormat {
        SavedFormat(write: { $0.number($1) }) { reader throws(SavedFormError) in try reader.index(below: count, what) }
    }
}

extension SavedFormat where Value: RawRepresentable<String> {
    /// The raw value of an enumeration's case.
    static var word: SavedFormat {
        SavedFormat(write: { $0.text($1.rawValue) }) { reader throws(SavedFormError) in try reader.word(Value.self) }
    }
}
