import ArgumentParser
import EventLoop
import FoundationEssentials
import PluginWire

struct NewPluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a folder NAME with a plug-in in Swift that builds and passes its test.",
        discussion: """
            The folder contains a Swift package with a type of the kind and its test, plugin.json, and a Makefile: \
            "make test", "make check" (the checks of formd), "make install" (for your user). The package uses the SDK \
            that was installed with this program, share/formd/sdk, or in a checkout the SDK of the checkout.
            """
    )

    @Argument(help: "The plug-in's name: a letter, then letters, digits, \"-\", \"_\", \".\".") var name: String
    @Option(help: "placeholder, formatter, validator or measurer.") var kind: PluginKind
    @Option(help: "The SDK: a folder, or the URL of formd's repository.") var sdk: String?

    func run() throws {
        let template: PluginTemplate
        do {
            template = try PluginTemplate(name: name, kind: kind, sdk: try PluginSDK(named: sdk))
        } catch let error as PluginTemplate.BadName {
            throw CommandFailure(.usage, error.description.escapingControls)
        }
        guard !FileManager.default.fileExists(atPath: name) else {
            throw CommandFailure(.refused, "\(name) exists already")
        }
        for file in template.files {
            try write(file.text, to: "\(name)/\(file.path)")
        }
        try StandardOutput.write(template.files.map { "\(name)/\($0.path)" })
    }

    private func write(_ text: String, to path: String) throws {
        do {
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            // formd refuses folders and files that users other than the owner can write.
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        } catch {
            throw CommandFailure(.refused, "cannot write \(path): \(error)".escapingControls)
        }
    }
}

/// The kinds of types in a manifest.
enum PluginKind: String, ExpressibleByArgument, CaseIterable {
    case placeholder, formatter, validator, measurer
}
