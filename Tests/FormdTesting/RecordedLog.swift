package import Logging
import Synchronization

/// Lines as they were logged.
package final class RecordedLog: Sendable {
    private let recorded = Mutex<[String]>([])

    package init() {}

    /// A logger whose lines are recorded.
    package var logger: Logger {
        Logger(label: "test") { [self] _ in RecordingHandler(log: self) }
    }

    package var lines: [String] {
        recorded.withLock { $0 }
    }

    fileprivate func append(_ line: String) {
        recorded.withLock { $0.append(line) }
    }

    package func contains(_ part: String) -> Bool {
        lines.contains { $0.contains(part) }
    }
}

private struct RecordingHandler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let pairs = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        log.append("\(event.level): \(event.message)\(pairs)")
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}
