import EventLoop

/// Splits a plug-in's standard error into lines for the log: each at most 1024 bytes long, and as many as a
/// `LogAllowance` permits.
struct PluginLog {
    static let longestLine = 1024

    private var partial: [UInt8] = []
    private var isOverlong = false
    private var allowance = LogAllowance()

    /// The lines that these bytes complete.
    mutating func receive(_ bytes: some Sequence<UInt8>, now: EventLoop.Instant) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == 0x0A {
                endLine(&lines, now)
            } else if partial.count < Self.longestLine {
                partial.append(byte)
            } else {
                isOverlong = true
            }
        }
        return lines
    }

    /// The last line if it has no line break.
    mutating func finish(now: EventLoop.Instant) -> [String] {
        var lines: [String] = []
        if !partial.isEmpty { endLine(&lines, now) }
        return lines
    }

    private mutating func endLine(_ lines: inout [String], _ now: EventLoop.Instant) {
        defer {
            partial.removeAll(keepingCapacity: true)
            isOverlong = false
        }
        guard let leftOut = allowance.takeLine(now: now) else { return }
        if leftOut > 0 { lines.append("(\(leftOut) lines left out)") }
        let text = String(decoding: partial, as: UTF8.self).printable(limit: Self.longestLine)
        lines.append(isOverlong ? text + "…" : text)
    }
}
