import DBus

/// The names of the contract.
enum FormBusNames {
    static let bus: BusName = "org.formd.Forms1"
    static let root: ObjectPath = "/org/formd/Forms1"
    static let sessions = "/org/formd/Forms1/session"
    static let manager: InterfaceName = "org.formd.Forms1.Manager"
    static let session: InterfaceName = "org.formd.Forms1.Session"
    static let field: InterfaceName = "org.formd.Forms1.Field"
    static let notValid: ErrorName = "org.formd.Forms1.Error.NotValid"
}
