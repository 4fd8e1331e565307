import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel

struct FormsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "forms",
        abstract: "List the installed forms: name and title.",
        discussion:
            "\"-\" instead of a title: the form cannot be opened. The daemon's log says why, as does \"formctl open\"."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try report(names: ["name", "title"], try await forms.manager("ListForms").rows)
    }
}

struct SessionsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the open sessions in which you have a role: path, form and owner.",
        discussion: """
            With --elsewhere those that you have at other machines which share a database: what "formctl attach" takes, the \
            token, the form, the machine that has it ("-" if none has), and when it was last changed; with --json in seconds since 1970.
            """
    )

    @Flag(help: "List your sessions at other machines.") var elsewhere = false
    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        if elsewhere {
            let sessions = try await forms.manager("ListElsewhere").rows
            return try report(names: ["session", "token", "form", "kiosk", "changed"], sessions) { row in
                guard case .uint64(let changed)? = row.last else { return row }
                return row.dropLast() + [.string(localTime(Int(clamping: changed)))]
            }
        }
        try report(names: ["session", "form", "uid"], try await forms.manager("ListSessions").rows)
    }
}

struct TypesCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "List the types that definitions can name: kind, name, and the plug-in that provides it.",
        discussion: "\"-\" instead of a plug-in is formd itself."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try report(names: ["kind", "name", "plugin"], try await forms.manager("ListTypes").rows)
    }
}

struct ReloadCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Make the daemon read forms and plug-ins from disk again, and look for a new bundle.",
        discussion: "Open sessions keep their definitions. On the system bus it needs root or the daemon's user."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        try await forms.manager("Reload")
    }
}

extension FormdCommand {
    /// Prints a table. The names of the columns appear only in JSON.
    ///
    /// - Parameter shown: the cells of a row as a person reads them.
    func report(names: [String], _ rows: [[Value]], shown: ([Value]) -> [Value] = { $0 }) throws {
        try report(
            json: .array(rows.map { JSONText(Array(zip(names, $0))) }),
            lines: aligned(
                rows.map { row in
                    // Empty cells become "-", so that a script can count the columns.
                    shown(row).map { $0.text.isEmpty ? "-" : $0.text }
                }
            )
        )
    }
}
