package import DBus
import FormRuntime

/// Where things are on the bus.
package enum FormPaths {
    package static let busName: BusName = "org.formd.Forms1"
    package static let root: ObjectPath = "/org/formd/Forms1"

    private static let sessions = "/org/formd/Forms1/session/"

    /// A session's path is legal by the making of its token.
    static func path(of session: SessionIdentifier) -> ObjectPath {
        // Put together piece by piece: interpolation costs four times as much, for every signal.
        var path = sessions
        path.reserveCapacity(128)
        path += String(session.owner)
        path += "/"
        path += session.token.description
        return ObjectPath(unchecked: path)
    }

    /// A field's path is legal by the decoder's check of its id.
    static func path(ofField field: String, in session: SessionIdentifier) -> ObjectPath {
        path(ofField: field, below: path(of: session))
    }

    static func path(ofField field: String, below session: ObjectPath) -> ObjectPath {
        var path = session.string
        path += "/field/"
        path += field
        return ObjectPath(unchecked: path)
    }
}
