package import Logging

/// One record of the log, as a line of text and as fields for the journal.
package struct LogRecord: Sendable {
    private let level: Logger.Level
    private let message: String
    private let metadata: [(key: String, value: String)]

    /// - Parameter leftOut: the number of suppressed records of the same source location before this one.
    package init(level: Logger.Level, message: String, metadata: Logger.Metadata, leftOut: Int = 0) {
        self.level = level
        self.message = leftOut == 0 ? message : "\(message) (\(leftOut) like it left out)"
        self.metadata = metadata.map { ($0.key, "\($0.value)") }.sorted { $0.0 < $1.0 }
    }

    /// The message followed by the values in quotation marks, on one line even if a value contains line breaks.
    package var text: String {
        metadata.reduce(message.onOneLine) { "\($0) \($1.key)=\"\($1.value.onOneLine.escapingQuotes)\"" }
    }

    /// The text after a prefix with the journal's priority, for a service manager that reads standard error.
    package var line: String { "<\(level.priority)>\(text)\n" }

    /// The fields for the journal: the text, and each value in a separate field such as `FORMD_PLUGIN`.
    package var fields: [String] {
        ["MESSAGE=\(text)", "PRIORITY=\(level.priority)", "SYSLOG_IDENTIFIER=formd"]
            + metadata.map { "FORMD_\($0.key.uppercased())=\($0.value)" }
    }
}

extension String {
    fileprivate var onOneLine: String {
        String(map { $0.isNewline ? " " : $0 })
    }

    fileprivate var escapingQuotes: String {
        String(flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
    }
}

extension Logger.Level {
    /// The level's number in syslog.
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
