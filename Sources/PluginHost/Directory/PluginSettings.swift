import EventLoop
import FormPlugin

/// The administrator's settings for plug-ins, by the plug-ins' names: the files `plugins.json`.
///
///     {"my-measurer": {"reads": ["/opt/fonts"], "log": true}}
///
/// A manifest only makes requests: a plug-in can read a path if its manifest requests it, and if it is granted by an
/// administrator's file or belongs to the system's font folders.
package struct PluginSettings: Sendable, Hashable {
    /// The settings for one plug-in.
    package struct Grants: Sendable, Hashable {
        /// Absolute paths that it may read, including everything below them.
        package var reads: [String] = []
        /// Whether its standard error is logged after it has received users' texts.
        package var log = false
    }

    private var grants: [String: Grants] = [:]
    /// Files that cannot be used, with the reason.
    package private(set) var refused: [PluginDirectory.Refused] = []

    /// The paths that every plug-in may read if its manifest requests them: fonts and their configuration, which are
    /// not confidential.
    package static let fontFolders = [
        "/etc/fonts", "/usr/share/fontconfig", "/usr/share/fonts", "/usr/local/share/fonts",
        "/usr/share/xml/fontconfig", "/var/cache/fontconfig",
    ]

    private static let sizeLimit = 64 * 1024

    package init() {}

    /// Reads the files. A file that does not exist grants nothing. What several files grant to one plug-in is combined.
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

    /// The files that formd reads: in `/etc/formd`; in the directories of `FORMD_PLUGIN_PATH`, which the user who
    /// starts the daemon controls; and for a user's daemon in the user's configuration.
    package static func files(environment: [String: String], isUserDaemon: Bool) -> [String] {
        var folders = (environment["FORMD_PLUGIN_PATH"] ?? "").split(separator: ":").map(String.init) + ["/etc/formd"]
        if isUserDaemon {
            let home = environment["HOME"].map { $0 + "/.config" }
            if let configuration = environment["XDG_CONFIG_HOME"] ?? home { folders.append(configuration + "/formd") }
        }
        return folders.filter { $0.hasPrefix("/") }.map { $0 + "/" + fileName }
    }

    static let fileName = "plugins.json"

    /// Whether a plug-in's standard error is logged after it has received users' texts.
    func logsErrors(of name: String) -> Bool { grants[name]?.log ?? false }

    /// Whether a plug-in may read a path that its manifest requests.
    func lets(_ name: String, read path: String) -> Bool {
        let granted = Self.fontFolders + (grants[name]?.reads ?? [])
        return granted.contains { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }

    /// Whether a path is absolute and contains no `..`.
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
