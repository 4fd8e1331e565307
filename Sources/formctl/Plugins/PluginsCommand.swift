import ArgumentParser
import DBus
import EventLoop
import FormClient
import FormModel
import FoundationEssentials
import PluginHost
import PluginWire

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "Show the state of plug-ins, check one before it is installed, or create a new one.",
        subcommands: [ListPluginsCommand.self, CheckPluginCommand.self, NewPluginCommand.self],
        defaultSubcommand: ListPluginsCommand.self,
        aliases: ["plugin"]
    )
}

struct ListPluginsCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the daemon's plug-ins with their states, and the folders that were refused.",
        discussion: """
            Prints one line for each plug-in: name, version, state, process, questions answered and asked, types. Then \
            it lists problems: failures, folders that were refused, plug-ins that are hidden by others of the same \
            name, and restrictions of the sandbox that this kernel does not support.
            """
    )

    @OptionGroup var options: GlobalOptions

    func run(_ forms: Forms) async throws {
        let statistics = try await forms.manager("GetStatistics").first?.propertyChanges ?? []
        let report = PluginReport(statistics)
        try self.report(json: JSONText(report.statistics), lines: report.lines)
    }
}

struct CheckPluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a plug-in's folder as formd would, and start the plug-in once in its sandbox.",
        discussion: """
            Needs no daemon. Prints the plug-in and its types, or the reason why formd cannot use it, with exit status \
            1.
            """
    )

    @Argument(help: "The plug-in's folder, which contains its plugin.json.", completion: .directory) var folder: String

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
