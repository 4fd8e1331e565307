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
        guard var rest = path.relative(to: FormPaths.root) else {
            guard let below = FormPaths.root.relative(to: path) else { return nil }
            self = .above(child: String(below.prefix { $0 != "/" }))
            return
        }
        guard let first = rest.popElement() else {
            self = .manager
            return
        }
        guard first == "session" else { return nil }
        guard let owner = rest.popElement() else {
            self = .sessions
            return
        }
        guard let user = UInt32(owner), String(user) == owner else { return nil }
        guard let word = rest.popElement() else {
            self = .owner(user)
            return
        }
        guard let token = try? SessionIdentifier.Token(String(word)) else { return nil }
        let identifier = SessionIdentifier(owner: user, token: token)
        guard let field = rest.popElement() else {
            self = .session(identifier)
            return
        }
        guard field == "field" else { return nil }
        guard let name = rest.popElement() else {
            self = .fields(identifier)
            return
        }
        guard rest.isEmpty else { return nil }
        self = .field(String(name), identifier)
    }
}

extension Substring {
    /// Takes off what is before the first slash, and the slash; nil if there is nothing more.
    fileprivate mutating func popElement() -> Substring? {
        if isEmpty { return nil }
        // By bytes: by characters it costs thirty times as much, for each call that comes in.
        let end = utf8.firstIndex(of: UInt8(ascii: "/")) ?? endIndex
        let element = self[..<end]
        self = end == endIndex ? self[end...] : self[utf8.index(after: end)...]
        return element
    }
}
