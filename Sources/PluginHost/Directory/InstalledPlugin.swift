/// A plug-in that was found, passed the checks, and may be started.
package struct InstalledPlugin: Sendable, Hashable {
    package let manifest: PluginManifest
    /// Absolute and without symbolic links, as `program` is.
    package let folder: String
    package let program: String
    /// The paths that the manifest requests and that are granted.
    package let reads: [String]
    /// The other paths that the manifest requests.
    package let refusedReads: [String]
    /// Whether its standard error is logged after it has received users' texts.
    let logsErrors: Bool

    private static let manifestLimit = 64 * 1024

    /// Reads and checks the plug-in in a folder, without running it. Throws the reason why it cannot be used.
    package init(folder path: String, settings: PluginSettings) throws(PluginRefusal) {
        let folder = try TrustedFile(path)
        guard folder.isFolder else { throw PluginRefusal("\(path): it is not a folder") }

        let description = try TrustedFile(folder.path + "/plugin.json")
        guard description.isRegular, description.isBelow(folder) else {
            throw PluginRefusal("plugin.json is not a file in the plug-in's folder")
        }
        let manifest = try PluginManifest(json: try description.contents(limit: Self.manifestLimit))

        // A user who can change a folder on the path of the program could replace the program.
        var way = folder.path
        for part in manifest.program.split(separator: "/").dropLast() {
            way += "/" + part
            _ = try TrustedFile(way)
        }
        let program = try TrustedFile(folder.path + "/" + manifest.program)
        guard program.isRegular, program.isBelow(folder) else {
            throw PluginRefusal("/program: \(program.path) is not a file below the plug-in's folder")
        }
        guard program.isExecutable else {
            throw PluginRefusal("/program: \(program.path) cannot be executed")
        }
        self.manifest = manifest
        self.folder = folder.path
        self.program = program.path
        reads = manifest.reads.filter { settings.lets(manifest.name, read: $0) }
        refusedReads = manifest.reads.filter { !settings.lets(manifest.name, read: $0) }
        logsErrors = settings.logsErrors(of: manifest.name)
    }
}
