import Glibc
import Logging

/// Writes to standard error as the journal likes it: one line a record, its priority in front (`<6>`).
struct JournalLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "<\(event.level.priority)>\(event.message)"
        let metadata = metadata.merging(event.metadata ?? [:]) { _, new in new }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line += " \(key)=\(value)"
        }
        // A record is one line, whatever a client put into it.
        line = String(line.map { $0.isNewline ? " " : $0 }) + "\n"
        unsafe line.utf8.span.bytes.withUnsafeBytes { buffer in
            _ = unsafe write(STDERR_FILENO, buffer.baseAddress, buffer.count)
        }
    }
}

extension Logger.Level {
    /// The number that syslog gives it.
    fileprivate var priority: Int {
        switch self {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
