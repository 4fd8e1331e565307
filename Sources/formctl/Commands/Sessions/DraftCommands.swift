import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel
import Glibc

struct DraftsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drafts",
        abstract: "Show and delete drafts, the values of forms that were not submitted.",
        discussion: "A session that is opened with the option \"draft\" stores its values under that name.",
        subcommands: [ListDraftsCommand.self, ShowDraftCommand.self, DiscardDraftCommand.self],
        defaultSubcommand: ListDraftsCommand.self
    )
}

struct ListDraftsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your drafts.",
        discussion: "Prints the form, the name, and when the draft was last changed; with --json in seconds since 1970."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try report(names: ["form", "name", "changed"], try await forms.manager("ListDrafts").rows) { row in
            guard case .uint64(let changed)? = row.last else { return row }
            return row.dropLast() + [.string(localTime(Int(clamping: changed)))]
        }
    }
}

/// A moment in the machine's time zone, as `2026-11-23T18:30:00+0100`.
func localTime(_ seconds: Int) -> String {
    var (moment, parts) = (time_t(seconds), tm())
    guard localtime_r(&moment, &parts) != nil else { return String(seconds) }
    return parts.formatted("%FT%T%z")
}

struct ShowDraftCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the fields that have values in a draft.",
        discussion: "The form must be installed. The values are shown only with --values."
    )

    @Argument(help: "The form's name.") var form: String
    @Argument(help: "The draft's name.") var name: String
    @Flag(help: "Show the values, too.") var values = false
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let drafts = try await forms.manager("ListDrafts").rows
        guard drafts.contains(where: { $0.first?.string == form && $0.dropFirst().first?.string == name }) else {
            throw CommandFailure(.refused, "there is no draft \"\(name)\" of the form \"\(form)\"")
        }
        let path = try await forms.path(ofSession: .form(form, [.draft(name), .lifetime("connection")]))
        let session = forms.session(path)
        let filled = try await session.values().filter { !$0.value.isEmpty }
        try await session.close()
        try report(
            json: values
                ? JSONText(filled.map { ($0.field, Value.string($0.value)) })
                : .array(filled.map { .string($0.field) }),
            lines: filled.map { values ? "\($0.field)=\($0.value)" : $0.field }
        )
    }
}

struct DiscardDraftCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "discard", abstract: "Delete a draft.")

    @Argument(help: "The form's name.") var form: String
    @Argument(help: "The draft's name.") var name: String
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.manager("DiscardDraft", .string(form), .string(name))
    }
}
