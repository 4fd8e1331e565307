/// The name of a connection: a unique name, which the bus assigns (`:1.42`), or a well-known name (`org.formd.Forms1`).
public struct BusName: ValidatedName {
    /// The term in error messages.
    public static let kind = "bus name"
    /// The name of the bus itself.
    public static let bus = BusName(unchecked: "org.freedesktop.DBus")

    /// The name.
    public let string: String

    /// `nil` if the string is not a valid name of this kind.
    public init?(_ string: String) {
        guard Self.accepts(string) else { return nil }
        self.string = string
    }

    package init(unchecked string: String) {
        self.string = string
    }

    /// Whether the bus has assigned the name to a connection.
    public var isUnique: Bool { string.utf8.first == UInt8(ascii: ":") }

    /// Whether the bytes are a valid name of this kind.
    public static func accepts(_ bytes: Span<UInt8>) -> Bool {
        let isUnique = bytes.count > 0 && bytes[0] == UInt8(ascii: ":")
        return NameGrammar.isDotted(bytes, from: isUnique ? 1 : 0, hyphens: true, leadingDigits: isUnique)
    }
}

/// The name of an interface: two or more elements with dots between them. An element consists of letters, digits and
/// underscores, and does not begin with a digit.
public struct InterfaceName: ValidatedName {
    /// The term in error messages.
    public static let kind = "interface name"
    /// The bus itself.
    public static let bus = InterfaceName(unchecked: "org.freedesktop.DBus")
    /// `org.freedesktop.DBus.Properties`.
    public static let properties = InterfaceName(unchecked: "org.freedesktop.DBus.Properties")
    /// `org.freedesktop.DBus.Introspectable`.
    public static let introspectable = InterfaceName(unchecked: "org.freedesktop.DBus.Introspectable")
    /// `org.freedesktop.DBus.Peer`.
    public static let peer = InterfaceName(unchecked: "org.freedesktop.DBus.Peer")
    /// `org.freedesktop.DBus.ObjectManager`.
    public static let objectManager = InterfaceName(unchecked: "org.freedesktop.DBus.ObjectManager")

    /// The name.
    public let string: String

    /// `nil` if the string is not a valid name of this kind.
    public init?(_ string: String) {
        guard Self.accepts(string) else { return nil }
        self.string = string
    }

    package init(unchecked string: String) {
        self.string = string
    }

    /// Whether the bytes are a valid name of this kind.
    public static func accepts(_ bytes: Span<UInt8>) -> Bool {
        NameGrammar.isDotted(bytes, hyphens: false, leadingDigits: false)
    }
}

/// The name of a method, signal or property. It consists of letters, digits and underscores, and does not begin with a
/// digit.
public struct MemberName: ValidatedName {
    /// The term in error messages.
    public static let kind = "member name"

    /// The name.
    public let string: String

    /// `nil` if the string is not a valid name of this kind.
    public init?(_ string: String) {
        guard Self.accepts(string) else { return nil }
        self.string = string
    }

    package init(unchecked string: String) {
        self.string = string
    }

    /// Whether the bytes are a valid name of this kind.
    public static func accepts(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 0, bytes.count <= NameGrammar.maximumLength else { return false }
        guard NameGrammar.isLetter(bytes[0]) else { return false }
        for index in 1..<bytes.count where !NameGrammar.isLetter(bytes[index]) && !NameGrammar.isDigit(bytes[index]) {
            return false
        }
        return true
    }
}

/// The name of an error. Its syntax is that of interface names.
public struct ErrorName: ValidatedName {
    /// The term in error messages.
    public static let kind = "error name"

    /// The name.
    public let string: String

    /// `nil` if the string is not a valid name of this kind.
    public init?(_ string: String) {
        guard Self.accepts(string) else { return nil }
        self.string = string
    }

    package init(unchecked string: String) {
        self.string = string
    }

    /// Whether the bytes are a valid name of this kind.
    public static func accepts(_ bytes: Span<UInt8>) -> Bool {
        NameGrammar.isDotted(bytes, hyphens: false, leadingDigits: false)
    }
}

extension ErrorName {
    /// `org.freedesktop.DBus.Error.Failed`.
    public static let failed = standard("Failed")
    /// `org.freedesktop.DBus.Error.NoMemory`.
    public static let noMemory = standard("NoMemory")
    /// `org.freedesktop.DBus.Error.ServiceUnknown`.
    public static let serviceUnknown = standard("ServiceUnknown")
    /// `org.freedesktop.DBus.Error.NameHasNoOwner`.
    public static let nameHasNoOwner = standard("NameHasNoOwner")
    /// `org.freedesktop.DBus.Error.NoReply`.
    public static let noReply = standard("NoReply")
    /// `org.freedesktop.DBus.Error.Disconnected`.
    public static let disconnected = standard("Disconnected")
    /// `org.freedesktop.DBus.Error.AccessDenied`.
    public static let accessDenied = standard("AccessDenied")
    /// `org.freedesktop.DBus.Error.LimitsExceeded`.
    public static let limitsExceeded = standard("LimitsExceeded")
    /// `org.freedesktop.DBus.Error.InvalidArgs`.
    public static let invalidArgs = standard("InvalidArgs")
    /// `org.freedesktop.DBus.Error.UnknownMethod`.
    public static let unknownMethod = standard("UnknownMethod")
    /// `org.freedesktop.DBus.Error.UnknownObject`.
    public static let unknownObject = standard("UnknownObject")
    /// `org.freedesktop.DBus.Error.UnknownInterface`.
    public static let unknownInterface = standard("UnknownInterface")
    /// `org.freedesktop.DBus.Error.UnknownProperty`.
    public static let unknownProperty = standard("UnknownProperty")
    /// `org.freedesktop.DBus.Error.PropertyReadOnly`.
    public static let propertyReadOnly = standard("PropertyReadOnly")
    /// `org.freedesktop.DBus.Error.NotSupported`.
    public static let notSupported = standard("NotSupported")

    private static func standard(_ name: String) -> ErrorName {
        ErrorName(unchecked: "org.freedesktop.DBus.Error." + name)
    }
}
