import ArgumentParser
import DBus
import EventLoop
import FormClient

struct GrantCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Give another user a role in a session.",
        discussion: """
            A viewer reads and watches the session, secrets aside; an editor also fills it in; an owner also submits and \
            closes it, and grants roles. The other user names the session by its path, which "formctl sessions" prints.
            """
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: UserArgument.help) var user: UserArgument
    @Argument(help: "viewer, editor or owner.") var role: SessionRole
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).grant(role, to: user.number())
    }
}

struct RevokeCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take a user's role in a session away.",
        discussion: "What the user watches of the session ends at once."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: UserArgument.help) var user: UserArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).revoke(user.number())
    }
}

struct ExtendCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Say that somebody is there.",
        discussion: "A session's idle time begins anew with this, as it does with every edit."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).extend()
    }
}

extension SessionRole: ExpressibleByArgument {}
