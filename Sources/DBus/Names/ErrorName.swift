/// The name of an error; the same shape as an interface's.
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
    package static let inconsistentMessage = standard("InconsistentMessage")

    private static func standard(_ name: String) -> ErrorName {
        ErrorName(unchecked: "org.freedesktop.DBus.Error." + name)
    }
}
