import ArgumentParser
import EventLoop
import FormBundles
import FormEngine
import FormModel
import FoundationEssentials
import Glibc
import PluginHost

struct MakeBundleCommand: FormdCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Make a bundle of the forms in a folder, and print it.",
        discussion: """
            The forms are the files NAME.json of the folder. Files messages/LANGUAGE.json, objects of texts by the names of \
            messages, replace formd's own. With --plugin the kiosks take up the bundle only if their plug-in is the same \
            program as that of this machine. Exit status 1 if a form cannot be opened. Sign the file that you write this to: \
            minisign -S -m NAME.json.
            """
    )

    @Argument(help: "The folder.", completion: .directory) var folder: String
    @Option(help: "The bundle's name: letters, digits, \".\", \"_\" and \"-\".") var name: String
    @Option(help: ArgumentHelp("The version; the seconds since 1970 by default.", valueName: "version"))
    var number: Int?
    @Option(help: ArgumentHelp("A plug-in that the forms need; may be repeated.", valueName: "plug-in"))
    var plugin: [String] = []
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard FormBundle.isName(name) else { throw ValidationError("--name has other characters, or too many.") }
        if let number, !(FormBundle.versions ~= number) { throw ValidationError("--number is 1 to 2^53 - 1.") }
    }

    func run() throws {
        var bundle = FormBundle()
        bundle.name = name
        bundle.version = number ?? time(nil)
        bundle.forms = try texts(in: folder)
        let messages = folder + "/messages"
        if TextFile.isFolder(messages) { bundle.messages = try self.messages(in: messages) }
        for (plugin, program) in try programs() { bundle.plugins[plugin] = try digest(of: program) }
        let json = bundle.json.written + "\n"
        do throws(BundleError) {
            try FormBundle(Array(json.utf8), messageNames: DefinitionKinds.replaceableMessages).check()
        } catch {
            throw CommandFailure(.refused, error.description.escapingControls)
        }
        try StandardOutput.write(text: json)
    }

    /// The contents of the files `NAME.json` by their names.
    private func texts(in folder: String) throws -> [String: String] {
        let names: [String]
        do throws(SystemError) {
            names = try FileSystem.names(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        } catch {
            throw CommandFailure(.refused, error.description.escapingControls)
        }
        var texts: [String: String] = [:]
        for name in names { texts[String(name.dropLast(".json".count))] = try TextFile.read("\(folder)/\(name)") }
        return texts
    }

    private func messages(in folder: String) throws -> [String: [String: String]] {
        try texts(in: folder).reduce(into: [:]) { messages, file in
            let path = "\(folder)/\(file.key).json".escapingControls
            do {
                guard let object = try JSONDocument(file.value).root.object else {
                    throw CommandFailure(.refused, "\(path): it is not an object")
                }
                for member in object.members {
                    guard let text = member.value.string else {
                        throw CommandFailure(.refused, "\(path): \(member.key.escapingControls) is not a text")
                    }
                    messages[file.key, default: [:]][member.key] = text
                }
            } catch let error as JSONSyntaxError {
                throw CommandFailure(.refused, "\(path): \(error)")
            }
        }
    }

    /// The programs of the plug-ins that are asked for.
    private func programs() throws -> [(plugin: String, path: String)] {
        guard !plugin.isEmpty else { return [] }
        let installed = PluginDirectory.installed
        return try plugin.map { name in
            guard let found = installed.first(where: { $0.manifest.name == name }) else {
                throw CommandFailure(.refused, "the plug-in \"\(name.escapingControls)\" is not installed here")
            }
            return (name, found.program)
        }
    }

    private func digest(of program: String) throws -> String {
        do throws(SystemError) {
            return try Digest.ofFile(program)
        } catch {
            throw CommandFailure(.refused, error.description.escapingControls)
        }
    }
}

struct CheckBundleCommand: FormdCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a bundle as a kiosk would: its signature, its forms, and the plug-ins of this machine.",
        discussion: "Needs no daemon. Exit status 1, with the reason, if a kiosk would refuse it."
    )

    @Argument(help: "The bundle's file. Its signature is FILE.minisig.", completion: .file(extensions: ["json"]))
    var file: String
    @Option(help: "A public key in Base64, or a file with one, as minisign -G writes it; may be repeated.")
    var key: [String]
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let bundle: FormBundle
        let contents = try TextFile.bytes(of: file)
        let signature = try TextFile.bytes(of: file + ".minisig")
        let keys = try key.map { try publicKey($0) }
        do throws(BundleError) {
            try DetachedSignature(signature).check(contents, by: keys)
            bundle = try FormBundle(contents, messageNames: DefinitionKinds.replaceableMessages)
            try bundle.check()
        } catch {
            throw CommandFailure(.refused, error.description.escapingControls)
        }
        try report(
            json: [
                "bundle": .string(bundle.name), "version": .number(bundle.version),
                "forms": .array(bundle.forms.keys.sorted().map { .string($0) }),
                "languages": .array(bundle.messages.keys.sorted().map { .string($0) }),
                "plugins": .array(bundle.plugins.keys.sorted().map { .string($0) }),
            ],
            lines: [bundle.shown + ": " + bundle.forms.keys.sorted().joined(separator: " ").escapingControls]
        )
    }

    private func publicKey(_ argument: String) throws -> PublicKey {
        if let key = PublicKey(argument) { return key }
        guard TextFile.exists(argument), let key = PublicKey(try TextFile.read(argument)) else {
            throw CommandFailure(.refused, "\(argument.escapingControls) is no public key, nor a file with one")
        }
        return key
    }

}

extension FormBundle {
    /// Checks the forms, with the plug-ins of this machine, and whether these are those that the bundle names.
    fileprivate func check() throws(BundleError) {
        let installed = PluginDirectory.installed
        let decoder = DefinitionDecoder(types: TypeNames(installed.flatMap(\.manifest.types)))
        for (name, definition) in forms.sorted(by: { $0.key < $1.key }) {
            let errors = decoder.decode(definition, name: name).diagnostics.filter { $0.severity == .error }
            if let error = errors.first { throw BundleError(.invalidForm, "\(name):\(error)") }
        }
        for (name, digest) in plugins.sorted(by: { $0.key < $1.key }) {
            let program = installed.first { $0.manifest.name == name }?.program
            guard let program, (try? Digest.ofFile(program)) == digest else {
                throw BundleError(.wrongPlugin, "the plug-in \(quoted(name)) is not installed here, or another program")
            }
        }
    }
}

extension PluginDirectory {
    /// The plug-ins of this machine that formd could start. None of them is started.
    static var installed: [InstalledPlugin] {
        let environment = ProcessInfo.processInfo.environment
        return discover(
            searchPaths(environment: environment, isUserDaemon: true),
            taken: RegisteredType.reserved,
            settings: PluginSettings(files: PluginSettings.files(environment: environment, isUserDaemon: true))
        ).plugins
    }
}
