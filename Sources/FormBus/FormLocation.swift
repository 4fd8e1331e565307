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
        guard let below = path.relative(to: FormPaths.root) else {
            let rest = FormPaths.root.relative(to: path)
            guard let child = rest?.utf8.split(separator: UInt8(ascii: "/")).first else { return nil }
            self = .above(child: String(Substring(child)))
            return
        }
        var rest = below.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }[...]
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
