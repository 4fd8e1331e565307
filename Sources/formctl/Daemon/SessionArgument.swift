import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormContract
import Glibc

/// SESSION on the command line: an object path, or the token of one of the user's sessions.
struct SessionArgument: ExpressibleByArgument, Sendable {
    static let help: ArgumentHelp = "A session's path, or the token of your own session."
    static var defaultCompletionKind: CompletionKind { .sessions }

    let path: ObjectPath

    init?(argument: String) {
        let isPath = argument.hasPrefix("/")
        let text = isPath ? argument : Contract.path(ofSession: argument, owner: geteuid()).string
        guard let path = ObjectPath(text),
            // A token with slashes would address another object.
            isPath || !argument.contains("/")
        else { return nil }
        self.path = path
    }
}

extension Forms {
    /// The session that the argument names.
    func session(_ argument: SessionArgument) -> SessionProxy { session(argument.path) }
}

/// FIELD on the command line: a field's identifier, or `.` for the session itself.
struct FieldArgument: ExpressibleByArgument, Sendable {
    static let help: ArgumentHelp = "A field's identifier; \".\" is the session itself."
    static var defaultCompletionKind: CompletionKind { .fields }
    static let fieldHelp: ArgumentHelp = "A field's identifier."
    static let session = FieldArgument(name: nil)

    /// `nil` for the session itself.
    let name: String?

    var defaultValueDescription: String { name ?? "." }

    private init(name: String?) {
        self.name = name
    }

    init?(argument: String) {
        guard argument != "." else {
            self.init(name: nil)
            return
        }
        guard MemberName(argument) != nil else { return nil }
        self.init(name: argument)
    }

    /// The field's name. Throws a usage failure for `.`, if a command needs a field.
    func required() throws(CommandFailure) -> String {
        guard let name else { throw CommandFailure(.usage, "\".\" is the session; a field is needed here") }
        return name
    }
}
