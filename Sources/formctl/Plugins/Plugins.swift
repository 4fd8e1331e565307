import ArgumentParser
import DBus
import EventLoop

extension Formctl {
    struct Plugins: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say how plug-ins are, or check one before it is installed.",
            subcommands: [List.self, Check.self],
            defaultSubcommand: List.self
        )
    }
}

extension Formctl.Plugins {
    struct List: DaemonCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the daemon's plug-ins: what each is doing, which were refused and why.",
            discussion: """
                A line for each: name, version, state, process, questions answered and asked, types. Then what went \
                wrong: failures, folders that were refused, plug-ins that are shadowed by others of their name, and \
                what this kernel cannot confine.
                """
        )

        @OptionGroup var options: GlobalOptions

        func run(_ daemon: Daemon) async throws {
            let statistics = try await daemon.manager("GetStatistics").first?.orderedProperties ?? []
            let report = PluginReport(statistics)
            try self.report(json: JSON(report.statistics), lines: report.lines)
        }
    }
}
