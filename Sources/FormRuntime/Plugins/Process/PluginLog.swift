import EventLoop

/// Turns what a plug-in writes to its standard error into lines for the log: each at most 1024 bytes, at most 20 at once
/// and 5 a second in the long run. What is left out is counted, and the count told with the next line.
struct PluginLog {
    typealias Instant = EventLoop.Instant

    static let longestLine = 1024
    static let burst = 20.0
    static let linesPerSecond = 5.0

    private var partial: [UInt8] = []
    private var isOverlong = false
    private var allowance = burst
    private var filledAt: Instant?
    private var dropped = 0

    /// The lines that these bytes complete.
    mutating func receive(_ bytes: some Sequence<UInt8>, now: Instant) -> [String] {
        refill(now)
        var lines: [String] = []
        for byte in bytes {
            if byte == 0x0A {
                endLine(&lines)
            } else if partial.count < Self.longestLine {
                partial.append(byte)
            } else {
                isOverlong = true
            }
        }
        return lines
    }

    /// The line that was begun and not ended, if any.
    mutating func finish(now: Instant) -> [String] {
        refill(now)
        var lines: [String] = []
        if !partial.isEmpty {
            endLine(&lines)
        }
        return lines
    }

    private mutating func endLine(_ lines: inout [String]) {
        defer {
            partial.removeAll(keepingCapacity: true)
            isOverlong = false
        }
        guard allowance >= 1 else {
            dropped += 1
            return
        }
        allowance -= 1
        if dropped > 0 {
            lines.append("(\(dropped) lines left out)")
            dropped = 0
        }
        lines.append(
            String(decoding: partial, as: UTF8.self).printable(limit: Self.longestLine) + (isOverlong ? "…" : "")
        )
    }

    private mutating func refill(_ now: Instant) {
        if let filledAt {
            let passed = max(.zero, now - filledAt) / .seconds(1)
            allowance = min(Self.burst, allowance + passed * Self.linesPerSecond)
        }
        filledAt = now
    }
}
