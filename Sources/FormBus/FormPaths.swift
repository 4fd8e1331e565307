package import DBus
package import FormRuntime

/// Where things are on the bus.
package enum FormPaths {
    package static let busName = "org.formd.Forms1"
    package static let root = "/org/formd/Forms1"
    static let sessions = root + "/session"

    static func path(of session: SessionIdentifier) -> String {
        "\(sessions)/\(session.owner)/\(session.token)"
    }

    static func path(ofField field: String, in session: SessionIdentifier) -> String {
        "\(path(of: session))/field/\(field)"
    }
}

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

    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let root = FormPaths.root.split(separator: "/")
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
