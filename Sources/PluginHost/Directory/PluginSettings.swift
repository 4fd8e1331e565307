import EventLoop
import FormPlugin

/// What the administrator lets plug-ins do, by their names: the files `plugins.json`.
///
///     {"my-measurer": {"reads": ["/opt/fonts"], "log": true}}
///
/// A manifest only asks: a plug-in reads what its manifest names and an administrator's file, or the list of system font
/// folders, grants.
package struct PluginSettings: Sendable, Hashable {
    /// What one plug-in is granted.
    package struct Grants: Sendable, Hashable {
        /// Absolute paths that it may read, with everything below them.
        package var reads: [String] = []
        /// Whether its standard error is logged while it knows users' texts.
        package var log = false
    }

    private var grants: [String: Grants] = [:]
    /// Files that cannot be used, with the reason.
    package private(set) var refused: [PluginDirectory.Refused] = []

    /// What every plug-in may read if its manifest asks for it: fonts and their configuration, which are no secret.
    package static let fontFolders = [
        "/etc/fonts", "/usr/share/fontconfig", "/usr/share/fonts", "/usr/local/share/fonts",
        "/usr/share/xml/fontconfig", "/var/cache/fontconfig",
    ]

    private static let sizeLimit = 64 * 1024

    package init() {}

    /// Reads files, of which those that do not exist grant nothing. What several grant to one plug-in adds up.
    package init(files: [String]) {
        for path in files where FileSystem.exists(path) {
            do throws(PluginRefusal) {
                for (name, granted) in try Self.read(path) {
                    grants[name, default: Grants()].reads += granted.reads
                    if granted.log { grants[name]?.log = true }
                }
            } catch {
                refused.append(PluginDirectory.Refused(path: path, reason: error.description))
            }
        }
    }

    /// Where formd looks: in `/etc/formd` and in the directories of `FORMD_PLUGIN_PATH`, whose settings belong to whoever
    /// starts the daemon; a user's daemon also in the user's configuration.
    package static func files(environment: [String: String], isUserDaemon: Bool) -> [String] {
        var folders = (environment["FORMD_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init) + ["/etc/formd"]
        if isUserDaemon {
            let home = environment["HOME"].map { $0 + "/.config" }
            if let configuration = environment["XDG_CONFIG_HOME"] ?? home { folders.append(configuration + "/formd") }
        }
        return folders.filter { $0.hasPrefix("/") }.map { $0 + "/" + fileName }
    }

    static let fileName = "plugins.json"

    /// Whether a plug-in's standard error is logged while it knows users' texts.
    func logsErrors(of name: String) -> Bool { grants[name]?.log ?? false }

    /// Whether a plug-in may read a path that its manifest names.
    func lets(_ name: String, read path: String) -> Bool {
        let granted = Self.fontFolders + (grants[name]?.reads ?? [])
        return granted.contains { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }

    /// Whether a path is absolute and leads to nothing but what it says.
    static func isPlain(_ path: String) -> Bool {
        path.hasPrefix("/") && !path.utf8.contains(0) && !path.split(separator: "/").contains("..")
    }

    private static func read(_ path: String) throws(PluginRefusal) -> [String: Grants] {
        let file = try TrustedFile(path)
        guard file.isRegular else { throw PluginRefusal("\(path): it is not a file") }
        let json = try file.contents(limit: sizeLimit)
        let grants: [String: Grants]
        do throws(ConfigurationError) {
            grants = try ConfigurationText(json).decoded()
        } catch {
            throw PluginRefusal("\(path): \(error)")
        }
        for (name, granted) in grants {
            if let read = granted.reads.first(where: { !isPlain($0) }) {
                throw PluginRefusal("\(path): /\(name)/reads: \"\(read.printable(limit: 80))\" is not an absolute path")
            }
        }
        return grants
    }
}

extension PluginSettings.Grants: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case reads, log
    }

    package init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(except: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        reads = try container.decodeIfPresent([String].self, forKey: .reads) ?? []
        log = try container.decodeIfPresent(Bool.self, forKey: .log) ?? false
    }
}
