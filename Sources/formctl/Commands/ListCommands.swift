import ArgumentParser
import DBus
import EventLoop
import FormClient

struct FormsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "forms",
        abstract: "List the installed forms: name and title."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let forms = try await forms.manager("ListForms").first?.elements?.compactMap(\.members) ?? []
        try report(names: ["name", "title"], forms)
    }
}

struct SessionsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the open sessions that you have a part in: path, form and owner."
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let sessions = try await forms.manager("ListSessions").first?.elements?.compactMap(\.members) ?? []
        try report(names: ["session", "form", "uid"], sessions)
    }
}

extension DaemonCommand {
    /// Prints a table. Its columns have names only in JSON.
    fileprivate func report(names: [String], _ rows: [[Value]]) throws {
        try report(
            json: .array(rows.map { JSON(Array(zip(names, $0))) }),
            lines: aligned(
                rows.map { row in
                    // No cell is empty, so that a script can count the columns.
                    row.map { $0.text.isEmpty ? "-" : $0.text }
                }
            )
        )
    }
}
