import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Forms: DaemonCommand {
        static let configuration = CommandConfiguration(abstract: "List the installed forms: name and title.")

        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            let forms = try await daemon.manager("ListForms").first?.elements?.compactMap(\.members) ?? []
            try report(names: ["name", "title"], forms)
        }
    }

    struct Sessions: DaemonCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the open sessions that you have a part in: path, form and owner."
        )

        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            let sessions = try await daemon.manager("ListSessions").first?.elements?.compactMap(\.members) ?? []
            try report(names: ["session", "form", "uid"], sessions)
        }
    }

    struct Status: DaemonCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the daemon's version, what it holds, and how its plug-ins are."
        )

        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            let version = try await daemon.property("Version", FormBusNames.manager, of: FormBusNames.root)
            let statistics = try await daemon.manager("GetStatistics").first?.orderedProperties ?? []
            let all = [("version", version)] + statistics
            try report(json: JSON(all), lines: aligned(all.flatMap { Self.rows($0, $1) }))
        }

        /// One row a value; what has names inside has a row for each.
        private static func rows(_ name: String, _ value: Value) -> [[String]] {
            guard let entries = value.entries else { return [[name.escapingControls, value.text]] }
            return entries.flatMap { rows(name + "." + $0.key.text, $0.value.variant ?? $0.value) }
        }
    }
}

extension DaemonCommand {
    /// A table; its columns have names in JSON only.
    fileprivate func report(names: [String], _ rows: [[Value]]) throws {
        try report(
            json: .array(rows.map { JSON(Array(zip(names, $0))) }),
            lines: aligned(
                rows.map { row in
                    // Something stands in every column, so that a script can count them.
                    row.map { $0.text.isEmpty ? "-" : $0.text }
                }
            )
        )
    }
}
