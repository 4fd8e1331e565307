package import DBus
package import FormModel

// Values that are written as text or JSON: on a command line, in a file of operations, in a frame from a browser.

extension Value {
    /// Decodes a value from JSON; `nil` if the JSON does not have the type.
    ///
    /// In a variant, an integer becomes a `u`, or an `i` if it is negative.
    package init?(_ json: JSONValue, as type: ValueType) {
        switch type {
        case .array(let element):
            guard let values = json.elements?.map({ Value($0, as: element) }) else { return nil }
            let known = values.compactMap { $0 }
            guard known.count == values.count else { return nil }
            self = .array(element, known)
        case .dictionary(.string, let element):
            guard let members = json.object?.members else { return nil }
            let entries = members.compactMap { member in
                Value(member.value, as: element).map { Entry(.string(member.key), $0) }
            }
            guard entries.count == members.count else { return nil }
            self = .dictionary(.string, element, entries)
        case .variant:
            let types: [ValueType] = [.boolean, .uint32, .int32, .double, .string]
            guard let value = types.lazy.compactMap({ Value(json, as: $0) }).first else { return nil }
            self = .variant(value)
        case .boolean:
            guard let bool = json.bool else { return nil }
            self = .boolean(bool)
        case .string, .objectPath:
            guard let string = json.string else { return nil }
            self.init(string, as: type)
        default:
            guard let number = json.integer.map(String.init) ?? json.numberText else { return nil }
            self.init(number, as: type)
        }
    }

    /// Parses a value of a basic type from its text; `nil` if the text is not such a value or the type is not
    /// basic.
    package init?(_ text: String, as type: ValueType) {
        let value: Value? =
            switch type {
            case .string: .string(text)
            case .boolean: Bool(text).map(Value.boolean)
            case .byte: UInt8(text).map(Value.byte)
            case .int16: Int16(text).map(Value.int16)
            case .uint16: UInt16(text).map(Value.uint16)
            case .int32: Int32(text).map(Value.int32)
            case .uint32: UInt32(text).map(Value.uint32)
            case .int64: Int64(text).map(Value.int64)
            case .uint64: UInt64(text).map(Value.uint64)
            case .double: Double(text).map(Value.double)
            case .objectPath: ObjectPath(text).map(Value.objectPath)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}
