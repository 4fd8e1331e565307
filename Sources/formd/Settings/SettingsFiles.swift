import EventLoop
import FormModel
import Glibc

/// The settings files of a daemon, in the order in which they are read: `formd.json`, then the files `*.json` of the
/// folder `formd.json.d` beside it, by their names. A later value replaces an earlier one, lists as a whole.
struct SettingsFiles: Sendable {
    /// The paths of the files `formd.json`.
    let paths: [String]

    private static let sizeLimit = 64 * 1_024

    /// The standard files: that in `/etc/formd`, and for a user's daemon also that in the user's configuration.
    static func standard(environment: [String: String], isUserDaemon: Bool) -> SettingsFiles {
        var folders = ["/etc/formd"]
        if isUserDaemon {
            let home = environment["HOME"].map { $0 + "/.config" }
            if let own = environment["XDG_CONFIG_HOME"] ?? home, own.hasPrefix("/") { folders.append(own + "/formd") }
        }
        return SettingsFiles(paths: folders.map { $0 + "/formd.json" })
    }

    /// Reads the files that exist.
    ///
    /// - Returns: the settings, and every problem as `PATH:LINE:COLUMN: error: …`. The settings are to be used only if
    ///   there is no problem.
    func read() -> (settings: DaemonSettings, problems: [String]) {
        var settings = DaemonSettings()
        var problems: [String] = []
        for path in paths {
            for file in [path] + Self.dropIns(of: path, &problems) where FileSystem.exists(file) {
                problems += Self.read(file, into: &settings)
            }
        }
        return (settings, problems)
    }

    private static func dropIns(of path: String, _ problems: inout [String]) -> [String] {
        let folder = path + ".d"
        guard FileSystem.exists(folder) else { return [] }
        do {
            return try FileSystem.names(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
                .map { folder + "/" + $0 }
        } catch {
            problems.append("\(error)")
            return []
        }
    }

    private static func read(_ path: String, into settings: inout DaemonSettings) -> [String] {
        do {
            let text = try FileSystem.contents(of: path, limit: sizeLimit + 1)
            guard text.count <= sizeLimit else { return ["\(path): error: it has more than \(sizeLimit) bytes"] }
            let context = DecodingContext(document: try JSONDocument(text))
            DaemonSettings.keys.read(context.document.root, into: &settings, context)
            return context.diagnostics().map { "\(path):\($0)" }
        } catch let error as JSONSyntaxError {
            return ["\(path):\(error.position.line):\(error.position.column): error: \(error.reason)"]
        } catch {
            return ["\(path): error: \(error)"]
        }
    }
}
