package import DBus

/// formd's contract on D-Bus as data, which the daemon implements, clients call, `formd --introspect` prints and the
/// reference in the documentation describes.
///
/// Each member is declared here and nowhere else. The service adds a handler to each member, and does not start if the
/// signature of a handler differs from the declaration.
package enum Contract {
    package static let busName: BusName = "org.formd.Forms1"

    /// The version of formd and formctl: what their `--version` prints, and the Manager's property `Version`.
    package static let version = "0.1.0"

    /// Every interface of formd's objects.
    package static let interfaces = [manager, session, field]
}

// MARK: - Paths

extension Contract {
    /// The manager's path. All other objects are below it.
    package static let root: ObjectPath = "/org/formd/Forms1"

    /// - Parameter token: one to 64 of `[A-Za-z0-9_]`.
    package static func path(ofSession token: String, owner: UInt32) -> ObjectPath {
        // Appending is four times as fast as interpolation, and every signal needs a path.
        var path = "/org/formd/Forms1/session/"
        path.reserveCapacity(128)
        path += String(owner)
        path += "/"
        path += token
        return ObjectPath(unchecked: path)
    }

    /// - Parameter field: a field's identifier; definitions restrict identifiers to characters that are valid in an
    ///   object path.
    package static func path(ofField field: String, in session: ObjectPath) -> ObjectPath {
        var path = session.string
        path += "/field/"
        path += field
        return ObjectPath(unchecked: path)
    }
}

// MARK: - Roles

/// The role that a member of an interface requires of its caller.
extension AccessLevel {
    /// Reads a session and subscribes to it.
    package static let viewer = AccessLevel(rawValue: 1)
    /// Edits fields and moves the focus.
    package static let editor = AccessLevel(rawValue: 2)
    /// Submits and closes the session, and grants roles. At the manager: the daemon's own user, and root.
    package static let owner = AccessLevel(rawValue: 3)
}

// MARK: - Errors

extension Contract {
    /// The contract's own errors. Errors of a call itself have the standard names `org.freedesktop.DBus.Error.*`.
    package enum Failure: String, CaseIterable, Sendable {
        case unknownForm = "UnknownForm"
        case invalidDefinition = "InvalidDefinition"
        case unknownSession = "UnknownSession"
        case unknownField = "UnknownField"
        case sessionExists = "SessionExists"
        case accessDenied = "AccessDenied"
        case notValid = "NotValid"
        case disabled = "Disabled"
        case actionDisabled = "ActionDisabled"
        case outOfRange = "OutOfRange"
        case textTooLong = "TextTooLong"
        case invalidText = "InvalidText"
        case invalidArgument = "InvalidArgument"
        case staleRevision = "StaleRevision"
        case limitExceeded = "LimitExceeded"
        case pluginUnavailable = "PluginUnavailable"
        case pending = "Pending"
        case checkUnavailable = "CheckUnavailable"
        case alreadySubmitted = "AlreadySubmitted"
        case storeUnavailable = "StoreUnavailable"

        package var name: ErrorName { ErrorName(unchecked: "org.formd.Forms1.Error.\(rawValue)") }

        package var documentation: String {
            switch self {
            case .unknownForm: "No form of this name is installed."
            case .invalidDefinition: "The form definition has errors; the message has the first, with its place."
            case .unknownSession: "There is no such session, or the caller has no role in it."
            case .unknownField: "The form has no field of this name."
            case .sessionExists: "The caller has an open session with this token."
            case .accessDenied: "The caller's role does not allow this."
            case .notValid: "The form, or the page that would be left, is not valid."
            case .disabled: "The field is disabled."
            case .actionDisabled: "The field's definition does not allow this way to edit it."
            case .outOfRange: "A number or a position lies outside what is there."
            case .textTooLong: "The text is longer than the daemon takes."
            case .invalidText: "The text is not one that the field can have."
            case .invalidArgument: "An argument has a value that means nothing."
            case .staleRevision: "The session is at another revision than `ifRevision` says."
            case .limitExceeded: "A limit is reached; the message has its number."
            case .pluginUnavailable: "A plug-in that is needed cannot answer."
            case .pending: "A plug-in's answer is awaited."
            case .checkUnavailable: "A rule could not be checked, so that nobody knows whether the form is valid."
            case .alreadySubmitted: "The form has been submitted and was not edited since."
            case .storeUnavailable: "The session is kept on disk, and the disk does not take it. Nothing has changed."
            }
        }
    }
}
