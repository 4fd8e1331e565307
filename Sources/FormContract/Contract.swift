public import DBus

/// The declarations of formd's D-Bus interfaces. The daemon, the clients, `formd --introspect` and the reference in the
/// documentation all use them.
///
/// Each member is declared only here. The service adds a handler to each member, and does not start if the signature of
/// a handler differs from the declaration.
public enum Contract {
    package static let busName: BusName = "org.formd.Forms1"

    /// The version of formd and formctl, which `--version` prints and the Manager's property `Version` contains.
    package static let version = "0.1.0"

    /// Every interface of formd's objects.
    package static let interfaces = [manager, session, field]
}

// MARK: - Paths

extension Contract {
    /// The path of the Manager object. The paths of all other objects are below it.
    package static let root: ObjectPath = "/org/formd/Forms1"

    /// - Parameter token: 1 to 64 characters of `[A-Za-z0-9_]`.
    package static func path(ofSession token: String, owner: UInt32) -> ObjectPath {
        // Every signal needs a path, and appending is four times as fast as string interpolation.
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

    /// The path of the object that stands for the field that has the focus.
    package static func focusedPath(in session: ObjectPath) -> ObjectPath {
        ObjectPath(unchecked: session.string + "/focused")
    }
}

// MARK: - Roles

/// The role that a member of an interface requires of its caller.
extension AccessLevel {
    /// Permits reading a session and subscribing to it.
    package static let viewer = AccessLevel(rawValue: 1)
    /// Also permits editing fields and moving the focus.
    package static let editor = AccessLevel(rawValue: 2)
    /// Also permits submitting and closing the session, and granting roles. For the Manager, only the daemon's own user
    /// and root have this role.
    package static let owner = AccessLevel(rawValue: 3)
}

// MARK: - Errors

extension Contract {
    /// The errors that formd defines. Errors that are not specific to formd, such as an unknown method, have the
    /// standard names `org.freedesktop.DBus.Error.*`.
    public enum Failure: String, CaseIterable, Sendable {
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

        /// The name on the bus.
        public var name: ErrorName { ErrorName(unchecked: "org.formd.Forms1.Error.\(rawValue)") }

        package var documentation: String {
            switch self {
            case .unknownForm: "No form with this name is installed."
            case .invalidDefinition:
                "The form definition has errors; the message contains the first error and its place."
            case .unknownSession: "There is no such session, or the caller has no role in it."
            case .unknownField: "The form has no field with this name."
            case .sessionExists: "The caller already has a session with this token."
            case .accessDenied: "The caller's role does not allow this."
            case .notValid: "The form is not valid, or the page is not valid that the user would leave."
            case .disabled: "The field is disabled."
            case .actionDisabled: "The field's definition does not allow this way to edit it."
            case .outOfRange: "A number or a position is out of range."
            case .textTooLong: "The text is longer than the daemon accepts."
            case .invalidText: "The field cannot have this text."
            case .invalidArgument: "An argument has a value that is not allowed."
            case .staleRevision: "The revision of the session differs from `ifRevision`."
            case .limitExceeded: "A limit was exceeded; the message contains its number."
            case .pluginUnavailable: "A plug-in that the call needs cannot answer."
            case .pending: "The answer of a plug-in is not available yet."
            case .checkUnavailable: "A rule could not be evaluated, so it is unknown whether the form is valid."
            case .alreadySubmitted: "The form was submitted and has not been edited since."
            case .storeUnavailable: "The disk did not accept or return the session or the draft. Nothing has changed."
            }
        }
    }
}
