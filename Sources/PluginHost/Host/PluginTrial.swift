import EventLoop
import FormPlugin
import Logging
package import PluginWire
import Synchronization

/// The result of checking a plug-in and starting it once, as formd would.
package struct PluginTrial: Sendable {
    /// The plug-in, or the reason why formd would not use it.
    package var outcome: Result<InstalledPlugin, PluginRefusal>
    /// The lines that it wrote to its standard error, and restrictions that this machine does not support.
    package var notes: [String]

    /// Checks a plug-in's folder, starts its program in the sandbox, and waits for its hello.
    ///
    /// - Parameter reserved: types that plug-ins must not provide.
    @LoopActor
    package static func run(
        folder: String,
        launcher: String?,
        reserved: Set<TypeIdentity>,
        settings: PluginSettings
    ) async -> PluginTrial {
        var notes = Confinement.ofThisMachine.gaps
        do throws(PluginRefusal) {
            let plugin = try InstalledPlugin(folder: folder, settings: settings)
            if let type = plugin.manifest.types.first(where: reserved.contains) {
                throw PluginRefusal("its type \(type) is formd's own")
            }
            notes += plugin.refusedReads.map { "the administrator does not let it read \($0)" }
            let log = NoteLog()
            var logger = Logger(label: "plug-in") { _ in NoteHandler(log: log) }
            logger.logLevel = .notice
            var limits = PluginLimits()
            limits.failures = 1
            let runner = PluginRunner(plugin, launcher: launcher, limits: limits, loop: .shared, logger: logger)
            runner.prepare()
            var state = runner.status.state
            while state == .starting {
                try? await EventLoop.shared.sleep(for: .milliseconds(5))
                state = runner.status.state
            }
            _ = runner.stop()
            notes += log.lines
            if case .quarantined(let reason) = state { throw PluginRefusal(reason) }
            return PluginTrial(outcome: .success(plugin), notes: notes)
        } catch {
            return PluginTrial(outcome: .failure(error), notes: notes)
        }
    }
}

/// Collects the plug-in's standard error. The trial runs on the loop's thread, and so does its log.
private final class NoteLog: Sendable {
    private let notes = Mutex<[String]>([])

    var lines: [String] { notes.withLock { $0 } }

    func append(_ line: String) {
        notes.withLock { $0.append(line) }
    }
}

private struct NoteHandler: LogHandler {
    let log: NoteLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    func log(event: LogEvent) {
        // Warnings and errors are the outcome of the trial; notices are the plug-in's own lines.
        if event.level == .notice { log.append("it says: \(event.message)") }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}
