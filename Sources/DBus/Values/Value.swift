/// A value of any D-Bus type.
///
/// Anything can be built; what D-Bus cannot carry (a string with NUL, an element of another type than its array's) is
/// refused, with a `MessageError`, when it is put into a message.
package enum Value: Hashable, Sendable {
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
    /// The elements' type, and the elements.
    case array(ValueType, [Value])
    case structure([Value])
    /// The keys' type, the values' type, and the entries in their order.
    case dictionary(ValueType, ValueType, [Entry])

    /// One pair of a dictionary.
    package struct Entry: Hashable, Sendable {
        package var key: Value
        package var value: Value

        package init(_ key: Value, _ value: Value) {
            self.key = key
            self.value = value
        }
    }
}

extension Value {
    package var type: ValueType {
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
    /// Whether the value has a type, without making its own: elements of arrays and entries are not looked at.
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
