import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormRuntime
import FoundationEssentials
import PluginHost
import PluginWire

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "Say how plug-ins are, check one before it is installed, or begin one of your own.",
        subcommands: [ListPluginsCommand.self, CheckPluginCommand.self, NewPluginCommand.self],
        defaultSubcommand: ListPluginsCommand.self,
        aliases: ["plugin"]
    )
}

struct ListPluginsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the daemon's plug-ins: what each is doing, which were refused and why.",
        discussion: """
            A line for each: name, version, state, process, questions answered and asked, types. Then what went \
            wrong: failures, folders that were refused, plug-ins that are shadowed by others of their name, and \
            what this kernel cannot confine.
            """
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let statistics = try await forms.manager("GetStatistics").first?.propertyChanges ?? []
        let report = PluginReport(statistics)
        try self.report(json: JSON(report.statistics), lines: report.lines)
    }
}

struct CheckPluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a plug-in's folder as formd would, and start it once, confined.",
        discussion: """
            Needs no daemon. Prints the plug-in and its types, or what keeps formd from using it. Exit status 1 if \
            something does.
            """
    )

    @Argument(help: "The plug-in's folder, which holds its plugin.json.", completion: .directory) var folder: String

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let settings = PluginSettings(files: PluginSettings.files(environment: environment, isUserDaemon: true))
        let trial = try EventLoop.run {
            await PluginTrial.run(
                folder: folder,
                launcher: launcher,
                reserved: RegisteredType.reserved,
                settings: settings
            )
        }
        try StandardOutput.write(trial.notes.map { "\(folder): \($0)".escapingControls })
        switch trial.outcome {
        case .success(let plugin):
            let types = plugin.manifest.types.map(\.description).joined(separator: ", ")
            try StandardOutput.write([
                "\(plugin.manifest.name) \(plugin.manifest.version): \(types)".escapingControls
            ])
        case .failure(let refusal):
            throw CommandFailure(.refused, "\(folder): \(refusal.description)".escapingControls)
        }
    }

    private var launcher: String? {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return program.flatMap(Confinement.launcher(besides:))
    }
}
