public import DBus

/// The name of a property in the contract, with the Swift type of its values.
public struct PropertyKey<Item: PropertyItem>: Sendable {
    /// The name in the contract.
    public let name: String

    /// Creates a key from a name in the contract.
    public init(_ name: String) {
        self.name = name
    }
}

/// A type of property values.
public protocol PropertyItem: BusDecodable {
    /// The value of a property that the daemon does not have: empty, zero or false.
    init()
}

extension String: PropertyItem {}
extension Bool: PropertyItem {}
extension Int32: PropertyItem {}
extension UInt32: PropertyItem {}
extension UInt64: PropertyItem {}
extension Double: PropertyItem {}
extension Array: PropertyItem where Element: BusDecodable {}
extension Dictionary: PropertyItem where Key: BusDecodable, Value: BusDecodable {}

/// A property's name and its new value.
public typealias PropertyChange = (name: String, value: Value)

extension Value {
    /// The entries of an `a{sv}` without their variants, in order.
    public var propertyChanges: [PropertyChange]? {
        entries?.compactMap { entry in
            guard let name = entry.key.string, let value = entry.value.variant else { return nil }
            return (name, value)
        }
    }
}
