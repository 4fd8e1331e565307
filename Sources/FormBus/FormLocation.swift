import DBus
import FormRuntime

/// What an object path stands for, whether or not it is there.
enum FormLocation: Equatable {
    /// A node on the way to the manager, such as `/org`.
    case above(child: String)
    case manager
    case sessions
    case owner(UInt32)
    case session(SessionIdentifier)
    case fields(SessionIdentifier)
    case field(String, SessionIdentifier)

    init?(_ path: ObjectPath) {
        let parts = path.elements
        let root = FormPaths.root.elements
        if parts.count < root.count {
            guard root.starts(with: parts) else { return nil }
            self = .above(child: String(root[parts.count]))
            return
        }
        guard parts.starts(with: root) else { return nil }
        var rest = parts.dropFirst(root.count)
        guard let first = rest.popFirst() else {
            self = .manager
            return
        }
        guard first == "session" else { return nil }
        guard let owner = rest.popFirst() else {
            self = .sessions
            return
        }
        guard let user = UInt32(owner), String(user) == owner else { return nil }
        guard let word = rest.popFirst() else {
            self = .owner(user)
            return
        }
        guard let token = try? SessionIdentifier.Token(String(word)) else { return nil }
        let identifier = SessionIdentifier(owner: user, token: token)
        guard let field = rest.popFirst() else {
            self = .session(identifier)
            return
        }
        guard field == "field" else { return nil }
        guard let name = rest.popFirst() else {
            self = .fields(identifier)
            return
        }
        guard rest.isEmpty else { return nil }
        self = .field(String(name), identifier)
    }
}
