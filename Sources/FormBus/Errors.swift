package import DBus
package import FormEngine
package import FormRuntime

/// The one place where errors get their names on the bus.
extension FormError: BusErrorConvertible {
    package var busError: BusError {
        let name =
            switch code {
            case .unknownField: "UnknownField"
            case .notValid: "NotValid"
            case .disabled: "Disabled"
            case .actionDisabled: "ActionDisabled"
            case .outOfRange: "OutOfRange"
            case .textTooLong: "TextTooLong"
            case .invalidText: "InvalidText"
            case .invalidArgument: "InvalidArgument"
            case .limitExceeded: "LimitExceeded"
            case .staleRevision: "StaleRevision"
            case .pluginUnavailable: "PluginUnavailable"
            case .pending: "Pending"
            case .checkUnavailable: "CheckUnavailable"
            case .alreadySubmitted: "AlreadySubmitted"
            case .notSupported: ""
            }
        guard !name.isEmpty else { return .notSupported(message) }
        return .form(name, message)
    }
}

extension RuntimeError: BusErrorConvertible {
    package var busError: BusError {
        let name =
            switch code {
            case .unknownForm: "UnknownForm"
            case .invalidDefinition: "InvalidDefinition"
            case .unknownSession: "UnknownSession"
            case .sessionExists: "SessionExists"
            case .accessDenied: "AccessDenied"
            case .limitExceeded: "LimitExceeded"
            case .invalidArgument: "InvalidArgument"
            case .staleRevision: "StaleRevision"
            case .pluginUnavailable: "PluginUnavailable"
            case .notSupported: ""
            }
        guard !name.isEmpty else { return .notSupported(message) }
        return .form(name, message)
    }
}

extension BusError {
    /// The honest answer of a member whose work is not written yet.
    static func notSupported(_ message: String) -> BusError {
        BusError(.notSupported, message)
    }

    /// One of the contract's own errors.
    fileprivate static func form(_ name: String, _ message: String) -> BusError {
        BusError(ErrorName(unchecked: "org.formd.Forms1.Error.\(name)"), message)
    }

    static func invalidArgument(_ message: String) -> BusError {
        .form("InvalidArgument", message)
    }
}
