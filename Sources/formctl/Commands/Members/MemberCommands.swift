public import ArgumentParser
import DBus
import EventLoop
public import FormClient

struct GrantCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Give another user a role in a session.",
        discussion: """
            A viewer can read and watch the session, except for secrets; an editor can also fill it in; an owner can \
            also submit and close it, and grant roles. The other user refers to the session by its path, which \
            "formctl sessions" prints.
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
        abstract: "Remove a user's role in a session.",
        discussion: "Ends the user's subscriptions to the session at once."
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
        abstract: "Restart a session's idle time.",
        discussion: "Tells the daemon that a user is present, as every edit does."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).extend()
    }
}

extension SessionRole: ExpressibleByArgument {}
