import DBus

/// Reading arguments whose signature has been checked: an index or a type that is off is a mistake of ours, and answers
/// with an error all the same.
extension [Value] {
    func string(_ index: Int) throws -> String { try read(index, \.string) }

    func boolean(_ index: Int) throws -> Bool { try read(index, \.bool) }

    func double(_ index: Int) throws -> Double { try read(index, \.double) }

    func uint64(_ index: Int) throws -> UInt64 { try read(index, \.uint64) }

    /// A `u` as an Int.
    func count(_ index: Int) throws -> Int { Int(try read(index, \.uint32)) }

    /// An `i` as an Int.
    func integer(_ index: Int) throws -> Int { Int(try read(index, \.int32)) }

    /// One of an enumeration's words.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ index: Int,
        _ name: String,
        _ type: Word.Type
    ) throws -> Word {
        try Word(word: try string(index), argument: name)
    }

    /// An `a{sv}`, in which only certain keys are known.
    func options(_ index: Int, allowed: Set<String>) throws -> Options {
        try Options(try read(index, \.properties), allowed: allowed)
    }

    /// An `a{ss}`.
    func strings(_ index: Int) throws -> [String: String] {
        try read(index, \.stringDictionary)
    }

    private func read<Type>(_ index: Int, _ path: KeyPath<Value, Type?>) throws -> Type {
        guard indices.contains(index), let value = self[index][keyPath: path] else {
            throw BusError.invalidArgument("argument \(index + 1) has the wrong type")
        }
        return value
    }
}

extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// Throws an error that lists the words there are.
    init(word: String, argument: String) throws {
        guard let value = Self(rawValue: word) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusError.invalidArgument("\(argument) \"\(word.prefix(80))\" is none of \(words)")
        }
        self = value
    }
}

/// The entries of an `a{sv}`, read by name and type.
struct Options {
    private let values: [String: Value]

    /// Throws for a key that nobody knows: a misspelt option is not passed over.
    init(_ values: [String: Value], allowed: Set<String>) throws {
        if let unknown = values.keys.filter({ !allowed.contains($0) }).min() {
            let known = allowed.sorted().joined(separator: ", ")
            throw BusError.invalidArgument("unknown option \"\(unknown.prefix(80))\"; the options are \(known)")
        }
        self.values = values
    }

    func string(_ key: String) throws -> String? { try read(key, "s", \.string) }

    func boolean(_ key: String) throws -> Bool? { try read(key, "b", \.bool) }

    func double(_ key: String) throws -> Double? { try read(key, "d", \.double) }

    func uint32(_ key: String) throws -> UInt32? { try read(key, "u", \.uint32) }

    func uint64(_ key: String) throws -> UInt64? { try read(key, "t", \.uint64) }

    func count(_ key: String) throws -> Int? { try uint32(key).map(Int.init) }

    func strings(_ key: String) throws -> [String: String]? { try read(key, "a{ss}", \.stringDictionary) }

    private func read<Type>(_ key: String, _ signature: String, _ path: KeyPath<Value, Type?>) throws -> Type? {
        guard let value = values[key] else { return nil }
        guard let read = value[keyPath: path] else {
            throw BusError.invalidArgument("option \"\(key)\" is of type \(value.type), not \(signature)")
        }
        return read
    }
}

extension Value {
    /// The entries of `a{ss}`. Of two with the same key the later counts.
    fileprivate var stringDictionary: [String: String]? {
        guard case .dictionary(.string, .string, let entries) = self else { return nil }
        var result: [String: String] = [:]
        for entry in entries { result[entry.key.string ?? ""] = entry.value.string }
        return result
    }
}
