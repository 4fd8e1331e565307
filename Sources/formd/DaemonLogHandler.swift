import CSystemd
import EventLoop
import FormRuntime
import Glibc
import Logging
import Synchronization

/// The level of the daemon's log, which every copy of its logger obeys and which can be changed while formd runs.
final class DaemonLog: Sendable {
    private let current: Mutex<Logger.Level>
    /// Whether standard error is connected to the journal.
    let hasJournal = DaemonLog.isJournal(STDERR_FILENO)

    init(level: Logger.Level) {
        current = Mutex(level)
    }

    var level: Logger.Level {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }

    /// Whether the service manager has connected a descriptor to the journal. If it has, the environment names the
    /// descriptor's device and inode.
    private static func isJournal(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard let stream = unsafe getenv("JOURNAL_STREAM"), unsafe fstat(descriptor, &status) == 0 else { return false }
        return unsafe String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }
}

/// Writes the log to the journal, with fields, if standard error is connected to the journal. Otherwise it writes one
/// line for each record to standard error.
struct DaemonLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    private let log: DaemonLog
    private let allowances = LogAllowances()

    init(_ log: DaemonLog) {
        self.log = log
    }

    var logLevel: Logger.Level {
        get { log.level }
        set { log.level = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard let leftOut = allowances.takeLine(file: event.file, line: event.line) else { return }
        let record = LogRecord(
            level: event.level,
            message: "\(event.message)",
            metadata: metadata.merging(event.metadata ?? [:]) { $1 },
            leftOut: leftOut
        )
        if log.hasJournal, Self.sendToJournal(record.fields) { return }
        unsafe record.line.utf8.span.bytes.withUnsafeBytes { buffer in
            _ = unsafe write(STDERR_FILENO, buffer.baseAddress, buffer.count)
        }
    }

    private static func sendToJournal(_ fields: [String]) -> Bool {
        let copies = unsafe fields.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let parts = unsafe copies.compactMap { copy in
            unsafe copy.map { unsafe iovec(iov_base: UnsafeMutableRawPointer($0), iov_len: strlen($0)) }
        }
        return unsafe sd_journal_sendv(parts, Int32(parts.count)) == 0
    }
}
