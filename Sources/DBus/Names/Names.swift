/// The name of a connection: a unique name, which the bus assigns (`:1.42`), or a well-known name (`org.formd.Forms1`).
package struct BusName: ValidatedName {
    package static let kind = "bus name"
    /// The name of the bus itself.
    package static let bus = BusName(unchecked: "org.freedesktop.DBus")

    package let string: String

    package init(unchecked string: String) {
        self.string = string
    }

    package var isUnique: Bool { string.utf8.first == UInt8(ascii: ":") }

    package static func accepts(_ bytes: Span<UInt8>) -> Bool {
        let isUnique = bytes.count > 0 && bytes[0] == UInt8(ascii: ":")
        return NameGrammar.isDotted(bytes, from: isUnique ? 1 : 0, hyphens: true, leadingDigits: isUnique)
    }
}

/// The name of an interface: two or more elements with dots between them. An element consists of letters, digits and
/// underscores, and does not begin with a digit.
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

/// The name of a method, signal or property. It consists of letters, digits and underscores, and does not begin with a
/// digit.
package struct MemberName: ValidatedName {
    package static let kind = "member name"

    package let string: String

    package init(unchecked string: String) {
        self.string = string
    }

    package static func accepts(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 0, bytes.count <= NameGrammar.maximumLength else { return false }
        guard NameGrammar.isLetter(bytes[0]) else { return false }
        for index in 1..<bytes.count where !NameGrammar.isLetter(bytes[index]) && !NameGrammar.isDigit(bytes[index]) {
            return false
        }
        return true
    }
}

/// The name of an error. Its syntax is that of interface names.
package struct ErrorName: ValidatedName {
    package static let kind = "error name"

    package let string: String

    package init(unchecked string: String) {
        self.string = string
    }

    package static func accepts(_ bytes: Span<UInt8>) -> Bool {
        NameGrammar.isDotted(bytes, hyphens: false, leadingDigits: false)
    }
}

extension ErrorName {
    package static let failed = standard("Failed")
    package static let noMemory = standard("NoMemory")
    package static let serviceUnknown = standard("ServiceUnknown")
    package static let nameHasNoOwner = standard("NameHasNoOwner")
    package static let noReply = standard("NoReply")
    package static let disconnected = standard("Disconnected")
    package static let accessDenied = standard("AccessDenied")
    package static let limitsExceeded = standard("LimitsExceeded")
    package static let invalidArgs = standard("InvalidArgs")
    package static let unknownMethod = standard("UnknownMethod")
    package static let unknownObject = standard("UnknownObject")
    package static let unknownInterface = standard("UnknownInterface")
    package static let unknownProperty = standard("UnknownProperty")
    package static let propertyReadOnly = standard("PropertyReadOnly")
    package static let notSupported = standard("NotSupported")

    private static func standard(_ name: String) -> ErrorName {
        ErrorName(unchecked: "org.freedesktop.DBus.Error." + name)
    }
}
