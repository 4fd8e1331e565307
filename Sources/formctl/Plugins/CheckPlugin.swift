import ArgumentParser
import EventLoop
import FormRuntime
import FoundationEssentials
import PluginWire

extension Formctl.Plugins {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a plug-in's folder as formd would, and start it once, confined.",
            discussion: """
                Needs no daemon. Prints the plug-in and its types, or what keeps formd from using it. Exit status 1 if \
                something does.
                """
        )

        @Argument(help: "The plug-in's folder, which holds its plugin.json.") var folder: String

        func run() throws {
            let environment = ProcessInfo.processInfo.environment
            let settings = PluginSettings(files: PluginSettings.files(environment: environment, isUserDaemon: true))
            let trial = try EventLoop.run {
                await PluginTrial.run(folder: folder, launcher: launcher, settings: settings)
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
}
