import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct RowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows",
        abstract: "List a form's rows, add one, remove one or move one.",
        discussion: "The identifiers of the fields in row 3 of the group \"items\" begin with \"items_3_\".",
        subcommands: [ListRowsCommand.self, AddRowCommand.self, RemoveRowCommand.self, MoveRowCommand.self],
        defaultSubcommand: ListRowsCommand.self
    )
}

struct ListRowsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the groups: name, label, the rows' numbers in order, the minimum and maximum of rows."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let groups = [try await forms.session(session).get(SessionProperties.all.groups.name)].rows
        try report(names: ["group", "label", "rows", "minimum", "maximum"], groups)
    }
}

struct AddRowCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a row to a group, and print its number."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: "The group's name.", completion: .groups) var group: String
    @Option(help: "The position among the rows, from 0; the last one if not given.") var at: UInt16?
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let row = try await forms.session(session).addRow(to: group, at: at.map(Int32.init) ?? -1)
        try report(json: ["row": .number(row)], lines: [String(row)])
    }
}

struct RemoveRowCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a row.")

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: "The group's name.", completion: .groups) var group: String
    @Argument(help: "The row's number.", completion: .rows) var row: UInt32
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).remove(row: row, of: group)
    }
}

struct MoveRowCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a row to another position among the rows."
    )

    @Argument(help: SessionArgument.help) var session: SessionArgument
    @Argument(help: "The group's name.", completion: .groups) var group: String
    @Argument(help: "The row's number.", completion: .rows) var row: UInt32
    @Argument(help: "The position among the rows, from 0.") var position: UInt32
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.session(session).move(row: row, of: group, to: position)
    }
}
