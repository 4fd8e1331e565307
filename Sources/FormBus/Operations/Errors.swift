package import DBus
import FormContract
package import FormEngine
package import FormRuntime

/// Converts the engine's errors to D-Bus errors.
extension FormError: BusErrorConvertible {
    package var busError: BusError {
        switch code {
        case .unknownField: .form(.unknownField, message)
        case .notValid: .form(.notValid, message)
        case .disabled: .form(.disabled, message)
        case .actionDisabled: .form(.actionDisabled, message)
        case .outOfRange: .form(.outOfRange, message)
        case .textTooLong: .form(.textTooLong, message)
        case .invalidText: .form(.invalidText, message)
        case .invalidArgument: .form(.invalidArgument, message)
        case .limitExceeded: .form(.limitExceeded, message)
        case .staleRevision: .form(.staleRevision, message)
        case .pluginUnavailable: .form(.pluginUnavailable, message)
        case .pending: .form(.pending, message)
        case .checkUnavailable: .form(.checkUnavailable, message)
        case .alreadySubmitted: .form(.alreadySubmitted, message)
        case .storeUnavailable: .form(.storeUnavailable, message)
        }
    }
}

/// Converts the runtime's errors to D-Bus errors.
extension RuntimeError: BusErrorConvertible {
    package var busError: BusError {
        switch code {
        case .unknownForm: .form(.unknownForm, message)
        case .invalidDefinition: .form(.invalidDefinition, message)
        case .unknownSession: .form(.unknownSession, message)
        case .sessionExists: .form(.sessionExists, message)
        case .accessDenied: .form(.accessDenied, message)
        case .limitExceeded: .form(.limitExceeded, message)
        case .invalidArgument: .form(.invalidArgument, message)
        case .staleRevision: .form(.staleRevision, message)
        case .pluginUnavailable: .form(.pluginUnavailable, message)
        }
    }
}

extension BusError {
    static func invalidArgument(_ message: String) -> BusError {
        .form(.invalidArgument, message)
    }

    fileprivate static func form(_ failure: Contract.Failure, _ message: String) -> BusError {
        BusError(failure.name, message)
    }
}
