/// The name of an interface: dotted elements of letters, digits and underscores, no digit first.
package struct InterfaceName: ValidatedName {
    package static let kind = "interface name"
    package static let bus = InterfaceName(unchecked: "org.freedesktop.DBus")
    package static let properties = InterfaceName(unchecked: "org.freedesktop.DBus.Properties")
    package static let introspectable = InterfaceName(unchecked: "org.freedesktop.DBus.Introspectable")
    package static let peer = InterfaceName(unchecked: "org.freedesktop.DBus.Peer")
    package static let objectManager = InterfaceName(unchecked: "org.freedesktop.DBus.ObjectManager")

    package let string: String

    package init(unchecked string: String) {
        self.string = string
    }

    package static func accepts(_ bytes: Span<UInt8>) -> Bool {
        NameGrammar.isDotted(bytes, hyphens: false, leadingDigits: false)
    }
}
