/// A Swift type that corresponds to one D-Bus type, so that the signature of a member can be derived from Swift types.
public protocol BusRepresentable: Sendable {
    static var busType: ValueType { get }
}

/// A type whose values can be written to a message.
public protocol BusEncodable: BusRepresentable {
    /// The D-Bus value, which has the type `busType`.
    var busValue: Value { get }
}

/// A type whose values can be read from a message.
public protocol BusDecodable: BusRepresentable {
    /// Fails if the type of the value is not `busType`.
    init?(busValue: Value)
}

extension String: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .string }
    /// The D-Bus value.
    public var busValue: Value { .string(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let string = busValue.string else { return nil }
        self = string
    }
}

extension Bool: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .boolean }
    /// The D-Bus value.
    public var busValue: Value { .boolean(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let bool = busValue.bool else { return nil }
        self = bool
    }
}

extension Int32: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .int32 }
    /// The D-Bus value.
    public var busValue: Value { .int32(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let number = busValue.int32 else { return nil }
        self = number
    }
}

extension UInt32: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .uint32 }
    /// The D-Bus value.
    public var busValue: Value { .uint32(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let number = busValue.uint32 else { return nil }
        self = number
    }
}

extension UInt64: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .uint64 }
    /// The D-Bus value.
    public var busValue: Value { .uint64(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let number = busValue.uint64 else { return nil }
        self = number
    }
}

extension Double: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .double }
    /// The D-Bus value.
    public var busValue: Value { .double(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let number = busValue.double else { return nil }
        self = number
    }
}

extension ObjectPath: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .objectPath }
    /// The D-Bus value.
    public var busValue: Value { .objectPath(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let path = busValue.objectPath else { return nil }
        self = path
    }
}

extension Array: BusRepresentable where Element: BusRepresentable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .array(Element.busType) }
}

extension Array: BusEncodable where Element: BusEncodable {
    /// The D-Bus value.
    public var busValue: Value { .array(Element.busType, map(\.busValue)) }
}

extension Array: BusDecodable where Element: BusDecodable {
    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard case .array(Element.busType, let elements) = busValue else { return nil }
        self = []
        reserveCapacity(elements.count)
        for element in elements {
            guard let element = Element(busValue: element) else { return nil }
            append(element)
        }
    }
}

/// If a D-Bus dictionary contains a key twice, the later entry is used.
extension Dictionary: BusRepresentable, BusDecodable where Key: BusDecodable, Value: BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .dictionary(key: Key.busType, value: Value.busType) }

    /// Fails if the value has another type.
    public init?(busValue: DBus.Value) {
        guard case .dictionary(Key.busType, Value.busType, let entries) = busValue else { return nil }
        self.init(minimumCapacity: entries.count)
        for entry in entries {
            guard let key = Key(busValue: entry.key), let value = Value(busValue: entry.value) else { return nil }
            self[key] = value
        }
    }
}

/// A `Value` corresponds to a variant, so `[String: Value]` corresponds to `a{sv}`.
extension Value: BusEncodable, BusDecodable {
    /// The corresponding D-Bus type.
    public static var busType: ValueType { .variant }
    /// The D-Bus value.
    public var busValue: Value { .variant(self) }

    /// Fails if the value has another type.
    public init?(busValue: Value) {
        guard let value = busValue.variant else { return nil }
        self = value
    }
}
