package import DBus
import FormRuntime

/// Where things are on the bus.
package enum FormPaths {
    package static let busName: BusName = "org.formd.Forms1"
    package static let root: ObjectPath = "/org/formd/Forms1"

    /// A session's path is legal by the making of its token.
    static func path(of session: SessionIdentifier) -> ObjectPath {
        ObjectPath(unchecked: "/org/formd/Forms1/session/\(session.owner)/\(session.token)")
    }

    /// A field's path is legal by the decoder's check of its id.
    static func path(ofField field: String, in session: SessionIdentifier) -> ObjectPath {
        ObjectPath(unchecked: "/org/formd/Forms1/session/\(session.owner)/\(session.token)/field/\(field)")
    }
}
