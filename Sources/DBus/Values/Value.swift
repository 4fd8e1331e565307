public import EventLoop

/// A value of any D-Bus type.
///
/// This type can represent values that are not valid in D-Bus, such as a string with NUL, or an array with an element
/// of another type. Writing such a value to a message throws a `MessageError`.
public enum Value: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(ObjectPath)
    case signature(Signature)
    case unixFD(Descriptor)
    indirect case variant(Value)
    /// An array: the type of its elements, and the elements.
    case array(ValueType, [Value])
    case structure([Value])
    /// A dictionary: the type of its keys, the type of its values, and its entries in order.
    case dictionary(ValueType, ValueType, [Entry])

    /// One entry of a dictionary.
    public struct Entry: Hashable, Sendable {
        /// The key of the entry.
        public var key: Value
        /// The value of the entry.
        public var value: Value

        /// Creates an entry.
        public init(_ key: Value, _ value: Value) {
            self.key = key
            self.value = value
        }
    }
}

extension Value {
    /// The D-Bus type of the value.
    public var type: ValueType {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .unixFD: .unixFD
        case .variant: .variant
        case .array(let element, _): .array(element)
        case .structure(let members): .structure(members.map(\.type))
        case .dictionary(let key, let value, _): .dictionary(key: key, value: value)
        }
    }
}

extension Value {
    /// Whether the value has a type. This is faster than a comparison with `self.type`, which would have to be created
    /// first. The elements of arrays and the entries of dictionaries are not checked here, but when they are written.
    func isOf(_ type: ValueType) -> Bool {
        switch (self, type) {
        case (.byte, .byte), (.boolean, .boolean), (.int16, .int16), (.uint16, .uint16), (.int32, .int32),
            (.uint32, .uint32), (.int64, .int64), (.uint64, .uint64), (.double, .double), (.string, .string),
            (.objectPath, .objectPath), (.signature, .signature), (.unixFD, .unixFD), (.variant, .variant):
            true
        case (.array(let found, _), .array(let element)): found == element
        case (.structure(let members), .structure(let types)):
            members.count == types.count && zip(members, types).allSatisfy { $0.isOf($1) }
        case (.dictionary(let foundKey, let foundValue, _), .dictionary(let key, let value)):
            foundKey == key && foundValue == value
        default: false
        }
    }
}

// MARK: - Values of common types

extension Value {
    /// A value of the type `as`.
    public static func strings(_ strings: some Sequence<String>) -> Value {
        .array(.string, strings.map { .string($0) })
    }

    /// A value of the type `ao`.
    public static func objectPaths(_ paths: some Sequence<ObjectPath>) -> Value {
        .array(.objectPath, paths.map { .objectPath($0) })
    }

    /// A value of the type `ay`.
    public static func bytes(_ bytes: some Sequence<UInt8>) -> Value {
        .array(.byte, bytes.map { .byte($0) })
    }

    /// A value of the type `a{sv}` with its entries in the given order. Each value is wrapped in a variant here.
    public static func properties(_ properties: some Sequence<(String, Value)>) -> Value {
        .dictionary(.string, .variant, properties.map { Entry(.string($0.0), .variant($0.1)) })
    }

    /// A value of the type `a{sv}` with its entries sorted by name. Each value is wrapped in a variant here.
    public static func properties(_ properties: [String: Value]) -> Value {
        .properties(properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
}

extension Value {
    /// The value, if it has this type.
    public var byte: UInt8? { if case .byte(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var bool: Bool? { if case .boolean(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var int16: Int16? { if case .int16(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var uint16: UInt16? { if case .uint16(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var int32: Int32? { if case .int32(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var int64: Int64? { if case .int64(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var uint64: UInt64? { if case .uint64(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var double: Double? { if case .double(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var objectPath: ObjectPath? { if case .objectPath(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var signature: Signature? { if case .signature(let value) = self { value } else { nil } }
    /// The value, if it has this type.
    public var descriptor: Descriptor? { if case .unixFD(let value) = self { value } else { nil } }
    /// The contents of a variant.
    public var variant: Value? { if case .variant(let value) = self { value } else { nil } }
    /// The elements of an array.
    public var elements: [Value]? { if case .array(_, let elements) = self { elements } else { nil } }
    /// The members of a structure.
    public var members: [Value]? { if case .structure(let members) = self { members } else { nil } }
    /// The entries of a dictionary.
    public var entries: [Entry]? { if case .dictionary(_, _, let entries) = self { entries } else { nil } }

    /// The elements of `as`.
    public var strings: [String]? {
        guard case .array(.string, let elements) = self else { return nil }
        return elements.compactMap(\.string)
    }

    /// The elements of `ay`.
    public var bytes: [UInt8]? {
        guard case .array(.byte, let elements) = self else { return nil }
        return elements.compactMap(\.byte)
    }

    /// The entries of an `a{sv}`, without the variants around their values. If a name occurs twice, the later entry is
    /// used.
    public var properties: [String: Value]? {
        guard case .dictionary(.string, .variant, let entries) = self else { return nil }
        var result: [String: Value] = [:]
        result.reserveCapacity(entries.count)
        for entry in entries {
            guard case .string(let name) = entry.key, case .variant(let value) = entry.value else { continue }
            result[name] = value
        }
        return result
    }
}
