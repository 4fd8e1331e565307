package import EventLoop
package import Logging
package import PluginWire

/// The plug-ins of this machine, their types and the administrator's settings for them. Each plug-in runs in its own
/// process, which starts with the first question. Questions are asked for a user; see `UserPlugins`.
@LoopActor
package final class PluginHost {
    private let paths: [String]
    private let settings: [String]
    package let launcher: String?
    private let mayReadSecrets: Set<String>
    let limits: PluginLimits
    let loop: EventLoop
    let logger: Logger
    private let reserved: Set<TypeIdentity>
    private var users: [UInt32: UserPlugins] = [:]
    /// The programs that receive submissions or fetch bundles now.
    var runs: [Int: ProgramRun] = [:]
    var runCount = 0
    /// The result of the last search.
    package private(set) var findings = PluginDirectory.Findings()
    package let confinement = Confinement.ofThisMachine

    /// Looks for plug-ins, and runs none yet.
    ///
    /// - Parameters:
    ///   - paths: searched in this order; see `PluginDirectory.searchPaths`.
    ///   - settings: the administrator's files; see `PluginSettings.files`.
    ///   - reserved: types of formd's own, which no plug-in may offer.
    ///   - launcher: the path of `formd-plugin-launcher`; `nil` if there is none, so that no plug-in can be started.
    ///   - mayReadSecrets: the names of the plug-ins that the administrator lets see secrets if they ask for it.
    package init(
        paths: [String],
        settings: [String] = [],
        reserved: Set<TypeIdentity>,
        launcher: String?,
        mayReadSecrets: Set<String> = [],
        limits: PluginLimits = PluginLimits(),
        loop: EventLoop,
        logger: Logger
    ) {
        self.paths = paths
        self.settings = settings
        self.launcher = launcher
        self.mayReadSecrets = mayReadSecrets
        self.limits = limits
        self.loop = loop
        self.logger = logger
        self.reserved = reserved
        search()
    }

    /// The plug-ins of a user.
    package func plugins(of user: UInt32) -> UserPlugins {
        if let plugins = users[user] { return plugins }
        let plugins = UserPlugins(self)
        users[user] = plugins
        return plugins
    }

    /// Every type that can be asked, by kind and name.
    package var types: [RegisteredType] {
        let types = findings.plugins.flatMap { plugin in
            plugin.manifest.types.map { RegisteredType(kind: $0.kind, name: $0.name, plugin: plugin.manifest.name) }
        }
        return types.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    /// The state of each plug-in for a user; for `nil`, for each user who has used plug-ins, ordered by user ID.
    package func states(of user: UInt32?) -> [(user: UInt32, status: PluginStatus)] {
        let asked = user.map { [$0] } ?? (users.isEmpty ? [0] : users.keys.sorted())
        return asked.flatMap { user in plugins(of: user).states.map { (user, $0) } }
    }

    /// How long a transaction waits for the answers of plug-ins.
    package var lateness: Duration { limits.late }

    /// Searches for plug-ins again: ends all processes and quarantines, discards all answers, and asks the pending
    /// questions again.
    package func reload() {
        let pending = users.values.map { ($0, $0.stop()) }
        search()
        for (plugins, questions) in pending {
            plugins.makeRunners()
            plugins.putAgain(questions)
        }
    }

    /// Why a question has no answer if it was pending when all processes were ended.
    static let stopping = "formd is stopping"

    /// Ends all processes, for good. Pending questions become unavailable.
    package func stop() {
        findings.plugins = []
        for question in users.values.flatMap({ $0.stop() }) {
            question.handler(.unavailable(Self.stopping, isCulprit: false))
        }
    }

    // MARK: For users' plug-ins

    func makeRunner(_ plugin: InstalledPlugin) -> PluginRunner {
        PluginRunner(plugin, launcher: launcher, limits: limits, loop: loop, logger: logger)
    }

    /// Why a plug-in may not see secrets; `nil` if it may.
    func secretRefusal(_ plugin: InstalledPlugin) -> String? {
        let manifest = plugin.manifest
        if !manifest.secrets { return "\(manifest.name) does not ask to see secrets" }
        if !mayReadSecrets.contains(manifest.name) {
            return "the administrator does not let \(manifest.name) see secrets"
        }
        return nil
    }

    // MARK: Searching

    private func search() {
        findings = PluginDirectory.discover(paths, taken: reserved, settings: PluginSettings(files: settings))
        for refused in findings.refused {
            logger.warning(
                "a plug-in is refused",
                metadata: ["path": "\(refused.path)", "reason": "\(refused.reason)"]
            )
        }
        for shadowed in findings.shadowed {
            logger.notice(
                "a plug-in is ignored because an earlier folder has one with the same name",
                metadata: ["plugin": "\(shadowed.name)", "path": "\(shadowed.path)", "by": "\(shadowed.by)"]
            )
        }
        for plugin in findings.plugins where !plugin.refusedReads.isEmpty {
            logger.notice(
                "a plug-in requests to read files that the administrator has not granted",
                metadata: [
                    "plugin": "\(plugin.manifest.name)", "paths": "\(plugin.refusedReads.joined(separator: ", "))",
                ]
            )
        }
        if !findings.plugins.isEmpty, !confinement.gaps.isEmpty {
            logger.notice(
                "this kernel does not support the complete sandbox of plug-ins",
                metadata: ["missing": "\(confinement.gaps.joined(separator: "; "))"]
            )
        }
    }
}
