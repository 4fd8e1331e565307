package import DBus

/// The name of a property in the contract, with the Swift type of its values.
package struct PropertyKey<Item: PropertyItem>: Sendable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}

/// A type of property values.
package protocol PropertyItem: BusDecodable {
    /// The value of a property that the daemon does not have.
    static var absent: Self { get }
}

extension String: PropertyItem {
    package static var absent: String { "" }
}

extension Bool: PropertyItem {
    package static var absent: Bool { false }
}

extension Int32: PropertyItem {
    package static var absent: Int32 { 0 }
}

extension UInt32: PropertyItem {
    package static var absent: UInt32 { 0 }
}

extension UInt64: PropertyItem {
    package static var absent: UInt64 { 0 }
}

extension Double: PropertyItem {
    package static var absent: Double { 0 }
}

extension Array: PropertyItem where Element: BusDecodable {
    package static var absent: [Element] { [] }
}

extension Dictionary: PropertyItem where Key: BusDecodable, Value: BusDecodable {
    package static var absent: [Key: Value] { [:] }
}

/// A property's name and its new value.
package typealias PropertyChange = (name: String, value: Value)

extension Value {
    /// The entries of an `a{sv}` without their variants, in order.
    package var propertyChanges: [PropertyChange]? {
        entries?.compactMap { entry in
            guard let name = entry.key.string, let value = entry.value.variant else { return nil }
            return (name, value)
        }
    }
}
