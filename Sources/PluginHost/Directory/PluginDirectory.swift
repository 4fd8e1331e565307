import EventLoop
package import PluginWire

/// Searches for plug-ins.
package enum PluginDirectory {
    /// The result of a search, in the order of the search.
    package struct Findings: Sendable, Hashable {
        package var plugins: [InstalledPlugin] = []
        package var refused: [Refused] = []
        package var shadowed: [Shadowed] = []
    }

    package struct Refused: Sendable, Hashable {
        package var path: String
        package var reason: String
    }

    /// A plug-in that is not used because another one with its name was found first.
    package struct Shadowed: Sendable, Hashable {
        package var path: String
        package var name: String
        package var by: String
    }

    /// The maximum number of folders in a directory.
    private static let folderLimit = 256

    /// The directories in the order in which they are searched.
    ///
    /// - Parameter isUserDaemon: whether formd runs for one user, who may then install plug-ins.
    package static func searchPaths(environment: [String: String], isUserDaemon: Bool) -> [String] {
        var paths = (environment["FORMD_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init)
        paths += ["/etc/formd/plugins", "/usr/local/lib/formd/plugins", "/usr/lib/formd/plugins"]
        if isUserDaemon, let home = environment["HOME"] {
            paths.append(home + "/.local/lib/formd/plugins")
        }
        // A relative path would depend on the folder in which formd was started.
        return paths.filter { $0.hasPrefix("/") }
    }

    /// Checks every folder in every directory. A directory that does not exist counts as empty.
    ///
    /// - Parameters:
    ///   - taken: the built-in types, which plug-ins must not provide.
    ///   - settings: the administrator's settings.
    package static func discover(
        _ paths: [String],
        taken: Set<TypeIdentity> = [],
        settings: PluginSettings = PluginSettings()
    ) -> Findings {
        var findings = Findings()
        findings.refused = settings.refused
        var taken = Dictionary(uniqueKeysWithValues: taken.map { ($0, "formd itself") })
        for directory in paths {
            for folder in folders(in: directory, &findings) {
                do throws(PluginRefusal) {
                    try add(try InstalledPlugin(folder: folder, settings: settings), to: &findings, taken: &taken)
                } catch {
                    findings.refused.append(Refused(path: folder, reason: error.description))
                }
            }
        }
        return findings
    }

    private static func folders(in directory: String, _ findings: inout Findings) -> [String] {
        guard FileSystem.exists(directory) else { return [] }
        do {
            let trusted = try TrustedFile(directory)
            let names = try FileSystem.names(in: trusted.path)
            guard names.count <= folderLimit else {
                throw PluginRefusal("it holds \(names.count) entries, more than \(folderLimit)")
            }
            // Names that begin with a dot belong to editors and package managers.
            return names.filter { !$0.hasPrefix(".") && $0 != PluginSettings.fileName }
                .sorted()
                .map { directory + "/" + $0 }
        } catch {
            findings.refused.append(Refused(path: directory, reason: "\(error)"))
            return []
        }
    }

    private static func add(
        _ plugin: InstalledPlugin,
        to findings: inout Findings,
        taken: inout [TypeIdentity: String]
    ) throws(PluginRefusal) {
        let name = plugin.manifest.name
        if let first = findings.plugins.first(where: { $0.manifest.name == name }) {
            findings.shadowed.append(Shadowed(path: plugin.folder, name: name, by: first.folder))
            return
        }
        for type in plugin.manifest.types {
            if let owner = taken[type] {
                throw PluginRefusal("its type \(type) is already offered by \(owner)")
            }
        }
        for type in plugin.manifest.types {
            taken[type] = name
        }
        findings.plugins.append(plugin)
    }
}
