import DBus
import EventLoop
import FormRuntime

extension Announcer {
    /// Objects that are gone, then new ones with all their properties.
    func announce(added: [Int], removed: [String], of session: Session) {
        guard let service else { return }
        let path = FormPaths.path(of: session.identifier)
        for name in removed {
            let gone = FormPaths.path(ofField: name, in: session.identifier)
            send(of: session) {
                try ManagedObject.removed(gone, interfaces: [FieldObject.interface.description], from: path)
            }
        }
        for index in added {
            let field = FieldObject(service: service, session: session, index: index)
            send(of: session) { [report] in
                try field.managed(readableWith: .viewer).added(to: path, report: report)
            }
        }
    }
}
